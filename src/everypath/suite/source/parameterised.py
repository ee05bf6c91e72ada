"""Merges cases of one method that differ only in values into one parameterised test.

Cases have the same shape if their tests are equal except for numbers, booleans, characters, strings, enum constants and
nulls. Values that differ become parameters; values that are equal in all rows stay in the test.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Sequence

from everypath.classfile import UNBOXED
from everypath.dataclass import replace
from everypath.suite.recipes import SourceFacts
from everypath.suite.source.parameter_tables import Row, Table
from everypath.suite.source.test_class import TestClass, TestMethod
from everypath.suite.testcase import (
    STRING,
    ArrayOf,
    Assertion,
    AssignElement,
    AssignField,
    Boxed,
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
    Statement,
    StaticField,
    Text,
    Variable,
    class_descriptor,
    class_of,
    decapitalised,
    identifier,
    outer_name,
    static_type,
    unique,
)

__all__ = ["LEAST_ROWS", "tabled"]

LEAST_ROWS = 3
"""Fewer cases read better as single tests."""

_EXPECTED = "expected"
_MESSAGE = "message"
_LOWER = re.compile(r"(?<=[a-z])[A-Z0-9].*")
_GETTER = re.compile(r"^(?:get|is)(?=[A-Z])")

Slot = Literal | Text | Null | Boxed | StaticField | Variable
Put = Callable[[Slot, str], Expression]
"""Returns the expression that replaces a value, given the slot and a name."""


def tabled(test_class: TestClass, facts: SourceFacts | None = None) -> TestClass:
    """The class with parameterised tests, each in the place of the first test that became a row."""
    facts = facts or SourceFacts()
    if not test_class.framework.tables:
        return test_class
    groups: dict[Hashable, list[TestMethod]] = {}
    for method in test_class.methods:
        groups.setdefault(_shape(method, facts), []).append(method)
    chosen = [group for group in groups.values() if len(group) >= LEAST_ROWS and _is_plain(group[0])]
    merged = {method.name for group in chosen for method in group}
    taken = {method.name for method in test_class.methods if method.name not in merged}
    made = [(group, each) for group in chosen if (each := _table(group, taken, facts)) is not None]
    tables = {group[0].name: each for group, each in made}
    inside = {method.name for group, _ in made for method in group}
    methods = [
        tables.get(method.name, method)
        for method in test_class.methods
        if method.name in tables or method.name not in inside
    ]
    return replace(test_class, methods=tuple(methods))


def _is_plain(method: TestMethod) -> bool:
    return not method.fails and not method.recipe.saved and not method.recipe.forced


# ---- shapes


def _shape(method: TestMethod, facts: SourceFacts) -> Hashable:
    """A key that is equal for tests that differ only in values."""

    def put(value: Slot, name: str) -> Expression:
        return Variable("", static_type(value))

    return replace(_mapped(method, put, facts), name="", comment=(), case="", ran="")


def _values(method: TestMethod, facts: SourceFacts) -> list[tuple[Slot, str]]:
    """The values of a test in their order, each with a name."""
    found: list[tuple[Slot, str]] = []

    def put(value: Slot, name: str) -> Expression:
        found.append((value, name))
        return value

    _mapped(method, put, facts)
    return found


def _mapped(method: TestMethod, place: Put, facts: SourceFacts) -> TestMethod:
    """The test with each of its values replaced."""

    def put(value: Slot, name: str) -> Expression:
        return place(value, name) if not isinstance(value, StaticField) or _is_constant(value, facts) else value

    setup = tuple(_statement(each, put) for each in method.recipe.setup)
    call = method.recipe.call
    match call:
        case Invoke(receiver=receiver, arguments=arguments):
            shown = None if receiver is None else _expression(receiver, _called(receiver), put)
            changed: Invoke | New = replace(call, receiver=shown, arguments=_arguments(arguments, method.inputs, put))
        case New(arguments=arguments):
            changed = replace(call, arguments=_arguments(arguments, method.inputs, put))
        case _:
            return method
    return replace(
        method,
        recipe=Recipe(setup, changed, method.recipe.saved),
        assertions=tuple(_assertion(each, put) for each in method.assertions),
        message=None if method.message is None else _expression(method.message, _MESSAGE, put),
    )


def _called(receiver: Expression) -> str:
    """The name of a call's receiver: ``light`` for ``Light.RED``."""
    if not isinstance(receiver, StaticField):
        return "value"
    simple = outer_name(receiver.owner).parts[-1]
    return identifier(decapitalised(simple), "value")


