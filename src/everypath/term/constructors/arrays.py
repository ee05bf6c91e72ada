"""Constructors of array terms (theory of arrays, indexes are ints) and of atoms over references."""

from __future__ import annotations

from everypath.term.constructors.conditions import conj, eq, ite, same_constant
from everypath.term.constructors.conversions import trunc
from everypath.term.core import Term, Value, interval, make, make_with_floats, var
from everypath.term.values import BOOL, REF, Sort, wrap


def _make(op: str, args: tuple[Value, ...], sort: Sort, element: Sort) -> Term:
    return make_with_floats(op, args, sort) if element.is_float else make(op, args, sort)


def _element_of(array: Term) -> Sort:
    element = array.sort.element
    if element is None:
        raise TypeError(f"not an array: {array!r}")
    return element


def _as_element(value: Value, element: Sort) -> Value:
    """Return ``value`` as an element: ints are truncated to the element's width."""
    if element.is_vector:
        return trunc(value, element.width) if type(value) is Term else wrap(int(value), element.width)
    if element is BOOL and type(value) is not Term:
        return bool(value)
    return value


def distinct(a: Value, b: Value) -> bool:
    """Return whether two indexes are known to differ."""
    if a is b:
        return False
    low, high = interval(a)
    other_low, other_high = interval(b)
    if high < other_low or other_high < low:
        return True
    if type(a) is Term and type(b) is Term:
        base, offset = _split(a)
        other, other_offset = _split(b)
        return base is other and offset != other_offset
    return False


def _split(a: Term) -> tuple[Value, int]:
    if a.op == "add" and type(a.args[1]) is int:
        return a.args[0], a.args[1]
    return a, 0


def const_array(sort: Sort, value: Value) -> Term:
    """The array of sort ``sort`` whose every element is ``value``."""
    assert sort.element is not None
    return _make("const_array", (_as_element(value, sort.element),), sort, sort.element)


def select(array: Term, index: Value) -> Value:
    """``array[index]``, of the element sort: widen narrow elements with `sext` or `zext`."""
    element = _element_of(array)
    while array.op == "store":
        at = array.args[1]
        if at is index or (type(at) is int and type(index) is int and at == index):
            return array.args[2]
        if not distinct(at, index):
            break
        inner = array.args[0]
        assert type(inner) is Term
        array = inner
    if array.op == "const_array":
        return array.args[0]
    return make("select", (array, index), element)


def store(array: Term, index: Value, value: Value) -> Term:
    """Return ``array`` with ``value`` at ``index``, itself if it is known to have that element already.

    An int value is truncated to the width of the elements.
    """
    element = _element_of(array)
    value = _as_element(value, element)
    if array.op == "store":
        at = array.args[1]
        if at is index or (type(at) is int and type(index) is int and at == index):
            inner = array.args[0]
            assert type(inner) is Term
            array = inner
    if type(value) is Term and value.op == "select" and value.args[0] is array and _same(value.args[1], index):
        return array
    if array.op == "const_array" and (value is array.args[0] or same_constant(value, array.args[0])):
        return array
    return _make("store", (array, index, value), array.sort, element)


def _same(a: Value, b: Value) -> bool:
    return a is b or (type(a) is int and type(b) is int and a == b)


def array_ite(condition: Value, a: Term, b: Term) -> Term:
    """``condition ? a : b`` on arrays."""
    chosen = ite(condition, a, b)
    assert type(chosen) is Term
    return chosen


def same_text(left: Term, length: Value, right: Term, other: Value) -> Value:
    """Return whether the first ``length`` elements of an array are the first ``other`` elements of another one."""
    if left is right and _same(length, other):
        return True
    known = length if type(length) is int else other
    if type(known) is int:
        same = (eq(select(left, at), select(right, at)) for at in range(known))
        return conj(eq(length, other), *same) if known >= 0 else False
    if _rank(right) < _rank(left):
        left, length, right, other = right, other, left, length
    return make("same_text", (left, length, right, other), BOOL)


def _rank(array: Term) -> tuple[bool, str]:
    """The order of equal texts: those of the receiver come first."""
    name = str(array.payload) if array.op == "var" else ""
    return not name.startswith("this."), name


# references ---------------------------------------------------------------------------------------------------------


def ref_var(name: str) -> Term:
    """The input reference of this name."""
    return var(name, REF)


def is_null(ref: Value) -> Value:
    """The condition that a reference is null: a Boolean symbol to solvers, known for addresses (0 is null)."""
    if type(ref) is not Term:
        return ref == 0
    if ref.op == "ite":
        return ite(ref.args[0], is_null(ref.args[1]), is_null(ref.args[2]), BOOL)
    if ref.op == "class_of":
        return False
    return make("is_null", (ref,), BOOL)


def same_class(one: Term, other: Term) -> Value:
    """The condition that two objects have the same class. Solvers do not see it."""
    if one is other:
        return True
    ordered = (one, other) if str(one.payload) < str(other.payload) else (other, one)
    return make("same_class", ordered, BOOL)


def class_of(ref: Term) -> Term:
    """The class object of an input: a reference that is not null; `has_class` decides its equality with others."""
    return make("class_of", (ref,), REF)


_class_sets: dict[frozenset[str], frozenset[str]] = {}


def has_class(ref: Term, classes: frozenset[str]) -> Value:
    """The condition that the class of an object is one of ``classes`` (names). Solvers do not see it."""
    if not classes:
        return False
    classes = _class_sets.setdefault(classes, classes)
    return make("has_class", (ref,), BOOL, classes)
