"""The effects of a method on objects, estimated from its code. They order setup sequences and prove nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from everypath.classfile import InvokeDynamic, MemberRef
from everypath.dataclass import dataclass
from everypath.errors import TargetError
from everypath.program import program_cache

if TYPE_CHECKING:
    from everypath.classfile import ClassFile
    from everypath.program import Class, Method, Program

_WRITES = frozenset(
    {"putfield", "iastore", "lastore", "fastore", "dastore", "aastore", "bastore", "castore", "sastore"}
)
_CALLS = frozenset({"invokevirtual", "invokespecial", "invokeinterface", "invokestatic"})
_PURE_CLASSES = ("java/lang/", "java/math/", "java/time/", "java/util/Objects", "java/util/Optional")
"""Packages and classes of the JDK whose methods do not change their objects, except for builders of text."""
_PURE = frozenset(
    [
        "<init>",
        "charAt",
        "compare",
        "compareTo",
        "contains",
        "containsAll",
        "containsKey",
        "containsValue",
        "element",
        "entrySet",
        "equals",
        "first",
        "get",
        "getFirst",
        "getKey",
        "getLast",
        "getOrDefault",
        "getValue",
        "hasNext",
        "hashCode",
        "indexOf",
        "intValue",
        "isEmpty",
        "isPresent",
        "iterator",
        "keySet",
        "last",
        "lastIndexOf",
        "length",
        "name",
        "ordinal",
        "peek",
        "size",
        "stream",
        "subList",
        "test",
        "toArray",
        "toString",
        "values",
    ]
)
_DEEPEST = 6
_MOST_METHODS = 200

Touched: TypeAlias = "tuple[str, str]"
"""A location that code reads or writes: a field by its class and name, or one of the two below."""

ELEMENTS: Touched = ("", "elements")
LIBRARY: Touched = ("", "library")
"""Elements of any array; and objects of the JDK, mainly the contents of collections."""


@dataclass(frozen=True, slots=True)
class Effects:
    """The locations that a method and all its callees read and write, in any object.

    ``made`` are the fields that constructors among them write. ``opaque``: unknown code is executed.
    """

    reads: frozenset[Touched]
    writes: frozenset[Touched]
    made: frozenset[Touched]
    opaque: bool = False

    @property
    def changes(self) -> frozenset[Touched]:
        """The locations written, also in new objects."""
        return self.writes | self.made

    def commutes(self, other: Effects) -> bool:
        """True if two calls leave the same state in either order: neither touches what the other writes (Bernstein's
        conditions).
        """
        if self.opaque or other.opaque:
            return False
        return self.changes.isdisjoint(other.changes | other.reads) and other.changes.isdisjoint(self.reads)

    @property
    def repeats(self) -> bool:
        """True if a second call may have another effect than the first, because the method reads what it writes."""
        return self.opaque or not self.changes.isdisjoint(self.reads)


@program_cache(4096)
def effects_of(program: Program, method: Method) -> Effects:
    """The effects of a method of the analysed code; calls of methods without code, and of lambdas, are opaque."""
    collected = _Collected()
    seen = {method}
    waiting = [method]
    while waiting:
        current = waiting.pop()
        if not current.has_code or current.owner.file is None or len(seen) > _MOST_METHODS:
            collected.opaque = True
            continue
        collected.add_instructions(program, current, current.owner.file)
        for member in _called(current):
            target = _resolved(program, member)
            if target is None or not target.owner.is_target:
                collected.add_library_call(member)
            elif target not in seen:
                seen.add(target)
                waiting.append(target)
    return collected.effects()


class _Collected:
    """The effects found so far."""

    def __init__(self) -> None:
        self.reads: set[Touched] = set()
        self.writes: set[Touched] = set()
        self.made: set[Touched] = set()
        self.opaque = False

    def effects(self) -> Effects:
        return Effects(frozenset(self.reads), frozenset(self.writes), frozenset(self.made), self.opaque)

    def add_instructions(self, program: Program, method: Method, file: ClassFile) -> None:
        """Add the locations that the instructions of a method read and write themselves."""
        for each in method.instructions:
            if each.name in ("getfield", "getstatic", "putfield", "putstatic"):
                member = file.constant(each.operand)
                if isinstance(member, MemberRef):
                    self._add_field(_field_key(program, member), method, is_read=each.name.startswith("get"))
            elif each.name in _WRITES:
                self.writes.add(ELEMENTS)
            elif each.name.endswith("aload"):  # iaload, aaload: those of locals are aload_0 and aload
                self.reads.update((ELEMENTS,) if each.name != "aload" else ())
            elif each.name == "invokedynamic":
                site = file.constant(each.operand)
                self.opaque |= not (isinstance(site, InvokeDynamic) and site.name == "makeConcatWithConstants")

    def _add_field(self, field: Touched, method: Method, *, is_read: bool) -> None:
        into = self.reads if is_read else self.made if method.name == "<init>" else self.writes
        into.add(field)

    def add_library_call(self, member: MemberRef) -> None:
        """Add the locations that a call of code which is not analysed may read or write: objects of the library, except
        those of pure classes.
        """
        if not member.owner.startswith(_PURE_CLASSES) or member.owner.startswith("java/lang/StringBu"):
            self.reads.add(LIBRARY)
            if not _only_looks(member):
                self.writes.add(LIBRARY)


@program_cache(4096)
def fields_near(program: Program, method: Method) -> frozenset[Touched]:
    """The fields that a method names, or that methods of its own class name which it calls."""
    found: set[Touched] = set()
    near = {method}
    for _ in range(2):
        for each in near.copy():
            targets = [_resolved(program, member) for member in _called(each)] if each.has_code else []
            near.update(target for target in targets if target is not None and target.owner is method.owner)
    for each in near:
        file = each.owner.file
        for step in each.instructions if each.has_code and file is not None else ():
            if step.name in ("getfield", "putfield"):
                member = file.constant(step.operand) if file is not None else None
                if isinstance(member, MemberRef):
                    found.add(_field_key(program, member))
    return frozenset(found)


def _field_key(program: Program, member: MemberRef) -> Touched:
    """The location of a field: the class that declares it, or the named class if that is not known, and its name."""
    try:
        owner: Class | None = program.find(member.owner)
    except TargetError:
        owner = None
    while owner is not None:
        if any(each.name == member.name for each in owner.fields):
            return owner.name, member.name
        owner = owner.superclass
    return member.owner, member.name


def returns_itself(method: Method) -> bool:
    """True if the method returns only ``this``."""
    names = [each.name for each in method.instructions]
    returns = [at for at, name in enumerate(names) if name == "areturn"]
    return bool(returns) and "astore_0" not in names and all(names[at - 1] == "aload_0" for at in returns)


def is_getter(method: Method) -> bool:
    """True if a method only returns existing values: it creates no object and calls no method."""
    made = {"new", "invokedynamic", "invokevirtual", "invokespecial", "invokeinterface", "invokestatic"}
    return method.has_code and made.isdisjoint(each.name for each in method.instructions)


def may_write(program: Program, method: Method, depth: int = 0) -> bool:
    """True if the method's code writes a field or an array element, or calls code that may."""
    if not method.has_code or depth > _DEEPEST:
        return False
    names = {each.name for each in method.instructions}
    if not names.isdisjoint(_WRITES):
        return True
    return any(_call_may_write(program, method, each, depth) for each in _called(method))


