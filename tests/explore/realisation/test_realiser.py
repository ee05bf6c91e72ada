"""Calls on objects of sequences whose fields are as a path needs them: the JVM says which code they enter."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from tests.explore.lab import CLOCK, Lab

from everypath.bridge import Call, Literal, New, Plan, Step
from everypath.explore import ClassSummaries, Explorer
from everypath.explore.concolic import ConcolicSearch, Extender
from everypath.explore.realisation import Realiser
from everypath.inputs import SymbolicInputs
from everypath.program import Method
from everypath.run.coverage import OpenJumps, goals_of
from everypath.run.engine import SUMMARY_OPTIONS
from everypath.run.results import Goals, union_of
from everypath.solver import Solver

VAULT, LOCK = "realisation/Vault", "realisation/Vault$Lock"
MADE = (New(LOCK, "()V", ()), New(VAULT, f"(L{LOCK};)V", (0,)))
RAISED = Call(VAULT, "raise", "()V", 1, ())
TURNED = Call(LOCK, "turn", "()V", 0, ())


class Trial:
    """A realiser on the subject of these tests."""

    def __init__(self, classes: Path) -> None:
        self.lab = Lab(classes)
        search = ConcolicSearch(self.lab.machine, self.lab.solver, clock=CLOCK)
        extender = Extender(self.lab.program, lambda method: 0)
        summaries = ClassSummaries(self.lab.machine, self._explored, with_held=True)
        self.realiser = Realiser(search, extender, summaries, lambda name: "realisation")

    def _explored(self, method: Method, inputs: SymbolicInputs, solver: Solver) -> Explorer:
        return Explorer(self.lab.machine, method, SUMMARY_OPTIONS, solver, inputs=inputs)

    def passed(self, *sequences: Sequence[Step]) -> Goals:
        """The goals that the JVM passes in sequences."""
        plans = [Plan(tuple(steps), len(steps) - 1) for steps in sequences]
        bridge = self.lab.bridge
        return union_of(goals_of(each.hits, bridge) for each in bridge.replay_many(plans))

    def open(self, passed: Goals, name: str) -> frozenset[int]:
        """The open blocks of a method."""
        return OpenJumps(self.lab.bridge.probes, passed).blocks(self.lab.method(VAULT, name))

    def longer(self, steps: Sequence[Step], *others: Sequence[Step]) -> list[tuple[Step, ...]]:
        """What is made from a sequence. These and the ``others`` have run."""
        self.realiser.begin(OpenJumps(self.lab.bridge.probes, self.passed(steps, *others)).blocks)
        return list(self.realiser.sequences(steps, (), lambda: math.inf))


@pytest.fixture
def trial(java_classes: Callable[..., Path]) -> Iterator[Trial]:
    found = Trial(java_classes("realisation"))
    yield found
    found.realiser.close()
    found.lab.bridge.close()


def called(name: str, descriptor: str, *arguments: Literal) -> tuple[Step, ...]:
    """A call that shows a method in a state in which it does little."""
    places = tuple(range(len(MADE), len(MADE) + len(arguments)))
    return (*MADE, *arguments, Call(VAULT, name, descriptor, 1, places))


OTHERS = (
    called("enter", "(I)I", Literal.of("I", 0)),
    called("unlock", "()I"),
    called("named", "(Ljava/lang/String;)I", Literal.text("x")),
    called("owned", "(Ljava/lang/String;)I", Literal.text("x")),
    (*MADE, Literal.text("me"), Call(VAULT, "sell", "(Ljava/lang/String;)V", 1, (2,))),
    (*MADE, RAISED),
    (*MADE, TURNED),
)


def test_fields_of_the_receiver_decide_together_with_arguments(trial: Trial) -> None:
    raised = (*MADE, RAISED, RAISED, RAISED)
    made = trial.longer(raised, *OTHERS)
    assert {each[: len(raised)] for each in made} == {raised}
    assert {each[-1][:2] for each in made} == {(VAULT, "enter")}
    assert Literal.of("I", 23) in {each[-2] for each in made}
    assert not trial.open(trial.passed(*OTHERS, *made), "enter")
    assert not trial.open(trial.passed(*OTHERS, *made), "opened")


def test_fields_of_objects_in_fields_decide(trial: Trial) -> None:
    turned = (*MADE, TURNED, TURNED)
    (made,) = trial.longer(turned, *OTHERS)
    assert made == (*turned, Call(VAULT, "unlock", "()I", 1, ()))
    assert not trial.open(trial.passed(*OTHERS, made), "unlock")


def test_lengths_of_strings_in_fields_decide(trial: Trial) -> None:
    sold = (*MADE, Literal.text("four"), Call(VAULT, "sell", "(Ljava/lang/String;)V", 1, (2,)))
    made = trial.longer(sold, *OTHERS)
    (named,) = (each for each in made if each[-1][1] == "named")
    assert isinstance(named[-2], Literal)
    assert len(str(named[-2].payload)) == 5
    assert not trial.open(trial.passed(*OTHERS, named), "named")


def test_contents_of_strings_in_fields_decide(trial: Trial) -> None:
    sold = (*MADE, Literal.text("four"), Call(VAULT, "sell", "(Ljava/lang/String;)V", 1, (2,)))
    (owned,) = (each for each in trial.longer(sold, *OTHERS) if each[-1][1] == "owned")
    assert owned[-2] == Literal.text("four")
    assert not trial.open(trial.passed(*OTHERS, owned), "owned")


def test_no_call_is_made_where_no_condition_holds(trial: Trial) -> None:
    assert trial.longer((*MADE, RAISED, RAISED, TURNED), *OTHERS) == []


def test_no_call_is_made_for_code_that_was_entered(trial: Trial) -> None:
    raised = (*MADE, RAISED, RAISED, RAISED)
    right = (*raised, Literal.of("I", 23), Call(VAULT, "enter", "(I)I", 1, (5,)))
    wrong = (*raised, Literal.of("I", 0), Call(VAULT, "enter", "(I)I", 1, (5,)))
    assert trial.longer(raised, *OTHERS, right, wrong) == []
