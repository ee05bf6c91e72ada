"""Further tests that kill mutants of a method which the selected tests do not kill.

Each mutant of code that the selected tests execute runs on the JVM against them. If it survives all of them, other
confirmed cases are tried, then further members of the paths through the changed instruction: some at boundaries, some
random. A case that kills a surviving mutant becomes a test. Limits count work and not time, so the tests are the same
in each run.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from everypath.bridge import CLASS_BITS, BlockProbe, MethodProbes, Plan, ProbeTable, ReplayResult
from everypath.bridge import Status as ReplayStatus
from everypath.classfile import access
from everypath.dataclass import dataclass, field, replace
from everypath.explore import Exploration, Path
from everypath.run.path_classes import RANDOM, build_member, preferences
from everypath.solver import Limits, Solver, StoredAnswers
from everypath.suite import CaseBuilder, Mutant, Verdict, case_plan, distinguishes, mutants_of
from everypath.suite.selection import worth
from everypath.term import Term, Value, add, eq, walk

if TYPE_CHECKING:
    from everypath.run.engine import Engine

__all__ = ["strengthened"]

MOST_MUTANTS = 150
FEW_TRIALS, MOST_TRIALS = 2, 8
"""The most cases of one kind (selected, other, member) that one mutant runs on, at first and in all."""
MOST_PATHS, MOST_IDLE = 10, 2
"""The most paths whose members are tried, and those that one mutant may survive: later ones seldom kill it."""
MOST_BOUNDARIES, MOST_RANDOM = 6, 2
"""The most members of one path that are built, at boundaries and random."""
FUEL = 60_000
"""The most steps of one run of a mutant, which may not end."""
RUN_LIMIT = 1.0
"""Seconds for one run of a mutant."""
MUTATION_SECONDS = 6.0
"""Seconds for the mutants of one method, counted as effort of the bridge and the solver."""
MEMBER_SECONDS = 0.1
"""Seconds of solver work for one further member of a path."""
MUTANT_BATCH = 25
"""Mutants that run before the effort is checked."""

_OF_THE_JVM = frozenset({"java/lang/StackOverflowError", "java/lang/OutOfMemoryError"})

Goal = tuple[int, int]
"""The number of a mutant, and the jump target that the original takes; -1 if the instruction is no jump."""
Tried = tuple[int, Sequence[int]]
"""The number of a mutant, and the positions of the cases that it runs on."""


@dataclass
class _Trials:
    """The mutants of one entry and the results so far. No mutant runs after the bridge and the solver have reached the
    effort ``until``.
    """

    engine: Engine
    table: ProbeTable
    mutants: list[Mutant]
    solver: Solver
    until: float
    alive: set[Goal] = field(default_factory=set)
    plans: dict[str, Plan] = field(default_factory=dict)
    passed: dict[tuple[str, str, str], tuple[frozenset[int], dict[int, tuple[int, ...]]]] = field(default_factory=dict)
    """For each case and method, the executed instructions and the targets of its jumps."""
    repeated: set[int] = field(default_factory=set)
    """The mutants that ran once more, as the JVM had died."""

    @property
    def over(self) -> bool:
        """True if the effort is used up."""
        return self.engine.bridge.effort + self.solver.statistics.work >= self.until

    def open_goals(self, verdicts: Iterable[Verdict]) -> None:
        """Add the goals that these cases can reach."""
        for verdict in (each for each in verdicts if not _exhausts(each)):
            for number, mutant in enumerate(self.mutants):
                self.alive.update((number, each) for each in self.reached(mutant, verdict))

    def reached(self, mutant: Mutant, verdict: Verdict) -> tuple[int, ...]:
        """The targets that a case takes from the instruction that a mutant changes; empty if it does not execute it."""
        key = verdict.case.id, mutant.name, mutant.descriptor
        if key not in self.passed:
            self.passed[key] = self._passed(verdict, mutant.name, mutant.descriptor)
        steps, targets = self.passed[key]
        if mutant.kind == "negated":
            return targets.get(mutant.pc, ())
        return (-1,) if mutant.pc in steps else ()

    def _passed(
        self, verdict: Verdict, name: str, descriptor: str
    ) -> tuple[frozenset[int], dict[int, tuple[int, ...]]]:
        probes = self.table.method(name, descriptor)
        steps: set[int] = set()
        targets: dict[int, tuple[int, ...]] = {}
        if probes is not None:
            first = (self.table.number << CLASS_BITS) + probes.first
            for probe in (each for at, each in enumerate(probes.probes) if first + at in verdict.hits):
                if isinstance(probe, BlockProbe):
                    steps.update(probe.pcs)
                else:
                    targets[probe.pc] = (*targets.get(probe.pc, ()), probe.target)
        return frozenset(steps), targets

    def end(self, verdicts: Sequence[Verdict]) -> None:
        """Remove the goals that these cases meet. Few cases are tried first, since most mutants are killed by these."""
        tried = self._tried(verdicts)
        for first, last in ((0, FEW_TRIALS), (FEW_TRIALS, MOST_TRIALS)):
            left = [(number, self._open(number, verdicts, on[first:last])) for number, on in tried]
            for met in self._met(verdicts, left).values():
                self.alive -= met

    def run(self, verdicts: Sequence[Verdict]) -> dict[int, set[Goal]]:
        """The goals that each of these cases meets, by its position."""
        return self._met(verdicts, self._tried(verdicts))

    def _tried(self, verdicts: Sequence[Verdict]) -> list[tuple[int, list[int]]]:
        """All mutants, each with the positions of the cases that it runs on; none for a killed mutant."""
        numbers = range(len(self.mutants))
        return [(number, self._open(number, verdicts, range(len(verdicts)))[:MOST_TRIALS]) for number in numbers]

    def _open(self, number: int, verdicts: Sequence[Verdict], positions: Iterable[int]) -> list[int]:
        """The positions of cases that could meet a goal of a mutant."""
        mutant = self.mutants[number]
        wanted = {goal[1] for goal in self.alive if goal[0] == number}
        found = (at for at in positions if wanted and not _exhausts(verdicts[at]))
        return [at for at in found if wanted.intersection(self.reached(mutant, verdicts[at]))]

    def _met(self, verdicts: Sequence[Verdict], tried: Iterable[tuple[int, Sequence[int]]]) -> dict[int, set[Goal]]:
        left = [(number, on) for number, on in tried if on]
        met: dict[int, set[Goal]] = {}
        while left and not self.over:
            chosen, left = left[:MUTANT_BATCH], left[MUTANT_BATCH:]
            work = [(self.mutants[number].data, [self._plan(verdicts[at]) for at in on]) for number, on in chosen]
            results = self.engine.bridge.replay_mutants(self.table.klass, work, FUEL, RUN_LIMIT)
            for (number, on), outcomes in zip(chosen, results, strict=True):
                for at, real in zip(on, outcomes, strict=False):
                    if _ends(verdicts[at], real):
                        reached = self.reached(self.mutants[number], verdicts[at])
                        met.setdefault(at, set()).update((number, each) for each in reached)
            left = [*self._to_repeat(chosen, results), *left]
        return met

    def _to_repeat(self, chosen: Sequence[Tried], results: Sequence[Sequence[ReplayResult]]) -> Sequence[Tried]:
        """What has not run of a batch, as the JVM had to be replaced. The mutant during which it died runs once more:
        something else may have ended it.
        """
        for at, ((number, on), outcomes) in enumerate(zip(chosen, results, strict=True)):
            if len(outcomes) < len(on):
                replaced = bool(outcomes) and outcomes[-1].status is not ReplayStatus.DIED
                if replaced or number in self.repeated:
                    return chosen[at + 1 :]
                self.repeated.add(number)
                return chosen[at:]
        return ()

    def _plan(self, verdict: Verdict) -> Plan:
        known = self.plans.get(verdict.case.id)
        if known is None:
            known = self.plans[verdict.case.id] = case_plan(verdict.case)
        return known

    def chosen(self, verdicts: Sequence[Verdict]) -> list[Verdict]:
        """A small subset of these cases that meets the same goals, found greedily."""
        met = self.run(verdicts)
        found: list[Verdict] = []
        while True:
            best = min(met, key=lambda at: (-len(met[at] & self.alive), worth(verdicts[at]), at), default=None)
            if best is None or not met[best] & self.alive:
                return found
            self.alive -= met[best]
            found.append(verdicts[best])


def _exhausts(verdict: Verdict) -> bool:
    """True if a case exhausts the stack or the memory: whether a mutant does so, too, differs from run to run."""
    return verdict.case.throws is not None and verdict.case.throws.class_name in _OF_THE_JVM


def _ends(verdict: Verdict, real: ReplayResult) -> bool:
    return real.exception != "java/lang/VerifyError" and distinguishes(verdict.case, real)


def strengthened(
    engine: Engine,
    exploration: Exploration,
    verdicts: Sequence[Verdict],
    kept: Sequence[Verdict],
    allowed: Callable[[float], float] = lambda most: most,
) -> list[Verdict]:
    """The selected verdicts, and after them those that kill further mutants.

    ``allowed`` maps the most effort of this stage to what it may take now.
    """
    limits = Limits(work=MEMBER_SECONDS)
    solver = Solver(limits, StoredAnswers(f"{exploration.entry.key} strengthened", limits))
    try:
        trials = _trials(engine, exploration, kept, solver, allowed(MUTATION_SECONDS))
        if trials is None:
            return list(kept)
        trials.open_goals(kept)
        trials.end(kept)
        found = list(kept)
        if trials.alive:
            known = {each.case.id for each in kept}
            others = [each for each in verdicts if _usable(each) and each.case.id not in known]
            found += trials.chosen(others)
        return found + _further(engine, exploration, trials, found) if trials.alive else found
    finally:
        engine.side_work += solver.statistics.work
        solver.close()


def _usable(verdict: Verdict) -> bool:
    case = verdict.case
    return verdict.confirmed and not (case.shared_side_effects or case.sources or case.forced or case.unmodelled_values)


def _trials(
    engine: Engine, exploration: Exploration, kept: Sequence[Verdict], solver: Solver, effort: float
) -> _Trials | None:
    """The mutants of the entry and of private methods of its class; None if there are none."""
    owner = exploration.entry.owner
    file = owner.file
    table = engine.bridge.probes(owner.name) if kept and file is not None else None
    if file is None or table is None or engine.builder.is_jdk(owner.name):
        return None
    passed = {probe for each in kept for probe in each.hits}
    mutants = [
        mutant
        for method in file.methods
        if _belongs(exploration, method.name, method.descriptor, method.access)
        and _passed(table, table.method(method.name, method.descriptor), passed)
        for mutant in mutants_of(file, method)
    ]
    until = engine.bridge.effort + effort
    return _Trials(engine, table, mutants[:MOST_MUTANTS], solver, until) if mutants else None


def _belongs(exploration: Exploration, name: str, descriptor: str, flags: int) -> bool:
    if (name, descriptor) == (exploration.entry.name, exploration.entry.descriptor):
        return True
    return bool(flags & (access.PRIVATE | access.SYNTHETIC)) and not flags & access.BRIDGE


def _passed(table: ProbeTable, probes: MethodProbes | None, hits: set[int]) -> bool:
    if probes is None:
        return False
    first = (table.number << CLASS_BITS) + probes.first
    return any(first + at in hits for at in range(len(probes.probes)))


def _further(engine: Engine, exploration: Exploration, trials: _Trials, known: Sequence[Verdict]) -> list[Verdict]:
    """Confirmed cases of further members that kill a surviving mutant."""
    builder = CaseBuilder(engine.program, replace(engine.builder.options, distinct_values=False), engine.machine)
    paths = {path.number: path for path in exploration.paths if not path.forced}
    texts = {each.case.path: each.case.condition for each in known}
    seen = {each.case.expression for each in known}
    found: list[Verdict] = []
    tried: Counter[Goal] = Counter()
    for number, goals in _through(trials, known)[:MOST_PATHS]:
        path = paths.get(number)
        left = [each for each in goals & trials.alive if tried[each] < MOST_IDLE]
        if path is None or not left:
            continue
        wanted = (
            build_member(builder, path, each, trials.solver, texts[number])
            for each in _preferred(path)
            if not trials.over
        )
        cases = {each.expression: each for each in wanted if each is not None and each.expression not in seen}
        seen.update(cases)
        verdicts = engine.replay(list(cases.values()))
        found += trials.chosen([each for each in verdicts if _usable(each)])
        tried.update(goals & trials.alive)
    return found


def _through(trials: _Trials, known: Sequence[Verdict]) -> list[tuple[int, set[Goal]]]:
    """The numbers of the paths through the changes of surviving mutants, with these goals, by size of the input."""
    found: dict[int, set[Goal]] = {}
    for verdict in sorted(known, key=worth):
        for number, target in trials.alive:
            reached = trials.reached(trials.mutants[number], verdict)
            if target in reached or (trials.mutants[number].kind == "negated" and reached):
                found.setdefault(verdict.case.path, set()).add((number, target))
    return list(found.items())


def _preferred(path: Path) -> Iterator[Sequence[Term]]:
    """Soft constraints on further members: at the boundary of each comparison, then random values."""
    ends = list(dict.fromkeys(end for each in path.constraints for part in walk(each) for end in _boundary(part)))
    for end in ends[:MOST_BOUNDARIES]:
        yield [end]
    generator = random.Random(f"{path.entry.name}{path.entry.descriptor} {path.number}")
    drawn = (each.conditions for each in preferences(path, generator) if each.kind == RANDOM)
    yield from islice(drawn, MOST_RANDOM)


def _boundary(condition: Value) -> Iterator[Term]:
    """Equations that set an input to the boundary of a comparison, on either side."""
    if isinstance(condition, Term) and condition.op in ("lt", "ult"):
        first, second = condition.args
        width = next((each.sort.width for each in (first, second) if isinstance(each, Term)), 0)
        if width:
            for by in (0, 1):
                end = eq(add(first, by, width), second)
                if isinstance(end, Term):
                    yield end
