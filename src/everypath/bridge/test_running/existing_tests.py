"""Tests that a project has, run on the bridge by the framework that they were written for, and what left which method.

A bridge for them is opened with ``exits``: beside the probes that were passed it tells which exceptions left which
methods of the analysed code, and of what else lies on its class path.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from everypath.bridge.messages.outcome import Outcome
from everypath.bridge.messages.plan import Literal, static_call
from everypath.bridge.messages.snapshot import ArrayNode, Ref, Text
from everypath.bridge.test_running import test_plans as junit
from everypath.classfile import dotted
from everypath.dataclass import dataclass

if TYPE_CHECKING:
    from everypath.bridge.bridge import Bridge

__all__ = ["Ran", "ran_of", "run_existing", "texts_of"]

_RUNNER = "everypath/existing/ExistingTests"
_FUEL = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Ran:
    """How many tests of a class ran, and those that failed with what they ended in."""

    tests: int
    failed: tuple[tuple[str, str], ...] = ()


def run_existing(bridge: Bridge, framework: str, klass: str, method: str, timeout: float) -> Outcome:
    """Run the tests of a class by internal name, or those of one name (empty: all), as `ran_of` reads it."""
    bridge.define(junit.stub_classes(bridge.existing))
    arguments = (framework, dotted(klass), method)
    descriptor = f"({'Ljava/lang/String;' * len(arguments)})[Ljava/lang/String;"
    return bridge.replay(static_call(_RUNNER, "run", descriptor, *map(Literal.text, arguments)), _FUEL, timeout)


def ran_of(outcome: Outcome) -> Ran | None:
    """What the runner told; None where it came to no end."""
    told = list(texts_of(outcome))
    if not told:
        return None
    failed = (line.partition("\t") for line in told[1:])
    return Ran(int(told[0]), tuple((name, why) for name, _, why in failed))


def texts_of(outcome: Outcome) -> Iterator[str]:
    """The texts in the array that a call returned."""
    if not isinstance(outcome.returned, Ref):
        return
    array = outcome.objects[outcome.returned.id]
    if isinstance(array, ArrayNode):
        for each in array.elements:
            value = outcome.objects[each.id] if isinstance(each, Ref) else each
            if isinstance(value, Text):
                yield value.value
