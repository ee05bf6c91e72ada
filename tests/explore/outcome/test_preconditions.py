"""Inferred preconditions: with them assumed nothing throws, with their negation everything does."""

from __future__ import annotations

import pytest
from tests.explore.lab import Lab

from everypath.explore.outcome import preconditions as safety
from everypath.explore.outcome import safe_condition
from everypath.inputs.conditions import check
from everypath.solver import Solver
from everypath.state import Ending
from everypath.suite.descriptions import requires_text

EXPECTED = {
    "at": "a != null && i >= 0 && i < a.length",
    "ratio": "x != y",
    "some": "(x <= 10 || a != null) && (x <= 10 || a.length > 3)",
    "never": "true",
    "always": "false",
    "second": "s != null && s.length() > 1",
    "last": "a != null && a.length >= 1",
    "checked": "high >= low",
    "following": "this.next != null && this.next.limit != 0",
}


@pytest.mark.parametrize("name", EXPECTED)
def test_the_condition_is_exact(conditions: Lab, name: str) -> None:
    """Short, read back by our own parser; nothing throws where it holds, and nothing returns where it does not."""
    method = conditions.method("proving/Guards", name)
    result = conditions.explore("proving/Guards", name)
    text = requires_text(result, conditions.program)
    assert text == EXPECTED[name]
    safe = conditions.explore("proving/Guards", name, requires=(check(text, method, conditions.program),))
    assert all(path.ending is Ending.RETURNED for path in safe.paths)
    assert bool(safe.paths) == (name != "always")
    assert set(conditions.outcomes(safe)) <= {"confirmed"}
    negated = check(f"!({text})", method, conditions.program)
    if name not in ("at", "second", "last", "following"):  # the negation looks into what may be null
        unsafe = conditions.explore("proving/Guards", name, requires=(negated,))
        assert all(path.ending is Ending.THREW for path in unsafe.paths)


def test_what_is_too_much_work_stays_longer(conditions: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without time to make it shorter, the condition is as exact as before."""
    monkeypatch.setattr(safety, "MOST_WORK", 0.0)
    method, solver = conditions.method("proving/Guards", "last"), Solver()
    result = conditions.explore("proving/Guards", "last")
    text = requires_text(result, conditions.program, solver)
    assert text is not None
    assert len(text) > len(EXPECTED["last"])
    assert not solver.statistics.events["queries"]
    safe = conditions.explore("proving/Guards", "last", requires=(check(text, method, conditions.program),))
    assert safe.paths
    assert all(path.ending is Ending.RETURNED for path in safe.paths)


def test_up_to_the_bound(conditions: Lab) -> None:
    result = conditions.explore("proving/Guards", "all")
    assert not result.exhaustive
    assert safe_condition(result) is not None
    exact = conditions.explore("proving/Guards", "ratio")
    assert exact.exhaustive


def test_without_overflow(conditions: Lab) -> None:
    """The range in which no operation overflows, beside the divisor that is not zero."""
    result = conditions.explore("proving/Guards", "checked")
    text = requires_text(result, conditions.program, overflow=True)
    assert text is not None
    method = conditions.method("proving/Guards", "checked")
    law = check("(long) high - low == result", method, conditions.program, after=True)
    safe = conditions.explore(
        "proving/Guards", "checked", requires=(check(text, method, conditions.program),), ensures=(law,)
    )
    assert [len(claim.counterexamples) for claim in safe.claims] == [0]
    (path,) = safe.paths
    assert path.ending is Ending.RETURNED
    plain = conditions.explore("proving/Guards", "checked", ensures=(law,))
    assert plain.claims[0].counterexamples
