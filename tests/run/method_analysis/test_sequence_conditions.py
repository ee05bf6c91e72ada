"""Findings of call sequences have the condition of a symbolic run, which another input confirms."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.suite.sequences.sequence import STRING, Sequence, SequenceLab

from everypath.bridge import Literal, Plan, ReplayResult
from everypath.run.method_analysis.conditions import SequenceConditions
from everypath.solver import Solver

SHELF = "sequences/Shelf"


@pytest.fixture(scope="module")
def lab(java_classes: Callable[..., Path]) -> Iterator[SequenceLab]:
    found = SequenceLab(java_classes("sequences"))
    yield found
    found.bridge.close()


def conditions(lab: SequenceLab) -> SequenceConditions:
    solver = Solver()
    return SequenceConditions(lambda: (lab.machine, solver))


def at(index: int) -> Sequence:
    s = Sequence()
    made = s.new(SHELF, "(I)V", s.number(2))
    s.call(made, SHELF, "at", f"(I){STRING}", s.number(index))
    return s


def half(text: str, by: int) -> Sequence:
    s = Sequence()
    s.static(SHELF, "half", f"({STRING}I)I", s.text(text), s.number(by))
    return s


def called(name: str, number: int) -> Sequence:
    s = Sequence()
    s.static(SHELF, name, "(I)I", s.number(number))
    return s


@pytest.mark.parametrize(
    ("sequence", "expected"),
    [
        (at(2), "index >= 2, with these objects"),
        (half("xab", 0), "text.length() > 2 && text.charAt(0) == 'x' && by == 0"),
        (half("xab", 1), None),  # it returns
        (called("late", 7), None),  # the time decides, too
        (called("never", 7), None),  # nothing decides
    ],
)
def test_a_condition_is_about_the_literals_of_the_last_call(
    lab: SequenceLab, sequence: Sequence, expected: str | None
) -> None:
    found = conditions(lab).condition(lab.sequence(sequence), lab.case(sequence), lab.bridge)
    assert found == expected


class _Other:
    """A JVM on which the second plan returns."""

    def __init__(self, lab: SequenceLab) -> None:
        self._bridge = lab.bridge
        self.probes = lab.bridge.probes

    def replay_many(self, plans: list[Plan], **settings: object) -> list[ReplayResult]:
        return self._bridge.replay_many([plans[0], Plan((Literal.null(),), 0)])


def test_the_jvm_refutes_a_condition(lab: SequenceLab) -> None:
    sequence = at(2)
    assert conditions(lab).condition(lab.sequence(sequence), lab.case(sequence), _Other(lab)) is None
