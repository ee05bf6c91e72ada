"""The values of the symbols of fields, in an object of a state."""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import TYPE_CHECKING

from everypath.explore.behaviours.field_symbols import THIS, is_long, name_of, symbols_of, with_name
from everypath.explore.behaviours.map_values import MapValues
from everypath.inputs.candidates import DATA, Kind
from everypath.inputs.construction import JDK_VALUES, held_numbers
from everypath.inputs.shapes import SIZE, VALUE
from everypath.state import NULL, LazyArray, Obj, State, SymbolicArray, TextObject
from everypath.state.text import Elements, Rope
from everypath.term import (
    BOOL,
    BV8,
    BV16,
    BV32,
    OPERAND_SORTS,
    Term,
    Value,
    add,
    array_sort,
    const_array,
    int_to_bool,
    is_null,
    ref_var,
    store,
    trunc,
    var,
)
from everypath.vm.references import elements_of

if TYPE_CHECKING:
    from everypath.inputs.construction import JdkValue
    from everypath.program import Field

_STRING = "Ljava/lang/String;"

MOST_ELEMENTS = 256
"""If a concrete array or string has more elements, their values are not known."""


def values_of(
    state: State, address: int, wanted: Set[Term], place: str = THIS, maps: MapValues | None = None
) -> dict[Term, Value]:
    """The values of those ``wanted`` symbols that stand for fields of an object at a place, or of objects in its
    fields, as far as they are known. Symbols of a field come together. ``maps`` knows what maps answer.
    """
    obj = state.object(address)
    found = _data(state, place, obj, maps) | _jdk_value(state, place, obj)
    names = {name_of(each) for each in wanted if each.op in ("var", "is_null")}
    for of, known in symbols_of(obj.cls).items():
        name = place + name_of(known[0])[len(THIS) :]
        if not any(each == name or each.startswith(f"{name}.") for each in names):
            continue
        values = value_of(state, obj, of, known, made=True)
        symbols = (with_name(each, place + name_of(each)[len(THIS) :]) for each in known)
        found |= {symbol: value for symbol, value in zip(symbols, values, strict=True) if value is not None}
        found |= _chars_of_input(state, obj, of, name) | _jdk_value_of_input(state, obj, of, name)
        held = _held_by(state, obj, of)
        if held is None:
            continue
        inside = state.object(held)
        if isinstance(inside, TextObject):
            found |= _chars(name, inside) if is_long(of) else _jdk_value(state, name, inside)
        elif inside.cls.name in DATA:
            found |= _data(state, name, inside, maps)
        elif not isinstance(inside, SymbolicArray | LazyArray) and inside.cls.element is None:
            found |= values_of(state, held, wanted, name, maps)
    return found


def _held_by(state: State, obj: Obj, of: Field) -> int | None:
    """The address of the object that a field holds; None if it holds none, or an array."""
    now = next((value for field, value in obj.held() if field is of), None)
    reference = state.reference(now) if now is not None and of.descriptor[0] == "L" else NULL
    return reference if isinstance(reference, int) and reference != NULL else None


def _data(state: State, name: str, obj: Obj, maps: MapValues | None) -> dict[Term, Value]:
    """The size of a list or map, what a map answers, and whether an optional is empty; nothing for an object of
    another class.
    """
    kind = DATA.get(obj.cls.name)
    sized = obj
    if kind is Kind.MAP:
        inside = obj.value_of("map")
        sized = obj if inside is None else state.object(int(state.reference(inside)))
    size = sized.value_of("size") if kind in (Kind.LIST, Kind.MAP) else None
    found: dict[Term, Value] = {} if size is None else {var(f"{name}.{SIZE}", BV32): size}
    if kind is Kind.MAP and maps is not None:
        found |= maps.of(state, name, obj)
    held = obj.value_of("value") if kind is Kind.OPTIONAL else None
    empty = is_null(ref_var(f"{name}.{VALUE}"))
    if held is not None and isinstance(empty, Term):
        reference = state.reference(held)
        found[empty] = is_null(reference) if isinstance(reference, Term) else reference == NULL
    return found


def _jdk_value(state: State, name: str, obj: Obj) -> dict[Term, Value]:
    """The numbers or the text that give an object of the JDK; nothing for an object of another class."""
    value = JDK_VALUES.get(obj.cls.name)
    if value is None:
        return {}
    if isinstance(obj, TextObject):
        ((place, _),) = value.places(name)
        return _is_there(name, value) | {var(f"{place}.length", BV32): obj.text.length} | _chars(place, obj)
    numbers, symbols = held_numbers(state, obj, value.layout), list(_symbols_of_jdk_value(name, value))
    known = ((symbols[at], number) for at, number in numbers.items())
    return {symbol: int_to_bool(number) if symbol.sort is BOOL else number for symbol, number in known}


