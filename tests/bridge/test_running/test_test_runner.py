"""Compiled tests run without the frameworks that they are written for."""

from __future__ import annotations

from pathlib import Path

import pytest

from everypath.bridge import Bridge, Compiled, Status

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


NAME = "flow/TogetherTest"
SOURCE = """
package flow;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;

class TogetherTest {
    static int ran;
    int prepared;

    enum Place { HERE, THERE }

    @BeforeEach
    void prepare() {
        prepared++;
    }

    @AfterEach
    void count() {
        ran++;
    }

    @Test
    void first() {
        assertEquals(1, prepared);
        assertEquals(0, ran);
    }

    @Test
    void afterAnother() {
        assertEquals(1, prepared);
        assertTrue(ran > 0);
    }

    @Test
    void never() {
        fail();
    }

    @Test
    void nested() {
        Object nested = new TogetherTest() {
            @Override
            public String toString() {
                return "" + VALUE;
            }
        };
        Runnable lambda = () -> assertEquals("" + TogetherTest.VALUE, nested.toString());
        lambda.run();
        switch (Place.valueOf("THERE")) {
            case HERE: fail(); break;
            default: break;
        }
    }

    @Test
    void sameClass() {
        throw new IllegalStateException("" + System.identityHashCode(Flow.class));
    }

    static final int VALUE = VERSION;
}
"""
TESTS = [(NAME, name) for name in ("first", "never", "afterAnother", "nested", "never")]


def compiled(bridge: Bridge, version: int) -> Compiled:
    found = bridge.tests.compile({NAME: SOURCE.replace("VERSION", str(version))})
    assert found.errors == ()
    return found


@pytest.mark.parametrize("restore", [False, True])
def test_a_failing_test_does_not_stop_those_after_it(bridge: Bridge, restore: bool) -> None:
    classes = compiled(bridge, 1).classes
    for _ in range(2):
        assert bridge.tests.run_together(classes, TESTS, restore=restore).failed == ((NAME, "never"),)
        failed = bridge.tests.run_together(classes, TESTS[::-1], restore=restore).failed
        assert failed == ((NAME, "never"), (NAME, "first"))


def test_classes_stay_loaded_while_tests_change(bridge: Bridge) -> None:
    seen = set()
    for version in (1, 2, 1):
        classes = compiled(bridge, version).classes
        names = ("first", "never", "nested", "sameClass")
        verdicts = {
            each.method: each for each in bridge.tests.run(classes, [(NAME, name) for name in names], restore=True)
        }
        assert [name for name, each in verdicts.items() if each.passed] == ["first", "nested"]
        assert {each.klass for each in verdicts.values()} == {NAME}
        seen.add(verdicts["sameClass"].outcome.message)
    assert len(seen) == 1
