"""Inputs of linked structures: nodes with final fields, lists that calls build, and objects passed to themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.explore.lab import Lab, is_explored

from everypath.inputs.code_facts import plain_constructor


@pytest.fixture(scope="module")
def structures(java_classes: Callable[..., Path]) -> Iterator[Lab]:
    made = Lab(java_classes("structures"))
    yield made
    made.bridge.close()


def test_what_a_plain_constructor_puts_where(structures: Lab):
    def read(name: str) -> object:
        return plain_constructor(structures.program, structures.method(name, "<init>"))

    vertex = "structures/graphs/Vertex"
    assert read(vertex).given == {(vertex, "id"): 0}
    assert read(vertex).preset == {(vertex, "id")}
    joined = read("structures/graphs/DisjointNode")
    assert joined.given == {("structures/graphs/DisjointNode", "name"): 0}
    assert ("structures/graphs/DisjointNode", "parent") in joined.preset
    assert read("structures/queues/RingBuffer") is None
    assert read("structures/trees/InOrder") is None


@pytest.mark.parametrize(
    ("name", "method", "wanted"),
    [
        ("structures/graphs/Vertex", "hasLoop", "vertex.edges = new Vertex.Edge(vertex, "),
        ("structures/graphs/DisjointNode", "find", "disjointNode.parent = disjointNode;"),
        ("structures/graphs/Walks", "isCyclic", "new Vertex.Edge(from, "),
    ],
)
def test_final_fields_are_given_and_the_others_assigned(structures: Lab, name: str, method: str, wanted: str):
    result = structures.explore(name, method)
    expressions = [case.expression for case in structures.cases(result)]
    assert any(wanted in each for each in expressions), expressions
    outcomes = structures.outcomes(result)
    assert set(outcomes) == {"confirmed"}


def test_an_object_may_be_passed_to_a_call_that_builds_it(structures: Lab):
    result = structures.explore("structures/lists/Ring", "size")
    assert is_explored(result)
    assert set(structures.outcomes(result)) == {"confirmed"}


def test_further_arguments_show_what_the_plainest_do_not(structures: Lab):
    result = structures.explore("structures/lists/SinglyLinked", "size")
    assert is_explored(result)
    assert {path.returned for path in result.paths} >= {0, 1}
    assert any(each.bound == "recipe" for each in result.restrictions)


def test_what_was_taken_out_again_is_an_input(structures: Lab):
    result = structures.explore("structures/lists/DoublyLinked", "span")
    thrown = {path.thrown for path in result.paths if path.thrown}
    assert "java/lang/NullPointerException" in {getattr(each, "class_name", each) for each in thrown}, thrown
    expressions = [case.expression for case in structures.cases(result)]
    assert any(".removeFirst();" in each for each in expressions)
