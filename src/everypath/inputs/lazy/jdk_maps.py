"""Maps and sets of the JDK as data: of any size, with any keys.

The keys are not listed. Whether a map has a key is decided when code looks it up; the value of a key that is present is
an input. An iterator finds keys and values that are inputs, too. Code that looks at a map in another way ends its path
at the bound `CONTENTS`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

from everypath.classfile import UNBOXED, access, class_of_descriptor
from everypath.dataclass import replace
from everypath.errors import LinkageError
from everypath.inputs.candidates import DATA, Kind
from everypath.inputs.lazy.context import bindings_for
from everypath.inputs.lazy.jdk_data import LONGEST
from everypath.inputs.places import index_name, parameter_places
from everypath.inputs.shapes import (
    ASSUMED_DISTINCT,
    CONTAINS,
    CONTAINS_KEY,
    GET,
    REFUSES_NULL,
    SIZE,
    BoxInput,
    EnumInput,
    KeyInput,
    MapInput,
    Node,
    Slot,
    as_condition,
    distinct_pairs,
    enum_constant,
    held,
    name_of,
    record,
    shape_of,
    slot_of,
)
from everypath.inputs.stubs import assume, promise, unmet
from everypath.library.collections import hashes_by_identity, is_hashed_by_identity
from everypath.state import NULL, BoundReached, Obj, State, TextObject
from everypath.state.text import Constant, Elements, Text, bounded, equal
from everypath.term import (
    BOOL,
    BV16,
    BV32,
    Term,
    Value,
    array_sort,
    conj,
    digest,
    disj,
    eq,
    ge,
    gt,
    is_null,
    le,
    not_,
    primitive_symbol,
    ref_var,
    var,
)
from everypath.vm.core import OpenMap, Retry
from everypath.vm.references import CONTENTS

if TYPE_CHECKING:
    from everypath.inputs.candidates import Candidate
    from everypath.inputs.lazy.context import InputContext
    from everypath.inputs.places import InputPlace
    from everypath.program import Class, Method

_MAP, _ENTRIES = "java/util/HashMap", "[Ljava/util/HashMap$Node;"
_OBJECT = "Ljava/lang/Object;"
_KEY = re.compile(r"(.*?)(?:\.keySet\(\))?\.toArray\(\)\[\d+\]")
"""The access path of a key in the order of iteration."""
_FINITE = {"Boolean": 2, "Byte": 256, "Short": 1 << 16, "Character": 1 << 16}
"""The number of different values of boxes of a class, if it is no larger than a map can be."""


def make_map(context: InputContext, state: State, ref: Term, node: Node, cls: Class) -> int:
    """The address of a new map, or of a new set."""
    machine, program = context.machine, context.program
    machine.ensure_initialised(state, cls)
    is_set = not cls.is_subtype_of(program.klass("java/util/Map"))
    size = var(f"{node.name}.{SIZE}", BV32)
    domain = ge(size, 0), le(size, LONGEST)
    for each in domain:
        state.assume(as_condition(each))
    promise(state, *domain)
    state.lengths += (size,)
    key_type = _places(context, node, cls)[0].effective
    record(state, replace(node, build=MapInput(cls.name, size, is_set, key_type)))
    mapping = program.klass(_MAP) if is_set else cls
    entries = state.allocate(Obj(program.klass(_ENTRIES), [NULL], state.token))
    known: dict[str, Value | None] = {"table": None, "head": None, "tail": None, "size": size, "loadFactor": 0.75}
    fields = [known.get(each.name, 0) for each in mapping.instance_fields]
    inside = Obj(mapping, fields, state.token, OpenMap(node.name, entries))  # type: ignore[arg-type]  # None: not known
    if not is_set:
        return state.add_input(ref, inside)
    address = state.allocate(inside)
    outside: list[Value] = [address if each.name == "map" else 0 for each in cls.instance_fields]
    return state.add_input(ref, Obj(cls, outside, state.token, OpenMap(node.name, entries)))


def key_of_map(context: InputContext, state: State, name: str, address: int) -> tuple[bool, Value] | None:
    """Whether the map or set that is the input ``name`` has a key that it was not asked for before, and the value then.
    None if it refuses the key.

    Raises `BoundReached` if no condition can name the key, and `Retry` if the path ends.
    """
    if address == NULL and _refuses_null(context, state, name):
        return None
    node = shape_of(state).node(name)
    build = node.build
    assert isinstance(build, MapInput)
    key_name, key = _named(context, state, address)
    symbol = var(f"{name}.{CONTAINS if build.is_set else CONTAINS_KEY}[{key_name}]", BOOL)
    others = len(build.order) + sum(each.present for each in build.keys)
    implied = disj(not_(symbol), ge(build.size, others + 1))
    state.assume(as_condition(implied))
    promise(state, implied)
    present = state.decide(symbol, "library")
    _check_size(context, state, build, sum(not each.present for each in build.keys) + (not present))
    value: Value = NULL
    slot = None
    if build.is_set:
        value = _present(context, state)
    elif present:
        cls = context.program.klass(build.class_name)
        place = replace(_places(context, node, cls)[1], name=f"{name}.{GET}[{key_name}]", nullable=True)
        value = context.symbol(state, place)
        slot = slot_of(place, value)
    found = replace(build, keys=(*build.keys, KeyInput(key_name, key, symbol, present, slot)))
    record(state, replace(shape_of(state).node(name), build=found))
    return present, value


def has_entry(state: State, name: str, position: int) -> Value:
    """The condition that a map or set has an entry at a position of its order."""
    build = shape_of(state).node(name).build
    assert isinstance(build, MapInput)
    return gt(build.size, position)


def entry_of_map(context: InputContext, state: State, name: str) -> tuple[Value, Value]:
    """The key and the value of the next entry of a map or set."""
    node = shape_of(state).node(name)
    build = node.build
    assert isinstance(build, MapInput)
    if build.refuses_null:
        raise BoundReached(CONTENTS, state.here())
    cls, at = context.program.klass(build.class_name), len(build.order)
    places = _places(context, node, cls)
    of_keys = f"{name}.toArray()[{at}]" if build.is_set else f"{name}.keySet().toArray()[{at}]"
    place = replace(places[0], name=of_keys, nullable=True)
    key = _symbol(context, state, place)
    _one_null(state, key, build, of_values=_has_values(context, build.key_type))
    slots: tuple[Slot, Slot | None] = slot_of(place, key), None
    value: Value = NULL
    if build.is_set:
        value = _present(context, state)
    else:
        place = replace(places[1], name=f"{name}.values().toArray()[{at}]", nullable=True)
        value = _symbol(context, state, place)
        slots = slots[0], slot_of(place, value)
    made_of = "java/util/LinkedHashSet" if build.is_set else "java/util/LinkedHashMap"
    ordered = replace(build, order=(*build.order, slots), class_name=made_of)
    record(state, replace(shape_of(state).node(name), build=ordered))
    return key, value


def _symbol(context: InputContext, state: State, place: InputPlace) -> Value:
    """The symbol of a reference; one that is in the shape already if a model starts again."""
    return ref_var(place.name) if place.name in shape_of(state).nodes else context.symbol(state, place)


def _one_null(state: State, key: Value, build: MapInput, *, of_values: bool) -> None:
    """At most one key of a map is null. No two are one object, which is decided later if they are ``of_values``. Keys
    that no code looks at are not null.
    """
    assert isinstance(key, Term)
    own = is_null(key)
    others = [slot.name for slot, _ in build.order]
    if isinstance(own, Term) and own not in state.known:
        state.witness = state.witness.with_({own: False})
    for each in others:
        _assume(state, disj(not_(own), not_(is_null(held(state, each)))))
    if any(each.key is None for each in build.keys):
        _assume(state, not_(own))
    if of_values:
        return
    others += [each.key.name for each in build.keys if isinstance(each.key, Slot)]
    pairs = (frozenset((name_of(key), each)) for each in others)
    state.attach(ASSUMED_DISTINCT, distinct_pairs(state) | frozenset(pairs))


def distinguish(context: InputContext, state: State, node: Node, candidate: Candidate) -> None:
    """Assume that an input that is about to be made, if it is a key of a map, is equal to no other key that is known.

    Raises `BoundReached` if code compares such keys, and `Retry` if the path ends.
    """
    if ".toArray()[" not in node.name:
        return
    others = list(_other_keys(state, node))
    if candidate.kind is Kind.BOX and UNBOXED[candidate.cls.name] not in "FD":
        number = primitive_symbol(f"{node.name}.value", UNBOXED[candidate.cls.name])
        same = [_is_number(state, candidate.cls.name, number, each) for each in others]
    elif candidate.kind is Kind.TEXT:
        length = var(f"{node.name}.length", BV32)
        state.assume(as_condition(ge(length, 0)))
        text = Elements(var(f"{node.name}.chars", array_sort(BV16)), length)
        same = [_is_text(state, text, each) for each in others]
    elif others and candidate.kind is not Kind.ENUM and not hashes_by_identity(context.program, candidate.cls):
        raise BoundReached(CONTENTS, state.here())
    else:
        return
    _assume(state, conj(*(not_(each) for each in same)))


def check_constant(state: State, node: Node, address: int) -> None:
    """End the path if a constant of an enum that is a key of a map is another key, too."""
    constant = enum_constant(state, address)
    for each in _other_keys(state, node) if constant is not None else ():
        is_same = state.decided.get(held(state, each.name)) == address if isinstance(each, Slot) else each == constant
        _assume(state, not is_same)


_Key: TypeAlias = Slot | str | BoxInput | EnumInput | None


def _other_keys(state: State, node: Node) -> Iterator[_Key]:
    """The other keys that are known of the map in which an input is a key."""
    found = _KEY.fullmatch(node.name)
    holder = shape_of(state).nodes.get(found[1]) if found is not None else None
    if holder is not None and isinstance(holder.build, MapInput):
        yield from (slot for slot, _ in holder.build.order if slot.name != node.name)
        yield from (each.key for each in holder.build.keys)


def _is_number(state: State, class_name: str, number: Value, other: _Key) -> Value:
    """The condition that a box with a number is equal to another key; False if that is not made yet."""
    if isinstance(other, Slot):
        obj = _made(state, other)
        value = obj.value_of("value") if obj is not None and obj.cls.name == class_name else None
    else:
        value = other.value.value if isinstance(other, BoxInput) and other.class_name == class_name else None
    return value is not None and eq(number, value)


def _is_text(state: State, own: Text, other: _Key) -> Value:
    """The condition that a string is equal to another key; False if that is not made yet."""
    text: Text | None = Constant(other) if isinstance(other, str) else None
    if isinstance(other, Slot):
        obj = _made(state, other)
        text = obj.text if isinstance(obj, TextObject) else None
    if text is None:
        return False
    longest = state.control.bounds.length
    for each in (own, text):
        if each.limit is None:
            state.decide_limit(as_condition(le(each.length, longest)), "length")
    left, right = (each if each.limit is not None else bounded(each, longest) for each in (own, text))
    return equal(left, right)


def _made(state: State, slot: Slot) -> Obj | None:
    address = state.decided.get(held(state, slot.name))
    return state.object(address) if address else None


def _has_values(context: InputContext, key_type: str) -> bool:
    """True for the types of strings, boxes and enums."""
    name = class_of_descriptor(key_type)
    cls = context.program.find(name)
    return name == "java/lang/String" or name in UNBOXED or (cls is not None and cls.is_enum)


def _present(context: InputContext, state: State) -> Value:
    """The value of all keys in the map inside a set."""
    (shared,) = (each for each in context.program.klass("java/util/HashSet").fields if each.name == "PRESENT")
    return state.statics[shared] or NULL


def _refuses_null(context: InputContext, state: State, name: str) -> bool:
    """Decide if a map or set throws an exception where code looks up null: sorted, immutable and concurrent ones do."""
    node = shape_of(state).node(name)
    build = node.build
    assert isinstance(build, MapInput)
    if build.refuses_null is None and class_of_descriptor(node.descriptor) not in DATA:
        refuses = state.decide(var(f"{name}.{REFUSES_NULL}", BOOL), "library")
        if refuses and build.order:
            raise BoundReached(CONTENTS, state.here())
        refusing = "java/util/TreeSet" if build.is_set else "java/util/TreeMap"
        build = replace(build, refuses_null=refuses, class_name=refusing if refuses else build.class_name)
        record(state, replace(node, build=build))
    return bool(build.refuses_null)


def _places(context: InputContext, node: Node, cls: Class) -> list[InputPlace]:
    """The places of the keys of a map or set, and of the values of a map."""
    method = _adding(cls)
    if method is None:
        raise LinkageError("java/lang/NoSuchMethodError", f"{cls.name}.put")
    return parameter_places(method, bindings_for(node.generic, cls, method))


def _adding(cls: Class) -> Method | None:
    """The method that adds a key to a map or a set of a class."""
    names = ("put", f"({_OBJECT}{_OBJECT}){_OBJECT}"), ("add", f"({_OBJECT})Z")
    above = (each.declared_method(*name) for each in cls.superclasses() for name in names)
    return next((each for each in above if each is not None and not each.is_abstract), None)


def _check_size(context: InputContext, state: State, build: MapInput, absent: int) -> None:
    """There are enough keys that are not ``absent``, where a type has few values. The null is a key, too."""
    values = _FINITE.get(build.key_type[1:-1].removeprefix("java/lang/"))
    cls = context.program.find(build.key_type[1:-1])
    if cls is not None and cls.is_enum:
        values = sum(each.is_static and bool(each.access & access.ENUM) for each in cls.fields)
    if values is not None:
        _assume(state, le(build.size, values + 1 - absent))


def _assume(state: State, condition: Value) -> None:
    """Assume what holds of all maps."""
    promise(state, condition)
    if not assume(state, condition):
        unmet(state)
        raise Retry


def _named(context: InputContext, state: State, address: int) -> tuple[str, Slot | str | BoxInput | EnumInput | None]:
    """The name of a key in access paths, and what it is over the inputs.

    Raises `BoundReached` if it is nothing that a condition can name, or if it may become equal to another object.
    """
    if address == NULL:
        return "null", None
    obj, ref = state.object(address), state.refs.get(address)
    kind = UNBOXED.get(obj.cls.name)
    is_text = isinstance(obj, TextObject) and obj.cls.name == "java/lang/String"
    if ref is not None and (kind or is_text or is_hashed_by_identity(context.machine, state, address)):
        return index_name(ref), Slot(name_of(ref), obj.cls.descriptor)
    if kind is not None:
        value = obj.value_of("value")
        if value is not None:
            prefix = "" if kind == "I" and not isinstance(value, float) else kind
            return prefix + index_name(value), BoxInput(obj.cls.name, Slot("", kind, value))
    if isinstance(obj, TextObject) and is_text and obj.text.constant is not None:
        return f"_{digest(ref_var(obj.text.constant)).hex()[:12]}", obj.text.constant
    constant = enum_constant(state, address)
    if constant is None:
        raise BoundReached(CONTENTS, state.here())
    return f"{obj.cls.simple_name}_{constant.constant}", constant
