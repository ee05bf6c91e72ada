"""How the object of an input is built, and the places of its parts: what `everypath.inputs.shapes.shape` decides for
each reference.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from everypath.dataclass import dataclass
from everypath.term import Model, Term, evaluate, select

Value: TypeAlias = int | float | Term


@dataclass(frozen=True, slots=True)
class Slot:
    """One place that holds an input: a parameter, an argument, a field, an element, or a stub's answer.

    ``value`` is set for primitive descriptors only (boolean, byte, short, char and int as an int in Java's range); for
    a reference, `InputShape.node` of ``name`` describes the object.
    """

    name: str
    descriptor: str
    value: Value | None = None

    @property
    def is_primitive(self) -> bool:
        """True if the slot holds a primitive value."""
        return self.descriptor[0] not in "L["

    def concrete(self, model: Model) -> int | float:
        """The primitive value under a witness."""
        assert self.value is not None
        return _concrete(self.value, model)


@dataclass(frozen=True, slots=True)
class Undecided:
    """The path never used the reference: any value will do, ``null`` is the shortest."""


@dataclass(frozen=True, slots=True)
class NotConstructible:
    """The path depends on the class of the object but never used the object. No object can be made of any of the
    remaining candidate ``classes``.
    """

    classes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Null:
    """The reference is ``null``."""


@dataclass(frozen=True, slots=True)
class Alias:
    """The same object as the node ``of``."""

    of: str


@dataclass(frozen=True, slots=True)
class TextInput:
    """A ``String`` with ``length`` chars; ``chars`` is an array term of 16-bit elements.

    ``identity`` distinguishes objects with the same content: 0 is the literal, any other number a ``new String``.
    """

    length: Value
    chars: Term
    identity: Value = 0

    def number(self, model: Model) -> int:
        """The value of ``identity`` under a witness."""
        return int(_concrete(self.identity, model))

    def concrete(self, model: Model) -> str:
        """The string under a witness; it may hold lone surrogates, as Java strings may."""
        length = int(_concrete(self.length, model))
        return "".join(chr(int(_concrete(select(self.chars, index), model)) & 0xFFFF) for index in range(length))


@dataclass(frozen=True, slots=True)
class PrimitiveArrayInput:
    """An array of primitives: ``elements`` is an array term indexed from 0. Narrow elements keep their own width.

    ``class_name`` is the array's class (``[I``). Elements at and after ``length`` have no meaning.
    """

    class_name: str
    length: Value
    elements: Term

    def concrete_length(self, model: Model) -> int:
        """The number of elements under a witness."""
        return int(_concrete(self.length, model))

    def concrete(self, model: Model) -> list[int | float]:
        """All elements under a witness, as Java values (bytes, shorts and ints signed, chars and booleans not)."""
        raw = (_concrete(select(self.elements, index), model) for index in range(self.concrete_length(model)))
        return [java_element(value, self.class_name[1]) for value in raw]


@dataclass(frozen=True, slots=True)
class ReferenceArrayInput:
    """An array of references. ``elements`` lists the (index, slot) pairs that the path used; the rest are ``null``.

    An index is a number or a term. No two of the indexes are equal in an input of the path.
    """

    class_name: str
    length: Value
    elements: tuple[tuple[Value, Slot], ...]

    def concrete_length(self, model: Model) -> int:
        """The number of elements under a witness."""
        return int(_concrete(self.length, model))

    def concrete(self, model: Model) -> list[tuple[int, Slot]]:
        """The pairs of position and slot under a witness, in the order of the positions."""
        placed = ((int(_concrete(index, model)), slot) for index, slot in self.elements)
        return sorted(placed, key=lambda each: each[0])


SIZE, ELEMENTS = "size()", "get()"
"""The names of the size of a list and of the array of its elements, below the list."""


def list_of(name: str) -> str | None:
    """The name of the list whose elements are in the array of this name; None for all other names."""
    holder, _, last = name.rpartition(".")
    return holder if last == ELEMENTS else None


@dataclass(frozen=True, slots=True)
class ListInput:
    """A list of the JDK. ``elements`` is the slot of an array of its ``size``, named `ELEMENTS`."""

    class_name: str
    size: Value
    elements: Slot

    def concrete_size(self, model: Model) -> int:
        """The number of elements under a witness."""
        return int(_concrete(self.size, model))


VALUE = "orElse(null)"
"""The name of the value of an optional, below it. The value is null if the optional is empty."""


@dataclass(frozen=True, slots=True)
class OptionalInput:
    """A ``java/util/Optional``; ``value`` is the slot of its value, named `VALUE`."""

    class_name: str
    value: Slot


CONTAINS, CONTAINS_KEY, GET = "contains()", "containsKey()", "get()"
"""The names of what a set or a map answers for a key, below it: the key follows in brackets."""

REFUSES_NULL = "refusesNull()"
"""The name of the condition that looking up ``null`` throws, below a set or a map."""


@dataclass(frozen=True, slots=True)
class KeyInput:
    """A key that code looked up in a map, or an element that it looked up in a set.

    ``key`` is the slot of the input that is the key, its text, a box of a value over the inputs, or a constant of an
    enum; None is ``null``. ``name`` stands for it in access paths. ``present`` is true if the map has it under the
    condition ``symbol``, and ``value`` the slot of its value then; None in a set.
    """

    name: str
    key: Slot | str | BoxInput | EnumInput | None
    symbol: Term
    present: bool
    value: Slot | None = None


@dataclass(frozen=True, slots=True)
class MapInput:
    """A map of the JDK, or a set if it ``is_set``. It has ``size`` entries: those ``keys`` that are present, and others
    that code did not look up. No two of the keys are equal. ``key_type`` is the descriptor of the type of its keys.
    ``order`` are the slots of the first entries in the order of iteration: keys, and values in a map.

    ``refuses_null`` is true if looking up ``null`` throws a ``NullPointerException``, as it does in some classes, and
    None if code did not look it up or all maps of the type of the place allow it.
    """

    class_name: str
    size: Value
    is_set: bool
    key_type: str
    keys: tuple[KeyInput, ...] = ()
    order: tuple[tuple[Slot, Slot | None], ...] = ()
    refuses_null: bool | None = None

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The slots of keys and values, but for keys that are other inputs."""
        ordered = (each for pair in self.order for each in pair)
        return tuple(each for each in (*(key.value for key in self.keys), *ordered) if each is not None)

    def concrete_size(self, model: Model) -> int:
        """The number of entries under a witness."""
        return int(_concrete(self.size, model))


@dataclass(frozen=True, slots=True)
class BoxInput:
    """A ``java/lang/Integer`` or another box, made by its ``valueOf``; ``value.descriptor`` is the primitive's.

    Boxes of one class with the same value and the same ``identity``, which is not 0, are one object.
    """

    class_name: str
    value: Slot
    identity: Value = 0

    def number(self, model: Model) -> int:
        """The value of ``identity`` under a witness."""
        return int(_concrete(self.identity, model))


@dataclass(frozen=True, slots=True)
class EnumInput:
    """One constant of an enum. ``class_name`` is the enum class, also if the constant has a body of its own."""

    class_name: str
    constant: str


@dataclass(frozen=True, slots=True)
class ConstantInput:
    """The object that a static final field holds, such as ``Fraction.ONE``."""

    owner: str
    name: str
    descriptor: str


@dataclass(frozen=True, slots=True)
class ClassLiteral:
    """A ``java.lang.Class`` object: the literal of the named class."""

    class_name: str


@dataclass(frozen=True, slots=True)
class MemberInput:
    """A ``Method``, ``Constructor`` or ``Field`` object (``class_name``) for a member that ``owner`` declares."""

    class_name: str
    owner: str
    name: str
    descriptor: str


@dataclass(frozen=True, slots=True)
class FieldInput:
    """The field ``name`` declared by ``owner``, static or of an object, and what it holds at entry."""

    owner: str
    name: str
    slot: Slot
    accessible: bool
    """True if a test in the class's package can give it any value: the field is neither private nor final, or an
    argument of the creator fills it."""
    assignable: bool = True
    """True if the field is not final."""


@dataclass(frozen=True, slots=True)
class FieldsInput:
    """An object of the analysed code by lazy initialisation: every field is a symbol of its own.

    If ``forced`` is false, a test reaches the state with an accessible constructor (``creator`` with its arguments) and
    assignments to accessible fields. If it is true, some field needs reflection: a *forced state*. ``given`` lists the
    fields that arguments of the creator fill, as declaring class, name and number of the argument. ``preset`` are the
    fields that the creator leaves other than zero, None if they are not known.
    """

    class_name: str
    fields: tuple[FieldInput, ...]
    forced: bool
    creator: CallInput | None = None
    given: tuple[tuple[str, str, int], ...] = ()
    preset: frozenset[tuple[str, str]] | None = None

    def argument(self, entry: FieldInput) -> int | None:
        """The number of the creator's argument that fills the field; None if the field is assigned."""
        return next((at for owner, name, at in self.given if (owner, name) == (entry.owner, entry.name)), None)


@dataclass(frozen=True, slots=True)
class CallInput:
    """One call that builds or changes an input object; ``name`` is ``<init>`` for a constructor.

    ``is_static`` marks a factory: its result is the object. Any other method is called
    on the object being built. Its result is dropped, or replaces the object if ``follows`` is true.
    """

    owner: str
    name: str
    descriptor: str
    arguments: tuple[Slot, ...]
    is_static: bool = False
    is_interface: bool = False
    follows: bool = False


@dataclass(frozen=True, slots=True)
class RecipeInput:
    """An object built through its public (or package's) API: ``creator``, then ``calls`` on the result, in order.

    If the creator makes a builder, one of the calls returns the object.

    The path ran exactly these calls on the symbolic arguments before it used the object, so no state is forced.
    """

    class_name: str
    creator: CallInput
    calls: tuple[CallInput, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of one call on a stub. ``slot`` is None for a ``void`` method, and if the call threw an exception of
    the class ``throws``.
    """

    owner: str
    name: str
    descriptor: str
    slot: Slot | None
    throws: str = ""


@dataclass(frozen=True, slots=True)
class EnvironmentInput:
    """An input from the environment: the bytes of standard input (``name`` is None), the system property ``name``, or
    the environment variable ``name`` (``variable`` is true).
    """

    slot: Slot
    name: str | None = None
    variable: bool = False


@dataclass(frozen=True, slots=True)
class Stub:
    """An object of an interface or abstract class that the test implements. It returns ``answers`` in call order.

    ``creator`` is the constructor of the abstract class that the stub calls, None for an interface.
    """

    class_name: str
    answers: tuple[Answer, ...] = ()
    creator: CallInput | None = None


Build: TypeAlias = (
    Undecided
    | NotConstructible
    | Null
    | Alias
    | TextInput
    | PrimitiveArrayInput
    | ReferenceArrayInput
    | ListInput
    | MapInput
    | OptionalInput
    | BoxInput
    | EnumInput
    | ConstantInput
    | ClassLiteral
    | MemberInput
    | FieldsInput
    | RecipeInput
    | Stub
)


def slots_of(build: Build) -> Iterator[Slot]:
    """The slots directly inside a build, in the order in which they are to be built."""
    match build:
        case ReferenceArrayInput():
            for _, slot in build.elements:
                yield slot
        case ListInput():
            yield build.elements
        case MapInput():
            yield from build.slots
        case BoxInput() | OptionalInput():
            yield build.value
        case FieldsInput():
            if build.creator is not None:
                yield from build.creator.arguments
            for entry in build.fields:
                yield entry.slot
        case RecipeInput():
            yield from build.creator.arguments
            for call in build.calls:
                yield from call.arguments
        case Stub():
            if build.creator is not None:
                yield from build.creator.arguments
            for answer in build.answers:
                if answer.slot is not None:
                    yield answer.slot
        case _:
            return


def java_element(value: int | float, code: str) -> int | float:
    """An array element as Java reads it. Solver arrays hold narrow elements as unsigned bits or as signed ints."""
    if isinstance(value, float):
        return value
    match code:
        case "Z":
            return value & 1
        case "B":
            return ((value & 0xFF) ^ 0x80) - 0x80
        case "S":
            return ((value & 0xFFFF) ^ 0x8000) - 0x8000
        case "C":
            return value & 0xFFFF
        case _:
            return value


def _concrete(value: Value, model: Model) -> int | float:
    result = evaluate(value, model)
    assert isinstance(result, int | float)
    return result
