"""Flips of decisions from call sequences: the JVM says which sides the new sequences take."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from tests.explore.lab import CLOCK, Lab

from everypath.bridge import Call, Handed, Literal, New, NewArray, NewStub, Plan, Step
from everypath.explore.concolic import ConcolicSearch, Extender, OpenSides, SeedReport
from everypath.run.coverage import OpenJumps, goals_of
from everypath.run.results import Goals, union_of
from everypath.state import Ending

GATES = "concolic/Gates"
MADE = (Literal.of("I", 10), New(GATES, "(I)V", (0,)))
SECONDS = 60.0


class Trial:
    """A search on the subjects of these tests."""

    def __init__(self, classes: Path) -> None:
        self.lab = Lab(classes)

    def passed(self, *sequences: Sequence[Step]) -> Goals:
        """The goals that the JVM passes in sequences."""
        plans = [Plan(tuple(steps), len(steps) - 1) for steps in sequences]
        bridge = self.lab.bridge
        return union_of(goals_of(each.hits, bridge) for each in bridge.replay_many(plans))

    def open(self, passed: Goals, method: str) -> list[tuple[int, int, int]]:
        """The open sides of a method."""
        descriptor = self.lab.method(GATES, method).descriptor
        return OpenJumps(self.lab.bridge.probes, passed).sides(GATES, method, descriptor)

    def search(self, steps: Sequence[Step]) -> SeedReport:
        """Search from one sequence."""
        jumps = OpenJumps(self.lab.bridge.probes, self.passed(steps))
        return self.of(OpenSides(jumps)).run(steps, SECONDS)

    def of(self, sides: OpenSides) -> ConcolicSearch:
        """A search for sides."""
        return ConcolicSearch(self.lab.machine, self.lab.solver, sides, clock=CLOCK)

    def left(self, steps: Sequence[Step], method: str) -> list[tuple[int, int, int]]:
        """The sides of a method that neither a sequence takes nor those that are found from it."""
        report = self.search(steps)
        assert report.ending in (Ending.RETURNED, Ending.THREW), report.detail
        return self.open(self.passed(steps, *(each.steps for each in report.made)), method)


@pytest.fixture(scope="module")
def trial(java_classes: Callable[..., Path]) -> Iterator[Trial]:
    found = Trial(java_classes("concolic"))
    yield found
    found.lab.bridge.close()


def call(name: str, descriptor: str, *literals: Step) -> tuple[Step, ...]:
    """A call of a method of a gate on literals."""
    numbers = tuple(range(2, 2 + len(literals)))
    return (*MADE, *literals, Call(GATES, name, descriptor, 1, numbers))


@pytest.mark.parametrize(
    ("name", "steps"),
    [
        ("named", call("named", "(Ljava/lang/String;)I", Literal.text("x"))),
        ("looked", call("looked", "(Ljava/lang/String;)I", Literal.text("x"))),
        ("checked", call("checked", "(Ljava/lang/String;)Z", Literal.text("a"))),
        ("parsed", call("parsed", "(Ljava/lang/String;)I", Literal.text("1"))),
        ("mixed", call("mixed", "(JDZ)J", Literal.of("J", 5), Literal.of("D", 1.0), Literal.boolean(False))),
    ],
)
def test_a_literal_of_the_call_takes_all_sides(trial: Trial, name: str, steps: Sequence[Step]) -> None:
    assert trial.open(trial.passed(steps), name)
    assert not trial.left(steps, name)


def test_the_cases_of_a_switch_on_strings_are_found(trial: Trial) -> None:
    report = trial.search(call("switched", "(Ljava/lang/String;)I", Literal.text("")))
    made = {each.steps[2].payload for each in report.made if isinstance(each.steps[2], Literal)}
    assert {"left", "right"} <= made


def test_chars_that_are_fed_one_by_one_lead_through_an_automaton(trial: Trial) -> None:
    fed = [
        step for at in range(3) for step in (Literal.of("C", ord("a")), Call(GATES, "feed", "(C)V", 1, (2 + 2 * at,)))
    ]
    assert not trial.left((*MADE, *fed), "feed")


def test_numbers_of_earlier_calls_count(trial: Trial) -> None:
    steps = (
        *MADE,
        Literal.of("I", 5),
        Call(GATES, "add", "(I)V", 1, (2,)),
        Literal.of("I", 6),
        Call(GATES, "add", "(I)V", 1, (4,)),
        Call(GATES, "limited", "()I", 1, ()),
    )
    assert not trial.left(steps, "limited")


def test_elements_of_arrays_are_symbols(trial: Trial) -> None:
    numbers = [Literal.of("I", 1) for _ in range(5)]
    array = NewArray("I", 5, tuple((at, 2 + at) for at in range(5)))
    assert not trial.left((*MADE, *numbers, array, Call(GATES, "counted", "([I)I", 1, (7,))), "counted")


def test_answers_of_stubs_are_symbols(trial: Trial) -> None:
    stub = NewStub(f"{GATES}$Answer", (("number", "(I)I", 2),))
    steps = (*MADE, Literal.of("I", 1), stub, Call(GATES, "asked", "(Lconcolic/Gates$Answer;)I", 1, (3,)))
    report = trial.search(steps)
    assert any(each.steps[2] == Literal.of("I", 77) for each in report.made)


def test_stubs_of_abstract_classes_call_the_constructor(trial: Trial) -> None:
    answers = (("pressure", "()J", 3), ("unit", f"()L{GATES}$Unit;", 5))
    steps = (
        *MADE,
        *(Literal.of("I", 4), Literal.of("J", 1), Literal.text("PSI")),
        Call(f"{GATES}$Unit", "valueOf", f"(Ljava/lang/String;)L{GATES}$Unit;", None, (4,)),
        NewStub(f"{GATES}$Meter", answers, "(I)V", (2,)),
        Call(GATES, "metered", f"(L{GATES}$Meter;)I", 1, (6,)),
    )
    report = trial.search(steps)
    assert report.ending is Ending.RETURNED
    assert any(each.steps[2:4] == (Literal.of("I", 731), Literal.of("J", -9_000_000_000)) for each in report.made)


def test_what_stubs_are_handed_is_known(trial: Trial) -> None:
    passes = ("passes", "(JLconcolic/Gates;)V")
    stub = NewStub(f"{GATES}$Watcher")
    steps = (
        *(*MADE, stub, Call(GATES, "watched", f"(L{GATES}$Watcher;)V", 1, (2,))),
        Handed(2, f"{GATES}$Watcher", *passes, 1, 3),
        *(Literal.text("x"), Call(GATES, "named", "(Ljava/lang/String;)I", 4, (5,))),
    )
    report = trial.search(steps)
    assert report.ending is Ending.RETURNED
    assert any(each.steps[5] == Literal.text("Rumpelstiltskin") for each in report.made)
    (longer, *_) = Extender(trial.lab.program, lambda method: int(method.name == "counted")).extensions(steps[:5], [])
    assert longer[-1][:4] == (GATES, "counted", "([I)I", 4)


def test_what_is_no_constant_stays(trial: Trial) -> None:
    steps = call("named", "(Ljava/lang/String;)I", Literal.text("x"))
    report = trial.search(steps)
    assert [each.steps[2] for each in report.made] == [Literal.text("Rumpelstiltskin")]
    assert all(each.steps[3] == steps[3] for each in report.made)
    assert [len(each.aims) for each in report.made] == [1]


def test_sides_that_were_tried_are_left_out(trial: Trial) -> None:
    steps = call("named", "(Ljava/lang/String;)I", Literal.text("x"))
    jumps = OpenJumps(trial.lab.bridge.probes, trial.passed(steps))
    sides = OpenSides(jumps)
    first = trial.of(sides).run(steps, SECONDS)
    (aim,) = first.made[0].aims
    again = trial.of(OpenSides(jumps)).run(steps, SECONDS, tried=[aim])
    assert not again.made


def test_strings_of_fixed_lengths_get_other_chars_only(trial: Trial) -> None:
    steps = call("checked", "(Ljava/lang/String;)Z", Literal.text("aaaaa"))
    jumps = OpenJumps(trial.lab.bridge.probes, trial.passed(steps))
    report = trial.of(OpenSides(jumps)).run(steps, SECONDS, fixed_lengths=True)
    assert {len(str(each.steps[2].payload)) for each in report.made if isinstance(each.steps[2], Literal)} == {5}
    left = trial.open(trial.passed(steps, *(each.steps for each in report.made)), "checked")
    assert len(left) == 1  # that of another length


def test_calls_of_methods_with_open_sides_are_appended(trial: Trial) -> None:
    program = trial.lab.program
    extender = Extender(program, lambda method: {"asked": 2, "counted": 1}.get(method.name, 0))
    stub = (Literal.of("I", 5), NewStub(f"{GATES}$Answer", (("number", "(I)I", 0),)))
    found = list(extender.extensions(MADE, [stub]))
    assert [each[-1][:3] for each in found] == [
        (GATES, "asked", "(Lconcolic/Gates$Answer;)I"),
        (GATES, "counted", "([I)I"),
    ]
    assert found[1][-2] == NewArray("I", 3, ((0, 2), (1, 3), (2, 4)))
    report = trial.search(found[1])
    assert report.ending is Ending.RETURNED
