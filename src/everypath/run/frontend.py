"""A concrete front end: an entry is fuzzed on the JVM for a moment, and inputs that reach something new are kept.

Inputs are drawn from small, boundary and the code's own values and built as those of paths are (`inputs.samples`);
what reaches new probes is mutated further. The kept ones seed the exploration as models, so a solver is asked only for
what they did not come to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from everypath.bridge import Bridge, Status
from everypath.bridge.containment import is_isolated
from everypath.bridge.coverage import CLASS_BITS
from everypath.errors import EverypathError
from everypath.explore.seeds import Seed
from everypath.inputs.samples import Sample, Sampler
from everypath.suite.build import build_input
from everypath.suite.replay import plan_of

if TYPE_CHECKING:
    from everypath.bridge import Outcome
    from everypath.inputs import SymbolicInputs
    from everypath.program import Method
    from everypath.suite import CaseBuilder, Courses
    from everypath.suite.expr import Recipe

ROUND = 32
"""Inputs of one round: rounds go on while they show something new."""

MOST_ROUNDS = 40

PATIENT = 8
"""So many rounds in a row without anything new are the last."""

MOST_SEEDS = 40

FUEL = 20_000
"""Blocks that one run may enter."""

PATIENCE = 0.1
"""Seconds for one run: what takes longer ends the fuzzing of its entry."""

_ENDED = (Status.OK, Status.THROW)


@dataclass(frozen=True)
class _Kept:
    sample: Sample
    size: int
    called: tuple[int, ...]


class FrontEnd:
    """Fuzzes the entries of one target."""

    def __init__(self, bridge: Bridge, builder: CaseBuilder, courses: Courses) -> None:
        self._bridge = bridge
        self._builder = builder
        self._courses = courses

    def seeds(self, inputs: SymbolicInputs, entry: Method) -> Sequence[Seed]:
        """Inputs that reach code which none before them reached, the smallest first."""
        sampler = Sampler(inputs, entry, harmless=not is_isolated())
        kept: list[_Kept] = []
        seen: set[int] = set()
        fruitless = 0
        for number in range(MOST_ROUNDS):
            if number == 0:
                samples = [sampler.plainest()]
            else:
                samples = [self._next(sampler, kept, at) for at in range(ROUND)]
            found = self._run(entry, samples, seen)
            if found is None:
                break
            kept += found
            fruitless = 0 if found else fruitless + 1
            if fruitless >= PATIENT or len(kept) >= MOST_SEEDS or self._all_seen(entry, seen):
                break
        kept.sort(key=lambda each: each.size)
        return [Seed(each.sample.model, self._courses.reached(each.called), each.sample.choices()) for each in kept]

    def _all_seen(self, entry: Method, seen: set[int]) -> bool:
        """Whether the JVM entered every block of the entry and went every way in it."""
        table = self._bridge.probes(entry.owner.name)
        probes = table.method(entry.name, entry.descriptor) if table is not None else None
        if table is None or probes is None:
            return True
        first = (table.number << CLASS_BITS) + probes.first
        return seen.issuperset(range(first, first + len(probes.probes)))

    @staticmethod
    def _next(sampler: Sampler, kept: Sequence[_Kept], at: int) -> Sample:
        """Every other input is a mutant of a kept one, the latest most often."""
        if at % 2 and kept:
            return sampler.draw(kept[-1 - (at // 2) % min(len(kept), 4)].sample)
        return sampler.draw()

    def _run(self, entry: Method, samples: Sequence[Sample], seen: set[int]) -> list[_Kept] | None:
        """Those of the inputs that reach something new; None where no more runs should be made."""
        built = [(sample, recipe) for sample in samples if (recipe := self._recipe(entry, sample)) is not None]
        if not built:
            return None if len(samples) == ROUND else []
        kept: list[_Kept] = []
        outcomes = self._bridge.replay_many([plan_of(recipe) for _, recipe in built], FUEL, PATIENCE)
        for (sample, recipe), outcome in zip(built, outcomes, strict=True):
            if outcome.status is Status.TIMEOUT:
                return None
            if outcome.status in _ENDED and not seen.issuperset(outcome.called):
                seen.update(outcome.called)
                kept.append(_Kept(sample, recipe.size, outcome.called))
        return None if any(_is_fatal(each) for each in outcomes) else kept

    def _recipe(self, entry: Method, sample: Sample) -> Recipe | None:
        package = self._builder.test_package(entry.owner.name)
        members = self._builder.members(package)
        member = members.method(entry.owner.name, entry.name, entry.descriptor)
        try:
            return build_input(sample.shape, sample.model, members, member).recipe
        except EverypathError:
            return None


def _is_fatal(outcome: Outcome) -> bool:
    return outcome.status in (Status.EXIT, Status.OOM, Status.DIED) or bool(outcome.threads)
