"""The plan that runs a project's own tests with the framework that they were written for, and its result.

A bridge for them is opened with ``exits``: outcomes then say which exceptions left which methods of the analysed code
and of the rest of its class path.
"""

from __future__ import annotations

from collections.abc import Iterator

from everypath.bridge.messages import ArrayNode, Literal, Plan, Ref, ReplayResult, Text, static_call
from everypath.classfile import dotted
from everypath.dataclass import dataclass

__all__ = ["FUEL", "ExistingTestsResult", "existing_tests_result", "plan_of", "returned_strings"]

_RUNNER = "everypath/existing/ExistingTests"
FUEL = 1_000_000_000


@dataclass(frozen=True, slots=True)
class ExistingTestsResult:
    """The number of tests that ran, and those that failed, each with the exception that it ended with."""

    tests: int
    failed: tuple[tuple[str, str], ...] = ()


def plan_of(framework: str, klass: str, method: str) -> Plan:
    """The plan that runs the tests of a class (internal name) that are called ``method``, all if that is empty."""
    arguments = (framework, dotted(klass), method)
    descriptor = f"({'Ljava/lang/String;' * len(arguments)})[Ljava/lang/String;"
    return static_call(_RUNNER, "run", descriptor, *map(Literal.text, arguments))


def existing_tests_result(outcome: ReplayResult) -> ExistingTestsResult | None:
    """Decode the outcome of `plan_of`. None if the tests did not run to their end."""
    lines = list(returned_strings(outcome))
    if not lines:
        return None
    failed = (line.partition("\t") for line in lines[1:])
    return ExistingTestsResult(int(lines[0]), tuple((name, why) for name, _, why in failed))


def returned_strings(outcome: ReplayResult) -> Iterator[str]:
    """The strings in the array that a call returned; none if it returned no array."""
    if not isinstance(outcome.returned, Ref):
        return
    array = outcome.objects[outcome.returned.id]
    if isinstance(array, ArrayNode):
        for each in array.elements:
            value = outcome.objects[each.id] if isinstance(each, Ref) else each
            if isinstance(value, Text):
                yield value.value
