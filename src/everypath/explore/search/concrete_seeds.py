"""Inputs that ran on the JVM already: what they reach needs no solver.

A seed is one input whose run showed something new (`everypath.run.engine.fuzzing`), as a model of the entry's symbols.
Seeds
are asked for once, when they are first needed, and of use twice:

- where a fork is picked and the cheap ways to decide it fail, they are tried on each slice of its conditions before a
  solver is (`Solver.suggestions`): a part of one and a part of another may be the input that nobody drew;
- where blocks of the entry are left that no path came to, the seeds that reach them are run as concolic testing runs
  its inputs: the machine goes their way, with symbols, and takes them as the witness. The ways beside theirs that
  nothing went are their children.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from everypath.dataclass import dataclass, field, replace
from everypath.errors import EngineError, WitnessContradictionError
from everypath.inputs.construction import DISCARDED
from everypath.inputs.shapes import CHOICES, aliases, choices_of
from everypath.inputs.sources import INITIALISED_BEFORE_ENTRY
from everypath.state import Ending, State, discard
from everypath.term import Model

if TYPE_CHECKING:
    from everypath.explore.search.goals import Goals, Side
    from everypath.inputs import SymbolicInputs
    from everypath.state import Fork
    from everypath.vm.interpreter import Machine

LARGE = 1 << 30
FIRST = 0.2
"""Seconds in which seeds are looked for before a solver is asked."""

LONGEST = 1024
"""Longer strings are cut by the bound on lengths."""

STEPS = 100_000
"""Calls and backward jumps of a seed's path."""


@dataclass(frozen=True, eq=False)
class Seed:
    """One input: its symbols' values, which of the ways to build its objects it takes, and the blocks of target code
    that the JVM entered with it, as numbers of `Machine.blocks`.
    """

    model: Model
    blocks: frozenset[int] = frozenset()
    choices: Mapping[str, int] = field(default_factory=dict)


class SeedSource(Protocol):
    """Finds the seeds of an entry."""

    finished: bool
    """Whether more time would give no more seeds."""

    def run(self, seconds: float) -> Sequence[Seed]:
        """The seeds found so far and in so many further seconds, the smallest inputs first."""


class SeedPaths:
    """The paths of seeds and all that ended since the first of them: what waits may lead to one of them once more."""

    def __init__(self) -> None:
        self._keys: set[Hashable] | None = None

    def __bool__(self) -> bool:
        return bool(self._keys)

    def __contains__(self, state: State) -> bool:
        return self._keys is not None and _key_of(state) in self._keys

    def begin(self) -> None:
        """Seeds are sown from now on."""
        if self._keys is None:
            self._keys = set()

    def ended(self, state: State) -> None:
        """A path ended."""
        if self._keys is not None:
            self._keys.add(_key_of(state))


def _key_of(state: State) -> Hashable:
    """What tells the path of an ended state from others: its conditions and classes, how its inputs are built, which of
    them are one object, and how it ended.
    """
    choices = frozenset((name, number) for name, number in choices_of(state).items() if number)
    inputs = frozenset(state.types.items()), choices, frozenset(aliases(state).items())
    return frozenset(state.path), *inputs, state.ending, state.place


