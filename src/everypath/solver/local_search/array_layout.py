"""Moves the array elements that conditions read along with their indexes.

In a model of ``i < n && a[i] > 0 && a[n - 1] < 0``, ``n`` can seldom change alone: the negative element must move with
it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from everypath.term import Concrete, Model, Term, Value, disj, eq, evaluate, variables, walk

__all__ = ["Layout"]

_Place: TypeAlias = "tuple[Term, int]"
"""An array symbol and an index."""

_Scalar: TypeAlias = "int | float | bool"
_Element: TypeAlias = "tuple[_Place | None, _Scalar]"

_REMEMBERED: Final = 20_000
"""The number of conditions whose reads are remembered."""


class _Read(NamedTuple):
    """A read of an array: it finds ``element`` in the ``array`` symbol ``at`` an index, unless ``written`` holds.

    ``array`` is None if it depends on the model.
    """

    element: Term
    array: Term | None
    at: Value
    written: Value
    symbols: frozenset[Term]
    """The symbols on which the place of the element depends."""

    def place(self, model: Model) -> _Place | None:
        """Return the array symbol and the index of the element, None for an element that was written."""
        if self.array is None:
            return _place(self.element, model)
        if evaluate(self.written, model):
            return None
        index = evaluate(self.at, model)
        assert isinstance(index, int)
        return self.array, index


class _ConditionReads(NamedTuple):
    """The reads of one condition, and the symbols on which the indexes of its reads and writes depend."""

    reads: tuple[_Read, ...]
    symbols: frozenset[Term]


class Layout:
    """The reads of array elements in some conditions.

    ``symbols`` are those on which the indexes depend, ``arrays`` the array symbols.
    """

    def __init__(self, conditions: Sequence[Term]) -> None:
        found = [_reads_of(condition) for condition in conditions]
        self._reads = tuple({read.element: read for each in found for read in each.reads}.values())
        self._known: tuple[Model | None, Sequence[_Element]] = (None, ())
        self._all_symbols = frozenset(symbol for condition in conditions for symbol in variables(condition))
        self.arrays = frozenset(symbol for symbol in self._all_symbols if symbol.sort.is_array)
        self.symbols = frozenset().union(*(each.symbols for each in found))

    def moved(self, model: Model, changes: Mapping[Term, Concrete], *, alone: bool = False) -> Model:
        """Return the model after changes, with the elements moved so that each read finds the same value as before.

        Conditions without changed symbols keep their truth value. With ``alone``, the arrays have no other elements.
        If two reads with different values now have the same place, one whose place is unchanged keeps its value, else
        the first.
        """
        trial = model.with_(changes)
        stayed: dict[_Place, _Scalar] = {}
        moved: dict[_Place, _Scalar] = {}
        for read, (old, value) in zip(self._reads, self._elements_in(model), strict=True):
            place = old if read.symbols.isdisjoint(changes) else read.place(trial)
            if place is not None:
                (stayed if place == old else moved).setdefault(place, value)
        cells: dict[Term, dict[int, _Scalar]] = {array: {} for array in self.arrays}
        for (array, index), value in {**stayed, **moved, **stayed}.items():
            cells[array][index] = value
        updates: dict[Term, Concrete] = dict(changes)
        for array in self.arrays:
            found = cells[array]
            contents = model.value_of(array)
            assert isinstance(contents, Mapping)
            if alone:
                updates[array] = found
            elif any(contents.get(index, 0) != value for index, value in found.items()):
                updates[array] = {**contents, **found}
        return model.with_(updates)

    def _elements_in(self, model: Model) -> Sequence[_Element]:
        """Return the place and the value of each read in a model; those of the last model are remembered."""
        known, elements = self._known
        if known is not model:
            elements = [(read.place(model), _scalar(read.element, model)) for read in self._reads]
            self._known = model, elements
        return elements

    def key(self, model: Model) -> str:
        """Return a key that differs for models with different values of the conditions' symbols."""
        return repr([(str(each.payload), value) for each, value in model.items() if each in self._all_symbols])


_found: dict[Term, _ConditionReads] = {}


def _reads_of(condition: Term) -> _ConditionReads:
    """Return the reads of a condition; results are remembered."""
    found = _found.get(condition)
    if found is None:
        if len(_found) >= _REMEMBERED:
            _found.clear()
        found = _found[condition] = _find_reads(condition)
    return found


def _find_reads(condition: Term) -> _ConditionReads:
    reads: list[_Read] = []
    symbols: set[Term] = set()
    for term in walk(condition):
        if term.op in ("select", "store"):
            symbols |= {each for each in variables(term.args[1]) if each.sort.is_vector}
            if term.op == "select":
                reads.append(_read(term))
    return _ConditionReads(tuple(reads), frozenset(symbols))


def _read(element: Term) -> _Read:
    array, index = element.args
    symbols = set(variables(index))
    meets: list[Value] = []
    while type(array) is Term and array.op == "store":
        array, at, _ = array.args
        symbols |= variables(at)
        meets.append(eq(at, index))
    if type(array) is Term and array.op == "var":
        return _Read(element, array, index, disj(*meets), frozenset(symbols))
    return _Read(element, None, index, False, frozenset(symbols | variables(array)))


def _scalar(value: Term, model: Model) -> _Scalar:
    found = evaluate(value, model)
    assert not isinstance(found, Mapping)
    return found


def _place(read: Term, model: Model) -> _Place | None:
    """Return the array symbol and the index of a read in a model, None for an element that was written."""
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
