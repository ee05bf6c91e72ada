"""A replay as data: steps that each yield a value, numbered by their index.

A plan builds inputs, makes one call (the *call under test*), and names the steps whose values are observed afterwards::

    Plan(
        steps=(
            Literal.of("I", 30),                                                # 0
            Literal.boolean(False),                                             # 1
            Call("shop/Fee", "fee", "(IZ)I", None, (0, 1)),                     # 2
        ),
        call=2,
        observe=(),
    )

Class names are internal names, descriptors are those of JVMS 4.3. Members of every visibility are reachable. Steps
after the call run only when it returned. Plans are immutable, hashable and picklable; `Plan.encode` makes JSON of them.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from everypath.dataclass import dataclass

Json: TypeAlias = "bool | int | str | Sequence[Json] | dict[str, Json] | None"

_CALL, _NEW, _ARRAY, _GET, _PUT, _ALLOCATE, _STUB, _HANDED = range(8)
"""The first number of an encoded step other than a literal, see ``Plan.java``."""


class MemberTable:
    """The members that plans have named so far, numbered: on the wire they are numbers, as in a constant pool.

    The table only grows, and each member is sent to a process once (`AnalysedClasses`).
    """

    def __init__(self) -> None:
        self.members: list[tuple[str, str, str]] = []
        """Owner, name (``<init>`` for constructors) and descriptor (empty for fields), by number."""
        self._numbers: dict[tuple[str, str, str], int] = {}

    def add(self, owner: str, name: str, descriptor: str) -> None:
        """Take a member with the next number, which another process gave it; it may have an earlier one, too."""
        self._numbers.setdefault((owner, name, descriptor), len(self.members))
        self.members.append((owner, name, descriptor))

    def number(self, owner: str, name: str, descriptor: str) -> int:
        """The number of a member."""
        key = owner, name, descriptor
        found = self._numbers.get(key)
        if found is None:
            found = len(self.members)
            self.members.append(key)
            self._numbers[key] = found
        return found


def float_bits(value: float) -> int:
    """The bits of ``value`` as a Java ``float`` (signed 32-bit); NaN is the canonical one.

    Raises OverflowError when the value is finite but out of the range of a float.
    """
    if value != value:
        return 0x7FC00000
    return int(struct.unpack(">i", struct.pack(">f", value))[0])


def double_bits(value: float) -> int:
    """The bits of ``value`` as a Java ``double`` (signed 64-bit); NaN is the canonical one."""
    if value != value:
        return 0x7FF8000000000000
    return int(struct.unpack(">q", struct.pack(">d", value))[0])


class Literal(NamedTuple):
    """A constant.

    ``type`` is a primitive descriptor (``Z B S C I J F D``; ``payload`` is the integer, or the raw bits of a float or
    double), ``T`` (a string, whose payload may hold lone surrogates), ``N`` (null) or ``L`` (a class literal, whose
    payload is a descriptor).
    """

    type: str
    payload: int | str | None

    @staticmethod
    def of(descriptor: str, value: int | float | bool) -> Literal:
        """The constant of a primitive type from a Python number."""
        if descriptor == "F":
            return Literal("F", float_bits(float(value)))
        if descriptor == "D":
            return Literal("D", double_bits(float(value)))
        return Literal(descriptor, int(value))

    @staticmethod
    def boolean(value: bool) -> Literal:
        """A ``boolean`` constant."""
        return Literal("Z", 1 if value else 0)

    @staticmethod
    def text(value: str) -> Literal:
        """A ``String`` constant, interned as in Java source; characters beyond the BMP become surrogate pairs."""
        return Literal("T", value)

    @staticmethod
    def null() -> Literal:
        """The null reference."""
        return Literal("N", None)

    @staticmethod
    def klass(descriptor: str) -> Literal:
        """A class literal, by descriptor (``I``, ``Ljava/lang/String;``, ``[J``)."""
        return Literal("L", descriptor)

    def encode(self, members: MemberTable) -> Json:
        """The step as JSON: it begins with a string, all others with a number."""
        return self


class JvmDefaults(NamedTuple):
    """What a replay finds in its JVM that replays of cases do not: an own class loader with these settings.

    ``assertions`` says whether ``assert`` statements run (``-ea``), ``locale`` is the default locale as a language tag,
    ``zone`` the id of the default time zone, ``charset`` the default charset (before JDK 18). None stands for the JVM's
    own. ``properties`` are system properties and their values, None for one that is not set. With another ``user.dir``,
    paths are resolved against that folder, as in another process: the ids of threads are other ones, the thread is a
    daemon, and packages are described as those of classes in a folder, not as manifests say. If the JVM is
    ``slow``, some milliseconds pass before and after the call under test, where code ran that reads the clock.
    """

    assertions: bool = True
    locale: str | None = None
    zone: str | None = None
    charset: str | None = None
    properties: tuple[tuple[str, str | None], ...] = ()
    slow: bool = False

    def encode(self) -> dict[str, Json]:
        """The settings as JSON."""
        return {**self._asdict(), "properties": dict(self.properties)}


class New(NamedTuple):
    """``new owner(arguments)``; ``descriptor`` is the constructor's."""

    owner: str
    descriptor: str
    arguments: tuple[int, ...] = ()

    def encode(self, members: MemberTable) -> Json:
        """The step as JSON."""
        return (_NEW, members.number(self.owner, "<init>", self.descriptor), *self.arguments)


class Call(NamedTuple):
    """A call of a static method (``receiver`` is None) or of an instance method, dispatched on the receiver's class."""

    owner: str
    name: str
    descriptor: str
    receiver: int | None = None
    arguments: tuple[int, ...] = ()

    def encode(self, members: MemberTable) -> Json:
        """The step as JSON."""
        receiver = -1 if self.receiver is None else self.receiver
        return (_CALL, members.number(self.owner, self.name, self.descriptor), receiver, *self.arguments)


class NewArray(NamedTuple):
    """An array of ``length`` elements of the descriptor ``element``; ``elements``: ``(index, step)`` where not zero."""

    element: str
    length: int
    elements: tuple[tuple[int, int], ...] = ()

    def encode(self, members: MemberTable) -> Json:
        """The step as JSON."""
        return (_ARRAY, self.element, self.length, self.elements)


class GetField(NamedTuple):
    """Reads an instance field, whatever its visibility."""

    object: int
    owner: str
    name: str

    def encode(self, members: MemberTable) -> Json:
        """The step as JSON."""
        return (_GET, members.number(self.owner, self.name, ""), self.object)


class GetStatic(NamedTuple):
    """Reads a static field; the class is initialised first."""

    owner: str
    name: str

    def encode(self, members: MemberTable) -> Json:
        """The step as JSON."""
        return (_GET, members.number(self.owner, self.name, ""), -1)


class SetField(NamedTuple):
    """Forces an instance field, private and final ones included."""

    object: int
    owner: str
    name: str
    value: int

    def encode(self, members: MemberTable) -> Json:
        """The step as JSON."""
        return (_PUT, members.number(self.owner, self.name, ""), self.object, self.value)


class PutStatic(NamedTuple):
    """Forces a static field, private and final ones included; the class is initialised first."""

    owner: str
    name: str
    value: int

    def encode(self, members: MemberTable) -> Json:
        """The step as JSON."""
        return (_PUT, members.number(self.owner, self.name, ""), -1, self.value)


class Allocate(NamedTuple):
    """An object on which no constructor has run (a forced state); its fields are zero."""

    owner: str

    def encode(self, members: MemberTable) -> Json:
        """The step as JSON."""
        return (_ALLOCATE, self.owner)


class NewStub(NamedTuple):
    """An object that implements an interface, or extends an abstract class; each named method answers one value.

    ``constructor`` is the descriptor of the constructor of the class, empty for an interface, and ``arguments`` are the
    steps of its arguments. ``answers`` are name and descriptor of a method, and the step whose value it returns. Such
    a step is for call sequences (`everypath.suite.sequences`); plans of replays bring a class file for a stub.
    """

    owner: str
    answers: tuple[tuple[str, str, int], ...] = ()
    constructor: str = ""
    arguments: tuple[int, ...] = ()

    def encode(self, members: MemberTable) -> Json:
        """The step as JSON."""
        answers: list[Json] = [[*each] for each in self.answers]
        return (_STUB, self.owner, answers, *((self.constructor, [*self.arguments]) if self.constructor else ()))


class Handed(NamedTuple):
    """An object that code under test hands to a stub of an interface: callers get some objects by callbacks only.

    It is the argument number ``parameter`` of the last call of a method of the step ``stub``, which happens in the step
    ``call``. ``owner`` declares the method. Such a step is for call sequences, too.
    """

    stub: int
    owner: str
    name: str
    descriptor: str
    parameter: int
    call: int

    def encode(self, members: MemberTable) -> Json:
        """The step as JSON."""
        return (_HANDED, *self)


Step: TypeAlias = (
    Literal | New | Call | NewArray | GetField | GetStatic | SetField | PutStatic | Allocate | NewStub | Handed
)


@dataclass(frozen=True, slots=True)
class Plan:
    """Steps, the index of the call under test, and the steps whose values are observed after it.

    ``classes`` are class files (by internal name) that the steps use in addition to the analysed classes.
    """

    steps: tuple[Step, ...]
    call: int
    observe: tuple[int, ...] = ()
    classes: tuple[tuple[str, bytes], ...] = ()

    def encode(self, members: MemberTable) -> dict[str, Json]:
        """The plan as JSON."""
        return {
            "steps": [step.encode(members) for step in self.steps],
            "call": self.call,
            "observe": self.observe,
        }

    def dumps(self) -> str:
        """The plan as text for people and logs."""
        steps = [[type(step).__name__, *step] for step in self.steps]
        return json.dumps({"steps": steps, "call": self.call, "observe": self.observe}, separators=(",", ":"))

    @property
    def forces_state(self) -> bool:
        """True if the plan creates an object or static state that no call produced."""
        return any(isinstance(step, SetField | PutStatic | Allocate) for step in self.steps)


def static_call(owner: str, name: str, descriptor: str, *arguments: Literal) -> Plan:
    """The plan that calls one static method on constants."""
    count = len(arguments)
    call = Call(owner, name, descriptor, None, tuple(range(count)))
    return Plan((*arguments, call), count)
