"""The plan that runs written tests in several threads of one JVM, on the same classes, and its result.

The threads yield to each other at probes (``ParallelTests.java``).
"""

from __future__ import annotations

from collections.abc import Sequence

from everypath.bridge.messages import Literal, Plan, ReplayResult, static_call
from everypath.bridge.test_running.existing_tests import returned_strings
from everypath.classfile import dotted

__all__ = ["FUEL", "TIMEOUT", "failed_tests", "plan_of"]

_RUNNER = "everypath/existing/ParallelTests"
_THREADS, _ROUNDS = 4, 5
_MANY, _ROUNDS_OF_MANY = 64, 2
"""The number of tests from which on fewer rounds are enough: each test meets many others in one round."""
FUEL = 200_000_000
TIMEOUT = 20.0


def plan_of(tests: Sequence[tuple[str, str]]) -> Plan:
    """The plan that runs tests without fixtures, given by internal class name and method."""
    lines = "\n".join(f"{dotted(klass)}\n{method}" for klass, method in tests)
    rounds = _ROUNDS if len(tests) < _MANY else _ROUNDS_OF_MANY
    arguments = Literal.text(lines), Literal.of("I", _THREADS), Literal.of("I", rounds)
    return static_call(_RUNNER, "run", "(Ljava/lang/String;II)[Ljava/lang/String;", *arguments)


def failed_tests(tests: Sequence[tuple[str, str]], outcome: ReplayResult) -> list[tuple[str, str]]:
    """The tests that failed; none if the process ended or ran out of time."""
    return [tests[int(each)] for each in returned_strings(outcome)]
