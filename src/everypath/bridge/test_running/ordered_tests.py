"""The plan that runs written tests one after the other on the same classes, and its result.

A test that fails does not stop those after it (``OrderedTests.java``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from everypath.bridge.messages import Literal, Plan, ReplayResult, Status, Text, static_call
from everypath.bridge.test_running.test_plans import fixtures
from everypath.classfile import dotted

__all__ = ["failed_tests", "initialisation_of", "plan_of"]

_RUNNER = "everypath/existing/OrderedTests"


def plan_of(tests: Sequence[tuple[str, str]], names: Mapping[str, str], classes: Mapping[str, bytes]) -> Plan:
    """The plan that runs tests (internal class name, method) with their fixtures. A test may come several times.

    ``names`` are the names with which ``classes`` are defined, where these are others.
    """
    made = {each: _line(each, names, classes) for each in tests}
    lines = "\n".join(made[each] for each in tests)
    return static_call(_RUNNER, "run", "(Ljava/lang/String;)Ljava/lang/String;", Literal.text(lines))


def initialisation_of(klass: str) -> Plan:
    """The plan that initialises a class (internal name)."""
    return static_call(_RUNNER, "initialise", "(Ljava/lang/String;)V", Literal.text(dotted(klass)))


def _line(test: tuple[str, str], names: Mapping[str, str], classes: Mapping[str, bytes]) -> str:
    klass, method = test
    before, after = fixtures(classes.get(klass))
    methods = (method, str(len(before)), *(name for name, _ in (*before, *after)))
    return " ".join((dotted(names.get(klass, klass)), *methods))


def failed_tests(tests: Sequence[tuple[str, str]], outcome: ReplayResult) -> list[tuple[str, str]]:
    """The tests that failed, each once; none if the process ended or ran out of time."""
    if outcome.status is not Status.OK or not isinstance(outcome.returned, Text):
        return []
    return list(dict.fromkeys(tests[int(each)] for each in outcome.returned.value.split()))
