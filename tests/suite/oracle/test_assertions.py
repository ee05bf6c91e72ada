"""The assertions of written tests: results in depth, and hidden fields through methods. The JVM runs every test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.suite.support import Lab

from everypath.suite import CaseBuilder, SuiteOptions, select, write_tests

DEEP = "deep/Deep"


@pytest.fixture(scope="module")
def deep(java_classes: Callable[..., Path]) -> Iterator[Lab]:
    found = Lab(java_classes("oracles"))
    found.builder = CaseBuilder(found.program, SuiteOptions(), found.machine)
    yield found
    found.bridge.close()


def asserted(lab: Lab, *methods: str, of: str = DEEP) -> str:
    """The text of the tests of some methods, all of which compile and pass."""
    suite = write_tests([each.case for each in select(lab.verdicts(of, *methods))], lab.builder, lab.bridge)
    assert not suite.dropped
    return " ".join("\n".join(each.text for each in suite.sources).split())


@pytest.mark.parametrize(
    ("method", "assertion"),
    [
        ("house", 'assertEquals("o1", result.getOwner().getName());'),
        ("house", "assertArrayEquals(new int[][] {new int[] {1}, new int[] {1, 2}}, result.rooms);"),
        ("owners", 'assertEquals(2, result.length); assertEquals("a", result[0].getName());'),
        ("entry", 'assertEquals(Map.entry("x", 1), Deep.entry(1));'),
        ("oi", "assertEquals(OptionalInt.of(1), Deep.oi(1));"),
        ("oi", "assertEquals(OptionalInt.empty(), Deep.oi("),
        ("queueOf", "assertArrayEquals(new Object[] {Integer.valueOf(1), Integer.valueOf(3)}, result.toArray());"),
        ("setOf", "assertEquals(Set.of(1, 77777), Deep.setOf(1));"),
        ("list", "assertEquals(1, result.size());"),
        ("paired", 'assertEquals(Optional.of(new Deep.Pair("p", List.of(1))), Deep.paired(1));'),
        ("nothing", 'assertEquals(1, result.size()); assertEquals("one", result.get(null));'),
        ("order", "assertNotNull(Deep.order());"),
        ("third", "assertEquals(0.3333333333333333, Deep.third(1.0));"),
    ],
)
def test_results_are_looked_into(deep: Lab, method: str, assertion: str) -> None:
    assert assertion in asserted(deep, method)


def test_methods_show_hidden_fields(deep: Lab) -> None:
    text = asserted(deep, "push")
    assert "deep.push(1); assertEquals(1, deep.size());" in text
    assert "assertArrayEquals(new int[] {1}, deep.toArray());" in text
    assert "assertArrayEquals(new Object[] {Integer.valueOf(2)}, deep.queue().toArray());" in text
    assert "drain" not in text  # it changes the value that it returns


def test_a_record_that_checks_its_components_is_not_made_anew(deep: Lab) -> None:
    assert "new Deep.Point" not in asserted(deep, "checked")


def test_without_a_machine_only_getters_are_asked(deep: Lab) -> None:
    plain = CaseBuilder(deep.program, SuiteOptions())
    deep.known.clear()
    deep.builder, builder = plain, deep.builder
    try:
        assert "toArray" not in asserted(deep, "push")
    finally:
        deep.builder = builder
        deep.known.clear()


LEFT = "deep/Left"


@pytest.mark.parametrize(
    ("method", "written"),
    [
        ("add", 'assertEquals("price", thrown.getMessage()); assertTrue(left.isOpen()); }'),
        ("add", 'assertEquals("untouched", thrown.getMessage()); }'),
        ("add", "assertThrows(ArrayIndexOutOfBoundsException.class, () -> left.add(0)); assertEquals(2, left.size());"),
        ("hide", '() -> new Left().hide(0)); assertEquals("hidden", thrown.getMessage()); }'),
        ("fill", "Left.fill(into)); assertArrayEquals(new int[] {7}, into); }"),
        ("collect", 'Left.collect(into, "a")); assertEquals(1, into.size()); }'),
    ],
)
def test_changes_before_an_exception_are_asserted(deep: Lab, method: str, written: str) -> None:
    assert written in asserted(deep, method, of=LEFT)


def test_a_throwing_call_is_shown_on_one_line_whatever_its_test_declares(deep: Lab) -> None:
    expressions = {each.case.expression for each in deep.verdicts(LEFT, "add") if each.case.throws is not None}
    assert {"new Left().add(-1)", "new Left().add(5)"} <= expressions
