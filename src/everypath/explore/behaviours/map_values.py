"""What a map that calls made answers for the keys that a path looked up in one with free keys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from everypath.classfile import UNBOXED
from everypath.inputs.shapes import (
    REFUSES_NULL,
    BoxInput,
    EnumInput,
    InputShape,
    KeyInput,
    MapInput,
    Slot,
    enum_constant,
)
from everypath.state import NULL, Obj, State, TextObject
from everypath.state.text import Constant, Text, bounded, equal
from everypath.term import BOOL, Term, Value, conj, disj, eq, is_null, ite, le, primitive_symbol, ref_var, var

__all__ = ["MapValues"]


_LONGEST = 16
"""Longer strings are not compared with keys."""

_FLOATS = frozenset({"java/lang/Float", "java/lang/Double"})


class _Entry(NamedTuple):
    """The address of the key, -1 if that is not known, and the value of an entry."""

    key: int
    value: Value


class MapValues:
    """The values of symbols of maps with free keys in the input ``shape``, where calls made the maps.

    ``state`` is the last state of a path on objects that calls made: it has the objects that are keys.
    """

    def __init__(self, shape: InputShape, state: State) -> None:
        self._builds = {node.name: node.build for node in shape.nodes.values() if isinstance(node.build, MapInput)}
        self._shape = shape
        self._state = state
        self.assumed: list[Value] = []
        """Conditions under which the values are right."""

    def of(self, state: State, name: str, obj: Obj) -> dict[Term, Value]:
        """The values of the symbols for the keys of the map with a name, as far as they are known."""
        build = self._builds.get(name)
        if build is None:
            return {}
        entries = list(_entries(state, obj))
        found: dict[Term, Value] = {}
        if build.refuses_null is not None:
            found[var(f"{name}.{REFUSES_NULL}", BOOL)] = False
        for each in build.keys:
            matches = [(self._is_key(state, each, entry.key), entry) for entry in entries]
            if any(is_equal is None for is_equal, _ in matches):
                continue
            known = [(is_equal, entry) for is_equal, entry in matches if is_equal is not None and is_equal is not False]
            found[each.symbol] = disj(*(is_equal for is_equal, _ in known))
            if each.value is not None:
                found |= self._value(state, each.value, known)
        return found

    def _is_key(self, state: State, looked_up: KeyInput, address: int) -> Value | None:
        """The condition that the key of an entry is one that was looked up; None if it is not known."""
        match looked_up.key:
            case None:
                return address == NULL
            case Slot(name=name):
                other = self._state.decided.get(ref_var(name))
                return None if other is None else self._is_equal(state, address, self._state.object(other), other)
            case str() as text:
                return self._is_text(state, address, Constant(text))
            case BoxInput(class_name=name, value=value):
                return _is_number(state, address, name, value.value)
            case EnumInput() as constant:
                return None if address < 0 else address != NULL and enum_constant(state, address) == constant

    def _is_equal(self, state: State, address: int, other: Obj, at: int) -> Value | None:
        """The condition that the key of an entry is equal to an object at some address."""
        if isinstance(other, TextObject):
            return self._is_text(state, address, other.text)
        if other.cls.name in UNBOXED:
            return _is_number(state, address, other.cls.name, other.value_of("value"))
        return address == at if address >= 0 else None

    def _is_text(self, state: State, address: int, text: Text) -> Value | None:
        if address < 0:
            return None
        obj = state.object(address) if address else None
        if not isinstance(obj, TextObject):
            return False
        both = obj.text, text
        for each in both:
            if each.limit is None:
                self.assumed.append(le(each.length, _LONGEST))
        left, right = (each if each.limit is not None else bounded(each, _LONGEST) for each in both)
        return equal(left, right)

    def _value(self, state: State, slot: Slot, known: list[tuple[Value, _Entry]]) -> dict[Term, Value]:
        """What is known of the value of a key: whether it is null, and the number of a box."""
        null = is_null(ref_var(slot.name))
        assert isinstance(null, Term)
        found: dict[Term, Value] = {null: disj(*(conj(same, _is_null(entry.value)) for same, entry in known))}
        if not all(type(entry.value) is int for _, entry in known):
            return found
        build = self._shape.nodes[slot.name].build if slot.name in self._shape.nodes else None
        if isinstance(build, BoxInput) and isinstance(build.value.value, Term):
            boxes = [(same, state.object(_address(state, entry.value))) for same, entry in known if entry.value]
            numbers = [(same, obj.value_of("value")) for same, obj in boxes if obj.cls.name == build.class_name]
            symbol = primitive_symbol(build.value.name, build.value.descriptor)
            is_plain = isinstance(symbol, Term) and symbol.op == "var"
            if len(numbers) == len(boxes) > 0 and is_plain and build.value.descriptor in "IJ":
                value: Value | None = numbers[-1][1]
                for same, number in reversed(numbers[:-1]):
                    value = None if value is None or number is None else ite(same, number, value)
                if value is not None:
                    found[build.value.value] = value
        return found


def _entries(state: State, obj: Obj) -> Iterator[_Entry]:
    """The entries of a map, or of the one inside a set."""
    inside = _address(state, obj.value_of("map"))
    table = _address(state, (state.object(inside) if inside else obj).value_of("table"))
    for first in state.object(table).fields if table else ():
        at = _address(state, first)
        while at:
            entry = state.object(at)
            yield _Entry(_address(state, entry.value_of("key")), _reference(state, entry.value_of("value")))
            at = _address(state, entry.value_of("next"))


def _is_null(value: Value) -> Value:
    return is_null(value) if isinstance(value, Term) else value == NULL


def _is_number(state: State, address: int, class_name: str, number: Value | None) -> Value | None:
    """The condition that an object is a box of a class with this number."""
    if address <= NULL:
        return None if address else False
    obj = state.object(address)
    if obj.cls.name != class_name:
        return False
    own = obj.value_of("value")
    if own is None or number is None or class_name in _FLOATS:
        return None
    return eq(own, number)


def _reference(state: State, value: Value | None) -> Value:
    return NULL if value is None else state.reference(value)


def _address(state: State, value: Value | None) -> int:
    """The address of an object; 0 for null and for a field without a value, -1 if it is not known."""
    reference = _reference(state, value)
    return -1 if isinstance(reference, Term) else int(reference)
