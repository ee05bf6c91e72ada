"""The environment of a program in a recipe: standard input, system properties and, in replays only, environment
variables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from everypath.inputs import InputShape, PrimitiveArrayInput, Slot
from everypath.suite.testcase import Expression, Invoke, Member, New, Null, Perform, Recipe, Statement, Text, called
from everypath.term import Model

if TYPE_CHECKING:
    from everypath.suite.recipes.accessibility import Members

__all__ = [
    "changes_environment",
    "environment_statements",
    "is_for_replays",
    "names_property",
    "shown_statements",
    "variable_set_by",
]

_SYSTEM = "java/lang/System"
_SET_INPUT = (_SYSTEM, "setIn", "(Ljava/io/InputStream;)V")
_SET_PROPERTY = (_SYSTEM, "setProperty", "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;")
_CLEAR_PROPERTY = (_SYSTEM, "clearProperty", "(Ljava/lang/String;)Ljava/lang/String;")
_OF_REPLAYS = "everypath/probes/"
_SET_VARIABLE = ("everypath/probes/Variables", "set", "(Ljava/lang/String;Ljava/lang/String;)V")
_STREAM = ("java/io/ByteArrayInputStream", "<init>", "([B)V")
_BYTES = ("java/lang/String", "getBytes", "()[B")
_PRINTED = frozenset({*range(0x20, 0x7F), *b"\t\n\r"})
"""Bytes that may be written as a text: they are one char each under the default charset of every JVM."""


def environment_statements(
    shape: InputShape, witness: Model, members: Members, expression: Callable[[Slot], Expression]
) -> Iterator[Statement]:
    """The statements that set the environment, in the order in which the path read it."""
    for each in shape.environment:
        if each.name is None:
            given = New(members.method(*_STREAM), (_bytes(shape, witness, members, each.slot, expression),))
            yield Perform(Invoke(members.method(*_SET_INPUT), None, (given,)))
            continue
        value = expression(each.slot)
        if each.variable:
            yield Perform(Invoke(Member(*_SET_VARIABLE, static=True), None, (Text(each.name), value)))
        elif isinstance(value, Null):
            yield Perform(Invoke(members.method(*_CLEAR_PROPERTY), None, (Text(each.name),)))
        else:
            yield Perform(Invoke(members.method(*_SET_PROPERTY), None, (Text(each.name), value)))


def _bytes(
    shape: InputShape, witness: Model, members: Members, slot: Slot, expression: Callable[[Slot], Expression]
) -> Expression:
    """The bytes as a text if it is printable, else one by one."""
    build = shape.node(slot.name).build
    if isinstance(build, PrimitiveArrayInput):
        content = [int(each) for each in build.concrete(witness)]
        if content and all(each in _PRINTED for each in content):
            return Invoke(members.method(*_BYTES), Text("".join(map(chr, content))), ())
    return expression(slot)


def names_property(call: Invoke) -> bool:
    """True if the first argument of a call is the name of a system property."""
    return call.member.owner == _SYSTEM and call.member.name in ("setProperty", "clearProperty")


def shown_statements(setup: Iterable[Statement]) -> list[Statement]:
    """The statements that are shown to people: those that a test can contain."""
    return [each for each in setup if not is_for_replays(each)]


def is_for_replays(statement: Statement) -> bool:
    """True for statements that only a replay can run: they set environment variables, or answers of sources."""
    return isinstance(statement, Perform) and called(statement.call).owner.startswith(_OF_REPLAYS)


def variable_set_by(statement: Statement) -> tuple[str, Expression] | None:
    """The environment variable that a statement sets, and its value; None for other statements."""
    if not isinstance(statement, Perform) or called(statement.call).owner != _SET_VARIABLE[0]:
        return None
    name, value = statement.call.arguments
    assert isinstance(name, Text)
    return name.value, value


def changes_environment(recipe: Recipe) -> bool:
    """True if the setup of a recipe sets the standard input or system properties."""
    return any(
        isinstance(each, Perform) and isinstance(each.call, Invoke) and each.call.member.owner == _SYSTEM
        for each in recipe.setup
    )
