"""Plain getters, setters and constructors that tests use in place of direct field access."""

from __future__ import annotations

from collections.abc import Callable

from everypath.classfile import (
    ClassFile,
    MemberRef,
    MethodInfo,
    access,
    decode,
    package_of,
)
from everypath.dataclass import dataclass
from everypath.suite.recipes.class_facts import OBJECT_CLASS, ClassFacts
from everypath.suite.testcase import (
    Member,
    method_parameters,
    return_descriptor,
)

__all__ = ["Accessors", "FieldAccess"]

_LOADS = {"iload", "lload", "fload", "dload", "aload"}
_RETURNS = {"ireturn", "lreturn", "freturn", "dreturn", "areturn"}


@dataclass(frozen=True, slots=True)
class FieldAccess:
    """The way in which a test reads or writes a field: ``direct``, through ``method``, or (neither) by reflection."""

    direct: bool
    method: Member | None = None


class Accessors:
    """Finds the accessors of fields that a test in one package may call, and remembers them.

    ``find_member`` returns a method (class, name, descriptor) as the test names it; ``may_read`` says whether the test
    may name a field.
    """

    def __init__(
        self,
        classes: ClassFacts,
        find_member: Callable[[str, str, str], Member],
        may_read: Callable[[str, str, str], bool],
    ) -> None:
        self._classes = classes
        self._find_member = find_member
        self._may_read = may_read
        self._readers: dict[tuple[str, str, str, str], FieldAccess] = {}
        self._writers: dict[tuple[str, str, str, str], FieldAccess] = {}
        self._zeros: dict[str, bool] = {}
        self._getters: dict[str, dict[tuple[str, str], MethodInfo]] = {}
        self._setters: dict[str, dict[tuple[str, str], MethodInfo]] = {}
        self._records: dict[str, Member | None] = {}

    def reader(self, class_name: str, owner: str, name: str, descriptor: str) -> FieldAccess:
        """The way to read a field of an object of ``class_name``: directly, or through a plain getter."""
        key = class_name, owner, name, descriptor
        known = self._readers.get(key)
        if known is None:
            known = self._readers[key] = self._reader(*key)
        return known

    def _reader(self, class_name: str, owner: str, name: str, descriptor: str) -> FieldAccess:
        if self._may_read(owner, name, descriptor) and self._has_field(class_name, owner, name, descriptor):
            return FieldAccess(True)
        method = self._accessors(self._getters, owner, _getter_of).get((name, descriptor))
        return FieldAccess(False, self._inherited(class_name, owner, method))

    def _has_field(self, class_name: str, owner: str, name: str, descriptor: str) -> bool:
        """False for a package-private field of a superclass in another package."""
        found = self._classes.find_field(owner, name, descriptor)
        if found is None or found[1].access & (access.PUBLIC | access.PROTECTED):
            return True
        return package_of(class_name) == package_of(owner)

    def writer(self, class_name: str, owner: str, name: str, descriptor: str) -> FieldAccess:
        """The way to set a field of an object of ``class_name``: directly, or through a plain setter."""
        key = class_name, owner, name, descriptor
        known = self._writers.get(key)
        if known is None:
            known = self._writers[key] = self._writer(*key)
        return known

    def _writer(self, class_name: str, owner: str, name: str, descriptor: str) -> FieldAccess:
        if self._may_read(owner, name, descriptor) and not self._classes.field_is_final(owner, name, descriptor):
            return FieldAccess(True)
        method = self._accessors(self._setters, owner, _setter_of).get((name, descriptor))
        return FieldAccess(False, self._inherited(class_name, owner, method))

    def _inherited(self, class_name: str, owner: str, method: MethodInfo | None) -> Member | None:
        """The accessor as called on ``class_name``; None if a class in between overrides it."""
        if method is None:
            return None
        for name in (class_name, *self._classes.ancestors(class_name)):
            if name == owner:
                break
            file = self._classes.file(name)
            if file is None or any((m.name, m.descriptor) == (method.name, method.descriptor) for m in file.methods):
                return None
        for named in (class_name, owner):
            member = self._find_member(named, method.name, method.descriptor)
            if not member.hidden:
                return member
        return None

    def _accessors(
        self,
        cache: dict[str, dict[tuple[str, str], MethodInfo]],
        owner: str,
        field_of: Callable[[ClassFile, MethodInfo], tuple[str, str] | None],
    ) -> dict[tuple[str, str], MethodInfo]:
        known = cache.get(owner)
        if known is None:
            known = cache[owner] = {}
            file = self._classes.file(owner)
            for method in file.methods if file is not None else ():
                key = field_of(file, method) if file is not None and not method.is_synthetic else None
                if key is not None and (key not in known or _fit(method, key[0]) < _fit(known[key], key[0])):
                    known[key] = method
        return known

    def leaves_zeros(self, constructor: Member) -> bool:
        """True for a constructor without parameters whose code leaves every field zero."""
        if constructor.descriptor != "()V":
            return False
        known = self._zeros.get(constructor.owner)
        if known is None:
            known = self._zeros[constructor.owner] = self._is_plainly_zero(constructor.owner)
        return known

    def _is_plainly_zero(self, owner: str) -> bool:
        found = self._classes.find_method(owner, "<init>", "()V")
        if found is None or found[1].code is None:
            return owner == OBJECT_CLASS
        file, method = found
        steps = _steps(method)
        names = [name for name, _ in steps]
        if names != ["aload_0", "invokespecial", "return"]:
            return False
        parent = file.constant(steps[1][1])
        assert isinstance(parent, MemberRef)
        return parent.owner == OBJECT_CLASS or self.leaves_zeros(Member(parent.owner, "<init>", parent.descriptor))

    def record_constructor(self, name: str) -> Member | None:
        """The canonical constructor of a record, if it only sets its fields and ``equals`` is the generated one."""
        if name not in self._records:
            self._records[name] = self._plain_record(name)
        return self._records[name]

    def _plain_record(self, name: str) -> Member | None:
        file = self._classes.file(name)
        if file is None or file.super_name != "java/lang/Record":
            return None
        descriptor = f"({''.join(each.descriptor for each in file.record_components)})V"
        constructor = self._find_member(name, "<init>", descriptor)
        declared = {(each.name, each.descriptor): each for each in file.methods}
        made, compared = declared.get(("<init>", descriptor)), declared.get(("equals", "(Ljava/lang/Object;)Z"))
        if constructor.hidden or made is None or compared is None or made.code is None or compared.code is None:
            return None
        steps = [each.name for each in decode(made.code.bytecode)]
        plain = ["aload_0", "invokespecial", *(["aload_0", "", "putfield"] * len(file.record_components)), "return"]
        if len(steps) != len(plain) or any(wanted not in ("", each) for each, wanted in zip(steps, plain, strict=True)):
            return None
        return constructor if "invokedynamic" in {each.name for each in decode(compared.code.bytecode)} else None


