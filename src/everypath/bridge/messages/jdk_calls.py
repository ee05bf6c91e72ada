"""Concrete calls into the JDK: arguments and results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, cast

from everypath.bridge.messages.plan import Json, Literal
from everypath.bridge.messages.snapshot import NULL, Node, Value, decode_node, decode_value
from everypath.classfile import internal_name
from everypath.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class ArrayArgument:
    """An array of constants; ``element`` is a descriptor."""

    element: str
    content: tuple[Literal, ...]


Argument: TypeAlias = Literal | ArrayArgument


@dataclass(frozen=True, slots=True)
class JdkCall:
    """A call of a pure JDK method (or constructor, ``<init>``); the receiver of an instance method comes first."""

    owner: str
    name: str
    descriptor: str
    arguments: tuple[Argument, ...]

    def encode(self) -> dict[str, Json]:
        """The call as JSON."""
        return {
            "class": self.owner,
            "name": self.name,
            "descriptor": self.descriptor,
            "arguments": [_argument(argument) for argument in self.arguments],
        }


@dataclass(frozen=True, slots=True)
class JdkResult:
    """The result of a `JdkCall`.

    ``value`` is the result (null for void), whose `Ref`s point into ``objects``; ``exception`` is an internal class
    name; ``failure`` is the reason if the call could not be made (no such method, or it took too long).
    """

    value: Value = NULL
    objects: tuple[Node, ...] = ()
    exception: str | None = None
    message: str | None = None
    failure: str | None = None


def _argument(argument: Argument) -> Json:
    if isinstance(argument, ArrayArgument):
        if argument.element in {"Z", "B", "S", "C", "I", "J", "F", "D"}:
            return ["a", argument.element, [literal.payload for literal in argument.content]]
        return ["a", argument.element, [_argument(literal) for literal in argument.content]]
    if argument.type == "N":
        return None
    return [argument.type, argument.payload]


def decode_jdk_result(answer: dict[str, Json]) -> JdkResult:
    """Decode the answer of the library process."""
    status = answer["status"]
    if status == "ok":
        objects = cast("Sequence[Json]", answer["objects"])
        return JdkResult(decode_value(answer["returned"]), tuple(decode_node(node) for node in objects))
    if status == "throw":
        exception = internal_name(cast("str", answer["exception"]))
        return JdkResult(exception=exception, message=cast("str | None", answer["message"]))
    return JdkResult(failure=cast("str", answer.get("message") or status))
