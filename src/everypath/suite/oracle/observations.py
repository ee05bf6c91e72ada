"""The changes that a call made to its input objects, as far as a test can observe them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from everypath.classfile import ClassFile, Instruction, MemberRef
from everypath.explore.paths import Path
from everypath.inputs import FieldsInput, Node, PrimitiveArrayInput, RecipeInput, ReferenceArrayInput
from everypath.program import Class
from everypath.state import Ending, Obj
from everypath.suite.oracle.inspectors import observers
from everypath.suite.prediction import Predictor, contents_of, writes
from everypath.suite.recipes import Members
from everypath.suite.testcase import ArrayValue, Primitive
from everypath.term import Model

__all__ = ["Changes"]


class Changes:
    """Compares the input objects of one finished path with their state before.

    ``addresses`` maps the names of inputs to objects; ``fresh`` returns a predictor that has not numbered objects yet.
    """

    def __init__(
        self,
        path: Path,
        witness: Model,
        addresses: Mapping[str, int],
        members: Members,
        predictor: Predictor,
        fresh: Callable[[], Predictor],
    ) -> None:
        self._path = path
        self._entry, self._state, self._shape = path.entry, path.state, path.shape
        self._witness = witness
        self._addresses = addresses
        self._members = members
        self._predictor = predictor
        self._fresh = fresh

    def found(self) -> dict[str, list[str]]:
        """The changed input objects, with the names of the changed fields (empty for arrays). After an exception, only
        fields that a test can observe.
        """
        found: dict[str, list[str]] = {}
        for node in self._shape.reachable():
            address = self._addresses.get(node.name)
            fields = None if address is None else self._changes_of(node, self._state.object(address))
            if fields is not None:
                found[node.name] = fields
        return found

    def _changes_of(self, node: Node, obj: Obj) -> list[str] | None:
        """The changed fields of one input object, empty for an array or collection; None if nothing changed."""
        threw = self._path.ending is Ending.THREW
        match node.build:
            case PrimitiveArrayInput() | ReferenceArrayInput():
                return [] if self._array_changed(node.build, obj) else None
            case FieldsInput():
                fields = self._changed_fields(node.build, obj)
                if threw:
                    fields = [each for each in fields if each in self._in_sight(obj.cls, set(fields))]
                return fields or None
            case RecipeInput() if threw:
                written = {each.field for each in writes(self._path) if each.holder == node.name and each.field}
                return self._in_sight(obj.cls, written) or None
            case RecipeInput() if node.name == "this":
                fields = self._written_in_sight(obj.cls)
                if self._entry.returns == "V":
                    fields += [field.name for field in obj.cls.instance_fields if field.name not in fields]
                return fields or None
            case RecipeInput(calls=calls):
                return [] if self._contents_changed(obj, len(calls)) else None
        return None

    def _written_in_sight(self, cls: Class) -> list[str]:
        """The fields that the entry may write and a test can observe."""
        return self._in_sight(cls, self._assigned())

    def _in_sight(self, cls: Class, written: set[str]) -> list[str]:
        """The fields of ``written`` that a test can read, or that an inspecting method reads."""
        readers = {
            field.name: self._members.accessors.reader(cls.name, field.owner.name, field.name, field.descriptor)
            for field in cls.instance_fields
            if field.name in written
        }
        read_fields = {name for _, read in observers(self._members, cls.name) for name in read} if readers else set()
        return [
            name
            for name, reader in readers.items()
            if reader.direct or reader.method is not None or name in read_fields
        ]

    def _assigned(self) -> set[str]:
        """The fields of the receiver's class that the entry may change, itself or through called methods of the class.

        These are assigned fields, and fields whose array or collection may change.
        """
        found: set[str] = set()
        todo, seen = [self._entry], {self._entry}
        while todo:
            method = todo.pop()
            file = method.owner.file
            if file is not None:
                found |= _changed_inside(file, method.instructions)
            for step in method.instructions if file is not None else ():
                if step.name not in ("putfield", "invokevirtual", "invokespecial"):
                    continue
                member = file.constant(step.operand) if file is not None else None
                if not isinstance(member, MemberRef):
                    continue
                if step.name == "putfield":
                    found.add(member.name)
                elif member.owner == method.owner.name and member.name != "<init>":
                    called = method.owner.declared_method(member.name, member.descriptor)
                    if called is not None and called not in seen and called.has_code:
                        seen.add(called)
                        todo.append(called)
        return found

    def _contents_changed(self, obj: Obj, added: int) -> bool:
        """True if the number of elements of a collection passed in has changed."""
        contents = contents_of(self._fresh().object(self._address_of(obj)))
        if contents is None:
            return False
        return len(contents.items) // (2 if contents.kind == "map" else 1) != added

    def _array_changed(self, build: PrimitiveArrayInput | ReferenceArrayInput, obj: Obj) -> bool:
        if isinstance(build, PrimitiveArrayInput):
            value = self._fresh().object(self._address_of(obj))
            if not isinstance(value, ArrayValue):
                return False
            before = build.concrete(self._witness)
            for was, now in zip(before, value.elements, strict=False):  # up to the last predicted element
                if isinstance(now, Primitive) and not _same(was, now.value):
                    return True
            return False
        slots = dict(build.elements)
        held = getattr(obj, "slots", None)
        if not isinstance(held, dict) or not self._fresh().predicts_contents(obj):
            return False
        return any(
            at not in slots or self._predictor.address(now) != self._addresses.get(slots[at].name, 0)
            for at, now in held.items()
        )

    def _address_of(self, obj: Obj) -> int:
        for address in self._addresses.values():
            if self._state.object(address) is obj:
                return address
        return 0

    def _changed_fields(self, build: FieldsInput, obj: Obj) -> list[str]:
        before = {(entry.owner, entry.name): entry.slot for entry in build.fields}
        changed: list[str] = []
        for field, held in obj.held():
            if held is None:
                continue
            slot = before.get((field.owner.name, field.name))
            if slot is None:  # the path wrote it, and never read it
                changed.append(field.name)
            elif slot.is_primitive:
                now = self._predictor.primitive(field.descriptor, held)
                if isinstance(now, Primitive) and not _same(slot.concrete(self._witness), now.value):
                    changed.append(field.name)
            elif self._predictor.address(held) != self._addresses.get(slot.name, 0):
                changed.append(field.name)
        return changed


_CHANGING = (
    "add",
    "push",
    "put",
    "offer",
    "remove",
    "clear",
    "pop",
    "poll",
    "set",
    "sort",
    "replace",
    "retain",
    "insert",
)
"""Beginnings of names of methods that change a collection."""


def _changed_inside(file: ClassFile, steps: Sequence[Instruction]) -> set[str]:
    """The fields whose array or collection some code may change: it reads them, and stores or calls a
    changing method.
    """
    members = [file.constant(each.operand) for each in steps if each.name == "getfield" or each.name in _CALLS]
    changing = any(each.name.endswith("astore") and len(each.name) == 7 for each in steps) or any(
        isinstance(each, MemberRef) and each.owner.startswith("java/util/") and each.name.startswith(_CHANGING)
        for each in members
    )
    if not changing:
        return set()
    return {
        each.name
        for each in members
        if isinstance(each, MemberRef) and each.owner == file.name and each.descriptor.startswith(("[", "Ljava/util/"))
    }


_CALLS = ("invokevirtual", "invokeinterface")


def _same(left: int | float, right: int | float) -> bool:
    return (
        repr(float(left)) == repr(float(right))
        if isinstance(left, float) or isinstance(right, float)
        else left == right
    )
