"""Random methods on nodes that may be shared, all heaps of three nodes: just one path takes each, and is right."""

from __future__ import annotations

import itertools
import random
from pathlib import Path as FilePath

import pytest
from tests.conftest import compile_java
from tests.explore.lab import Lab

from everypath.bridge import Call, Literal, New, Plan, SetField, Status, Step
from everypath.explore import Path
from everypath.inputs import Alias
from everypath.inputs.shapes import distinct_pairs
from everypath.term import BV32, Model, evaluate, is_null, ref_var, var

METHODS = 30
PLACES = ("a", "b", "a.next", "b.next", "a.next.next")
NODE = "shared/Heaps$Node"


def source(drawn: random.Random) -> str:
    methods = []
    for number in range(METHODS):
        body = "\n        ".join(statement(drawn) for _ in range(drawn.randint(3, 6)))
        head = f"    static int m{number}(Node a, Node b) {{\n        int r = 0;\n        "
        methods.append(f"{head}{body}\n        return r;\n    }}")
    node = "    static class Node { int value; Node next; }"
    return "package shared;\n\npublic class Heaps {\n" + "\n\n".join([node, *methods]) + "\n}\n"


def statement(drawn: random.Random) -> str:
    one, other, number = drawn.choice(PLACES), drawn.choice(PLACES), drawn.randint(1, 9)
    return drawn.choice(
        [
            f"{one}.value = {number};",
            f"r = 10 * r + {one}.value;",
            f"{one}.next = {other};",
            f"if ({one} == {other}) {{ r += {number}; }}",
            f"if ({one}.value > {other}.value) {{ {other}.value = {number}; }}",
            f"if ({one} != null) {{ r += {number}; }}",
        ]
    )


Heap = tuple[int | None, ...]
"""The nodes that a and b are, then the next of each node, by number; the value of node n is n + 1."""

HEAPS = [
    (a, b, *following)
    for a, b in ((None, 0), (0, None), (0, 0), (0, 1))
    for following in itertools.product((None, 0, 1, 2), repeat=3)
]


def place(heap: Heap, name: str) -> int | None:
    """The node at a place; a `KeyError` below null."""
    first, *rest = name.split(".")
    node = heap["ab".index(first)]
    for _ in rest:
        if node is None:
            raise KeyError(name)
        node = heap[2 + node]
    return node


def takes(path: Path, heap: Heap) -> Model | None:
    """The symbols of the path on this heap, if the heap takes the path."""
    values: dict = {}
    try:
        for name, node in path.shape.nodes.items():
            values[is_null(ref_var(name))] = place(heap, name) is None
            if isinstance(node.build, Alias) and place(heap, name) != place(heap, node.build.of):
                return None
            if place(heap, name) is not None:
                values[var(f"{name}.value", BV32)] = place(heap, name) + 1
        for one, other in map(sorted, distinct_pairs(path.state)):
            if place(heap, one) is not None and place(heap, one) == place(heap, other):
                return None
    except KeyError:
        return None
    model = Model(values)
    return model if all(evaluate(each, model) is True for each in path.constraints) else None


def plan(name: str, heap: Heap) -> Plan:
    steps: list[Step] = [New(NODE, "()V") for _ in range(3)]
    for number in range(3):
        steps.append(Literal.of("I", number + 1))
        steps.append(SetField(number, NODE, "value", len(steps) - 1))
        if heap[2 + number] is not None:
            steps.append(SetField(number, NODE, "next", heap[2 + number]))
    steps.append(Literal.null())
    null = len(steps) - 1
    arguments = tuple(null if each is None else each for each in heap[:2])
    call = Call("shared/Heaps", name, f"(L{NODE};L{NODE};)I", None, arguments)
    return Plan((*steps, call), len(steps))


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory):
    file = FilePath(tmp_path_factory.mktemp("shared")) / "Heaps.java"
    file.write_text(source(random.Random(7)))
    made = Lab(compile_java([file]))
    yield made
    made.bridge.close()


@pytest.mark.parametrize("number", range(METHODS))
def test_each_heap_takes_one_path(lab: Lab, number: int) -> None:
    name = f"m{number}"
    result = lab.explore("shared/Heaps", name)
    assert result.status == "complete"
    outcomes = lab.bridge.replay_many([plan(name, heap) for heap in HEAPS])
    for heap, outcome in zip(HEAPS, outcomes, strict=True):
        taken = [(path, model) for path in result.paths if (model := takes(path, heap)) is not None]
        assert len(taken) == 1, (heap, [path.number for path, _ in taken])
        path, model = taken[0]
        if outcome.status is Status.OK:
            assert (heap, evaluate(path.returned, model)) == (heap, outcome.returned.value)
        else:
            assert (heap, path.thrown) == (heap, outcome.exception)