def _is_constant(field: StaticField, facts: SourceFacts) -> bool:
    """True if a static field is an enum constant."""
    return not field.hidden and field.descriptor == class_descriptor(field.owner) and facts.enum(field.owner)


def _arguments(arguments: Sequence[Expression], names: Sequence[str], put: Put) -> tuple[Expression, ...]:
    return tuple(_expression(each, names[at] if at < len(names) else "value", put) for at, each in enumerate(arguments))


def _statement(statement: Statement, put: Put) -> Statement:
    match statement:
        case Declare(variable=variable, value=value):
            return replace(statement, value=_expression(value, variable.name, put))
        case Perform(call=call):
            changed = _expression(call, identifier(call.member.name), put)
            assert isinstance(changed, Invoke)
            return Perform(changed)
        case AssignField(name=name, value=value):
            return replace(statement, value=_expression(value, name, put))
        case AssignElement(value=value):
            return replace(statement, value=_expression(value, "element", put))


def _assertion(assertion: Assertion, put: Put) -> Assertion:
    match assertion.actual:
        case Invoke(member=member):
            name = _GETTER.sub("", member.name)
        case FieldOf(name=name):
            pass
        case _:
            name = ""
    name_of_expected = _EXPECTED + name[:1].upper() + name[1:]
    if assertion.kind != "null":
        return replace(assertion, expected=_expression(assertion.expected, name_of_expected, put))
    expected = put(Null(static_type(assertion.actual)), name_of_expected)
    if isinstance(expected, Null):
        return assertion
    return replace(assertion, kind="same" if _is_identical(expected) else "equals", expected=expected)


def _is_identical(value: Expression) -> bool:
    """True for a value other than null that is compared by identity."""
    type_ = static_type(value)
    return type_ != STRING and class_of(type_) not in UNBOXED


def _expression(expression: Expression, name: str, put: Put) -> Expression:
    match expression:
        case Literal() | Text() | Null() | Boxed() | StaticField():
            return put(expression, name)
        case ArrayOf(elements=elements) if elements:
            return replace(expression, elements=tuple(_expression(each, name, put) for each in elements))
        case New(arguments=arguments):
            return replace(expression, arguments=tuple(_expression(each, name, put) for each in arguments))
        case Invoke(receiver=receiver, arguments=arguments):
            shown = None if receiver is None else _expression(receiver, name, put)
            return replace(
                expression, receiver=shown, arguments=tuple(_expression(each, name, put) for each in arguments)
            )
        case FieldOf(receiver=receiver):
            return replace(expression, receiver=_expression(receiver, name, put))
        case Element(array=array):
            return replace(expression, array=_expression(array, name, put))
    return expression


# ---- tables


def _table(group: Sequence[TestMethod], taken: set[str], facts: SourceFacts) -> TestMethod | None:
    """One test for several; None if they do not differ in values."""
    columns = list(zip(*(_values(each, facts) for each in group), strict=True))
    differing = [at for at, column in enumerate(columns) if len({value for value, _ in column}) > 1]
    if not differing:
        return None
    first = group[0]
    declared = {each.variable.name for each in first.recipe.setup if isinstance(each, Declare)}
    names = {*declared, *((first.result.name,) if first.result is not None else ()), "thrown"}
    parameters: dict[int, Variable] = {}
    for at in differing:
        value, name = columns[at][0]
        parameters[at] = Variable(_free(name, names), static_type(value))
    counter = iter(range(len(columns)))

    def put(value: Slot, name: str) -> Expression:
        return parameters.get(next(counter), value)

    rows = tuple(
        Row(each.names[0], tuple(columns[at][number][0] for at in differing), each.comment, each.case)
        for number, each in enumerate(group)
    )
    table = Table(tuple(parameters.values()), rows)
    return replace(
        _mapped(first, put, facts), name=unique(_name(group), taken), comment=(), case="", ran="", table=table
    )


def _free(name: str, taken: set[str]) -> str:
    """A name that no variable has, made from ``name``."""
    return unique(name if name not in taken else f"{name}Value", taken)


def _name(group: Sequence[TestMethod]) -> str:
    """The name of the test: ``grade_returnsExpected``, or ``add_throwsIllegalArgumentException`` if all rows
    end alike.
    """
    parts = [each.name.split("_") for each in group]
    methods, endings = {each[0] for each in parts}, {"".join(each[1:2]) for each in parts}
    method = methods.pop() if len(methods) == 1 else min(methods, key=len)
    if len(endings) == 1:
        return f"{method}_{endings.pop()}"
    kinds = {_LOWER.sub("", each) for each in endings}
    return f"{method}_{kinds.pop() if len(kinds) == 1 else 'gives'}Expected"
