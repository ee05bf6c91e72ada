"""The Java expressions and statements of which a test consists.

`everypath.suite.replay` encodes these trees for the bridge, which runs them by reflection, and `everypath.suite.source`
prints them as Java. So the written test is the one that was replayed.

Types are descriptors (``I``, ``Ljava/lang/String;``, ``[J``); class names are internal names. An object that is used
twice, or changed after its creation, is bound to a :class:`Variable` by a :class:`Declare`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from everypath.classfile import BOX_CLASSES
from everypath.dataclass import dataclass, field
from everypath.suite.testcase.descriptors import class_descriptor, method_parameters, return_descriptor

__all__ = [
    "Allocate",
    "ArrayOf",
    "AssignElement",
    "AssignField",
    "Boxed",
    "Call",
    "ClassObject",
    "Declare",
    "Element",
    "Expression",
    "FieldOf",
    "Invoke",
    "Literal",
    "Member",
    "New",
    "Null",
    "Perform",
    "Recipe",
    "Refusal",
    "Statement",
    "StaticField",
    "Stub",
    "StubMethod",
    "Text",
    "This",
    "Variable",
    "called",
    "children",
    "is_simple",
    "is_zero",
    "roots_of",
    "static_type",
    "walk",
]


@dataclass(frozen=True, slots=True)
class Member:
    """A method or constructor as a test names it.

    ``ambiguous``: another overload has the same number of parameters, so arguments must show their exact type.
    ``hidden``: not accessible from the test's package; it can be called by reflection only.
    ``enclosed``: the constructor of an inner class, whose first argument is the enclosing instance.
    ``generic``: the constructor of a class with type parameters, or a method whose result has a generic type.
    ``local``: package-private, so that subclasses in other packages do not have it.
    ``raises``: what the ``throws`` clause obliges a caller to declare: nothing, ``Exception`` or ``Throwable``.
    """

    owner: str
    name: str
    descriptor: str
    static: bool = False
    ambiguous: bool = False
    hidden: bool = False
    enclosed: bool = False
    generic: bool = False
    raises: str = ""
    local: bool = False


@dataclass(frozen=True, slots=True)
class Literal:
    """A primitive value; ``value`` is an ``int`` for integral types, char and boolean, else a ``float``."""

    descriptor: str
    value: int | float


@dataclass(frozen=True, slots=True)
class Text:
    """A string literal; lone surrogates are allowed."""

    value: str


@dataclass(frozen=True, slots=True)
class Null:
    """``null`` where a value of type ``descriptor`` is expected."""

    descriptor: str = "Ljava/lang/Object;"


@dataclass(frozen=True, slots=True)
class ClassObject:
    """A class literal, such as ``int[].class``."""

    descriptor: str


@dataclass(frozen=True, slots=True)
class Boxed:
    """A boxed primitive, ``Integer.valueOf(5)``."""

    value: Literal

    @property
    def class_name(self) -> str:
        """Internal name of the box."""
        return BOX_CLASSES[self.value.descriptor]


@dataclass(frozen=True, slots=True)
class StaticField:
    """The value of a static field: an enum constant, a singleton, or a field that the test observes."""

    owner: str
    name: str
    descriptor: str
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Variable:
    """A local variable of the test."""

    name: str
    descriptor: str


@dataclass(frozen=True, slots=True)
class ArrayOf:
    """A new array: either all its ``elements``, or ``length`` default ones (then ``elements`` is empty)."""

    descriptor: str
    elements: tuple[Expression, ...] = ()
    length: int = -1

    @property
    def size(self) -> int:
        """Number of elements."""
        return len(self.elements) if self.length < 0 else self.length


@dataclass(frozen=True, slots=True)
class New:
    """An object made by a constructor."""

    constructor: Member
    arguments: tuple[Expression, ...] = ()


@dataclass(frozen=True, slots=True)
class Allocate:
    """A forced state: an instance for which no constructor was run (all fields zero)."""

    class_name: str


@dataclass(frozen=True, slots=True)
class Invoke:
    """A method call; ``receiver`` is ``None`` for a static method."""

    member: Member
    receiver: Expression | None
    arguments: tuple[Expression, ...] = ()


@dataclass(frozen=True, slots=True)
class FieldOf:
    """The value of an instance field."""

    receiver: Expression
    owner: str
    name: str
    descriptor: str
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Element:
    """An element of an array; ``descriptor`` is the element's type."""

    array: Expression
    index: int
    descriptor: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """A call of a stub that throws a new exception of ``class_name``, made without arguments."""

    class_name: str