def _fit(method: MethodInfo, field: str) -> int:
    """How well an accessor's name fits the field, 0 best: the field's name (after ``get``, ``set``, ``is``), then
    others.
    """
    name, plain = method.name.lower(), field.lower()
    if name in (plain, f"get{plain}", f"set{plain}", f"is{plain}"):
        return 0
    return 2 if method.name == "hashCode" else 1


def _steps(method: MethodInfo) -> list[tuple[str, int]]:
    """The instructions of a short method as (mnemonic, operand); empty for a long method or one without code."""
    code = method.code
    if code is None or len(code.bytecode) > 16:
        return []
    return [(each.name, each.operand) for each in decode(code.bytecode)]


def _field_at(file: ClassFile, index: int) -> tuple[str, str] | None:
    field = file.constant(index)
    if isinstance(field, MemberRef) and field.owner == file.name:
        return field.name, field.descriptor
    return None


def _getter_of(file: ClassFile, method: MethodInfo) -> tuple[str, str] | None:
    """The field that a method returns if its code is ``aload_0, getfield, xreturn``; else None."""
    if method.access & access.STATIC or not method.descriptor.startswith("()"):
        return None
    steps = _steps(method)
    if len(steps) != 3 or steps[0][0] != "aload_0" or steps[1][0] != "getfield" or steps[2][0] not in _RETURNS:
        return None
    key = _field_at(file, steps[1][1])
    return key if key is not None and key[1] == return_descriptor(method.descriptor) else None


def _setter_of(file: ClassFile, method: MethodInfo) -> tuple[str, str] | None:
    """The field that a method sets if its code is ``aload_0, xload_1, putfield`` and a return of nothing or
    ``this``.
    """
    parameters = method_parameters(method.descriptor)
    if method.access & access.STATIC or len(parameters) != 1 or method.name == "<init>":
        return None
    steps = _steps(method)
    names = [name for name, _ in steps]
    if names[3:] not in (["return"], ["aload_0", "areturn"]) or names[0] != "aload_0" or names[2] != "putfield":
        return None
    if names[1].removesuffix("_1") not in _LOADS:
        return None
    key = _field_at(file, steps[2][1])
    return key if key is not None and key[1] == parameters[0] else None
