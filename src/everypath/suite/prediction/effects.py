"""The writes of a path to fields, array elements and static fields of its inputs, as values over the inputs.

A `Write` names a place by its input object, and the value at the end. Writes to elements of one array are in their
order: of two writes with the same index, the later one holds.
"""

from __future__ import annotations

from collections.abc import Iterator

from everypath.dataclass import dataclass
from everypath.explore.paths import Path
from everypath.inputs import (
    Alias,
    FieldsInput,
    ListInput,
    MapInput,
    PrimitiveArrayInput,
    RecipeInput,
    ReferenceArrayInput,
)
from everypath.inputs.construction import JdkValue, as_built
from everypath.inputs.lazy import value_of_build
from everypath.inputs.places import index_name
from everypath.inputs.shapes import CONTAINS, CONTAINS_KEY, GET, SIZE, held, list_of
from everypath.inputs.sources import changed_statics, is_any_object
from everypath.library.collections import PRESENT
from everypath.state import LazyArray, Obj, State, SymbolicArray, TextObject
from everypath.term import Term, Value, evaluate, lt, ref_var
from everypath.vm.core import OpenMap

__all__ = ["Write", "is_same", "writes"]


_OBJECT = "Ljava/lang/Object;"


@dataclass(frozen=True, slots=True)
class Write:
    """A place of an input that the path wrote, and its value at the end.

    ``holder`` is the access path of the object, or the internal name of the class of a ``static`` field. ``field`` is
    the field's name, empty for an element at ``index``. An element has the value as stored in the array. The value is
    None if it is no term over the inputs: a whole array that was replaced.
    """

    holder: str
    field: str
    index: Value | None
    descriptor: str
    value: Value | None
    static: bool = False


def writes(path: Path) -> tuple[Write, ...]:
    """The places of the inputs that a path wrote, in the order of the inputs. The path may have thrown."""
    found: list[Write] = []
    seen: set[int] = set()
    for node in path.shape.reachable():
        address = path.state.decided.get(ref_var(node.name))
        if not address or address in seen or isinstance(node.build, Alias) or list_of(node.name) is not None:
            continue
        seen.add(address)
        obj = path.state.object(address)
        match node.build:
            case PrimitiveArrayInput():
                found += _of_array(node.name, node.build, obj)
            case ReferenceArrayInput():
                found += _of_references(path, node.name, node.build, obj)
            case ListInput():
                found += _of_list(path, node.name, node.build, obj)
            case MapInput():
                found += _of_map(path, node.name, node.build, obj)
            case FieldsInput():
                found += _of_fields(path, node.name, node.build, obj)
            case RecipeInput():
                given = value_of_build(node.build)
                found += _of_value(path, node.name, given, obj) if given else _of_built(path, node.name, obj)
    for of, value in changed_statics(path.state):
        found.append(Write(of.owner.name, of.name, None, of.descriptor, value, static=True))
    return tuple(found)


def _of_array(name: str, build: PrimitiveArrayInput, obj: Obj) -> Iterator[Write]:
    if not isinstance(obj, SymbolicArray) or obj.elements is build.elements:
        return
    descriptor = build.class_name[1:]
    chain: list[tuple[Value, Value]] = []
    array: Value = obj.elements
    while isinstance(array, Term) and array.op == "store":
        array, index, value = array.args
        chain.append((index, value))
    if array is not build.elements:
        yield Write(name, "", None, descriptor, None)
        return
    kept: dict[Value, Value] = {}
    for index, value in chain:  # newest first: it overwrites older writes to the same index
        kept.setdefault(index, value)
    for index, value in reversed(kept.items()):
        same = isinstance(value, Term) and value.op == "select" and value.args == (build.elements, index)
        if not same or len(kept) > 1:  # it may restore the old value of an element
            yield Write(name, "", index, descriptor, value)


def _of_references(path: Path, name: str, build: ReferenceArrayInput, obj: Obj) -> Iterator[Write]:
    if not isinstance(obj, LazyArray):
        return
    slots = dict(build.elements)
    for at, now in obj.slots.items():
        before = held(path.state, slots[at].name) if at in slots else None
        if before is None or not _is_one_object(path, before, now):
            yield Write(name, "", at, build.class_name[1:], now)


def _of_list(path: Path, name: str, build: ListInput, obj: Obj) -> Iterator[Write]:
    """The writes to a list: its size, then its elements. What is behind its end does not count."""
    held = {field.name: now for field, now in obj.held()}
    size, array = held.get("size"), path.state.decided.get(ref_var(build.elements.name))
    elements = path.shape.node(build.elements.name).build
    if size is None or not array or not isinstance(elements, ReferenceArrayInput):
        return
    if size is not build.size:
        yield Write(name, SIZE, None, "I", size)
    if held.get("elementData") != array:
        yield Write(build.elements.name, "", None, elements.class_name, None)
        return
    for each in _of_references(path, build.elements.name, elements, path.state.object(array)):
        if each.index is None or evaluate(lt(each.index, size), path.witness):
            yield each


