"""Encodes recipes as steps for the bridge, which runs them by reflection, without ``javac``."""

from __future__ import annotations

from collections.abc import Sequence

from everypath.bridge import messages
from everypath.classfile import intersected, is_reference
from everypath.suite.stubs import ANSWERS, Shape, stub_class
from everypath.suite.testcase import (
    OBJECT,
    Allocate,
    ArrayOf,
    AssignField,
    Boxed,
    ClassObject,
    Declare,
    Element,
    Expression,
    FieldOf,
    Invoke,
    Literal,
    New,
    Null,
    Perform,
    Recipe,
    Refusal,
    Statement,
    StaticField,
    Stub,
    StubMethod,
    Text,
    This,
    Variable,
    return_descriptor,
)

__all__ = ["literal_of", "plan_of"]

_ARRAY_GET = ("java/lang/reflect/Array", "get", "(Ljava/lang/Object;I)Ljava/lang/Object;")


def plan_of(recipe: Recipe, observed: Sequence[Expression] = ()) -> messages.Plan:
    """The plan that runs the recipe and returns the values of ``observed`` (variables and static fields) afterwards."""
    return _Planner().plan(recipe, observed)


class _Planner:
    """Writes one plan. It runs for every case, so common expressions are tested first."""

    def __init__(self) -> None:
        self.steps: list[messages.Step] = []
        self.variables: dict[str, int] = {}
        self.literals: dict[messages.Literal, int] = {}
        self.classes: dict[str, bytes] = {}

    def plan(self, recipe: Recipe, observed: Sequence[Expression]) -> messages.Plan:
        for each in recipe.saved:
            self._expression(each)
        for statement in recipe.setup:
            self._statement(statement)
        before = {each: self._expression(each) for each in observed if not isinstance(each, StaticField)}
        call = self._expression(recipe.call)
        indices = [before[each] if each in before else self._expression(each) for each in observed]
        return messages.Plan(tuple(self.steps), call, tuple(indices), tuple(self.classes.items()))

    def _add(self, step: messages.Step) -> int:
        self.steps.append(step)
        return len(self.steps) - 1

    def _constant(self, literal: messages.Literal) -> int:
        known = self.literals.get(literal)
        if known is None:
            known = self.literals[literal] = len(self.steps)
            self.steps.append(literal)
        return known

    def _statement(self, statement: Statement) -> None:
        if isinstance(statement, Declare):
            self.variables[statement.variable.name] = self._expression(statement.value)
        elif isinstance(statement, Perform):
            self._expression(statement.call)
        elif isinstance(statement, AssignField):
            owner, name = statement.owner, statement.name
            if statement.receiver is None:
                self._add(messages.PutStatic(owner, name, self._expression(statement.value)))
            else:
                receiver = self._expression(statement.receiver)
                self._add(messages.SetField(receiver, owner, name, self._expression(statement.value)))
        else:
            array, index = self._expression(statement.array), self._constant(messages.Literal("I", statement.index))
            descriptor = "(Ljava/lang/Object;ILjava/lang/Object;)V"
            arguments = (array, index, self._boxed(statement.value))
            self._add(messages.Call("java/lang/reflect/Array", "set", descriptor, None, arguments))

    def _boxed(self, value: Expression) -> int:
        return self._expression(Boxed(value) if isinstance(value, Literal) else value)

    def _all(self, expressions: Sequence[Expression]) -> tuple[int, ...]:
        return tuple([self._expression(each) for each in expressions]) if expressions else ()

    def _expression(self, expression: Expression) -> int:
        if isinstance(expression, Literal):
            return self._constant(messages.Literal.of(expression.descriptor, expression.value))
        if isinstance(expression, Variable):
            return self.variables[expression.name]
        if isinstance(expression, Invoke):
            receiver = None if expression.receiver is None else self._expression(expression.receiver)
            member, arguments = expression.member, self._all(expression.arguments)
            return self._add(messages.Call(member.owner, member.name, member.descriptor, receiver, arguments))
        if isinstance(expression, Text):
            return self._constant(messages.Literal("T", expression.value))
        if isinstance(expression, Null):
            return self._constant(messages.Literal("N", None))
        if isinstance(expression, New):
            member, arguments = expression.constructor, self._all(expression.arguments)
            return self._add(messages.New(member.owner, member.descriptor, arguments))
        return self._rare(expression)

    def _rare(self, expression: Expression) -> int:
        match expression:
            case ClassObject(descriptor=descriptor):
                return self._constant(messages.Literal.klass(descriptor))
            case Boxed(value=value):
                descriptor = f"({value.descriptor})L{expression.class_name};"
                return self._add(
                    messages.Call(expression.class_name, "valueOf", descriptor, None, (self._expression(value),))
                )
            case ArrayOf(descriptor=descriptor):
                filled = [
                    (at, self._expression(each)) for at, each in enumerate(expression.elements) if not _is_zero(each)
                ]
                return self._add(messages.NewArray(descriptor[1:], expression.size, tuple(filled)))
            case Allocate(class_name=name):
                return self._add(messages.Allocate(name))
            case StaticField(owner=owner, name=name):
                return self._add(messages.GetStatic(owner, name))
            case FieldOf(receiver=receiver, owner=owner, name=name):
                return self._add(messages.GetField(self._expression(receiver), owner, name))
            case Stub():
                return self._stub(expression)
            case Element(array=array, index=index):
                place = self._constant(messages.Literal.of("I", index))
                return self._add(messages.Call(*_ARRAY_GET, None, (self._expression(array), place)))
        assert isinstance(expression, This)
        return self._add(messages.GetStatic(ANSWERS, "SELF"))

    def _stub(self, stub: Stub) -> int:
        """The creation of an object of the class for stubs of this shape, with its answers."""
        methods = sorted(stub.methods, key=lambda each: (each.member.name, each.member.descriptor))
        constructor = stub.constructor.descriptor if stub.constructor is not None else ""
        keys = tuple([(each.member.name, each.member.descriptor) for each in methods])
        bridges = tuple([(each.name, each.descriptor, target.descriptor) for each, target in stub.bridges])
        first, *others = intersected(stub.class_name) or (stub.class_name,)
        taken = [(at, number, array) for at, each in enumerate(methods) for number, array in each.taken]
        places = tuple([(at, number) for at, number, _ in taken])
        made = stub_class(Shape(first, constructor, keys, bridges, tuple(others), places))
        self.classes[made.name] = made.data
        arrays = [self._expression(array) for _, _, array in taken]
        arguments = (*self._all(stub.arguments), self._script(methods), *arrays)
        return self._add(messages.New(made.name, made.constructor, arguments))

    def _script(self, methods: Sequence[StubMethod]) -> int:
        """The answers of the methods; null if all of them are zero."""
        answering = [(at, each) for at, each in enumerate(methods) if not all(map(_is_zero, each.answers))]
        if not answering:
            return self._constant(messages.Literal("N", None))
        values = [(at, self._values(each)) for at, each in answering]
        refusals = [(at, self._refusals(each)) for at, each in answering if each.refuses]
        script = self._add(messages.NewArray(OBJECT, len(methods), tuple(values)))
        if refusals:
            thrown = self._add(messages.NewArray("[Ljava/lang/Class;", len(methods), tuple(refusals)))
        else:
            thrown = self._constant(messages.Literal("N", None))
        return self._add(messages.New(ANSWERS, "([Ljava/lang/Object;[[Ljava/lang/Class;)V", (script, thrown)))

    def _values(self, method: StubMethod) -> int:
        given = [
            (at, self._expression(each))
            for at, each in enumerate(method.answers)
            if not isinstance(each, Refusal) and not _is_zero(each)
        ]
        result = return_descriptor(method.member.descriptor)
        element = OBJECT if is_reference(result) else result
        return self._add(messages.NewArray(element, len(method.answers), tuple(given)))

    def _refusals(self, method: StubMethod) -> int:
        """The classes of exceptions to throw, by call."""
        thrown = [(at, each.class_name) for at, each in enumerate(method.answers) if isinstance(each, Refusal)]
        classes = tuple((at, self._expression(ClassObject(f"L{name};"))) for at, name in thrown)
        return self._add(messages.NewArray("Ljava/lang/Class;", len(method.answers), classes))


def literal_of(value: Expression) -> messages.Literal | messages.GetStatic:
    """A value in a row of a parameterised test as a step."""
    match value:
        case Literal(descriptor=descriptor, value=number):
            return messages.Literal.of(descriptor, number)
        case Text(value=text):
            return messages.Literal("T", text)
        case Boxed(value=literal):
            return messages.Literal.of(literal.descriptor, literal.value)
        case Null():
            return messages.Literal.null()
        case StaticField(owner=owner, name=name):
            return messages.GetStatic(owner, name)
    raise ValueError(f"{value} is no plain value")


def _is_zero(expression: Expression | Refusal) -> bool:
    match expression:
        case Null():
            return True
        case Literal(descriptor=descriptor, value=value):
            return value == 0 and (descriptor not in "FD" or str(float(value)) == "0.0")
    return False