@dataclass(frozen=True, slots=True)
class This:
    """The stub itself, as the answer of one of its methods."""

    descriptor: str


@dataclass(frozen=True, slots=True)
class StubMethod:
    """The answers of a stub's method, call by call; the last one is repeated. A ``void`` method has no answers.

    ``types`` are those of the parameters and the result in source, if they differ from the descriptor's. ``taken`` are
    arguments, by number, that each call stores in the first element of an array.
    """

    member: Member
    answers: tuple[Expression | Refusal, ...] = ()
    types: tuple[tuple[str, ...], str] | None = None
    taken: tuple[tuple[int, Expression], ...] = ()

    @property
    def parameters(self) -> Sequence[str]:
        """The descriptors of the parameters in source."""
        return self.types[0] if self.types is not None else method_parameters(self.member.descriptor)

    @property
    def returns(self) -> str:
        """The descriptor of the result in source."""
        return self.types[1] if self.types is not None else return_descriptor(self.member.descriptor)

    @property
    def values(self) -> tuple[Expression, ...]:
        """The answers without those that throw."""
        return tuple(each for each in self.answers if not isinstance(each, Refusal))

    @property
    def refuses(self) -> bool:
        """True if some call throws."""
        return len(self.values) < len(self.answers)


@dataclass(frozen=True, slots=True)
class Stub:
    """An implementation written for the test: a lambda or an anonymous class of ``class_name``.

    ``constructor`` is the constructor of an abstract class that it calls with ``arguments``; None for an interface.
    ``bridges`` are the bridge methods that a compiler adds, each with the method that it calls. ``plain``: it has many
    methods, all abstract, and those of one name always return the same constant, so source needs no class for it.
    """

    class_name: str
    methods: tuple[StubMethod, ...] = ()
    lambda_method: str = ""
    constructor: Member | None = None
    arguments: tuple[Expression, ...] = ()
    bridges: tuple[tuple[Member, Member], ...] = ()
    plain: bool = False

    @property
    def refusals(self) -> tuple[str, ...]:
        """The classes of the exceptions that its methods throw."""
        answers = (answer for method in self.methods for answer in method.answers)
        return tuple(answer.class_name for answer in answers if isinstance(answer, Refusal))


Call: TypeAlias = Invoke | New | Stub
"""The call under test: a method call, a constructor call, or the creation of an anonymous subclass."""

Expression: TypeAlias = (
    Literal
    | Text
    | Null
    | ClassObject
    | Boxed
    | StaticField
    | Variable
    | ArrayOf
    | New
    | Allocate
    | Invoke
    | FieldOf
    | Element
    | Stub
    | This
)


@dataclass(frozen=True, slots=True)
class Declare:
    """``Type name = value;``."""

    variable: Variable
    value: Expression


@dataclass(frozen=True, slots=True)
class Perform:
    """A call for its effect.

    ``arguments`` are the names of the inputs that it passes; None if it is not a setup call that was chosen. ``spare``:
    the call is redundant, as neither condition nor effect of the case depend on its arguments; it may be left out if a
    replay shows no difference.
    """

    call: Invoke
    arguments: tuple[str, ...] | None = field(default=None, compare=False)
    spare: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class AssignField:
    """``receiver.name = value;`` (``receiver`` is ``None`` for a static field); ``forced`` writes by reflection."""

    receiver: Expression | None
    owner: str
    name: str
    descriptor: str
    value: Expression
    forced: bool = False


@dataclass(frozen=True, slots=True)
class AssignElement:
    """``array[index] = value;``."""

    array: Expression
    index: int
    value: Expression


Statement: TypeAlias = Declare | Perform | AssignField | AssignElement


