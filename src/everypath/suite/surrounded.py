"""What is around a program, in its recipe: the statements that set its standard input and its system properties."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from everypath.inputs import InputShape, PrimitiveArrayInput, Slot
from everypath.suite.expr import Expression, Invoke, New, Null, Perform, Recipe, Statement, Text
from everypath.term import Model

if TYPE_CHECKING:
    from everypath.suite.members import Members

__all__ = ["changes_surroundings", "names_property", "surround"]

_SYSTEM = "java/lang/System"
_SET_INPUT = (_SYSTEM, "setIn", "(Ljava/io/InputStream;)V")
_SET_PROPERTY = (_SYSTEM, "setProperty", "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;")
_CLEAR_PROPERTY = (_SYSTEM, "clearProperty", "(Ljava/lang/String;)Ljava/lang/String;")
_STREAM = ("java/io/ByteArrayInputStream", "<init>", "([B)V")
_BYTES = ("java/lang/String", "getBytes", "()[B")
_PRINTED = frozenset({*range(0x20, 0x7F), *b"\t\n\r"})
"""Bytes that a text may stand for: one char each under the default charset of every JVM."""


def surround(
    shape: InputShape, witness: Model, members: Members, expression: Callable[[Slot], Expression]
) -> Iterator[Statement]:
    """The statements in the order in which the path asked for what they set."""
    for each in shape.surroundings:
        if each.name is None:
            given = New(members.method(*_STREAM), (_bytes(shape, witness, members, each.slot, expression),))
            yield Perform(Invoke(members.method(*_SET_INPUT), None, (given,)))
            continue
        value = expression(each.slot)
        if isinstance(value, Null):
            yield Perform(Invoke(members.method(*_CLEAR_PROPERTY), None, (Text(each.name),)))
        else:
            yield Perform(Invoke(members.method(*_SET_PROPERTY), None, (Text(each.name), value)))


def _bytes(
    shape: InputShape, witness: Model, members: Members, slot: Slot, expression: Callable[[Slot], Expression]
) -> Expression:
    """The bytes as a text where that is printed plainly, else one by one."""
    build = shape.node(slot.name).build
    if isinstance(build, PrimitiveArrayInput):
        content = [int(each) for each in build.concrete(witness)]
        if content and all(each in _PRINTED for each in content):
            return Invoke(members.method(*_BYTES), Text("".join(map(chr, content))), ())
    return expression(slot)


def names_property(call: Invoke) -> bool:
    """Whether the first argument of a call is the name of a system property."""
    return call.member.owner == _SYSTEM and call.member.name in ("setProperty", "clearProperty")


def changes_surroundings(recipe: Recipe) -> bool:
    """Whether the setup of a recipe sets what is around the program."""
    return any(
        isinstance(each, Perform) and isinstance(each.call, Invoke) and each.call.member.owner == _SYSTEM
        for each in recipe.setup
    )
