"""Calls that the machine does not support are answered by what a run of the same sequence on the JVM saw."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import pytest
from tests.explore.lab import CLOCK, Lab

from everypath.bridge import BoxNode, Call, Literal, New, Plan, Ref, Status, Step, Text
from everypath.explore.concolic import ConcolicSearch, OpenSides, SeedReport
from everypath.run.coverage import OpenJumps, goals_of
from everypath.run.engine import Engine
from everypath.run.method_analysis.recordings import Recorder
from everypath.state import Ending
from everypath.suite.stubs import TAKE_RECORDED, recording

OUTSIDE, NAME = "concolic/Outside", "javax/xml/namespace/QName"
STRING, OBJECT = "Ljava/lang/String;", "Ljava/lang/Object;"


@pytest.fixture(scope="module")
def lab(java_classes: Callable[..., Path]) -> Iterator[Lab]:
    found = Lab(java_classes("concolic"))
    yield found
    found.bridge.close()


def search(lab: Lab, *steps: Step, records: bool = True) -> SeedReport:
    (ran,) = lab.bridge.replay_many([Plan(steps, len(steps) - 1)])
    jumps = OpenJumps(lab.bridge.probes, goals_of(ran.hits, lab.bridge))
    record = Recorder(cast("Engine", lab)) if records else None
    return ConcolicSearch(lab.machine, lab.solver, OpenSides(jumps), clock=CLOCK, record=record).run(steps, 60.0)


def literals(report: SeedReport, at: int) -> set[Step]:
    return {each.steps[at] for each in report.made}


LOGGED = (New(OUTSIDE, "()V"), Literal.of("I", 3), Call(OUTSIDE, "logged", "(I)I", 0, (1,)))


def test_results_and_the_fields_of_objects_are_known(lab: Lab) -> None:
    assert search(lab, *LOGGED, records=False).ending is Ending.UNSUPPORTED
    report = search(lab, *LOGGED)
    assert report.ending is Ending.RETURNED
    assert literals(report, 1) == {Literal.of("I", 675)}


def test_texts_are_known(lab: Lab) -> None:
    steps = (New(OUTSIDE, "()V"), Literal.text("x"), Call(OUTSIDE, "local", f"({STRING}){STRING}", 0, (1,)))
    report = search(lab, *steps)
    assert report.ending is Ending.RETURNED
    assert Literal.text("shed") in literals(report, 1)


def test_calls_of_the_sequence_itself_are_answered(lab: Lab) -> None:
    steps = (
        *(Literal.text("door"), Call(NAME, "valueOf", f"({STRING})L{NAME};", None, (0,)), Literal.of("I", 1)),
        Call(OUTSIDE, "named", f"(L{NAME};I)I", None, (1, 2)),
    )
    report = search(lab, *steps)
    assert report.ending is Ending.RETURNED
    assert literals(report, 2) == {Literal.of("I", 1230)}


def test_what_is_written_to_arrays_is_known(lab: Lab) -> None:
    report = search(lab, Literal.of("I", 3), Call(OUTSIDE, "packed", "(I)I", None, (0,)))
    assert report.ending is Ending.RETURNED
    assert literals(report, 0) == {Literal.of("I", 3020)}


def test_a_class_that_is_recording_does_the_same(lab: Lab) -> None:
    """All calls of a method hand their results over, in their order; the JVM verifies the class."""
    listed = "java/util/ArrayList"
    steps: tuple[Step, ...] = (
        *(New(listed, "()V"), Literal.text("ab"), Literal.text("c")),
        *(Call("java/util/List", "add", f"({OBJECT})Z", 0, (each,)) for each in (1, 2)),
        *(New("java/util/HashMap", "()V"), New("java/lang/StringBuilder", "()V")),
        Call(OUTSIDE, "kinds", f"(Ljava/util/List;Ljava/util/Map;Ljava/lang/StringBuilder;){STRING}", None, (0, 5, 6)),
    )
    plan = Plan(steps, len(steps) - 1)
    plain = lab.bridge.replay(plan).returned
    data = lab.program.loader.classpath.find(OUTSIDE)
    assert data is not None
    longest = str(1 << 40)
    expected = {
        ("next", f"(){OBJECT}"): ["ab", "c"],
        ("hasNext", "()Z"): [1, 1, 0],
        ("max", "(JJ)J"): [1 << 40, 1 << 40],
        ("length", "()I"): [2 + len(longest), 5 + 2 * len(longest)],
        ("getOrDefault", f"({OBJECT}{OBJECT}){OBJECT}"): [2.5],
        ("scalb", "(DI)D"): [12.0],
        ("charAt", "(I)C"): [ord("a")],
    }
    for (name, descriptor), wanted in expected.items():
        rewritten = recording(data, name, descriptor)
        assert rewritten is not None
        ((again,),) = lab.bridge.replay_mutants(OUTSIDE, [(rewritten, [plan])], 100_000, 5.0)
        assert (again.status, again.returned) == (Status.OK, plain), name
        taken = lab.bridge.replay(Plan((Call(*TAKE_RECORDED),), 0))
        assert isinstance(taken.returned, Ref)
        found: list[object] = []
        for each in taken.objects[taken.returned.id].elements[::2]:
            node = taken.objects[each.id] if isinstance(each, Ref) else each
            assert isinstance(node, Text | BoxNode), node
            found.append(node.value if isinstance(node, Text) else node.value.value)
        assert found == wanted, name


def test_there_is_nothing_to_record_where_there_is_no_such_call(lab: Lab) -> None:
    data = lab.program.loader.classpath.find(OUTSIDE)
    assert data is not None
    assert recording(data, "nowhere", "()I") is None
    assert recording(data, "add", f"({OBJECT})V") is None