@dataclass(frozen=True, slots=True)
class Recipe:
    """The statements that build the input of a test, and the call under test.

    ``saved`` are the static fields that the statements or the call may change. The test reads them first, which
    initialises their classes, and restores them at the end.
    """

    setup: tuple[Statement, ...]
    call: Call
    saved: tuple[StaticField, ...] = ()

    @property
    def forced(self) -> bool:
        """True if an object has a forced state, or is reached by reflection.

        A hidden entry (a private method that the user named) is called by reflection, but that forces no state.
        """
        return any(isinstance(part, _REACHING) and part is not self.call and _is_forced(part) for part in self.parts())

    @property
    def hidden_call(self) -> bool:
        """True if the entry can be called by reflection only."""
        return called(self.call).hidden

    def parts(self) -> Iterator[Expression | Statement]:
        """Every statement and expression, outermost first."""
        for statement in self.setup:
            yield statement
            for expression in roots_of(statement):
                yield from walk(expression)
        yield from walk(self.call)

    @property
    def nulls(self) -> int:
        """How many ``null`` arguments are passed to the call under test and to calls that change its inputs.

        Parameters of type ``Object`` do not count: any object is as good there.
        """
        calls = (self.call, *(each.call for each in self.setup if isinstance(each, Perform)))
        passed = (argument for call in calls for argument in call.arguments)
        return sum(isinstance(each, Null) and each.descriptor != "Ljava/lang/Object;" for each in passed)

    @property
    def size(self) -> int:
        """The length of the recipe for a reader; the shortest input of a finding is shown."""
        total = 0
        for part in self.parts():
            total += 1
            if isinstance(part, Text):
                total += len(part.value)
            elif isinstance(part, ArrayOf) and part.length > 0:
                total += part.length
            elif isinstance(part, Literal):
                total += min(len(str(part.value)), 6) - 1
        return total


def called(call: Call) -> Member:
    """The method or constructor that a call runs."""
    if isinstance(call, Invoke):
        return call.member
    assert call.constructor is not None, "an object of an interface is no call"
    return call.constructor


_REACHING = (Allocate, AssignField, StaticField, FieldOf, New, Invoke)
"""Expressions and statements that may need reflection."""


def _is_forced(part: Expression | Statement) -> bool:
    match part:
        case Allocate():
            return True
        case AssignField():
            return part.forced
        case StaticField() | FieldOf():
            return part.hidden
        case New(constructor=member) | Invoke(member=member):
            return member.hidden
    return False


def roots_of(statement: Statement) -> tuple[Expression, ...]:
    """The outermost expressions of a statement, in order of evaluation."""
    match statement:
        case Declare(value=value):
            return (value,)
        case Perform(call=call):
            return (call,)
        case AssignField(receiver=receiver, value=value):
            return (value,) if receiver is None else (receiver, value)
        case AssignElement(array=array, value=value):
            return (array, value)


def children(expression: Expression) -> tuple[Expression, ...]:
    """The direct parts of an expression, in order of evaluation."""
    match expression:
        case Boxed(value=value):
            return (value,)
        case ArrayOf(elements=elements):
            return elements
        case New(arguments=arguments):
            return arguments
        case Invoke(receiver=receiver, arguments=arguments):
            return arguments if receiver is None else (receiver, *arguments)
        case FieldOf(receiver=receiver):
            return (receiver,)
        case Element(array=array):
            return (array,)
        case Stub(methods=methods, arguments=arguments):
            taken = (array for method in methods for _, array in method.taken)
            return (*arguments, *(answer for method in methods for answer in method.values), *taken)
    return ()


_LEAVES = (Literal, Text, Null, ClassObject, Variable, StaticField)


def walk(expression: Expression) -> Iterator[Expression]:
    """The expression and all its parts, outermost first."""
    left = [expression]
    while left:
        each = left.pop()
        yield each
        if not isinstance(each, _LEAVES):
            left += reversed(children(each))


def is_zero(expression: Expression | Refusal) -> bool:
    """True for null, zero and false."""
    return isinstance(expression, Null) or (isinstance(expression, Literal) and not expression.value)


def is_simple(expression: Expression) -> bool:
    """True if the expression can be repeated: it has the same value again and is short."""
    return isinstance(expression, _LEAVES)


def static_type(expression: Expression) -> str:
    """The erased descriptor of the expression for ``javac``. ``null`` has the type that was asked for."""
    match expression:
        case Text():
            return "Ljava/lang/String;"
        case ClassObject():
            return "Ljava/lang/Class;"
        case Boxed():
            return class_descriptor(expression.class_name)
        case New(constructor=member):
            return class_descriptor(member.owner)
        case Allocate(class_name=name) | Stub(class_name=name):
            return class_descriptor(name)
        case Invoke(member=member):
            return return_descriptor(member.descriptor)
        case _:
            return expression.descriptor
