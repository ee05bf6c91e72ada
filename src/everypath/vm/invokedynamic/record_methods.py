"""``equals``, ``hashCode`` and ``toString`` of records, as `java.lang.runtime.ObjectMethods` links them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from everypath.classfile import ClassRef, MethodHandle, simple_name
from everypath.errors import EngineError
from everypath.state import same_object
from everypath.term import (
    Value,
    add,
    bool_to_int,
    conj,
    double_bits,
    eq,
    float_bits,
    int_to_bool,
    ite,
    l2i,
    mul,
    ne,
    ushr,
    xor,
)
from everypath.vm.invokedynamic.string_concat import append
from everypath.vm.references import comparable_references, lazy_is_instance, may_only_be, read_field

if TYPE_CHECKING:
    from everypath.classfile import Loadable
    from everypath.program import Class
    from everypath.vm.core import Call, Model

_STRING = "java/lang/String"

Component: TypeAlias = tuple[str, str]
"""Name and descriptor of a record's field."""


def record_method(name: str, arguments: tuple[Loadable, ...]) -> Model:
    """The model of one of the three methods; ``arguments`` are the bootstrap method's: class, names, getters.

    A component's hash is computed as its box computes it.
    """
    if not isinstance(arguments[0], ClassRef):
        raise EngineError("malformed arguments of ObjectMethods")
    getters = [each.member for each in arguments[2:] if isinstance(each, MethodHandle)]
    components = tuple((getter.name, getter.descriptor) for getter in getters)
    if name == "equals":
        return partial(_equals, arguments[0].name, components)
    if name == "hashCode":
        return partial(_hash_code, components)
    if name == "toString":
        return partial(_to_string, arguments[0].name, components)
    raise EngineError(f"ObjectMethods links no {name}")


def _equals(class_name: str, components: tuple[Component, ...], call: Call, this: Value, other: Value) -> Value | None:
    left = call.non_null(this)
    if call.machine.is_null(call.state, other):
        return 0
    if call.decide(same_object(call.state, *comparable_references(call.machine, call.state, left, other))):
        return 1
    cls: Class = call.klass(class_name)
    if not lazy_is_instance(call.machine, call.state, other, cls, "instanceof"):
        return 0
    return _compare(cls, left, call.reference(other), components[::-1], True, call)


def _compare(
    cls: Class, left: int, right: int, components: tuple[Component, ...], so_far: Value, call: Call
) -> Value | None:
    """Compare component by component, the last first as the JDK does (also with null); primitives are collected into
    one condition, references need calls.
    """
    for position, (name, descriptor) in enumerate(components):
        field = next(each for each in cls.instance_fields if each.name == name)
        one, two = (read_field(call.machine, call.state, at, field) for at in (left, right))
        if descriptor[0] not in "L[":
            so_far = conj(so_far, _same_primitive(descriptor, one, two))
            continue
        if not call.decide(so_far):
            return 0
        so_far = True
        first, second = call.reference(one), call.reference(two)
        if first == 0:
            if second != 0:
                return 0
            continue
        are_strings = all(may_only_be(call.machine, call.state, each, _STRING) for each in (first, second))
        if not are_strings and call.decide(same_object(call.state, first, second)):
            continue
        method, receiver = call.select("java/lang/Object", "equals", "(Ljava/lang/Object;)Z", first)
        call.then(method, [receiver, second], partial(_compared, cls, left, right, components[position + 1 :]))
    return bool_to_int(so_far)


def _compared(
    cls: Class, left: int, right: int, components: tuple[Component, ...], call: Call, value: Value | None
) -> Value | None:
    assert value is not None
    if not call.decide(int_to_bool(value)):
        return 0
    return _compare(cls, left, right, components, True, call)


def _same_primitive(descriptor: str, one: Value, two: Value) -> Value:
    if descriptor == "D":
        return eq(double_bits(one), double_bits(two))
    if descriptor == "F":
        return eq(float_bits(one), float_bits(two))
    return eq(one, two)


def _hash_code(components: tuple[Component, ...], call: Call, this: Value) -> Value | None:
    return _hash(call.non_null(this), components, 0, call)


def _hash(address: int, components: tuple[Component, ...], so_far: Value, call: Call) -> Value | None:
    for position, (name, descriptor) in enumerate(components):
        value = call.get_field(address, name)
        so_far = mul(so_far, 31, 32)
        if descriptor[0] not in "L[":
            so_far = add(so_far, _primitive_hash(descriptor, value), 32)
            continue
        component = call.reference(value)
        if component:
            method, receiver = call.select("java/lang/Object", "hashCode", "()I", component)
            call.then(method, [receiver], partial(_hashed, address, components[position + 1 :], so_far))
    return so_far


def _hashed(
    address: int, components: tuple[Component, ...], so_far: Value, call: Call, value: Value | None
) -> Value | None:
    assert value is not None
    return _hash(address, components, add(so_far, value, 32), call)


def _primitive_hash(descriptor: str, value: Value) -> Value:
    match descriptor:
        case "Z":
            return ite(ne(value, 0), 1231, 1237)
        case "J":
            return l2i(xor(value, ushr(value, 32, 64), 64))
        case "F":
            return float_bits(value)
        case "D":
            bits = double_bits(value)
            return l2i(xor(bits, ushr(bits, 32, 64), 64))
        case _:
            return value


def _to_string(class_name: str, components: tuple[Component, ...], call: Call, this: Value) -> Value | None:
    address = call.non_null(this)
    simple = simple_name(class_name).lstrip("0123456789")
    pieces: list[str | None] = []
    literal = f"{simple}["
    for position, (name, _) in enumerate(components):
        literal += f"{', ' if position else ''}{name}="
        pieces += [literal, None]
        literal = ""
    pieces.append(literal + "]")
    values = tuple((descriptor, call.get_field(address, name)) for name, descriptor in components)
    return append(tuple(pieces), (), values, call)
