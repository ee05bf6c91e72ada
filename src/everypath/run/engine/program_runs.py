"""Runs of a program on the JVM with drawn arguments and lines of standard input. Inputs that reach new code are kept.

On most paths through `Scanner`, a word stands where a number is expected. So the inputs that are kept are seeds of the
exploration of ``main`` (`everypath.explore.search.concrete_seeds`): it goes on beside their paths. Other methods have
no standard input: call sequences reach their code (`everypath.run.campaign`).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from everypath.bridge import CLASS_BITS, Bridge, Status
from everypath.dataclass import dataclass
from everypath.explore.search import Seed
from everypath.inputs.code_facts import called_methods
from everypath.inputs.lazy import ProgramInput, ProgramSampler
from everypath.suite.recipes import build_input
from everypath.suite.replay import plan_of
from everypath.work import replay_effort

if TYPE_CHECKING:
    from everypath.bridge import ReplayResult
    from everypath.program import Method, Program
    from everypath.suite import CaseBuilder, TraceComparator
    from everypath.suite.testcase import Recipe

ROUND = 32
"""Inputs of one round. Rounds continue while they reach new code."""

MOST_ROUNDS = 40
"""The most rounds for one program."""

PLATEAU_LIMIT = 8
"""The number of rounds in a row that reach nothing new after which the runs end."""

MOST_SEEDS = 40
"""The number of kept inputs after which the runs end."""

FUEL = 20_000
"""The most blocks that one run may enter."""

RUN_LIMIT = 0.5
"""Seconds for one run. A longer run is the last one."""

_ENDED = (Status.OK, Status.THROW)


@dataclass(frozen=True)
class _Kept:
    given: ProgramInput
    size: int
    called: tuple[int, ...]


class ProgramRuns:
    """The runs of one ``main`` method. Each call of `run` continues them; their inputs are the same in each process.

    ``counted``: its limits are in seconds of effort.
    """

    def __init__(
        self,
        bridge: Bridge,
        builder: CaseBuilder,
        trace_comparator: TraceComparator,
        program: Program,
        entry: Method,
        *,
        counted: bool = False,
    ) -> None:
        self._bridge = bridge
        self._builder = builder
        self._trace_comparator = trace_comparator
        self._program = program
        self._entry = entry
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
        """Run until the time is over. Returns all inputs so far that reached new code, the smallest first."""
        until = self._clock() + seconds
        while not self.finished and self._clock() < until:
            size = min(ROUND, 4**self._rounds)  # a slow program must show in a small round
            drawn = [self._next(at) for at in range(size)] if self._rounds else [self._sampler.plainest()]
            self._rounds += 1
            self.finished = True  # if this round is interrupted, the runs are not continued
            found = self._run(drawn)
            if found is None:
                break
            self._kept += found
            self._fruitless = 0 if found else self._fruitless + 1
            tired = self._fruitless >= PLATEAU_LIMIT or self._rounds >= MOST_ROUNDS or len(self._kept) >= MOST_SEEDS
            self.finished = tired or self._all_seen()
        smallest = sorted(self._kept, key=lambda each: each.size)
        return [Seed(each.given.model, self._trace_comparator.reached(each.called)) for each in smallest]

    @cached_property
    def _sampler(self) -> ProgramSampler:
        return ProgramSampler(self._program, self._entry)

    def _all_seen(self) -> bool:
        """True if the JVM took every block and every branch of the entry and of the private methods that it calls."""
        return all(self._seen.issuperset(self._probes(method)) for method in self._wanted)

    @cached_property
    def _wanted(self) -> list[Method]:
        called = called_methods(self._program, self._entry)
        return [method for method in called if method is self._entry or method.is_private]

    def _probes(self, method: Method) -> range:
        table = self._bridge.probes(method.owner.name)
        probes = table.method(method.name, method.descriptor) if table is not None else None
        if table is None or probes is None:
            return range(0)
        first = (table.number << CLASS_BITS) + probes.first
        return range(first, first + len(probes.probes))

    def _next(self, at: int) -> ProgramInput:
        """The next input. Every other one is a mutant of a kept input, mostly of the latest."""
        kept = self._kept
        return self._sampler.draw(kept[-1 - (at // 2) % min(len(kept), 4)].given if at % 2 and kept else None)

    def _run(self, drawn: Sequence[ProgramInput]) -> list[_Kept] | None:
        """The inputs that reach new code; None if the runs must end."""
        recipes = [self._recipe(each) for each in drawn]
        kept: list[_Kept] = []
        before = self._bridge.effort
        outcomes = self._bridge.replay_many([plan_of(each) for each in recipes], FUEL, RUN_LIMIT)
        self._replayed += replay_effort(self._bridge.effort - before)
        for given, recipe, outcome in zip(drawn, recipes, outcomes, strict=True):
            if outcome.status is Status.TIMEOUT:
                return None
            if outcome.status in _ENDED and not self._seen.issuperset(outcome.called):
                self._seen.update(outcome.called)
                kept.append(_Kept(given, recipe.size, outcome.called))
        return None if any(_is_fatal(each) for each in outcomes) else kept

    def _recipe(self, given: ProgramInput) -> Recipe:
        entry = self._entry
        members = self._builder.members(self._builder.test_package(entry.owner.name))
        member = members.method(entry.owner.name, entry.name, entry.descriptor)
        return build_input(given.shape, given.model, members, member).recipe


def _is_fatal(outcome: ReplayResult) -> bool:
    return outcome.status in (Status.EXIT, Status.OOM, Status.DIED) or bool(outcome.threads)