class Seeds:
    """The seeds of one exploration."""

    def __init__(self, source: SeedSource) -> None:
        self.source = source
        self._seeds: Sequence[Seed] = ()
        self._started: set[Seed] = set()
        self.cut_short = False
        """Whether the time was over before all seeds were found and sown."""

    @property
    def left(self) -> bool:
        """Whether there may be seeds that were not sown."""
        return not self.source.finished or any(each not in self._started for each in self._seeds)

    def find(self, seconds: float) -> bool:
        """Look for seeds, in so many more seconds at most. True: these are all."""
        if not self.source.finished:
            self._seeds = self.source.run(seconds)
        self.cut_short = not self.source.finished
        return not self.cut_short

    def are_ready(self, goals: Goals, seconds: float, *, partly: bool) -> bool:
        """Whether there are seeds to sow, and what for: all of them are found, but where some will do."""
        self.cut_short = False
        if not self.left or not (goals.open or goals.helpers_open):
            return False
        return self.find(seconds) or partly

    def models(self) -> Sequence[Model]:
        """The values of the seeds; they are looked for when they are first asked for."""
        if not self._seeds:
            self.find(FIRST)
        return [each.model for each in self._seeds]

    def run_all(
        self,
        machine: Machine,
        first: State,
        inputs: SymbolicInputs,
        goals: Goals,
        fixed: frozenset[str],
        seconds: float,
    ) -> Iterator[tuple[State, list[Fork]]]:
        """The finished states of the seeds found that reach what no path covers, each once it covered it here, too,
        with one fork for each way of target code beside its path that nothing went.

        ``first`` is a state on which paths begin. Seeds are run for some ``seconds``. Bounds in ``fixed`` hold for
        them.
        """
        until = time.monotonic() + seconds
        for seed in self._seeds:
            if time.monotonic() > until:
                self.cut_short = True
                break
            if seed in self._started or seed.blocks <= goals.covered:
                continue
            self._started.add(seed)
            beside = _Beside(goals)
            state = run_seed(machine, first.fork(), inputs, seed, fixed, beside.take)
            if state is not None and goals.cover(state):
                yield state, beside.left()


class _Beside:
    """The sink of a seed's path: keeps the first fork for each way that target code has not gone."""

    def __init__(self, goals: Goals) -> None:
        self._goals = goals
        self._forks: dict[Side, Fork] = {}
        self._went: dict[Side, None] = {}

    def take(self, fork: Fork) -> None:
        """A side that the path does not take."""
        side = self._goals.side_of(fork)
        if side is None:
            return
        self._went[side[0], side[1], not side[2]] = None
        if fork.kind != "limit" and self._goals.is_fresh(fork):
            self._forks.setdefault(side, fork)

    def left(self) -> list[Fork]:
        """Those whose way the path did not go later, either; the ways it went count as gone."""
        for side in self._went:
            self._goals.reached(side)
        return [fork for fork in self._forks.values() if self._goals.is_fresh(fork)]


def run_seed(
    machine: Machine,
    state: State,
    inputs: SymbolicInputs,
    seed: Seed,
    fixed: frozenset[str],
    sink: Callable[[Fork], None] = discard,
) -> State | None:
    """The path of one seed, from its start, without bounds but those in ``fixed``, and on lengths as long as what it
    brings; None where it does not come to an end. What it does not take goes to ``sink``.
    """
    context = machine.context
    relaxed = {"steps": STEPS, **dict.fromkeys(("loop", "depth", "conditions"), LARGE)}
    relaxed["length"] = max(context.bounds.length, min(_length(seed.model), LONGEST))
    bounds = replace(context.bounds, **{name: most for name, most in relaxed.items() if name not in fixed})
    with machine.using(replace(context, sink=sink, bounds=bounds)):
        return _run(machine, state, inputs, seed)


def _length(model: Model) -> int:
    """How long what a seed's strings and arrays are put together to may get: operations on each char take as much."""
    named = ((str(symbol.payload), value) for symbol, value in model.items())
    return sum(value for name, value in named if name.endswith(".length") and type(value) is int and value > 0)


def _run(machine: Machine, state: State, inputs: SymbolicInputs, seed: Seed) -> State | None:
    try:
        state.attachments[CHOICES] = dict(seed.choices)
        state.witness = state.witness.with_(seed.model)
        inputs.prepare(state)
        if state.ending is None:
            machine.run(state)
    except (EngineError, WitnessContradictionError):
        return None
    ended = state.ending in (Ending.RETURNED, Ending.THREW) and DISCARDED not in state.attachments
    return state if ended and INITIALISED_BEFORE_ENTRY not in state.attachments else None
