"""Finds all code that can write the fields of a class. Properties that this code keeps hold for every object.

Only the class and its nest write private fields (JVMS 5.4.4); only constructors write final fields. Proofs depend on
the result, so more is checked here. Other classes of the nest must not touch the private members of the class. Code
that runs later (lambdas, method references) or outside the access rules (native code, field handles) must not write.
Classes of the JDK are left out, since native code of other classes writes their fields. Reflection is not considered.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from everypath.classfile import MemberRef, access
from everypath.dataclass import dataclass
from everypath.errors import TargetError, UnsupportedError
from everypath.explore.behaviours.named_members import CALLS, members_of
from everypath.explore.behaviours.static_state import MOST_METHODS, depends_on_statics
from everypath.explore.behaviours.writers import is_guarded
from everypath.inputs.code_facts import nest_of

if TYPE_CHECKING:
    from everypath.inputs.construction import Api
    from everypath.program import Class, Field, Method, Program

_FIELD_WRITERS = (
    "java/lang/invoke/",
    "java/lang/reflect/",
    *(f"java/util/concurrent/atomic/Atomic{each}FieldUpdater" for each in ("Integer", "Long", "Reference")),
    "sun/misc/",
    "jdk/internal/",
)
"""Packages and classes whose code writes fields of others without the instruction ``putfield``."""
_BOOTSTRAP_CLASSES = frozenset({"java/lang/invoke/LambdaMetafactory", "java/lang/invoke/StringConcatFactory"})
_HARMLESS = (
    "java/lang/Object",
    "java/lang/Math",
    "java/lang/String",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Short",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Boolean",
    "java/lang/Double",
    "java/lang/Float",
    "java/util/Arrays.copyOf",
    "java/lang/System.arraycopy",
)
_EXCEPTIONS = ("Exception", "Error")
_READING = ("readObject", "readObjectNoData", "readExternal")
"""The methods that deserialisation calls on an object that it reads."""


@dataclass(frozen=True)
class Encapsulation:
    """The instance ``fields`` of a class that only its ``writers`` write: constructors, and methods that may write.

    ``writers_of`` are those of one field, but for methods that only call others which write it. ``of_statics`` are the
    writers that depend on static state. ``deserialised`` are the fields to which deserialisation may give what no
    writer does, even if the stream was not forged. ``is_serializable``: there may be forged streams.
    ``possible_callers`` write nothing themselves but run code that may call writers. ``inherits_no_code``: the class
    inherits no further code, from classes that are not analysed or from interfaces.
    """

    fields: frozenset[Field]
    writers: tuple[Method, ...]
    writers_of: Mapping[Field, frozenset[Method]]
    of_statics: frozenset[Method]
    deserialised: frozenset[Field]
    is_serializable: bool
    possible_callers: tuple[Method, ...]
    inherits_no_code: bool

    @property
    def is_whole(self) -> bool:
        """True if the writers decide the states of all objects, whatever callers do."""
        return not (self.of_statics or self.is_serializable)


def encapsulation_of(program: Program, api: Api, cls: Class) -> Encapsulation | None:
    """The encapsulation of a class; None if other code may write its fields, or if that cannot be decided."""
    if cls.is_interface or cls.access & access.ABSTRACT or not api.fields.can_be_free(cls):
        return None
    if program.jdk.find(cls.name) is not None:
        return None
    fields = frozenset(each for each in cls.instance_fields if each.owner is cls and is_guarded(each))
    if not fields or cls.file is None:
        return None
    return _EncapsulationSearch(program, cls, fields).result()


def _is_serializable(cls: Class) -> bool:
    """True if deserialisation can make an object of the class."""
    return any(each.name == "java/io/Serializable" for owner in cls.superclasses() for each in owner.superinterfaces())


class _NotEncapsulatedError(Exception):
    """Unknown code may write the fields."""


class _EncapsulationSearch:
    def __init__(self, program: Program, cls: Class, fields: frozenset[Field]) -> None:
        self._program = program
        self._cls = cls
        self._fields = {each.name for each in fields}
        self._guarded = fields
        self._own = tuple(each for each in cls.superclasses() if each.is_target)

    def result(self) -> Encapsulation | None:
        try:
            for name in sorted(nest_of(self._program, self._cls)):
                self._check_neighbour(name)
            for each in self._own:
                for method in each.methods:
                    self._check_hidden(method, each)
            entries = list(self._entries())
            writers_of = self._writers_of(entries)
            writers = [each for each in entries if each.is_constructor or self._writes(each) or self._makes(each)]
            of_statics = frozenset(each for each in writers if depends_on_statics(self._program, each))
            others = [each for each in entries if each not in writers and self._runs_unknown(each)]
            streams = frozenset(self._deserialised()) if _is_serializable(self._cls) else frozenset()
        except (_NotEncapsulatedError, TargetError, UnsupportedError):
            return None
        return Encapsulation(
            self._guarded,
            tuple(writers),
            writers_of,
            of_statics,
            streams,
            _is_serializable(self._cls),
            tuple(others),
            self._inherits_no_code(),
        )

    def _writers_of(self, entries: Sequence[Method]) -> dict[Field, frozenset[Method]]:
        """The entries that may write each field, but for those that only call others which do. A constructor writes all
        fields: it begins with default values.
        """
        others = frozenset(entries)
        makers = [each for each in entries if each.is_constructor or self._makes(each)]
        put = {each: set(_put(self._reached(each, others))) for each in entries}
        return {
            field: frozenset([*makers, *(each for each in entries if field.name in put[each])])
            for field in self._guarded
        }

    def _deserialised(self) -> Iterator[Field]:
        """The fields that are not read from a stream, and those that code writes while the object is read."""
        reading = [each for each in self._cls.methods if each.name in _READING]
        written = {name for each in reading for name in _put(self._reached(each))}
        for field in self._guarded:
            if field.name in written or field.access & access.TRANSIENT:
                yield field

    def _inherits_no_code(self) -> bool:
        """True if all instance methods of the class are declared in it or in analysed superclasses."""
        above = [each for each in self._cls.superclasses() if not each.is_target and each.name != "java/lang/Object"]
        interfaces = [each for owner in self._own for each in owner.superinterfaces()]
        return not above and not any(
            method.has_code and not method.is_static for each in interfaces for method in each.methods
        )

    def _entries(self) -> Iterator[Method]:
        """The methods that other classes may call: constructors, and methods that are not private, also inherited."""
        seen: set[tuple[str, str]] = set()
        for owner in self._own:
            for each in owner.methods:
                key = each.name, each.descriptor
                hidden = each.is_private or each.name == "<clinit>" or each.access & access.BRIDGE
                if hidden or (each.is_constructor and owner is not self._cls) or key in seen:
                    continue
                seen.add(key)
                yield each

    # -- the nest -----------------------------------------------------------------------------------------------

    def _check_neighbour(self, name: str) -> None:
        neighbour = self._program.find(name)
        if neighbour is None or neighbour.file is None:
            raise _NotEncapsulatedError
        for method in neighbour.methods:
            for step, member in members_of(method):
                writes = step == "putfield" and member.name in self._fields and self._is_own(member.owner)
                calls = step in (*CALLS, "handle") and member.owner == self._cls.name and self._is_hidden(member)
                if writes or calls:
                    raise _NotEncapsulatedError

    def _is_own(self, name: str) -> bool:
        """True if objects of the class with this name may be objects of this class."""
        found = self._program.find(name)
        return found is None or found.is_subtype_of(self._cls)

    def _is_hidden(self, member: MemberRef) -> bool:
        """True if only classes of the nest call a method of the class."""
        found = self._cls.declared_method(member.name, member.descriptor)
        return found is None or bool(found.is_private or found.access & access.SYNTHETIC)

    def _check_hidden(self, method: Method, owner: Class) -> None:
        """Raise if the method runs code that no call names: native code, initialisers, lambdas, method references."""
        if method.access & access.NATIVE:
            raise _NotEncapsulatedError
        synthetic = method.access & access.SYNTHETIC and not method.access & access.BRIDGE
        if synthetic and owner is self._cls and self._writes(method):
            raise _NotEncapsulatedError
        for step, member in members_of(method):
            if step == "handle" and member.owner == self._cls.name:
                self._check_handle(member)
            elif (
                step != "handle" and member.owner.startswith(_FIELD_WRITERS) and member.owner not in _BOOTSTRAP_CLASSES
            ):
                raise _NotEncapsulatedError
            if method.name == "<clinit>" and member.owner == self._cls.name:
                self._check_in_initialiser(step, member)

    def _check_handle(self, member: MemberRef) -> None:
        """Raise if a method handle leads to a private method of the class that writes the fields."""
        found = self._cls.declared_method(member.name, member.descriptor)
        if found is None or (found.is_private and self._writes(found)):
            raise _NotEncapsulatedError

    def _check_in_initialiser(self, step: str, member: MemberRef) -> None:
        """Raise if a static initialiser writes the fields, or calls a method that other code cannot name."""
        writes = step == "putfield" and member.name in self._fields
        if writes or (step in CALLS and self._is_hidden(member)):
            raise _NotEncapsulatedError

    # -- the effects of a method --------------------------------------------------------------------------------

    def _writes(self, method: Method) -> bool:
        """True if the method, or a method of the class or its superclasses that it calls, may write the fields."""
        return not self._fields.isdisjoint(_put(self._reached(method)))

    def _makes(self, method: Method) -> bool:
        """True if the method may make an object of the class."""
        return any(
            member.name == "<init>" and member.owner == self._cls.name
            for each in self._reached(method)
            for step, member in members_of(each)
            if each.name != "<init>" and step in ("invokespecial", "handle")
        )

    def _reached(self, method: Method, beyond: Container[Method] = ()) -> list[Method]:
        """The method, and all methods of the class and its superclasses that it may call, but for those ``beyond`` and
        what these call.
        """
        seen = {method}
        waiting = [method]
        while waiting:
            for step, member in members_of(waiting.pop()):
                for each in self._targets(member) if step in CALLS else ():
                    if each not in seen and each not in beyond:
                        seen.add(each)
                        waiting.append(each)
            if len(seen) > MOST_METHODS:
                raise _NotEncapsulatedError
        return sorted(seen, key=lambda each: each.key)

    def _targets(self, member: MemberRef) -> Iterator[Method]:
        """The methods of the class and its superclasses that a call may run, whichever type the call names."""
        for owner in self._own:
            found = owner.declared_method(member.name, member.descriptor)
            if found is not None and found.has_code and (found.name != "<init>" or owner.name == member.owner):
                yield found

    def _runs_unknown(self, method: Method) -> bool:
        """True if the method calls code outside the class and its superclasses that may call them back."""
        own = {each.name for each in self._own}
        return any(
            step == "handle" or (step in CALLS and member.owner not in own and not _is_harmless(member))
            for each in self._reached(method)
            for step, member in members_of(each)
        )


def _put(methods: Iterable[Method]) -> Iterator[str]:
    """The names of the fields that the code of methods itself writes."""
    return (member.name for each in methods for step, member in members_of(each) if step == "putfield")


def _is_harmless(member: MemberRef) -> bool:
    """True if a method of the JDK never calls analysed code: it takes numbers, strings and arrays, or is a constructor
    of an exception.
    """
    if not member.owner.startswith("java/"):
        return False
    if member.name == "<init>" and member.owner.endswith(_EXCEPTIONS):
        return True
    named = f"{member.owner}.{member.name}"
    takes_objects = "Ljava/lang/Object;" in member.descriptor or "Ljava/lang/CharSequence;" in member.descriptor
    return (member.owner in _HARMLESS and not takes_objects) or named in _HARMLESS or named == "java/lang/Object.<init>"
