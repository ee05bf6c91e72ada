"""Rewrites reads of written arrays into reads of the arrays as they were before the call.

The element ``k`` of ``a`` after ``x`` was written at ``i`` becomes ``k == i ? x : a[k]``. An element of a
``boolean[]`` becomes a condition instead of the bit that the solver works with.
"""

from __future__ import annotations

from typing import Protocol

from everypath.inputs import InputShape, PrimitiveArrayInput
from everypath.term import (
    BOOL,
    BV8,
    Term,
    Value,
    and_,
    array_sort,
    bool_to_int,
    eq,
    int_to_bool,
    ite,
    select,
    size,
    substitute,
    var,
    walk,
    zext,
)

__all__ = ["UNKNOWN", "KnownIndexes", "Reader", "booleans_of"]


class KnownIndexes(Protocol):
    """Knows which indexes into an array, as it was before the call, are equal."""

    def same(self, array: Term, left: Value, right: Value) -> bool | None:
        """True if two indexes are equal, False if they differ, None if neither is known."""

    def represent(self, array: Term, index: Value) -> Value:
        """The one index that is written for all indexes that are equal to this one."""


_LARGEST = 400
"""A rewritten value may have this many term nodes; larger values stay as they were."""


class _Unknown:
    def same(self, array: Term, left: Value, right: Value) -> bool | None:
        return None

    def represent(self, array: Term, index: Value) -> Value:
        return index


UNKNOWN: KnownIndexes = _Unknown()
"""Nothing is known of any two indexes."""


def booleans_of(shape: InputShape) -> frozenset[Term]:
    """The array symbols of a shape whose elements are booleans."""
    builds = (node.build for node in shape.nodes.values())
    return frozenset(
        each.elements for each in builds if isinstance(each, PrimitiveArrayInput) and each.class_name == "[Z"
    )


class Reader:
    """Rewrites values and conditions. ``booleans`` are the arrays of booleans, ``known`` compares indexes."""

    def __init__(self, booleans: frozenset[Term] = frozenset(), known: KnownIndexes = UNKNOWN) -> None:
        self._booleans = booleans
        self._known = known
        self._done: dict[Term, Value] = {}
        self._large: set[Term] = set()
        self._plain: dict[Term, Value] = {}

    def plain(self, value: Value) -> Value:
        """The value over the elements before the call; unchanged if it reads no element or would become too large."""
        if not isinstance(value, Term):
            return value
        if value not in self._plain:
            self._plain[value] = self._rewritten(value)
        return self._plain[value]

    def _rewritten(self, value: Term) -> Value:
        inside = list(walk(value))
        if not any(each.op == "select" for each in inside):
            return value
        for each in inside:
            if each in self._done or each.sort.is_array:
                continue
            made = self._made(each)
            if isinstance(made, Term) and size(made) > _LARGEST:
                self._large.add(each)
            self._done[each] = made
        return value if any(each in self._large for each in inside) else self._done[value]

    def _made(self, term: Term) -> Value:
        if term.op == "select":
            array, index = term.args
            assert isinstance(array, Term)
            return self._read(array, self._of(index))
        read = self._boolean_read(term)
        if read is not None:
            array, index = read.args
            assert isinstance(array, Term)
            return bool_to_int(self._bit(array, self._of(index)))
        changed = {
            arg: self._done[arg]
            for arg in term.args
            if isinstance(arg, Term) and arg in self._done and self._done[arg] is not arg
        }
        return substitute(term, changed) if changed else term

    def _of(self, value: Value) -> Value:
        return self._done.get(value, value) if isinstance(value, Term) else value

    def _boolean_read(self, term: Term) -> Term | None:
        """The read of ``a[i]`` if the term is ``a[i] & 1`` and ``a`` holds booleans; None for other terms."""
        if term.op != "and" or 1 not in [each for each in term.args if type(each) is int]:
            return None
        widened = next((each for each in term.args if isinstance(each, Term)), None)
        if widened is None or widened.op not in ("zext", "sext"):
            return None
        read = widened.args[0]
        if not isinstance(read, Term) or read.op != "select" or _root(read.args[0]) not in self._booleans:
            return None
        return read

    def _writes(self, array: Term, index: Value) -> tuple[list[tuple[Value, Value]], Value | Term, bool]:
        """The writes that a read at ``index`` may see, and what it reads otherwise.

        The writes are pairs of a condition and a value, the last write first. The second part is the array before
        these writes; or, if the third part is True, the value of a write that the read certainly sees.
        """
        root = _root(array)
        found: list[tuple[Value, Value]] = []
        while array.op == "store":
            inner, at, value = array.args
            at = self._of(at)
            same = self._known.same(root, at, index)
            condition: Value = eq(at, index) if same is None else same
            if condition is True:
                return found, self._of(value), True
            if condition is not False:
                found.append((condition, self._of(value)))
            assert isinstance(inner, Term)
            array = inner
        return found, array, False

    def _read(self, array: Term, index: Value) -> Value:
        found, last, is_value = self._writes(array, index)
        result: Value = last if is_value else self._initial(last, index)
        for condition, value in reversed(found):
            result = ite(condition, value, result, array.sort.element)
        return result

    def _bit(self, array: Term, index: Value) -> Value:
        found, last, is_value = self._writes(array, index)
        if is_value:
            result = self.bit(last)
        elif isinstance(last, Term) and last.op == "var":
            result = select(var(str(last.payload), array_sort(BOOL)), self._known.represent(last, index))
        else:
            result = self.bit(self._initial(last, index))
        for condition, value in reversed(found):
            result = ite(condition, self.bit(value), result, BOOL)
        return result

    def _initial(self, array: Value, index: Value) -> Value:
        assert isinstance(array, Term)
        return select(array, self._known.represent(array, index))

    def bit(self, stored: Value) -> Value:
        """The condition that is true when a stored element of a boolean array is ``true``."""
        if not isinstance(stored, Term):
            return bool(int(stored) & 1)
        widened = and_(zext(stored, 32), 1, 32) if stored.sort is BV8 else and_(stored, 1, 32)
        return int_to_bool(self.plain(widened))


def _root(array: Value) -> Term:
    assert isinstance(array, Term)
    while array.op == "store":
        inner = array.args[0]
        assert isinstance(inner, Term)
        array = inner
    return array
