"""Independent parts of a conjunction: conditions that share no symbol, directly or through others, are solved apart.

Before that, elements of an array that is read at constant indexes only become symbols of their own, which makes the
parts smaller (each character of a string alone) and keeps array theory out of most queries.
"""

from __future__ import annotations

from collections.abc import Sequence

from everypath.term import Term, Value, substitute, var, variables, walk

_REMEMBERED = 20_000


class Cells:
    """Rewrites array elements at constant indexes as plain symbols, remembering what it rewrote."""

    def __init__(self) -> None:
        self._reads: dict[Term, tuple[dict[Term, int], frozenset[Term]]] = {}
        self._rewritten: dict[tuple[Term, frozenset[Term]], Term] = {}
        self.origin: dict[Term, tuple[Term, int]] = {}

    def is_full(self) -> bool:
        """Whether so many cells are known that it is time to forget them all, and what speaks of them."""
        return len(self.origin) > _REMEMBERED

    def rewrite(self, conditions: Sequence[Term]) -> list[Term]:
        """The conditions with every element of a plainly read array as a symbol of its own."""
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
        """Reads of array symbols at constant indexes, and the array symbols used in any other way."""
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


def slices(conditions: Sequence[Term]) -> list[list[int]]:
    """The independent parts of a conjunction, as lists of positions, each in order; parts ordered by first position."""
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
