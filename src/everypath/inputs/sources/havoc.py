"""Unknown values that calls return: those of sources (``--source``), and results that are havocked.

Each is a fresh symbol of the type that the method returns. Its name consists of the class, the method and the number of
earlier calls. The values of sources are inputs of the path: its shape lists them in the order of the calls.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.dataclass import replace
from everypath.inputs.places import result_place
from everypath.inputs.shapes import SHAPE, Answer, shape_of, slot_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from everypath.inputs.places import InputPlace
    from everypath.state import State
    from everypath.term import Value
    from everypath.vm.core import Call

SOURCE = "source"

HAVOCKED = "inputs.havocked"
"""The attachment that counts the havocked results of each method."""


def unknown(call: Call, kind: str, symbol: Callable[[State, InputPlace], Value]) -> Value:
    """A fresh symbol for the result of the call; the result of a source becomes part of the input."""
    state, method = call.state, call.method
    name = f"{method.owner.simple_name}.{method.name}"
    if kind != SOURCE:
        return symbol(state, result_place(method, f"{name}#{_next_havocked(state, name)}"))
    answers = shape_of(state).sources
    number = sum(1 for each in answers if (each.owner, each.name) == (method.owner.name, method.name))
    place = result_place(method, f"{name}#{number}")
    value = symbol(state, place)
    answer = Answer(method.owner.name, method.name, method.descriptor, slot_of(place, value))
    state.attachments[SHAPE] = replace(shape_of(state), sources=(*answers, answer))
    return value


def _next_havocked(state: State, name: str) -> int:
    found = state.attachments.get(HAVOCKED)
    counts: dict[str, int] = dict(found) if isinstance(found, tuple) else {}
    number = counts.get(name, 0)
    state.attachments[HAVOCKED] = tuple({**counts, name: number + 1}.items())
    return number
