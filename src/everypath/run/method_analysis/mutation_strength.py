"""Tests that tell a method from its mutants: of the other cases, and of further members of the classes, those that do.

Every mutant of the code that the kept tests pass runs on the JVM against them. Where all of them still see what was
predicted, the other confirmed cases are tried, then inputs at the boundaries of the paths that go through the changed
instruction and some drawn by chance, path by path, until no mutant is left or each has lived through some. What ends a
mutant no kept test ends is kept, too. All is counted, no clock is asked: the same tests come out of every run.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from everypath.bridge import CLASS_BITS, BlockProbe, MethodProbes, Plan, ProbeTable
from everypath.bridge import Outcome as Replay
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
"""Cases of one kind (kept, others, members) that one mutant is tried on, of the kept ones these first."""
MOST_PATHS, MOST_IDLE = 10, 2
"""Paths whose members are tried, and those of them that one mutant may live through: seldom can it be ended then."""
MOST_BOUNDARIES, MOST_RANDOM = 6, 2
"""Members of one path that are built."""
FUEL = 60_000
"""Steps of one run of a mutant; it may go on for ever."""
PATIENCE = 1.0
MUTATING = 6.0
"""Seconds for telling one method from its mutants, counted by what the bridge and the solver do."""
EASY = 0.1
"""Seconds of work that the question for a further member of a path may take."""
AT_ONCE = 25
"""Mutants that run before it is looked what that took."""

Goal = tuple[int, int]
"""A mutant, and the target that the original goes to where it is a jump (-1 else)."""


@dataclass
class _Trials:
    """What is known of the mutants of one entry. Nothing is tried any more when the bridge and the solver have come
    to the effort ``until``.
    """

    engine: Engine
    table: ProbeTable
    mutants: list[Mutant]
    solver: Solver
    until: float
    alive: set[Goal] = field(default_factory=set)
    plans: dict[str, Plan] = field(default_factory=dict)
    passed: dict[tuple[str, str, str], tuple[frozenset[int], dict[int, tuple[int, ...]]]] = field(default_factory=dict)
    """What cases, by id, pass of a method: instructions, and where jumps go on to."""

    @property
    def over(self) -> bool:
        """Whether the effort for all of this is used up."""
        return self.engine.bridge.effort + self.solver.statistics.work >= self.until

    def open_goals(self, verdicts: Iterable[Verdict]) -> None:
        """Ask for whatever these cases could show."""
        for verdict in verdicts:
            for number, mutant in enumerate(self.mutants):
                self.alive.update((number, each) for each in self.reached(mutant, verdict))

    def reached(self, mutant: Mutant, verdict: Verdict) -> tuple[int, ...]:
        """Where the case goes on from the instruction that a mutant changes; nothing where it does not come there."""
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
        """Strike out the goals that some of these cases meet. Few are tried first: most mutants do not live longer."""
        tried = self._tried(verdicts)
        for first, last in ((0, FEW_TRIALS), (FEW_TRIALS, MOST_TRIALS)):
            left = [(number, self._open(number, verdicts, on[first:last])) for number, on in tried]
            for met in self._met(verdicts, left).values():
                self.alive -= met

    def run(self, verdicts: Sequence[Verdict]) -> dict[int, set[Goal]]:
        """The goals that are met by each of these cases, by its position."""
        return self._met(verdicts, self._tried(verdicts))

    def _tried(self, verdicts: Sequence[Verdict]) -> list[tuple[int, list[int]]]:
        """The mutants that are alive, each with the positions of the cases that it is tried on."""
        numbers = range(len(self.mutants))
        return [(number, self._open(number, verdicts, range(len(verdicts)))[:MOST_TRIALS]) for number in numbers]

    def _open(self, number: int, verdicts: Sequence[Verdict], positions: Iterable[int]) -> list[int]:
        """Those of the positions where a case could meet a goal."""
        mutant = self.mutants[number]
        wanted = {goal[1] for goal in self.alive if goal[0] == number}
        return [at for at in positions if wanted.intersection(self.reached(mutant, verdicts[at]))] if wanted else []

    def _met(self, verdicts: Sequence[Verdict], tried: Iterable[tuple[int, Sequence[int]]]) -> dict[int, set[Goal]]:
        left = [(number, on) for number, on in tried if on]
        met: dict[int, set[Goal]] = {}
        while left and not self.over:
            chosen, left = left[:AT_ONCE], left[AT_ONCE:]
            work = [(self.mutants[number].data, [self._plan(verdicts[at]) for at in on]) for number, on in chosen]
            results = self.engine.bridge.replay_mutants(self.table.klass, work, FUEL, PATIENCE)
            for (number, on), outcomes in zip(chosen, results, strict=False):  # one that breaks the JVM is the last
                for at, real in zip(on, outcomes, strict=False):  # and has no more than it had until then
                    if _ends(verdicts[at], real):
                        reached = self.reached(self.mutants[number], verdicts[at])
                        met.setdefault(at, set()).update((number, each) for each in reached)
        return met

    def _plan(self, verdict: Verdict) -> Plan:
        known = self.plans.get(verdict.case.id)
        if known is None:
            known = self.plans[verdict.case.id] = case_plan(verdict.case)
        return known

    def chosen(self, verdicts: Sequence[Verdict]) -> list[Verdict]:
        """The fewest of these cases, found greedily, that meet what any of them meets."""
        met = self.run(verdicts)
        found: list[Verdict] = []
        while True:
            best = min(met, key=lambda at: (-len(met[at] & self.alive), worth(verdicts[at]), at), default=None)
            if best is None or not met[best] & self.alive:
                return found
            self.alive -= met[best]
            found.append(verdicts[best])


def _ends(verdict: Verdict, real: Replay) -> bool:
    return real.exception != "java/lang/VerifyError" and distinguishes(verdict.case, real)


def strengthened(
    engine: Engine, exploration: Exploration, verdicts: Sequence[Verdict], kept: Sequence[Verdict]
) -> list[Verdict]:
    """The kept cases, and after them those that end mutants which none of them ends."""
    limits = Limits(work=EASY)
    solver = Solver(limits, StoredAnswers(f"{exploration.entry.key} strengthened", limits))
    try:
        trials = _trials(engine, exploration, kept, solver)
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
        solver.close()


def _usable(verdict: Verdict) -> bool:
    case = verdict.case
    return verdict.confirmed and not (case.shared_side_effects or case.sources or case.forced or case.unmodelled_values)


def _trials(engine: Engine, exploration: Exploration, kept: Sequence[Verdict], solver: Solver) -> _Trials | None:
    """The mutants of the entry and of what only entries of its class call; None where nothing can be tried."""
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
    until = engine.bridge.effort + MUTATING
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
    """Confirmed cases of further members of the paths on which a mutant is alive: those that end one."""
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
    """The numbers of the paths through what living mutants change, with these: those with the smallest input first."""
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
    chance = random.Random(f"{path.entry.name}{path.entry.descriptor} {path.number}")
    drawn = (each.conditions for each in preferences(path, chance) if each.kind == RANDOM)
    yield from islice(drawn, MOST_RANDOM)


def _boundary(condition: Value) -> Iterator[Term]:
    """Equations that put an input at the boundary of a comparison, on either side of it."""
    if isinstance(condition, Term) and condition.op in ("lt", "ult"):
        first, second = condition.args
        width = next((each.sort.width for each in (first, second) if isinstance(each, Term)), 0)
        if width:
            for by in (0, 1):
                end = eq(add(first, by, width), second)
                if isinstance(end, Term):
                    yield end
