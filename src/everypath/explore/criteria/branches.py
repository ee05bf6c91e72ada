"""Branch, condition and modified condition/decision coverage of the entry, computed from the traces of paths."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from everypath.explore.paths import Goal
from everypath.program import control_tree
from everypath.vm.observers import blocks_of

if TYPE_CHECKING:
    from everypath.explore.search import Goals
    from everypath.program import Decision, Method
    from everypath.state import State


class Evaluation(NamedTuple):
    """One evaluation of a control node: the outcome of each evaluated condition, and that of the whole node."""

    decision: Decision
    asked: tuple[tuple[int, int], ...]
    exit: int


def evaluations(method: Method, blocks: Sequence[int]) -> Iterator[Evaluation]:
    """The complete evaluations of control nodes on a path through these blocks, in order."""
    asked: list[tuple[int, int]] = []
    decisions = control_tree(method).decisions
    for before, after in pairwise(blocks):
        decision = decisions.at(before)
        if decision is None or after not in method.flow.blocks[before].successors:
            asked = []  # no branch, or an exception
            continue
        asked.append((before, after))
        if after in decision.exits:
            yield Evaluation(decision, tuple(asked), after)
            asked = []


class _CodeCriterion:
    """A criterion whose goals are met by evaluations of control nodes."""

    is_endless = False

    def __init__(self, goals: Goals) -> None:
        self.method = goals.entry
        self._goals = self._all()
        self._left = dict(self._goals)

    def goals(self) -> Sequence[Goal]:
        """All goals."""
        return tuple(self._goals.values())

    def take(self, state: State) -> bool:
        """Note the goals that the path's evaluations meet; true if one is new."""
        before = len(self._left)
        for each in evaluations(self.method, blocks_of(state)):
            for key in self._met(each):
                self._left.pop(key, None)
        return len(self._left) < before

    def left(self) -> Sequence[Goal]:
        """The goals that no evaluation met."""
        return tuple(self._left.values())

    def _all(self) -> dict[Hashable, Goal]:
        raise NotImplementedError

    def _met(self, evaluation: Evaluation) -> Iterator[Hashable]:
        raise NotImplementedError

    def _decisions(self) -> list[Decision]:
        decisions = control_tree(self.method).decisions
        return [each for each in decisions.all if each.entry in decisions.order]

    def _branch(self, block: int) -> tuple[int, int]:
        pc = self.method.instructions[self.method.flow.blocks[block].last].pc
        return pc, self.method.line(pc)


class BranchCriterion(_CodeCriterion):
    """Every outcome of every control node."""

    def _all(self) -> dict[Hashable, Goal]:
        found: dict[Hashable, Goal] = {}
        decisions = control_tree(self.method).decisions
        for decision in self._decisions():
            pc, line = self._branch(decision.entry)
            for letter, exit_ in sorted(zip(decisions.letters(decision), decision.exits, strict=True)):
                found[decision.entry, exit_] = Goal(pc, line, f"goes {letter}, to line {self.method.line(exit_)}")
        return found

    def _met(self, evaluation: Evaluation) -> Iterator[Hashable]:
        yield evaluation.decision.entry, evaluation.exit


class ConditionCriterion(_CodeCriterion):
    """Both outcomes of every condition, alone or in a chain; every clause of a switch."""

    def _all(self) -> dict[Hashable, Goal]:
        found: dict[Hashable, Goal] = {}
        for decision in self._decisions():
            for block in sorted(decision.blocks):
                pc, line = self._branch(block)
                for successor in self.method.flow.blocks[block].successors:
                    jumps = successor != self.method.flow.blocks[block].end
                    text = f"the branch at {pc} {'jumps' if jumps else 'falls through'}"
                    found[block, successor] = Goal(pc, line, f"{text}, to line {self.method.line(successor)}")
        return found

    def _met(self, evaluation: Evaluation) -> Iterator[Hashable]:
        yield from evaluation.asked


class IndependenceCriterion(_CodeCriterion):
    """MC/DC: every condition is shown to decide the outcome by itself.

    Two evaluations show this if they differ in the outcome and in this condition, and agree in every other condition
    that both evaluate. Conditions that a short circuit skips may differ.
    """

    def __init__(self, goals: Goals) -> None:
        super().__init__(goals)
        self._seen: dict[Decision, dict[Evaluation, None]] = {}

    def _all(self) -> dict[Hashable, Goal]:
        found: dict[Hashable, Goal] = {}
        for decision in self._decisions():
            if len(decision.exits) == 2:
                for block in sorted(decision.blocks):
                    pc, line = self._branch(block)
                    found[block] = Goal(pc, line, f"the condition at {pc} decides the outcome by itself")
        return found

    def _met(self, evaluation: Evaluation) -> Iterator[Hashable]:
        seen = self._seen.setdefault(evaluation.decision, {})
        if evaluation in seen:
            return
        for other in seen:
            if other.exit != evaluation.exit:
                answers, others = dict(evaluation.asked), dict(other.asked)
                different = [block for block in answers if block in others and answers[block] != others[block]]
                if len(different) == 1:
                    yield different[0]
        seen[evaluation] = None
