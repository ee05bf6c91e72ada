"""Fuzzing: an entry runs on the JVM with random inputs for a short time. Inputs that reach new code are kept.

The values are small ones, boundaries and constants of the code (`everypath.inputs.lazy`). Inputs that reach new probes
are mutated. The kept inputs are the seed inputs of the exploration (`everypath.explore.search.concrete_seeds`). With
``--fuzz unreached`` it runs them if no path reached some blocks. With ``--fuzz first`` it also tries their values
before it asks a solver.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from everypath.bridge import CLASS_BITS, Bridge, Status
from everypath.dataclass import dataclass
from everypath.errors import EverypathError
from everypath.explore.search import Seed
from everypath.inputs.code_facts import called_methods
from everypath.inputs.lazy import Sample, Sampler
from everypath.suite.recipes import build_input
from everypath.suite.replay import plan_of
from everypath.work import replay_effort

if TYPE_CHECKING:
    from everypath.bridge import Coverage, ReplayResult
    from everypath.inputs import SymbolicInputs
    from everypath.program import Method
    from everypath.suite import CaseBuilder, TraceComparator
    from everypath.suite.testcase import Recipe

ROUND = 32
"""Inputs of one round. Rounds continue while they reach new code."""

MOST_ROUNDS = 40
"""The most rounds for one entry."""

PLATEAU_LIMIT = 8
"""The number of rounds in a row that reach nothing new after which fuzzing ends."""

MOST_SEEDS = 40
"""The number of kept inputs after which fuzzing ends."""

FUEL = 20_000
"""The most blocks that one run may enter."""

RUN_LIMIT = 0.5
"""Seconds for one run. A longer run ends the fuzzing of its entry."""

_ENDED = (Status.OK, Status.THROW)


@dataclass(frozen=True)
class _Kept:
    sample: Sample
    recipe: Recipe
    called: tuple[int, ...]

    @property
    def size(self) -> int:
        return self.recipe.size


@dataclass(frozen=True)
class FrontEnd:
    """Fuzzes the entries of one target."""

    bridge: Bridge
    builder: CaseBuilder
    trace_comparator: TraceComparator

    def fuzzing(self, inputs: SymbolicInputs, entry: Method, *, counted: bool = False) -> Fuzzing:
        """The fuzzing of one entry, before its first run. ``counted``: its limits are in seconds of effort."""
        return Fuzzing(self, inputs, entry, counted=counted)


class Fuzzing:
    """The fuzzing of one entry. Each call of `run` continues it; its inputs are the same in each process."""

    def __init__(self, front: FrontEnd, inputs: SymbolicInputs, entry: Method, *, counted: bool = False) -> None:
        self._bridge = front.bridge
        self._builder = front.builder
        self._trace_comparator = front.trace_comparator
        self._entry = entry
        self._inputs = inputs
        self._kept: list[_Kept] = []
        self._seen: set[int] = set()
        self._rounds = 0
        self._fruitless = 0
        self.finished = False
        self._replayed = 0.0
        self._clock = self.effort if counted else time.monotonic

    def effort(self) -> float:
        """The work of all runs on the JVM so far, in seconds of effort."""
        return self._replayed

    def run(self, seconds: float) -> Sequence[Seed]:
        """Fuzz until the time is over. Returns all inputs so far that reached new code, the smallest first."""
        until = self._clock() + seconds
        while not self.finished and self._clock() < until:
            size = min(ROUND, 4**self._rounds)  # a slow method must show in a small round
            samples = [self._next(at) for at in range(size)] if self._rounds else [self._sampler.plainest()]
            self._rounds += 1
            self.finished = True  # if this round is interrupted, fuzzing is not continued
            found = self._run(samples)
            if found is None:
                break
            self._kept += found
            self._fruitless = 0 if found else self._fruitless + 1
            tired = self._fruitless >= PLATEAU_LIMIT or self._rounds >= MOST_ROUNDS or len(self._kept) >= MOST_SEEDS
            self.finished = tired or self._all_seen()
        smallest = sorted(self._kept, key=lambda each: each.size)
        return [
            Seed(each.sample.model, self._trace_comparator.reached(each.called), each.sample.choices())
            for each in smallest
        ]

    def beyond(self, coverage: Coverage) -> list[Recipe]:
        """The inputs found so far that reach code outside a coverage, the smallest first."""
        covered = set(coverage.hits)
        found = []
        for each in sorted(self._kept, key=lambda each: each.size):
            if not covered.issuperset(each.called):
                covered.update(each.called)
                found.append(each.recipe)
        return found

    @cached_property
    def _sampler(self) -> Sampler:
        return Sampler(self._inputs, self._entry)

    def _all_seen(self) -> bool:
        """True if the JVM took every block and every branch of the entry and of the private methods that it calls."""
        return all(self._seen.issuperset(self._probes(method)) for method in self._wanted)

    @cached_property
    def _wanted(self) -> list[Method]:
        called = called_methods(self._inputs.program, self._entry)
        return [method for method in called if method is self._entry or method.is_private]

    def _probes(self, method: Method) -> range:
        table = self._bridge.probes(method.owner.name)
        probes = table.method(method.name, method.descriptor) if table is not None else None
        if table is None or probes is None:
            return range(0)
        first = (table.number << CLASS_BITS) + probes.first
        return range(first, first + len(probes.probes))

    def _next(self, at: int) -> Sample:
        """The next input. Every other one is a mutant of a kept input, mostly of the latest."""
        kept = self._kept
        return self._sampler.draw(kept[-1 - (at // 2) % min(len(kept), 4)].sample if at % 2 and kept else None)

    def _run(self, samples: Sequence[Sample]) -> list[_Kept] | None:
        """The inputs that reach new code; None if fuzzing must end."""
        built = [(sample, recipe) for sample in samples if (recipe := self._recipe(sample)) is not None]
        if not built:
            return None if len(samples) == ROUND else []
        kept: list[_Kept] = []
        before = self._bridge.effort
        outcomes = self._bridge.replay_many([plan_of(recipe) for _, recipe in built], FUEL, RUN_LIMIT)
        self._replayed += replay_effort(self._bridge.effort - before)
        for (sample, recipe), outcome in zip(built, outcomes, strict=True):
            if outcome.status is Status.TIMEOUT:
                return None
            if outcome.status in _ENDED and not self._seen.issuperset(outcome.called):
                self._seen.update(outcome.called)
                kept.append(_Kept(sample, recipe, outcome.called))
        return None if any(_is_fatal(each) for each in outcomes) else kept

    def _recipe(self, sample: Sample) -> Recipe | None:
        entry = self._entry
        package = self._builder.test_package(entry.owner.name)
        members = self._builder.members(package)
        member = members.method(entry.owner.name, entry.name, entry.descriptor)
        try:
            return build_input(sample.shape, sample.model, members, member).recipe
        except EverypathError:
            return None


def _is_fatal(outcome: ReplayResult) -> bool:
    return outcome.status in (Status.EXIT, Status.OOM, Status.DIED) or bool(outcome.threads)
