"""A concrete front end: an entry is fuzzed on the JVM for a moment, and inputs that reach something new are kept.

Inputs are drawn from small, boundary and the code's own values and built as those of paths are (`inputs.samples`);
what reaches new probes is mutated further. The kept ones seed the exploration as models, so a solver is asked only for
what they did not come to.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from everypath.bridge import CLASS_BITS, Bridge, Status, is_isolated
from everypath.dataclass import dataclass
from everypath.errors import EverypathError
from everypath.explore.search import Seed
from everypath.inputs.code_facts import called_methods
from everypath.inputs.lazy import Sample, Sampler
from everypath.suite.recipes import build_input
from everypath.suite.replay import plan_of

if TYPE_CHECKING:
    from everypath.bridge import Coverage, Outcome
    from everypath.inputs import SymbolicInputs
    from everypath.program import Method
    from everypath.suite import CaseBuilder, TraceComparator
    from everypath.suite.testcase import Recipe

ROUND = 32
"""Inputs of one round: rounds go on while they show something new."""

MOST_ROUNDS = 40

PATIENT = 8
"""So many rounds in a row without anything new are the last."""

MOST_SEEDS = 40

FUEL = 20_000
"""Blocks that one run may enter."""

PATIENCE = 0.5
"""Seconds for one run: what takes longer ends the fuzzing of its entry."""

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

    def fuzzing(self, inputs: SymbolicInputs, entry: Method) -> Fuzzing:
        """The fuzzing of one entry, which has not begun."""
        return Fuzzing(self, inputs, entry)


class Fuzzing:
    """The fuzzing of one entry: it can be run again and goes on, and draws the same inputs each time."""

    def __init__(self, front: FrontEnd, inputs: SymbolicInputs, entry: Method) -> None:
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

    def run(self, seconds: float) -> Sequence[Seed]:
        """Inputs that reach code which none before them reached, the smallest first, found until the time is over."""
        until = time.monotonic() + seconds
        while not self.finished and time.monotonic() < until:
            size = min(ROUND, 4**self._rounds)  # what takes its time shall show in a small round
            samples = [self._next(at) for at in range(size)] if self._rounds else [self._sampler.plainest()]
            self._rounds += 1
            self.finished = True  # where it is interrupted, it is not tried again
            found = self._run(samples)
            if found is None:
                break
            self._kept += found
            self._fruitless = 0 if found else self._fruitless + 1
            tired = self._fruitless >= PATIENT or self._rounds >= MOST_ROUNDS or len(self._kept) >= MOST_SEEDS
            self.finished = tired or self._all_seen()
        smallest = sorted(self._kept, key=lambda each: each.size)
        return [
            Seed(each.sample.model, self._trace_comparator.reached(each.called), each.sample.choices())
            for each in smallest
        ]

    def beyond(self, coverage: Coverage) -> list[Recipe]:
        """The inputs found so far that reach what is not covered, the smallest first."""
        covered = set(coverage.hits)
        found = []
        for each in sorted(self._kept, key=lambda each: each.size):
            if not covered.issuperset(each.called):
                covered.update(each.called)
                found.append(each.recipe)
        return found

    @cached_property
    def _sampler(self) -> Sampler:
        return Sampler(self._inputs, self._entry, harmless=not is_isolated())

    def _all_seen(self) -> bool:
        """Whether the JVM entered every block of the entry and of the private methods that it calls, and went every way
        in them.
        """
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
        """Every other input is a mutant of a kept one, the latest most often."""
        kept = self._kept
        return self._sampler.draw(kept[-1 - (at // 2) % min(len(kept), 4)].sample if at % 2 and kept else None)

    def _run(self, samples: Sequence[Sample]) -> list[_Kept] | None:
        """Those of the inputs that reach something new; None where no more runs should be made."""
        built = [(sample, recipe) for sample in samples if (recipe := self._recipe(sample)) is not None]
        if not built:
            return None if len(samples) == ROUND else []
        kept: list[_Kept] = []
        outcomes = self._bridge.replay_many([plan_of(recipe) for _, recipe in built], FUEL, PATIENCE)
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


def _is_fatal(outcome: Outcome) -> bool:
    return outcome.status in (Status.EXIT, Status.OOM, Status.DIED) or bool(outcome.threads)
