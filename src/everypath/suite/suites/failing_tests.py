"""Tests that fail because of a bug: the exception of the call leaves the test.

They are for the person who fixes the bug. Each is a class of its own that compiles and fails with exactly the exception
of the finding; others are dropped.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from everypath.bridge import Bridge, JvmDefaults
from everypath.classfile import dotted, internal_name
from everypath.dataclass import dataclass
from everypath.suite.cases import CaseBuilder
from everypath.suite.source import JUNIT5, Framework, TestClass, TestMethod, TestSource, names_of_tests, render
from everypath.suite.suites.checker import Dropped
from everypath.suite.suites.writer import test_class_base, unwritable
from everypath.suite.testcase import TestCase, Throw, inlined

__all__ = ["FailingTest", "check_failing", "is_ill_typed", "prepare_failing"]

_REFUSED = "the test does not compile: "


@dataclass(frozen=True, slots=True)
class FailingTest:
    """A test class with one test, and the exception with which it has to fail."""

    test_class: TestClass
    throw: Throw


def prepare_failing(
    case: TestCase,
    throw: Throw,
    name: str,
    comment: Sequence[str],
    builder: CaseBuilder,
    *,
    forced_states: bool,
    framework: Framework = JUNIT5,
) -> FailingTest | Dropped:
    """The failing test of a case that throws. ``name`` is part of the name of its class, ``comment`` is in
    the class.
    """
    members = builder.members(internal_name(case.package))
    reason = unwritable(case, members, forced_states)
    if reason:
        return Dropped(case.expression, reason)
    base = test_class_base(case.class_name, members)
    method = TestMethod(
        names_of_tests([case], members)[0], inlined(case.recipe), comment=(*comment, *case.drawing), fails=True
    )
    return FailingTest(TestClass(case.package, f"{base}{name}Test", (method,), framework), throw)


def check_failing(
    tests: Mapping[str, FailingTest], builder: CaseBuilder, bridge: Bridge, *, assertions: bool = False
) -> tuple[dict[str, TestSource], dict[str, str]]:
    """The sources of the tests that compile and fail as expected, and reasons for the others, by the given keys.

    ``assertions``: a test may fail with ``-ea`` only.
    """
    sources = {
        key: render(each.test_class, builder.members(internal_name(each.test_class.package)).facts())
        for key, each in tests.items()
    }
    lost: dict[str, str] = {}
    compiled = bridge.tests.compile(_texts(sources.values()))
    if not compiled.ok:
        bad = {dotted(error.klass): error.message.splitlines()[0] for error in compiled.errors}
        found = {key: bad.get(source.qualified) for key, source in sources.items()}
        lost = {key: f"{_REFUSED}{why}" for key, why in found.items() if why is not None}
        sources = {key: source for key, source in sources.items() if key not in lost}
        compiled = bridge.tests.compile(_texts(sources.values()))
        if not compiled.ok:
            return {}, lost | dict.fromkeys(sources, "the test does not compile")
    chosen = [(internal_name(source.qualified), source.ranges[0][0]) for source in sources.values()]
    done = dict(sources)
    for each in (None,) if assertions else (None, JvmDefaults(assertions=False)):
        verdicts = zip(sources, bridge.tests.run(compiled.classes, chosen, defaults=each), strict=True)
        for key, outcome in ((key, verdict.outcome) for key, verdict in verdicts if key in done):
            throw = tests[key].throw
            if (outcome.exception, outcome.message) != (throw.class_name, throw.message):
                ending = f"{outcome.exception or outcome.status.value}: {outcome.message or ''}"
                lost[key] = f"the test ends with {ending}" if each is None else "the test fails with -ea only"
                del done[key]
    return done, lost


def is_ill_typed(reason: str) -> bool:
    """True if a test was dropped because an argument has the wrong type."""
    refused = reason.removeprefix(_REFUSED)
    return refused != reason and (refused.startswith("incompatible types") or "cannot be applied to" in refused)


def _texts(sources: Iterable[TestSource]) -> dict[str, str]:
    return {internal_name(source.qualified): source.text for source in sources}
