"""Splits a conjunction into independent slices: conditions of different slices share no symbol.

Before that, the elements of an array that is read only at constant indexes become symbols of their own. This makes
slices smaller (each character of a string alone) and keeps array theory out of most queries.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from everypath.term import Concrete, Model, Term, Value, substitute, var, variables, walk, zero_of

_REMEMBERED = 20_000
"""The number of remembered cells and conditions."""


class Cells:
    """Rewrites array elements at constant indexes as symbols, called cells, and remembers the element of each cell."""

    def __init__(self) -> None:
        self._reads: dict[Term, tuple[dict[Term, int], frozenset[Term]]] = {}
        self._rewritten: dict[tuple[Term, frozenset[Term]], Term] = {}
        self.origin: dict[Term, tuple[Term, int]] = {}

    def is_full(self) -> bool:
        """Return whether too many cells are kept, so that all should be forgotten, with the answers about them."""
        return len(self.origin) > _REMEMBERED

    def rewrite(self, conditions: Sequence[Term]) -> list[Term]:
        """Return the conditions with the elements of arrays that are read at constant indexes only as cells."""
        opaque: set[Term] = set()
        arrays: list[frozenset[Term]] = []
        any_plain = False
        for condition in conditions:
            reads, symbolic = self._scan(condition)
            opaque |= symbolic
            arrays.append(frozenset(read.args[0] for read in reads if type(read.args[0]) is Term))
            any_plain = any_plain or bool(reads)
        if not any_plain:
            return list(conditions)
        return [
            self._rewrite(condition, mine - opaque) if mine else condition
            for condition, mine in zip(conditions, arrays, strict=True)
        ]

    def _scan(self, condition: Term) -> tuple[dict[Term, int], frozenset[Term]]:
        """Return the reads of array symbols at constant indexes, and the array symbols with any other use."""
        known = self._reads.get(condition)
        if known is not None:
            return known
        reads: dict[Term, int] = {}
        opaque: frozenset[Term] = frozenset()
        if any(symbol.sort.is_array for symbol in variables(condition)):
            used: set[Term] = set()
            for term in walk(condition):
                for position, arg in enumerate(term.args):
                    if type(arg) is Term and arg.sort.is_array and arg.op == "var":
                        index = term.args[1] if term.op == "select" and position == 0 else None
                        if type(index) is int:
                            reads[term] = index
                        else:
                            used.add(arg)
            opaque = frozenset(used)
            if condition.sort.is_array and condition.op == "var":
                opaque = frozenset((condition,))
        if len(self._reads) > _REMEMBERED:
            self._reads.clear()
            self._rewritten.clear()
        self._reads[condition] = (reads, opaque)
        return reads, opaque

    def _rewrite(self, condition: Term, plain: frozenset[Term]) -> Term:
        if not plain:
            return condition
        key = (condition, plain)
        known = self._rewritten.get(key)
        if known is None:
            replacements: dict[Term, Value] = {}
            for read, index in self._scan(condition)[0].items():
                array = read.args[0]
                if type(array) is Term and array in plain:
                    cell = var(f"{array.payload}[{index}]#cell", read.sort)
                    self.origin[cell] = (array, index)
                    replacements[read] = cell
            changed = substitute(condition, replacements)
            assert type(changed) is Term
            known = self._rewritten[key] = changed
        return known

    def restored(self, values: Mapping[Term, Concrete], hint: Model) -> dict[Term, Concrete]:
        """Return values with those of cells put into their arrays. The hint gives the other elements."""
        result: dict[Term, Concrete] = {}
        arrays: dict[Term, dict[int, int | float | bool]] = {}
        for symbol, value in values.items():
            origin = self.origin.get(symbol)
            if origin is None:
                result[symbol] = value
                continue
            array, index = origin
            cells = arrays.get(array)
            if cells is None:
                old = hint.value_of(array)
                cells = arrays[array] = dict(old.items()) if not isinstance(old, int | float) else {}
            assert isinstance(value, int | float)
            cells[index] = value
        result.update(arrays)
        return result

    def values_in(self, conditions: Sequence[Term], model: Model) -> dict[Term, Concrete]:
        """Return the values of the conditions' cells in a model of their arrays."""
        found: dict[Term, Concrete] = {}
        for condition in conditions:
            for symbol in variables(condition):
                origin = self.origin.get(symbol)
                if origin is not None:
                    contents = model.value_of(origin[0])
                    if isinstance(contents, Mapping):
                        found[symbol] = contents.get(origin[1], zero_of(symbol.sort))
        return found


def slices(conditions: Sequence[Term]) -> list[list[int]]:
    """Return the slices of a conjunction as ascending lists of positions, ordered by their first position."""
    parent: list[int] = list(range(len(conditions)))

    def find(position: int) -> int:
        while parent[position] != position:
            parent[position] = parent[parent[position]]
            position = parent[position]
        return position

    owner: dict[Term, int] = {}
    for position, condition in enumerate(conditions):
        for symbol in variables(condition):
            first = owner.setdefault(symbol, position)
            if first != position:
                a, b = find(first), find(position)
                if a != b:
                    parent[max(a, b)] = min(a, b)
    groups: dict[int, list[int]] = {}
    for position in range(len(conditions)):
        groups.setdefault(find(position), []).append(position)
    return [groups[root] for root in sorted(groups)]
