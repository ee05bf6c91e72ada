"""Seeds: inputs that already ran on the JVM, so that the code they reach needs no solver.

A seed is one input whose run showed something new (`everypath.run.engine.program_runs`), as a model of the entry's
symbols. If blocks of the entry are not covered, seeds are searched for. Those that reach them are run as in concolic
testing: the machine runs symbolically along the seed's path, with the seed as the witness. The untaken sides of its
forks become pending forks.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from everypath.dataclass import dataclass, field, replace
from everypath.errors import EngineError, WitnessContradictionError
from everypath.inputs.construction import DISCARDED
from everypath.inputs.shapes import CHOICES, aliases, choices_of
from everypath.inputs.sources import INITIALISED_BEFORE_ENTRY
from everypath.state import Ending, State, discard
from everypath.term import Model

if TYPE_CHECKING:
    from everypath.explore.limits import Effort
    from everypath.explore.search.goals import Goals, Side
    from everypath.inputs import SymbolicInputs
    from everypath.state import Fork
    from everypath.vm.interpreter import Machine

NO_BOUND = 1 << 30
"""The value of bounds that do not limit seeds."""

LONGEST_SEED = 1024
"""The most that the bound on lengths is raised to for a seed."""

STEPS = 100_000
"""The most calls and backward jumps of a seed's path."""


@dataclass(frozen=True, eq=False)
class Seed:
    """One input: the values of its symbols, and its choices among the recipes of its objects.

    ``blocks`` are the blocks of target code that the JVM entered with it, as numbers of `Machine.blocks`.
    """

    model: Model
    blocks: frozenset[int] = frozenset()
    choices: Mapping[str, int] = field(default_factory=dict)


class SeedSource(Protocol):
    """Finds the seeds of an entry."""

    finished: bool
    """True if more time would give no more seeds."""

    def run(self, seconds: float) -> Sequence[Seed]:
        """Search for ``seconds`` more. Returns all seeds found so far, the smallest inputs first."""


class SeedPaths:
    """The paths that ended since the first seed was run, by key: a pending fork may lead to one of them again."""

    def __init__(self) -> None:
        self._keys: set[Hashable] | None = None

    def __bool__(self) -> bool:
        return bool(self._keys)

    def __contains__(self, state: State) -> bool:
        return self._keys is not None and _key_of(state) in self._keys

    def begin(self) -> None:
        """Note that seeds are run from now on."""
        if self._keys is None:
            self._keys = set()

    def ended(self, state: State) -> None:
        """Note a path that ended."""
        if self._keys is not None:
            self._keys.add(_key_of(state))


def _key_of(state: State) -> Hashable:
    """A key of an ended path: its conditions, the classes, recipes and aliases of its inputs, and its ending."""
    choices = frozenset((name, number) for name, number in choices_of(state).items() if number)
    inputs = frozenset(state.types.items()), choices, frozenset(aliases(state).items())
    return frozenset(state.path), *inputs, state.ending, state.place


class Limit(NamedTuple):
    """The limit on running seeds: ``seconds`` of a clock. Their steps are added to ``effort``."""

    clock: Callable[[], float]
    seconds: float
    effort: Effort


class Seeds:
    """The seeds of one exploration."""

    def __init__(self, source: SeedSource) -> None:
        self.source = source
        self._seeds: Sequence[Seed] = ()
        self._started: set[Seed] = set()
        self.cut_short = False
        """True if the time was over before all seeds were found and run."""

    @property
    def left(self) -> bool:
        """True if there may be seeds that were not run."""
        return not self.source.finished or any(each not in self._started for each in self._seeds)

    def find(self, seconds: float) -> bool:
        """Search for seeds for at most ``seconds`` more. True if all are found."""
        if not self.source.finished:
            self._seeds = self.source.run(seconds)
        self.cut_short = not self.source.finished
        return not self.cut_short

    def are_ready(self, goals: Goals, seconds: float, *, partly: bool) -> bool:
        """True if seeds may cover open goals, and all are found; ``partly``: also if only some are found."""
        self.cut_short = False
        if not self.left or not (goals.open or goals.helper_goals_open):
            return False
        return self.find(seconds) or partly

    def run_all(
        self,
        machine: Machine,
        first: State,
        inputs: SymbolicInputs,
        goals: Goals,
        fixed: frozenset[str],
        limit: Limit,
    ) -> Iterator[tuple[State, list[Fork]]]:
        """Run the seeds that reach uncovered blocks. Yields each final state that covers something new here, too, with
        one fork for each side in target code that neither its path nor an earlier one took.

        ``first`` is an initial state. Seeds are run within the ``limit``. Bounds in ``fixed`` hold for them.
        """
        until = limit.clock() + limit.seconds
        for seed in self._seeds:
            if limit.clock() > until:
                self.cut_short = True
                break
            if seed in self._started or seed.blocks <= goals.covered:
                continue
            self._started.add(seed)
            untaken = _UntakenSides(goals)
            start = first.fork()
            state = run_seed(machine, start, inputs, seed, fixed, untaken.take)
            limit.effort.further_steps += start.steps - first.steps
            if state is not None and goals.cover(state):
                yield state, untaken.left()


class _UntakenSides:
    """The sink of a seed's path: keeps the first fork for each side that no path has taken in target code."""

    def __init__(self, goals: Goals) -> None:
        self._goals = goals
        self._forks: dict[Side, Fork] = {}
        self._taken: dict[Side, None] = {}

    def take(self, fork: Fork) -> None:
        """Take a fork that the path leaves: it takes the other side."""
        side = self._goals.side_of(fork)
        if side is None:
            return
        self._taken[side[0], side[1], not side[2]] = None
        if fork.kind != "limit" and self._goals.is_fresh(fork):
            self._forks.setdefault(side, fork)

    def left(self) -> list[Fork]:
        """The forks whose sides the path did not take later, either. Marks the sides of the path as taken."""
        for side in self._taken:
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
    """The final state of one seed's path from an initial ``state``; None if the path does not end.

    Only bounds in ``fixed`` hold, with a bound on lengths that permits the seed's values. ``sink`` gets its forks.
    """
    context = machine.context
    relaxed = {"steps": STEPS, **dict.fromkeys(("loop", "depth", "conditions"), NO_BOUND)}
    relaxed["length"] = max(context.bounds.length, min(_length(seed.model), LONGEST_SEED))
    bounds = replace(context.bounds, **{name: most for name, most in relaxed.items() if name not in fixed})
    with machine.using(replace(context, sink=sink, bounds=bounds)):
        return _run(machine, state, inputs, seed)


def _length(model: Model) -> int:
    """The total length of a seed's strings and arrays: that of their concatenation, and of operations on each char."""
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
