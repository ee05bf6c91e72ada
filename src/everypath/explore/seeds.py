"""Inputs that ran on the JVM already: what they reach needs no solver.

A seed is one input whose run showed something new (`everypath.run.frontend`), as a model of the entry's symbols. Seeds
are asked for once, when they are first needed, and of use twice:

- where a fork is picked and the cheap ways to decide it fail, they are tried on each slice of its conditions before a
  solver is (`Solver.suggestions`): a part of one and a part of another may be the input that nobody drew;
- where blocks of the entry are left that no path came to, the seeds that reach them are run as concolic testing runs
  its inputs: the machine goes their way, with symbols, and takes them as the witness.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeAlias

from everypath.errors import EngineError, WitnessContradictionError
from everypath.inputs.choices import CHOICES
from everypath.inputs.recipes import DISCARDED
from everypath.inputs.statics import BEFOREHAND
from everypath.state import Ending, State, discard
from everypath.term import Model

if TYPE_CHECKING:
    from everypath.explore.beginning import Beginnings
    from everypath.explore.goals import Goals
    from everypath.inputs import SymbolicInputs
    from everypath.vm.machine import Machine

LARGE = 1 << 30
STEPS = 100_000
"""Calls and backward jumps of a seed's path."""


@dataclass(frozen=True)
class Seed:
    """One input: its symbols' values, which of the ways to build its objects it takes, and the blocks of target code
    that the JVM entered with it, as numbers of `Machine.blocks`.
    """

    model: Model
    blocks: frozenset[int] = frozenset()
    choices: Mapping[str, int] = field(default_factory=dict)


SeedSource: TypeAlias = Callable[[], Sequence[Seed]]
"""Gives the seeds of an entry, the smallest inputs first."""


class Seeds:
    """The seeds of one exploration."""

    def __init__(self, source: SeedSource) -> None:
        self._source = source
        self._seeds: Sequence[Seed] | None = None
        self.sown = False
        """Whether the seeds were run."""

    def all(self) -> Sequence[Seed]:
        """The seeds."""
        if self._seeds is None:
            self._seeds = ()  # where it is interrupted, it is not tried again
            self._seeds = self._source()
        return self._seeds

    def models(self) -> Sequence[Model]:
        """Their values alone."""
        return [each.model for each in self.all()]

    def sow(
        self, machine: Machine, beginnings: Beginnings, inputs: SymbolicInputs, goals: Goals, fixed: frozenset[str]
    ) -> Iterator[State]:
        """The finished states of the seeds that reach what no path covers, each once it covered it here, too.

        No fork is kept: what lies beside these paths is left to the exploration. Bounds in ``fixed`` hold for them.
        """
        self.sown = True
        control = machine.control
        sink, bounds = control.sink, control.bounds
        relaxed = {name: LARGE for name in ("loop", "depth", "conditions", "length") if name not in fixed}
        for seed in self.all():
            if seed.blocks <= goals.covered:
                continue
            control.sink = discard
            control.bounds = replace(bounds, **(relaxed | ({} if "steps" in fixed else {"steps": STEPS})))
            try:
                state = _run(machine, beginnings, inputs, seed)
            finally:
                control.sink, control.bounds = sink, bounds
            if state is not None and goals.cover(state):
                yield state


def _run(machine: Machine, beginnings: Beginnings, inputs: SymbolicInputs, seed: Seed) -> State | None:
    """The path of one seed, from its start; None where it does not come to an end."""
    try:
        state = beginnings.first()
        state.attachments[CHOICES] = dict(seed.choices)
        state.witness = state.witness.with_(seed.model)
        inputs.prepare(state)
        if state.ending is None:
            machine.run(state)
    except (EngineError, WitnessContradictionError):
        return None
    ended = state.ending in (Ending.RETURNED, Ending.THREW) and DISCARDED not in state.attachments
    return state if ended and BEFOREHAND not in state.attachments else None