def _of_map(path: Path, name: str, build: MapInput, obj: Obj) -> Iterator[Write]:
    """The new size of a map or set, and the keys that it has or had not before, or whose value is another one."""
    state = path.state
    if build.is_set:
        obj = state.object(_address(obj.value_of("map")))
    size = obj.value_of("size")
    if size is not build.size:
        yield Write(name, SIZE, None, "I", size)
    if not isinstance(obj.extra, OpenMap):
        return  # it was cleared
    known = [(each.name, each.present, each.value) for each in build.keys]
    known += [(index_name(held(state, key.name)), True, value) for key, value in build.order]
    entries = (*_looked_up(state, obj.extra), *(state.object(each) for each in obj.extra.order))
    for (key_name, was_present, slot), entry in zip(known, entries, strict=True):
        is_present = entry.extra == PRESENT
        if is_present != was_present:
            symbol = CONTAINS if build.is_set else CONTAINS_KEY
            yield Write(name, f"{symbol}[{key_name}]", None, "Z", int(is_present))
        if not build.is_set and is_present:
            now, before = entry.value_of("value"), None if slot is None else held(state, slot.name)
            if now is not None and (before is None or not _is_one_object(path, before, now)):
                yield Write(name, f"{GET}[{key_name}]", None, _OBJECT, now)


def _looked_up(state: State, opened: OpenMap) -> list[Obj]:
    """The entries for the keys that were looked up in a map, in this order."""
    found: list[Obj] = []
    at = state.object(opened.entries).fields[0]
    while at:
        entry = state.object(int(at))
        if at not in opened.order:
            found.append(entry)
        at = _address(entry.value_of("next"))
    return found[::-1]


def _address(value: Value | None) -> int:
    """An object that is no input."""
    assert isinstance(value, int)
    return value


def _of_fields(path: Path, name: str, build: FieldsInput, obj: Obj) -> Iterator[Write]:
    before = {(entry.owner, entry.name): entry.slot for entry in build.fields}
    for field, now in obj.held():
        slot = before.get((field.owner.name, field.name))
        if now is None:
            continue
        if slot is None:
            is_kept = False
        elif slot.is_primitive:
            is_kept = is_same(slot.value, now)
        else:
            is_kept = _is_one_object(path, held(path.state, slot.name), now)
        if not is_kept:
            yield Write(name, field.name, None, field.descriptor, now)


def _is_one_object(path: Path, before: Value, now: Value) -> bool:
    """True if two references are to one object, whatever objects a test chooses for those that the path never used."""
    state = path.state
    if before is now:
        return True
    is_open = is_any_object(state, before) or is_any_object(state, now)
    return not is_open and is_same(state.reference(before), state.reference(now))


def _of_built(path: Path, name: str, obj: Obj) -> Iterator[Write]:
    before = as_built(path.state, name)
    if before is None or obj.cls.element is not None:
        return
    for was, (field, now) in zip(before, obj.held(), strict=True):
        if was is None or now is None:
            continue
        if not is_same(path.state.reference(was), path.state.reference(now)):
            yield Write(name, field.name, None, field.descriptor, now)


def _of_value(path: Path, name: str, value: JdkValue, obj: Obj) -> Iterator[Write]:
    """The numbers of an object of the JDK that changed, named as the methods that return them. They are not known if
    other fields changed.
    """
    if value.is_text:
        yield from _of_builder(path, name, value, obj)
        return
    changed = {write.field: write.value for write in _of_built(path, name, obj)}
    is_known = changed.keys() <= value.layout.keys()
    for field, at in value.layout.items():
        if isinstance(at, int) and (field in changed or (changed and not is_known)):
            getter, kind = value.getters[at]
            yield Write(name, f"{getter}()", None, kind, changed[field] if is_known else None)


def _of_builder(path: Path, name: str, value: JdkValue, obj: Obj) -> Iterator[Write]:
    """The new text of a string builder, as a string of its own."""
    ((place, descriptor),) = value.places(name)
    before = path.state.object(int(path.state.reference(ref_var(place))))
    assert isinstance(before, TextObject)
    assert isinstance(obj, TextObject)
    if obj.text != before.text:
        now = path.state.allocate(TextObject(before.cls, obj.text, path.state.token))
        yield Write(name, f"{value.getters[0][0]}()", None, descriptor, now)


def is_same(left: Value | None, right: Value | None) -> bool:
    """True if two values are equal by their form; 0.0 and -0.0 differ."""
    return left is right or (not isinstance(left, Term) and not isinstance(right, Term) and repr(left) == repr(right))
