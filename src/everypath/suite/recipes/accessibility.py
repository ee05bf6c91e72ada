"""What a test in a given package may name, and how: classes, members, overloads, simple getters and setters.

Everything is read from class files; ``find`` gives the class file of an internal name, or ``None``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from everypath.classfile import (
    ClassFile,
    FieldInfo,
    MemberRef,
    MethodInfo,
    access,
    decode,
    dotted,
    internal_name,
    is_reference,
    package_of,
)
from everypath.dataclass import dataclass, replace
from everypath.inputs.places import Overriding, source_types
from everypath.suite.recipes.source_facts import SourceFacts
from everypath.suite.testcase import (
    KEYWORDS,
    RESERVED,
    Member,
    SourceName,
    class_of,
    method_parameters,
    outer_name,
    return_descriptor,
)

__all__ = ["FieldAccess", "Members"]

OBJECT = "java/lang/Object"
_CLOSED = ("sun/", "jdk/", "com/sun/")
_LOADS = {"iload", "lload", "fload", "dload", "aload"}
_RETURNS = {"ireturn", "lreturn", "freturn", "dreturn", "areturn"}


@dataclass(frozen=True, slots=True)
class FieldAccess:
    """How a test reads or writes a field: ``direct``, through ``method``, or (neither) by reflection only."""

    direct: bool
    method: Member | None = None


class Members:
    """The names of the analysed world as a test in ``package`` (with slashes) sees them. Answers are remembered."""

    def __init__(self, find: Callable[[str], ClassFile | None], package: str) -> None:
        self._find = find
        self.package = package
        self._files: dict[str, ClassFile | None] = {}
        self._accessible: dict[str, bool] = {}
        self._named: dict[tuple[str, str, str], Member] = {}
        self._fields: dict[tuple[str, str, str], tuple[ClassFile, FieldInfo] | None] = {}
        self._readers: dict[tuple[str, str, str, str], FieldAccess] = {}
        self._writers: dict[tuple[str, str, str, str], FieldAccess] = {}
        self._zeros: dict[str, bool] = {}
        self._getters: dict[str, dict[tuple[str, str], MethodInfo]] = {}
        self._setters: dict[str, dict[tuple[str, str], MethodInfo]] = {}
        self._records: dict[str, Member | None] = {}
        self._overriding = Overriding(self.file)
        self.telling: dict[str, list[tuple[Member, frozenset[str]]]] = {}
        """By class what its methods tell of its objects: remembered for `everypath.suite.oracle.inspectors`."""

    # ---- classes

    def file(self, name: str) -> ClassFile | None:
        """The class file, ``None`` where there is none."""
        if name not in self._files:
            self._files[name] = self._find(name)
        return self._files[name]

    def ancestors(self, name: str) -> Iterator[str]:
        """The superclasses, nearest first, without the class itself."""
        file = self.file(name)
        while file is not None and file.super_name is not None:
            yield file.super_name
            file = self.file(file.super_name)

    def hierarchy(self, name: str) -> Iterator[ClassFile]:
        """The class, its superclasses and all interfaces, each once."""
        return self._overriding.hierarchy(name)

    def source_name(self, name: str) -> SourceName:
        """The name source code uses; for local, anonymous and unknown classes a guess from the internal name."""
        parts: list[str] = []
        current = name
        for _ in range(20):
            row = self._inner_row(current)
            if row is None or row[0] is None:
                break
            parts.insert(0, row[1])
            current = row[0]
        if not parts:
            return outer_name(name) if self.file(name) is None else self._top_name(name)
        top = self._top_name(current)
        return SourceName(top.package, (*top.parts, *parts))

    @staticmethod
    def _top_name(name: str) -> SourceName:
        package, _, simple = name.rpartition("/")
        return SourceName(dotted(package), (simple,))

    def _inner_row(self, name: str) -> tuple[str | None, str, int] | None:
        """The outer class (None: local or anonymous), simple name and flags of a nested class."""
        file = self.file(name)
        if file is None:
            return None
        for row in file.inner_classes:
            if row.inner == name:
                return row.outer, row.name or "", row.access
        return None

    def flags(self, name: str) -> int:
        """The access flags as declared in source: for nested classes those of the ``InnerClasses`` row."""
        row = self._inner_row(name)
        file = self.file(name)
        return row[2] if row is not None else file.access if file is not None else 0

    def accessible(self, name: str) -> bool:
        """Whether the test may name the class. Array names are judged by their element class."""
        base = name.lstrip("[")
        if base != name:
            return not is_reference(base) or self.accessible(class_of(base))
        known = self._accessible.get(name)
        if known is None:
            known = self._accessible[name] = self._is_accessible(name)
        return known

    def type_accessible(self, descriptor: str) -> bool:
        """Whether the test may name the type."""
        return not is_reference(descriptor) or self.accessible(class_of(descriptor))

    def _is_accessible(self, name: str) -> bool:
        if name.startswith(_CLOSED) and package_of(name) != self.package:
            return False
        file = self.file(name)
        if file is None or file.is_synthetic:
            return False
        here = package_of(name) == self.package
        if not package_of(name) and self.package:
            return False
        row = self._inner_row(name)
        if row is None:
            if any(part in RESERVED for part in self._top_name(name).parts):
                return False
            return bool(file.access & access.PUBLIC) or here
        outer, _, flags = row
        if outer is None or flags & access.PRIVATE or not self.accessible(outer):
            return False
        return bool(flags & access.PUBLIC) or here

    def is_generic(self, name: str) -> bool:
        """Whether the class has type parameters."""
        file = self.file(name)
        signature = file.signature if file is not None else None
        return signature is not None and signature.startswith("<")

    def is_enum(self, name: str) -> bool:
        """Whether it is an enum that a test may name."""
        file = self.file(name)
        return file is not None and bool(file.access & access.ENUM) and self.accessible(name)

    def is_interface(self, name: str) -> bool:
        """Whether it is an interface."""
        file = self.file(name)
        return file is not None and bool(file.access & access.INTERFACE)

    def is_abstract(self, name: str) -> bool:
        """Whether it is an abstract class, or an interface."""
        file = self.file(name)
        return file is not None and bool(file.access & access.ABSTRACT)

    def is_sibling(self, package: str, simple: str) -> bool:
        """Whether a package (dotted) has a top-level class of this simple name."""
        return self.file(f"{internal_name(package)}/{simple}" if package else simple) is not None

    def facts(self) -> SourceFacts:
        """What the source writer asks."""
        return SourceFacts(self.source_name, self.is_sibling, self.is_generic, self.is_enum)

    def nearest_accessible(self, name: str) -> str:
        """The class, or its nearest superclass that the test may name."""
        if self.accessible(name):
            return name
        return next((each for each in self.ancestors(name) if self.accessible(each)), OBJECT)

    # ---- members

    def find_method(self, owner: str, name: str, descriptor: str) -> tuple[ClassFile, MethodInfo] | None:
        """The declaration of a method that a call on ``owner`` resolves to."""
        for file in self.hierarchy(owner):
            for method in file.methods:
                if method.name == name and method.descriptor == descriptor:
                    return file, method
            if name == "<init>":
                return None
        return None

    def find_field(self, owner: str, name: str, descriptor: str) -> tuple[ClassFile, FieldInfo] | None:
        """The declaration of a field that an access on ``owner`` resolves to."""
        key = owner, name, descriptor
        if key not in self._fields:
            self._fields[key] = self._find_field(*key)
        return self._fields[key]

    def _find_field(self, owner: str, name: str, descriptor: str) -> tuple[ClassFile, FieldInfo] | None:
        for file in self.hierarchy(owner):
            for each in file.fields:
                if each.name == name and each.descriptor == descriptor:
                    return file, each
        return None

    def method(self, owner: str, name: str, descriptor: str) -> Member:
        """A method or constructor as a test names it; one that cannot be found counts as hidden."""
        key = owner, name, descriptor
        known = self._named.get(key)
        if known is None:
            known = self._named[key] = self._method(*key)
        return known

    def _method(self, owner: str, name: str, descriptor: str) -> Member:
        found = self.find_method(owner, name, descriptor)
        if found is None:
            return Member(owner, name, descriptor, hidden=True, raises="Exception")
        file, method = found
        named = [name] if name != "<init>" else []
        usable = (
            self.accessible(owner)
            and self._may_use(file, method)
            and not method.is_synthetic
            and not any(each in KEYWORDS for each in named)
            and all(self.type_accessible(each) for each in method_parameters(descriptor))
        )
        abstract = name == "<init>" and self.is_abstract(file.name)
        return Member(
            owner,
            name,
            descriptor,
            static=bool(method.access & access.STATIC),
            ambiguous=self._is_ambiguous(owner, method),
            hidden=not usable or abstract,
            enclosed=name == "<init>" and self._is_inner(owner),
            generic=name == "<init>" and self.is_generic(owner),
            raises=self._raises(method),
        )

    def constructor_above(self, owner: str, descriptor: str) -> Member:
        """A constructor of an abstract class as an anonymous subclass in the test calls it."""
        member = self.method(owner, "<init>", descriptor)
        found = self.find_method(owner, "<init>", descriptor)
        usable = (
            found is not None
            and self.accessible(owner)
            and (bool(found[1].access & access.PROTECTED) or self._may_use(*found))
            and all(self.type_accessible(each) for each in method_parameters(descriptor))
        )
        return replace(member, hidden=not usable)

    def _may_use(self, declaring: ClassFile, member: FieldInfo | MethodInfo) -> bool:
        if member.access & access.PUBLIC:
            return True
        return not member.access & access.PRIVATE and package_of(declaring.name) == self.package

    def _is_inner(self, name: str) -> bool:
        row = self._inner_row(name)
        return row is not None and row[0] is not None and not row[2] & access.STATIC

    def _is_ambiguous(self, owner: str, method: MethodInfo) -> bool:
        parameters = method_parameters(method.descriptor)
        count = len(parameters)
        if method.access & access.VARARGS:
            return True
        for file in self.hierarchy(owner):
            for other in file.methods:
                if other.name != method.name or other.is_synthetic:
                    continue
                others = method_parameters(other.descriptor)
                if others != parameters and (len(others) == count or other.access & access.VARARGS):
                    return True
            if method.name == "<init>":
                break
        return False

    def _raises(self, method: MethodInfo) -> str:
        raised = ""
        for name in method.exceptions:
            line = (name, *self.ancestors(name))
            if "java/lang/RuntimeException" in line or "java/lang/Error" in line:
                continue
            if "java/lang/Exception" not in line:
                return "Throwable"
            raised = "Exception"
        return raised

    def field_is_accessible(self, owner: str, name: str, descriptor: str) -> bool:
        """Whether the test may read the field directly."""
        found = self.find_field(owner, name, descriptor)
        if found is None or name in KEYWORDS or not self.accessible(owner):
            return False
        return self._may_use(*found) and not found[1].is_synthetic

    def field_is_final(self, owner: str, name: str, descriptor: str) -> bool:
        """Whether the field is final."""
        found = self.find_field(owner, name, descriptor)
        return found is not None and bool(found[1].access & access.FINAL)

    # ---- reading and writing fields through methods

    def reader(self, class_name: str, owner: str, name: str, descriptor: str) -> FieldAccess:
        """How a test reads the field of an object of ``class_name``: directly, or through a plain getter."""
        key = class_name, owner, name, descriptor
        known = self._readers.get(key)
        if known is None:
            known = self._readers[key] = self._reader(*key)
        return known

    def _reader(self, class_name: str, owner: str, name: str, descriptor: str) -> FieldAccess:
        if self.field_is_accessible(owner, name, descriptor):
            return FieldAccess(True)
        method = self._accessors(self._getters, owner, _getter_of).get((name, descriptor))
        return FieldAccess(False, self._inherited(class_name, owner, method))

    def writer(self, class_name: str, owner: str, name: str, descriptor: str) -> FieldAccess:
        """How a test sets the field of an object of ``class_name``: directly, or through a plain setter."""
        key = class_name, owner, name, descriptor
        known = self._writers.get(key)
        if known is None:
            known = self._writers[key] = self._writer(*key)
        return known

    def _writer(self, class_name: str, owner: str, name: str, descriptor: str) -> FieldAccess:
        if self.field_is_accessible(owner, name, descriptor) and not self.field_is_final(owner, name, descriptor):
            return FieldAccess(True)
        method = self._accessors(self._setters, owner, _setter_of).get((name, descriptor))
        return FieldAccess(False, self._inherited(class_name, owner, method))

    def _inherited(self, class_name: str, owner: str, method: MethodInfo | None) -> Member | None:
        """The accessor as called on ``class_name``, unless some class in between overrides it."""
        if method is None:
            return None
        for name in (class_name, *self.ancestors(class_name)):
            if name == owner:
                break
            file = self.file(name)
            if file is None or any((m.name, m.descriptor) == (method.name, method.descriptor) for m in file.methods):
                return None
        for named in (class_name, owner):
            member = self.method(named, method.name, method.descriptor)
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
            file = self.file(owner)
            for method in file.methods if file is not None else ():
                key = field_of(file, method) if file is not None and not method.is_synthetic else None
                if key is not None and (key not in known or _fit(method, key[0]) < _fit(known[key], key[0])):
                    known[key] = method
        return known

    def leaves_zeros(self, constructor: Member) -> bool:
        """Whether a constructor without parameters plainly leaves every field zero."""
        if constructor.descriptor != "()V":
            return False
        known = self._zeros.get(constructor.owner)
        if known is None:
            known = self._zeros[constructor.owner] = self._is_plainly_zero(constructor.owner)
        return known

    def _is_plainly_zero(self, owner: str) -> bool:
        found = self.find_method(owner, "<init>", "()V")
        if found is None or found[1].code is None:
            return owner == OBJECT
        file, method = found
        steps = _steps(method)
        names = [name for name, _ in steps]
        if names != ["aload_0", "invokespecial", "return"]:
            return False
        parent = file.constant(steps[1][1])
        assert isinstance(parent, MemberRef)
        return parent.owner == OBJECT or self.leaves_zeros(Member(parent.owner, "<init>", parent.descriptor))

    # ---- objects

    def simplest_constructor(self, name: str) -> Member | None:
        """The accessible constructor with the fewest parameters; ``None`` for abstract classes and without one."""
        file = self.file(name)
        if file is None or file.access & access.ABSTRACT:
            return None
        found = [self.method(name, "<init>", each.descriptor) for each in file.methods if each.name == "<init>"]
        usable = [member for member in found if not member.hidden]
        return min(
            usable, key=lambda member: (len(method_parameters(member.descriptor)), member.descriptor), default=None
        )

    def record_constructor(self, name: str) -> Member | None:
        """The constructor of a record that plainly sets its fields, where its ``equals`` plainly compares them."""
        if name not in self._records:
            self._records[name] = self._plain_record(name)
        return self._records[name]

    def _plain_record(self, name: str) -> Member | None:
        file = self.file(name)
        if file is None or file.super_name != "java/lang/Record":
            return None
        descriptor = f"({''.join(each.descriptor for each in file.record_components)})V"
        constructor = self.method(name, "<init>", descriptor)
        declared = {(each.name, each.descriptor): each for each in file.methods}
        made, compared = declared.get(("<init>", descriptor)), declared.get(("equals", "(Ljava/lang/Object;)Z"))
        if constructor.hidden or made is None or compared is None or made.code is None or compared.code is None:
            return None
        steps = [each.name for each in decode(made.code.bytecode)]
        plain = ["aload_0", "invokespecial", *(["aload_0", "", "putfield"] * len(file.record_components)), "return"]
        if len(steps) != len(plain) or any(wanted not in ("", each) for each, wanted in zip(steps, plain, strict=True)):
            return None
        return constructor if "invokedynamic" in {each.name for each in decode(compared.code.bytecode)} else None

    def first_constant(self, name: str) -> str | None:
        """The first constant of an enum, ``None`` for other classes."""
        file = self.file(name)
        if file is None or not file.access & access.ENUM:
            return None
        return next((each.name for each in file.fields if each.access & access.ENUM), None)

    # ---- stubs

    def abstract_methods(self, class_name: str) -> list[tuple[str, MethodInfo]]:
        """The methods (with the class that declares them) that an implementation must supply."""
        return self._overriding.supplied(class_name)

    def bridges(self, class_name: str) -> tuple[tuple[Member, Member], ...]:
        """The methods that an implementation's compiler adds, each with the one that it calls."""
        return tuple(
            (Member(owner, *key), Member(owner, method.name, method.descriptor))
            for key, (owner, method) in self._overriding.bridges(class_name).items()
        )

    def is_lambda(self, owner: str, name: str, descriptor: str) -> bool:
        """Whether a lambda may implement the method: no method with type parameters of its own (JLS 15.27.3)."""
        found = self.find_method(owner, name, descriptor)
        return found is not None and not (found[1].signature or "").startswith("<")

    def types_in_source(self, class_name: str, member: Member) -> tuple[tuple[str, ...], str] | None:
        """The types of an overriding method (`source_types`), None where they are those of its descriptor."""
        found = self.find_method(member.owner, member.name, member.descriptor)
        if found is None:
            return None
        types = source_types(self.file, class_name, found[0].name, found[1])
        plain = tuple(method_parameters(member.descriptor)), return_descriptor(member.descriptor)
        return types if types != plain else None

    def is_instantiable(self, name: str) -> bool:
        """Whether there are objects of exactly this class."""
        file = self.file(name)
        return file is not None and not file.access & (access.ABSTRACT | access.INTERFACE)

    def parameter_names(self, owner: str, name: str, descriptor: str) -> tuple[str | None, ...]:
        """The names of a method's parameters where the class file has them."""
        found = self.find_method(owner, name, descriptor)
        if found is None:
            return (None,) * len(method_parameters(descriptor))
        return found[1].parameter_names


def _fit(method: MethodInfo, field: str) -> int:
    """How well an accessor's name tells the field, 0 best: the field's own name, ``get`` and its like, the rest."""
    name, plain = method.name.lower(), field.lower()
    if name in (plain, f"get{plain}", f"set{plain}", f"is{plain}"):
        return 0
    return 2 if method.name == "hashCode" else 1


def _steps(method: MethodInfo) -> list[tuple[str, int]]:
    """The instructions of a short method as (mnemonic, operand); empty for long ones and those without code."""
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
    """The field a method plainly returns: ``aload_0, getfield, xreturn``."""
    if method.access & access.STATIC or not method.descriptor.startswith("()"):
        return None
    steps = _steps(method)
    if len(steps) != 3 or steps[0][0] != "aload_0" or steps[1][0] != "getfield" or steps[2][0] not in _RETURNS:
        return None
    key = _field_at(file, steps[1][1])
    return key if key is not None and key[1] == return_descriptor(method.descriptor) else None


def _setter_of(file: ClassFile, method: MethodInfo) -> tuple[str, str] | None:
    """The field a method plainly sets: ``aload_0, xload_1, putfield`` and a return, of nothing or of ``this``."""
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