def _called(method: Method) -> list[MemberRef]:
    file = method.owner.file
    found = [file.constant(each.operand) for each in method.instructions if file is not None and each.name in _CALLS]
    return list(dict.fromkeys(each for each in found if isinstance(each, MemberRef)))


def _call_may_write(program: Program, method: Method, member: MemberRef, depth: int) -> bool:
    target = _resolved(program, member)
    if target is None or not target.owner.is_target:
        is_pure = member.owner.startswith(_PURE_CLASSES) and not member.owner.startswith("java/lang/StringBu")
        return not (is_pure or _only_looks(member))
    return target is not method and may_write(program, target, depth + 1)


def _only_looks(member: MemberRef) -> bool:
    """True if a method of the JDK, by its name, does not change its receiver or, of an iterator, the collection."""
    return member.name in _PURE or (member.owner, member.name) == ("java/util/Iterator", "next")


def _resolved(program: Program, member: MemberRef) -> Method | None:
    try:
        owner: Class | None = program.find(member.owner)
    except TargetError:
        return None
    while owner is not None:
        method: Method | None = owner.declared_method(member.name, member.descriptor)
        if method is not None:
            return method
        owner = owner.superclass
    return None


def is_trivial(program: Program, constructor: Method) -> bool:
    """True if a constructor only calls that of its superclass, and so does each further one, up to ``Object``."""
    while constructor.owner.name != "java/lang/Object":
        steps = [each.name for each in constructor.instructions]
        if constructor.parameters or steps != ["aload_0", "invokespecial", "return"]:
            return False
        above = _resolved(program, _called(constructor)[0])
        if above is None:
            return False
        constructor = above
    return True