def _jdk_value_of_input(state: State, obj: Obj, of: Field, name: str) -> dict[Term, Value]:
    """The numbers or the text that give an object of the JDK in a field, if it is an input which was not looked at."""
    value = JDK_VALUES.get(of.descriptor[1:-1])
    now = next((each for field, each in obj.held() if field is of), None) if value is not None else None
    reference = state.reference(now) if now is not None else NULL
    if value is None or not isinstance(reference, Term) or reference.op != "var":
        return {}
    theirs = _symbols_of_jdk_value(str(reference.payload), value)
    return _is_there(name, value) | dict(zip(_symbols_of_jdk_value(name, value), theirs, strict=True))


def _is_there(name: str, value: JdkValue) -> dict[Term, Value]:
    """No text that gives an object is null."""
    nulls = (is_null(ref_var(place)) for place, _ in value.places(name) if value.is_text)
    return {each: False for each in nulls if isinstance(each, Term)}


def _symbols_of_jdk_value(name: str, value: JdkValue) -> Iterator[Term]:
    """The symbols that stand for the numbers or the text of an input of the JDK at a place."""
    for place, kind in value.places(name):
        if value.is_text:
            yield from (var(f"{place}.length", BV32), var(f"{place}.chars", array_sort(BV16)))
            continue
        yield var(place, BOOL if kind == "Z" else OPERAND_SORTS[kind])


def _chars_of_input(state: State, obj: Obj, of: Field, name: str) -> dict[Term, Value]:
    """The chars of a string in a field that is an input which was not looked at."""
    now = next((value for field, value in obj.held() if field is of), None)
    reference = state.reference(now) if now is not None and of.descriptor == _STRING else NULL
    if not isinstance(reference, Term) or reference.op != "var":
        return {}
    sort = array_sort(BV16)
    return {var(f"{name}.chars", sort): var(f"{reference.payload}.chars", sort)}


def _chars(name: str, held: TextObject) -> dict[Term, Value]:
    """The chars of a string that is an input, is not long, or is an input before one that is not long."""
    text, sort = held.text, array_sort(BV16)
    parts = text.parts if isinstance(text, Rope) else (text,)
    is_input = isinstance(parts[0], Elements)
    limits = [each.limit for each in parts[is_input:]]
    if any(limit is None for limit in limits) or sum(filter(None, limits)) > MOST_ELEMENTS:
        return {}
    chars = parts[0].array if isinstance(parts[0], Elements) else const_array(sort, 0)
    start = parts[0].length if is_input else 0
    for part in parts[is_input:]:
        for at in range(part.limit or 0):  # of a part that is shorter, the next one overwrites the rest
            char = part.at(at)
            chars = store(chars, add(start, at, 32), trunc(char, 16) if isinstance(char, Term) else char)
        start = add(start, part.length, 32)
    return {var(f"{name}.chars", sort): chars}


def value_of(state: State, obj: Obj, of: Field, known: tuple[Term, ...], *, made: bool) -> tuple[Value | None, ...]:
    """The values of the symbols of a field at the end of a path; None if a value is not known.

    If the path never accessed the field, the symbols are unchanged, or not known if the path ``made`` the object.
    """
    now = next((value for field, value in obj.held() if field is of), None)
    if now is None:
        return tuple(None for _ in known) if made else known
    return (_raw(known[0], now),) if of.descriptor[0] not in "L[" else _reference(state, of, now, known)


def _raw(symbol: Term, value: Value) -> Value:
    """A value of the machine, converted to the sort of the symbol of a field."""
    if symbol.sort is BOOL:
        return int_to_bool(value)
    if symbol.sort is BV8:
        return trunc(value, 8)
    return trunc(value, 16) if symbol.sort is BV16 else value


def _inside(place: str, known: tuple[Term, ...]) -> Iterator[Term]:
    """The symbols of the length and elements of an array or string, named for another place."""
    own = name_of(known[0])
    return (with_name(each, place + name_of(each)[len(own) :]) for each in known[1:])


def _reference(state: State, of: Field, now: Value, known: tuple[Term, ...]) -> tuple[Value | None, ...]:
    reference = state.reference(now)
    if isinstance(reference, Term):
        null = is_null(reference)
        if null is known[0]:
            return known
        if is_long(of) and isinstance(null, Term) and null.op == "is_null":  # an input that is not materialised
            return (null, *_inside(name_of(null), known))
        return (null, *(None for _ in known[1:]))
    if reference == NULL:
        return (True, *(None for _ in known[1:]))
    obj = state.object(int(reference))
    if isinstance(obj, TextObject):
        details: tuple[Value | None, ...] = (obj.text.length,)
    elif isinstance(obj, SymbolicArray):
        details = (obj.length, obj.elements)
    elif isinstance(obj, LazyArray) or obj.cls.element is not None:
        primitive = obj.cls.name[1] not in "L[" and len(obj.fields) <= MOST_ELEMENTS
        details = (obj.array_length, elements_of(obj) if primitive else None)
    else:
        details = (ordinal_of(obj),)
    origin = state.refs.get(int(reference))
    null = known[0] if origin is not None and is_null(origin) is known[0] else False
    return (null, *(*details, None, None)[: len(known) - 1])


def ordinal_of(obj: Obj) -> Value | None:
    """The ordinal of a constant of an enum; None for other objects."""
    for field, value in obj.held():
        if (field.owner.name, field.name) == ("java/lang/Enum", "ordinal"):
            return value
    return None
