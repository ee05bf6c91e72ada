"""Where the elements lie that conditions read: an index can change without what is read there.

In a model of ``i < n && a[i] > 0 && a[n - 1] < 0``, ``n`` alone may seldom change: the element that is below 0 has to
move with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from everypath.term import Concrete, Model, Term, Value, evaluate, variables, walk

__all__ = ["Layout"]


class Layout:
    """The reads of array elements in some conditions. ``symbols`` are those on which their indexes depend."""

    def __init__(self, conditions: Sequence[Term]) -> None:
        reads: dict[Term, None] = {}
        indexes: dict[Term, None] = {}
        seen: set[Term] = set()
        for condition in conditions:
            for term in walk(condition):
                if term not in seen and term.op in ("select", "store"):
                    seen.add(term)
                    if term.op == "select":
                        reads[term] = None
                    if type(term.args[1]) is Term:
                        indexes[term.args[1]] = None
        self._reads = {read: _symbols_of_place(read) for read in reads}
        self._known: tuple[Model | None, Mapping[Term, tuple[Term, int] | None]] = (None, {})
        self._told = frozenset(symbol for condition in conditions for symbol in variables(condition))
        self._arrays = frozenset(symbol for symbol in self._told if symbol.sort.is_array)
        self.symbols = frozenset(symbol for index in indexes for symbol in variables(index) if symbol.sort.is_vector)

    def moved(self, model: Model, changes: Mapping[Term, Concrete], *, alone: bool = False) -> Model:
        """The model after changes, in which each read finds what it found before. ``alone``: nothing else is left in
        these arrays.

        Where two reads that found different values now meet, one that stayed in its place keeps its own, else the
        first.
        """
        trial = model.with_(changes)
        before = self._places_in(model)
        stayed: list[tuple[Term, tuple[Term, int]]] = []
        moved: list[tuple[Term, tuple[Term, int]]] = []
        for read, symbols in self._reads.items():
            place = before[read] if symbols.isdisjoint(changes) else _place(read, trial)
            if place is not None:
                (stayed if place == before[read] else moved).append((read, place))
        cells: dict[Term, dict[int, int | float | bool]] = {}
        for read, (array, index) in (*stayed, *moved):
            value = evaluate(read, model)
            assert not isinstance(value, Mapping)
            cells.setdefault(array, {}).setdefault(index, value)
        told: dict[Term, Concrete] = dict(changes)
        for array in self._arrays:
            found = cells.get(array, {})
            contents = model.value_of(array)
            assert isinstance(contents, Mapping)
            if alone:
                told[array] = found
            elif any(contents.get(index, 0) != value for index, value in found.items()):
                told[array] = {**contents, **found}
        return model.with_(told)

    def _places_in(self, model: Model) -> Mapping[Term, tuple[Term, int] | None]:
        """Where each read finds its element in a model; the last one is remembered."""
        known, places = self._known
        if known is not model:
            places = {read: _place(read, model) for read in self._reads}
            self._known = model, places
        return places

    def touched(self, symbol: Term) -> frozenset[Term]:
        """A symbol and the arrays whose elements move with it."""
        return self._arrays | {symbol}

    def key(self, model: Model) -> str:
        """What tells models of the conditions apart."""
        return repr([(str(each.payload), value) for each, value in model.items() if each in self._told])


def _symbols_of_place(read: Term) -> frozenset[Term]:
    """The symbols that decide where a read finds its element."""
    found = set(variables(read.args[1]))
    array: Value = read.args[0]
    while type(array) is Term and array.op in ("store", "ite"):
        if array.op == "ite":
            return frozenset(found | variables(array))
        found |= variables(array.args[1])
        array = array.args[0]
    return frozenset(found)


def _place(read: Term, model: Model) -> tuple[Term, int] | None:
    """The array symbol and the index that a read comes to in a model; None where it finds what was written."""
    index = evaluate(read.args[1], model)
    assert isinstance(index, int)
    array: Value = read.args[0]
    while type(array) is Term and array.op != "var":
        if array.op == "store":
            if evaluate(array.args[1], model) == index:
                return None
            array = array.args[0]
        elif array.op == "ite":
            array = array.args[1 if evaluate(array.args[0], model) else 2]
        else:
            return None
    return (array, index) if type(array) is Term else None
