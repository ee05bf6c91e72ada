"""Compiled tests run without the frameworks that they are written for."""

from __future__ import annotations

from pathlib import Path

from everypath.bridge import (
    Bridge,
    Status,
)

SUBJECTS = Path(__file__).parents[2] / "java" / "bridge"


def test_junit_tests_without_junit(bridge: Bridge) -> None:
    compiled = bridge.tests.compile({"flow/FlowTest": (SUBJECTS / "FlowTest.java").read_text()})
    assert compiled.errors == ()
    verdicts = {v.method: v for v in bridge.tests.run(compiled.classes)}
    assert [name for name, verdict in verdicts.items() if verdict.passed] == ["passes"]
    assert set(verdicts) == {
        *("passes", "wrongValue", "zeros", "wrongException", "noException", "arrays", "fails", "hangs"),
    }
    assert verdicts["hangs"].outcome.status is Status.FUEL
    assert verdicts["wrongValue"].outcome.exception == "org/opentest4j/AssertionFailedError"
    assert verdicts["wrongValue"].outcome.message == "branch ==> expected: <0> but was: <1>"
    assert {v.outcome.exception for n, v in verdicts.items() if n not in {"passes", "hangs"}} == {
        "org/opentest4j/AssertionFailedError"
    }
