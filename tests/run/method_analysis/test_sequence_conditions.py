"""Findings of call sequences have the condition of a symbolic run, which another input confirms."""

from __future__ import annotations

import pytest
from tests.suite.sequences.sequence import STRING, Sequence, SequenceLab

from everypath.bridge import Literal, Plan, ReplayResult
from everypath.explore.concolic import ConcolicSearch
from everypath.run.method_analysis.conditions import SequenceConditions
from everypath.solver import Solver

SHELF = "sequences/Shelf"


def conditions(lab: SequenceLab) -> SequenceConditions:
    search = ConcolicSearch(lab.machine, Solver())
    return SequenceConditions(lambda: search)


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


def named(text: str, other: str) -> Sequence:
    s = Sequence()
    s.static(SHELF, "named", f"({STRING}{STRING})I", s.text(text), s.text(other))
    return s


@pytest.mark.parametrize(
    ("sequence", "expected"),
    [
        (at(2), "index >= 2, with these objects"),
        (half("xab", 0), "text.length() > 2 && text.charAt(0) == 'x' && by == 0"),
        (called("exactly", 3), "number == 3"),  # there is no other input
        (named("ab", "x" * 70), "text.length() == 2 && text.charAt(0) == 'a', with these objects"),  # one is too long
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


@pytest.mark.parametrize(("first", "is_refuted"), [("ab", True), ("b", False)])
def test_other_chars_are_tried_if_the_length_is_given(lab: SequenceLab, first: str, is_refuted: bool) -> None:
    """The other JVM returns, so a condition is left only if it allows no other input."""
    s = Sequence()
    s.static(SHELF, "only", f"({STRING})I", s.text(first))
    found = conditions(lab).condition(lab.sequence(s), lab.case(s), _Other(lab))
    assert (found is None) is is_refuted


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
