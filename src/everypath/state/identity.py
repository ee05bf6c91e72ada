"""Identity of objects: the condition over the inputs under which two references are the same object.

Strings and boxes have an identity beside their value. An input string is the *n*-th object with its content, where *n*
is a symbol: number 0 is the interned string (the object of a literal), every other number is a ``new String``. Two
strings are one object exactly if number and content are equal. This covers all strings that a caller can pass. Boxes
have numbers, too, for values outside the cache of ``valueOf``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from everypath.dataclass import dataclass
from everypath.program import Class
from everypath.state.aliasing import assume_distinct
from everypath.state.objects import NULL, CachedBox, LazyArray, Obj, SharedValue, TextObject
from everypath.state.text import are_inputs, bounded, equal
from everypath.term import Term, Value, conj, disj, eq, ge, has_class, is_null, le, ne, same_class, substitute

if TYPE_CHECKING:
    from everypath.state.state import State


@dataclass(frozen=True, slots=True)
class Identity:
    """The ``extra`` of a ``String`` that is interned (number 0) or an input: its number among the equal strings.

    A string without an identity was made on the path and equals no other object. If ``holds`` is a condition, the
    string has this identity under the condition, else it was made on the path.
    """

    number: Value
    holds: Value = True


INTERNED = Identity(0)
"""The identity of literals and of what ``String.intern`` returns."""


def same_object(state: State, left: Value, right: Value) -> Value:
    """The condition under which two references are the same object. False, with a note, if it is open.

    The caller has decided undecided references to objects that are identified by their value, such as strings
    (`everypath.vm.references.references`). Bounds the lengths of two strings without limit.
    """
    left, right = state.reference(left), state.reference(right)
    if left is right or (not isinstance(left, Term) and not isinstance(right, Term) and left == right):
        return True
    if isinstance(right, Term):
        left, right = right, left
    if isinstance(left, Term):
        return _undecided(state, left, right)
    assert isinstance(left, int)
    assert isinstance(right, int)
    return False if left == NULL or right == NULL else _same_address(state, left, right)


def _same_address(state: State, left: int, right: int) -> Value:
    """`same_object` for two different addresses."""
    first, second = state.object(left), state.object(right)
    if isinstance(first.extra, Identity) and isinstance(second.extra, Identity):
        return _same_text(state, first, second)
    if isinstance(first.extra, CachedBox) and isinstance(second.extra, CachedBox) and first.cls is second.cls:
        boxes = _same_box(first, second, first.extra, second.extra)
        if boxes is not False:
            return boxes
    shared = _shared(first, second) if first.cls is second.cls else False
    if shared is not False and _is_kept(first, second):
        return shared
    if may_be_one(state, left, right):
        assume_distinct(state, _input_at(state, left), _input_at(state, right), "identity of an input")
    elif state.control.observer is not None:
        inputs = _input_at(state, left), _input_at(state, right)
        if inputs[0] is not None and inputs[1] is not None:
            state.control.observer.asked(state)
            state.control.observer.refuted_alias(state, inputs[0], inputs[1])
    return shared


def _shared(first: Obj, second: Obj) -> Value:
    """The condition under which two objects of a class are the one that it keeps for their fields."""
    kept = next((each.holds for each in (first.extra, second.extra) if isinstance(each, SharedValue)), None)
    if kept is None:
        return False
    return conj(kept, *(eq(*pair) for pair in zip(first.fields, second.fields, strict=True)))


def _is_kept(first: Obj, second: Obj) -> bool:
    """True if one of two objects is no input, and has the fields of an object that its class keeps."""
    for each, other in ((first, second), (second, first)):
        if isinstance(each.extra, SharedValue) and not isinstance(other.extra, SharedValue):
            fields = zip(each.fields, other.fields, strict=True)
            values = {field: value for field, value in fields if isinstance(field, Term)}
            return isinstance(each.extra.holds, Term) and substitute(each.extra.holds, values) is True
    return False


def _input_at(state: State, address: int) -> Term | None:
    """The input reference to an object that the caller may hold, also if calls have built the object; else None."""
    ref = state.refs.get(address)
    if ref is None and not _is_shared(state, address):
        ref = _decided_as(state, address)
    return ref


def _decided_as(state: State, address: int) -> Term | None:
    """The input reference that was decided to be an address, or None."""
    return next((each for each, decided in state.decided.items() if decided == address and each.op == "var"), None)


def _same_class(state: State, left: Term, right: Value) -> Value:
    """The condition that the class of an input is a given class, or the class of another input."""
    (ref,) = left.args
    assert isinstance(ref, Term)
    if isinstance(right, Term):
        (other,) = right.args
        assert isinstance(other, Term)
        return same_class(ref, other)
    cls = state.object(int(right)).extra if right else None
    return has_class(ref, frozenset((cls.name,))) if isinstance(cls, Class) else False


def _undecided(state: State, left: Term, right: Value) -> Value:
    if left.op == "class_of":
        return _same_class(state, left, right)
    if isinstance(right, Term) and right.op == "class_of":
        return _same_class(state, right, left)
    if right == NULL and not isinstance(right, Term):
        return is_null(left)
    if isinstance(right, Term):
        assume_distinct(state, left, right, "identity of two inputs")
        return conj(is_null(left), is_null(right))
    assert isinstance(right, int)
    other = _input_at(state, right)
    if other is not None or _is_shared(state, right):
        assume_distinct(state, left, other, "identity of an input")
    return False


def _same_text(state: State, first: Obj, second: Obj) -> Value:
    assert isinstance(first, TextObject)
    assert isinstance(second, TextObject)
    assert isinstance(first.extra, Identity)
    assert isinstance(second.extra, Identity)
    numbers = conj(first.extra.holds, second.extra.holds, eq(first.extra.number, second.extra.number))
    if numbers is False:
        return False
    left, right = first.text, second.text
    if left.limit is None and right.limit is None and not are_inputs(left, right):
        cap = state.control.bounds.length
        state.decide_limit(le(left.length, cap))
        left = bounded(left, cap)
    return conj(numbers, equal(left, right))


def _same_box(first: Obj, second: Obj, left: CachedBox, right: CachedBox) -> Value:
    """The condition that two boxes of one class are one object: the cached box of their value, or equal numbers."""
    value = first.fields[0] if left.value is None else left.value
    other = second.fields[0] if right.value is None else right.value
    numbered = conj(eq(left.number, right.number), ne(left.number, 0))
    cached: Value = False
    if left.low <= left.high:
        cached = conj(ge(value, left.low), le(value, left.high))
    return conj(eq(value, other), disj(cached, numbered))


def may_be_one(state: State, left: int, right: int) -> bool:
    """True if two objects with different addresses may be one object when the method is called.

    They are two inputs, or an input and an object of the static state.
    """
    first, second = _input_at(state, left), _input_at(state, right)
    if first is not None and second is not None:
        types, others = state.types.get(first), state.types.get(second)
        if types is not None and others is not None:
            return bool(types & others)
        return state.object(left).cls is state.object(right).cls
    return _may_be_shared(state, left, right) or _may_be_shared(state, right, left)


def _may_be_shared(state: State, made: int, shared: int) -> bool:
    """True if the caller may have passed the object ``shared`` of the static state as the input object ``made``."""
    ref = state.refs.get(made)
    if ref is None:
        ref = _decided_as(state, made)
    if ref is None:
        return False
    types, cls = state.types.get(ref), state.object(shared).cls
    fits = state.object(made).cls is cls if types is None else bool(types >> cls.number & 1)
    return fits and _is_shared(state, shared) and (made in state.refs or not _is_shared(state, made))


def _is_shared(state: State, address: int) -> bool:
    """True if the object is reachable from static fields, so that a caller may hold it."""
    if address < 0:
        return True
    seen: set[int] = set()
    waiting = [
        value
        for field, value in state.statics.items()
        if field.descriptor[0] in "L[" and isinstance(value, int) and value > 0
    ]
    while waiting:
        current = waiting.pop()
        if current == address:
            return True
        if current in seen or current not in state.heap:
            continue
        seen.add(current)
        waiting += _below(state.heap[current])
    return False


def _below(obj: Obj) -> Iterator[int]:
    if isinstance(obj, LazyArray):
        yield from (value for value in obj.slots.values() if isinstance(value, int) and value > 0)
        return
    if obj.cls.element is not None:
        if obj.cls.name[1] in "L[":
            yield from (value for value in obj.fields if isinstance(value, int) and value > 0)
        return
    for field, value in obj.held():
        if field.descriptor[0] in "L[" and isinstance(value, int) and value > 0:
            yield value
