"""Stubs are plain objects of classes of their own: the machine, replays, and the anonymous classes and lambdas of
written tests answer alike what code asks of them. The same holds for the objects on which constructors of abstract
classes run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.conftest import JDKS, TESTS
from tests.explore.lab import Lab, is_explored

from everypath.inputs import Stub

SOURCE = (TESTS / "java" / "explore" / "explored" / "Stubs.java").read_text()
METHODS = re.findall(r"^    static \w+ (\w+)\(", SOURCE, re.MULTILINE)
NAMED = {"proxied", "named"}
"""These ask for the class of a stub, whose name no input decides."""
ENDLESS = {"compared"}


def test_all_methods_are_tried():
    assert len(METHODS) >= 15
    assert set(METHODS) >= NAMED | ENDLESS


@pytest.mark.parametrize("method", METHODS)
def test_predictions_hold_and_written_tests_pass(lab: Lab, method: str):
    result = lab.explore("explored/Stubs", method)
    assert (result.status == "partial") is (method in NAMED), result.reasons
    assert is_explored(result) is (method not in NAMED and method not in ENDLESS)
    assert any(isinstance(node.build, Stub) for path in result.paths for node in path.shape.reachable())
    assert lab.outcomes(result) == {"confirmed": len(result.paths)}
    assert lab.suite(result) == len(result.paths)


@pytest.mark.parametrize(
    ("method", "results"),
    [("serializable", {2}), ("kept", {3, 4}), ("kinds", {1, 2, 3, 4}), ("copied", {2, 3, 4}), ("onlyId", {1, 2})],
)
def test_every_outcome_of_stubs_is_found(lab: Lab, method: str, results: set[int]):
    paths = lab.explore("explored/Stubs", method).paths
    assert {path.returned for path in paths if isinstance(path.returned, int)} - {-9} >= results


@pytest.mark.parametrize(
    ("owner", "descriptor", "paths"),
    [
        ("Base", "(I)V", 3),
        ("Base", "(Ljava/lang/String;)V", 8),
        ("Base", "(Ljava/util/List;Z)V", 9),
        ("Below", "(I)V", 3),
        ("Plain", "(Ljava/lang/Object;)V", 2),
    ],
)
def test_a_constructor_of_an_abstract_class_runs_on_an_object_of_a_subclass(
    lab: Lab, owner: str, descriptor: str, paths: int
):
    result = lab.explore(f"explored/Extended${owner}", "<init>", descriptor)
    assert (is_explored(result), len(result.paths)) == (True, paths), result.reasons
    assert lab.outcomes(result) == {"confirmed": paths}
    assert lab.suite(result) == paths


def test_what_a_subclass_supplies_is_part_of_the_input(lab: Lab):
    cases = lab.cases(lab.explore("explored/Extended$Base", "<init>", "(Ljava/lang/String;)V"))
    assert {case.throws.class_name for case in cases if case.throws} == {
        "java/lang/NullPointerException",
        "java/lang/ArithmeticException",
    }
    (ready,) = (
        case
        for case in cases
        if "this.ready()" in case.condition.split(" && ") and "this.suffix() == null" in case.condition
    )
    assert ready.expression == (
        'new Extended.Base("a") { @Override public int width() { return 3; } '
        "@Override public String suffix() { return null; } "
        "@Override public boolean ready(Extended.Base p0) { return true; } @Override public void accept(int p0) { } }"
    )


@pytest.mark.parametrize(
    ("owner", "descriptor"), [("Base", "()V"), ("Closed", "(I)V"), ("Inner", "(Lexplored/Extended;I)V")]
)
def test_a_class_that_no_test_can_extend_is_skipped(lab: Lab, owner: str, descriptor: str):
    result = lab.explore(f"explored/Extended${owner}", "<init>", descriptor)
    name = f"explored.Extended${owner}"
    assert result.status == "skipped"
    assert result.skipped == f"{name} is abstract and a test cannot extend it with this constructor"


@pytest.fixture(scope="module")
def older(java_classes: Callable[..., Path]) -> Iterator[Lab]:
    lab = Lab(java_classes("older", flags=("--release", "7")))
    yield lab
    lab.bridge.close()


@pytest.mark.skipif(JDKS[0].feature >= 20, reason="no javac after that of Java 19 compiles for Java 7")
@pytest.mark.parametrize(("method", "paths"), [("titled", 6), ("texts", 4), ("both", 4), ("raw", 2), ("held", 3)])
def test_what_compilers_add_as_bridges_is_one_method_with_what_they_call(older: Lab, method: str, paths: int):
    result = older.explore("older/Bridges", method)
    assert (is_explored(result), len(result.paths)) == (True, paths), result.reasons
    assert older.outcomes(result) == {"confirmed": paths}
    assert older.suite(result) == paths


def test_an_order_that_distinguished_two_objects_did_not_see_one(lab: Lab):
    result = lab.explore("explored/Stubs", "ranked")
    assert {path.returned for path in result.paths if path.thrown is None} == {2, 3}
