"""The shape of a path's input: the decision for each input symbol, and how to build its object.

The exploration hands an `InputShape` to `suite`. A shape holds no values: they come from the path's witness
(`everypath.term.Model`). A test builds the input from both:

    for each in shape.statics:           # the static fields that the path read: assigned first of all
        assign(each, build(each.slot))
    for root in shape.roots:             # the receiver `this` first (if any), then the parameters in order
        build(root)

    def build(slot):
        if slot.is_primitive:            # value: an int, a float, or a term over input symbols
            return evaluate(slot.value, witness)
        node = shape.node(slot.name)     # a reference: its decision is recorded under the slot's own name
        match node.build: ...            # one case per class below

Names are *access paths*, and unique: ``this``, ``items``, ``items[0].next``, ``Counter.limit`` (a static field),
``this.new.mask`` (the argument ``mask`` of the creator that built ``this``), ``list.add#0.e`` (the argument ``e`` of
the first call made on ``list`` while it was set up), ``f.apply#0`` (what the first call on the stub ``f`` returned).

All values in a shape are the *initial* ones, from before the entry ran. Nodes build from the leaves: arguments before
the creator that takes them, the creator before the calls, in the order of the tuples. Names of classes are internal
names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from everypath.dataclass import dataclass, field
from everypath.inputs.places import Nullness, index_name
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


@dataclass(frozen=True, slots=True)
class Node:
    """One reference symbol: its place (``name``), the types of the place, and how the path builds the object."""

    name: str
    descriptor: str
    build: Build = Undecided()
    generic: str | None = None
    """The generic signature of the place (JVMS 4.7.9.1), such as ``Ljava/util/List<Ljava/lang/String;>;``."""
    non_null: bool = False
    """True for ``this``, and if an annotation says that the reference is never ``null``."""
    nullable: bool = False
    """True if an annotation says that the reference may be ``null``: callers may pass ``null``."""
    passed: bool = True
    """True if a test passes the reference: as a parameter, as an argument of a setup call, or as an element of an
    array or collection that it fills. False for fields of an object and for answers of a stub."""
    elements: tuple[Nullness, ...] = ()
    """The nullness of the elements of an array, then of the elements of these, and so on."""
    unused: bool = False
    """True if the path never used the object, which was chosen for the test: any other of its class would do."""
    tested: bool = False
    """True if the path asked for the class of an unused object."""
    variable: str = ""
    """The type variable that is the type of the place, if nothing binds it; else empty."""


@dataclass(frozen=True, slots=True)
class InputShape:
    """The input of one path: its roots in order, the static fields that the path read, and every reference symbol
    by name. The static fields hold their values before any other input is built.
    """

    roots: tuple[Slot, ...] = ()
    nodes: Mapping[str, Node] = field(default_factory=dict)
    statics: tuple[FieldInput, ...] = ()
    sources: tuple[Answer, ...] = ()
    """The values that sources of unknown values returned, in the order of the calls."""
    environment: tuple[EnvironmentInput, ...] = ()
    """The inputs that the program read from its environment."""
    _reached: tuple[Node, ...] | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The slots that an input begins with: the static fields, the roots, the values that sources of unknown values
        returned, and the inputs from the environment.
        """
        answers = (each.slot for each in self.sources if each.slot is not None)
        around = (each.slot for each in self.environment)
        return (*(each.slot for each in self.statics), *self.roots, *answers, *around)

    def node(self, name: str) -> Node:
        """The node of a reference slot (`KeyError` for a primitive's name)."""
        return self.nodes[name]

    @property
    def lengths(self) -> frozenset[Term]:
        """The lengths of input strings and arrays: the symbols that are never negative."""
        sized = (TextInput, PrimitiveArrayInput, ReferenceArrayInput)
        found = (node.build.length for node in self.nodes.values() if isinstance(node.build, sized))
        sizes = (node.build.size for node in self.nodes.values() if isinstance(node.build, ListInput))
        return frozenset(each for each in (*found, *sizes) if isinstance(each, Term))

    @property
    def indexes(self) -> dict[str, Term]:
        """The symbolic indexes of elements of arrays, by the names that access paths have for them."""
        arrays = (node.build for node in self.nodes.values() if isinstance(node.build, ReferenceArrayInput))
        found = (index for build in arrays for index, _ in build.elements if isinstance(index, Term))
        return {index_name(index): index for index in found}

    @property
    def forced(self) -> bool:
        """True if some object or class needs a forced state, which no call produces."""
        if not all(each.accessible for each in self.statics):
            return True
        return any(isinstance(node.build, FieldsInput) and node.build.forced for node in self.reachable())

    @property
    def null_args(self) -> bool:
        """True if the test passes ``null`` and no annotation allows it: as a parameter, as an argument of a setup call,
        or inside an array or collection that the test fills.
        """
        return any(isinstance(n.build, Null) and n.passed and not n.nullable for n in self.reachable())

    @property
    def null_answers(self) -> bool:
        """True if a stub answers ``null``."""
        for node in self.reachable():
            if isinstance(node.build, Stub):
                for answer in node.build.answers:
                    if answer.slot is not None and not answer.slot.is_primitive:
                        answered = self.nodes.get(answer.slot.name)
                        if answered is not None and isinstance(answered.build, Null) and not answered.nullable:
                            return True
        return False

    def reachable(self) -> tuple[Node, ...]:
        """The nodes that a build of all `slots` visits, parents first, each once."""
        if self._reached is None:
            object.__setattr__(self, "_reached", tuple(self._reach()))
        assert self._reached is not None
        return self._reached

    def _reach(self) -> Iterator[Node]:
        seen: set[str] = set()
        stack = [slot.name for slot in reversed(self.slots) if not slot.is_primitive]
        while stack:
            name = stack.pop()
            if name in seen or name not in self.nodes:
                continue
            seen.add(name)
            node = self.nodes[name]
            yield node
            stack.extend(slot.name for slot in reversed(list(slots_of(node.build))) if not slot.is_primitive)
            if isinstance(node.build, Alias):
                stack.append(node.build.of)

    def with_node(self, node: Node) -> InputShape:
        """A copy of the shape in which ``node`` replaces the node of its name."""
        return self.with_nodes((node,))

    def with_nodes(self, nodes: Iterable[Node]) -> InputShape:
        """A copy of the shape in which each of ``nodes`` replaces the node of its name."""
        nodes_by_name = {**self.nodes, **{each.name: each for each in nodes}}
        return InputShape(self.roots, nodes_by_name, self.statics, self.sources, self.environment)

    def objects(self) -> int:
        """The number of objects of the input (a finding of unbounded growth may use at most 100)."""
        return sum(1 for n in self.reachable() if not isinstance(n.build, Null | Undecided | Alias))

    def has_objects(self, least: int) -> bool:
        """True if the input consists of at least ``least`` objects. A node is one object or none."""
        return len(self.nodes) >= least and self.objects() >= least


def slots_of(build: Build) -> Iterator[Slot]:
    """The slots directly inside a build, in the order in which they are to be built."""
    match build:
        case ReferenceArrayInput():
            for _, slot in build.elements:
                yield slot
        case ListInput():
            yield build.elements
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
