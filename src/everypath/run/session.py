"""One method from its bytecode to its report: explore, build cases, replay them, judge, measure.

A session lives as long as its process. What it learns of classes, conditions and replays serves every later method, and
the explorations that ran out of time wait in it for a further round.
"""

from __future__ import annotations

import time
import traceback
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypedDict

from everypath.bridge import Bridge
from everypath.bridge.coverage import Coverage, MethodCoverage
from everypath.errors import ClassFormatError, EverypathError, LinkageError, MissingClassError
from everypath.explore import Exploration, Explorer, Path
from everypath.explore.memory import resident
from everypath.inputs import FORCED_STATE
from everypath.inputs.conditions import ConditionError
from everypath.program import Method, forget
from everypath.run.alarm import OutOfTimeError, alarm
from everypath.run.classes import PathClass, Tally, classes_of, tally_of, with_contexts, with_patterns, with_wraps
from everypath.run.contracts import Contract
from everypath.run.engine import Engine
from everypath.run.findings import case_of, findings_of
from everypath.run.frontend import Fuzzing
from everypath.run.garbage import Garbage
from everypath.run.judgement import judged
from everypath.run.proofs import proofs_of
from everypath.run.results import Count, Criterion, MethodReport, PathCounts, Reason, Safe, Status, Unreached
from everypath.run.stopwatch import Stopwatch
from everypath.run.unpredicted import run_all, unpredicted_cases
from everypath.run.work import Unit, Workload
from everypath.solver import Limits, Solver, StoredAnswers
from everypath.state import Ending, Place
from everypath.suite import (
    MISSING_CLASS,
    Keep,
    NoCase,
    Outcome,
    RefutedSide,
    TestCase,
    Verdict,
    draw_all,
    minimise,
    refuted_side,
    select,
    verify_fresh,
    verify_many,
)
from everypath.suite.expr import Recipe
from everypath.suite.judging import admits
from everypath.suite.safety import requires_text

#: The part of a unit's time that exploring may take; the rest is for building and replaying cases.
EXPLORING = 0.7
#: Seconds that one path may go on after the time for exploring is over: while the run goes on, and at its end. Paths
#: look at the clock themselves; this is for what never comes to it.
OVERTIME, LAST_OVERTIME = 2.5, 0.5
#: Cases replayed in one go.
BATCH = 32
#: Seconds that replaying may go on after the time of a unit, and after the end of the run.
REPLAYING, LAST_REPLAY = 2.5, 0.2
#: Seconds for making the inputs of one method's findings shorter, while the run goes on and at its end.
SHORTENING, LAST_SHORTENING = 2.0, 0.2
#: The part of its room that a process may hold when a method begins: beyond it, everything known is dropped.
FULL = 0.5
#: Seconds in which a method that the user interrupts replays and tells what it found so far.
LAST_WORDS = 2.0
#: Explorations that wait for a further round; older ones are dropped, and their methods stay as they are.
WAITING = 16
#: Cases of one batch that are replayed again, each in a JVM of its own.
MOST_APART = 4
#: What is counted where a path has no test.
NO_TEST = Outcome.NO_TEST.value
#: The part of the time for replaying that unpredicted runs of paths may take, and that those of fuzzing may.
UNPREDICTED = 0.2
#: Outcomes that show an error in our prediction.
WRONG = frozenset({Outcome.DIVERGED, Outcome.NOT_TRIGGERED, Outcome.OTHER_EXCEPTION})

DRAWING = 2.0
"""Seconds for drawing the inputs of one method."""

MOST_DRAWN = 200
"""Cases of one method that are drawn."""


@dataclass
class Work:
    """One method between its rounds: its exploration, and what was made of the paths so far."""

    method: Method
    explorer: Explorer
    coverage: Coverage
    watch: Stopwatch
    taken: int = 0
    pending: list[Path] = field(default_factory=list)
    unpredicted: list[Path] = field(default_factory=list)
    """Paths that ended as unsupported and whose input the JVM did not run yet."""
    batch: int = BATCH
    lost: int = 0
    verdicts: list[Verdict] = field(default_factory=list)
    outcomes: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    shown: tuple[frozenset[int], frozenset[object]] = (frozenset(), frozenset())
    """What the last round had covered and found: a round that adds nothing is the last."""


class _Classes(TypedDict, total=False):
    classes: tuple[PathClass, ...]
    tally: Tally | None
    contexts: int
    all_contexts: bool


class Session:
    """Analyses units of one target, one after the other, in a process that may hold ``room`` bytes (None: any).

    ``bridge`` is one for the target that is open already.
    """

    def __init__(self, workload: Workload, room: int | None = None, bridge: Bridge | None = None) -> None:
        self._workload = workload
        self._room = room
        self._bridge = bridge
        self._engine: Engine | None = None
        self._garbage = Garbage()
        self._waiting: OrderedDict[tuple[str, str, str], Work] = OrderedDict()
        self.interrupted = False
        """Whether the user stopped the last unit: its report says what was found until then."""

    def close(self) -> None:
        """End the JVMs, and let go of the methods that were not finished."""
        for work in self._waiting.values():
            work.explorer.solver.close()
        if self._engine is not None:
            self._engine.close()
        elif self._bridge is not None:
            self._bridge.close()

    def analyse(self, unit: Unit) -> MethodReport:
        """The report of one method. A bug of everypath makes the method failed, with its trace in the log.

        Raises `KeyboardInterrupt` where the user stops it before anything was done, and `MemoryError`: then this
        session is of no use any more.
        """
        started = time.monotonic()
        entry = unit.entry
        try:
            return self._analyse(unit, started)
        except ConditionError as problem:
            status, reason = Status.SKIPPED, Reason("condition", problem.problem)
            message = str(problem)
        except (MissingClassError, ClassFormatError, LinkageError) as problem:
            status, reason = Status.SKIPPED, _unusable(problem)
            message = str(problem)
        except MemoryError:
            raise
        except Exception as problem:  # noqa: BLE001 - the one place where any bug of everypath ends: as failed, logged
            status, reason = Status.FAILED, Reason("error", type(problem).__name__)
            message = f"{type(problem).__name__}: {problem}"
            self._log(unit, traceback.format_exc())
        return MethodReport(
            entry.dotted,
            entry.method,
            entry.descriptor,
            status,
            (reason,),
            seconds=time.monotonic() - started,
            messages=(message,),
        )

    def _log(self, unit: Unit, trace: str) -> None:
        if self._workload.log is not None:
            entry = unit.entry
            with self._workload.log.open("a", encoding="utf-8") as log:
                log.write(f"== {entry.dotted}#{entry.method}{entry.descriptor}\n{trace}\n")

    def _analyse(self, unit: Unit, started: float) -> MethodReport:
        if self._room is not None and resident() > FULL * self._room:
            self._renew()
        if self._engine is None:
            self._engine = Engine(self._workload, self._bridge)
            self._bridge = None
            self._garbage.settle()
        else:
            self._garbage.look()
        engine = self._engine
        key = (unit.entry.class_name, unit.entry.method, unit.entry.descriptor)
        work = self._waiting.pop(key, None) or self._begin(engine, unit)
        try:
            return self._work_on(engine, work, unit, started)
        except KeyboardInterrupt:
            self.interrupted = True
            return self._last_words(engine, work)
        except Exception:
            work.explorer.solver.close()
            raise

    def _work_on(self, engine: Engine, work: Work, unit: Unit, started: float) -> MethodReport:
        patience = min(unit.seconds, max(unit.deadline - time.time(), 0.05))
        with work.watch.round():
            with work.watch.of("executing"):
                exploration, stuck = _explore(engine, work.explorer, patience * EXPLORING, unit.deadline)
            for failure in exploration.failures:
                self._log(unit, failure.trace)
            left = self._replay(engine, work, exploration.paths, started + patience, unit.deadline)
            work.seconds += time.monotonic() - started
            report = _report(engine, work, exploration, left, unit.deadline)
        report = replace(report, spent=work.watch.spent)
        if engine.options.source:
            report = replace(report, judgement=judged(report))
        engine.dump()
        if stuck:
            report = _given_up(report)
            self._renew()
        shown = (work.coverage.hits, frozenset(finding.key for finding in report.findings))
        if stuck or (unit.round and shown == work.shown and not work.pending):
            report = replace(report, resumable=False)
        work.shown = shown
        if report.resumable:
            self._waiting[unit.entry.class_name, unit.entry.method, unit.entry.descriptor] = work
            while len(self._waiting) > WAITING:
                self._waiting.popitem(last=False)[1].explorer.solver.close()
        else:
            work.explorer.solver.close()
        return report

    def _last_words(self, engine: Engine, work: Work) -> MethodReport:
        """What was found until the user stopped it; a second signal does not disturb this."""
        deadline = time.time() + LAST_WORDS
        exploration = work.explorer.run(0.0)
        left = self._replay(engine, work, exploration.paths, time.monotonic() + LAST_WORDS, deadline)
        return _given_up(_report(engine, work, exploration, left, deadline), "interrupted")

    def _renew(self) -> None:
        """Begin with a new engine: what was interrupted may have left the old one's tables half-written."""
        self.close()
        self._engine = None
        self._waiting.clear()
        forget()

    def _begin(self, engine: Engine, unit: Unit) -> Work:
        klass = engine.program.klass(unit.entry.class_name)
        method = klass.declared_method(unit.entry.method, unit.entry.descriptor)
        if method is None:
            raise LinkageError("java/lang/NoSuchMethodError", f"{unit.entry.dotted}.{unit.entry.method}")
        limits = Limits(prune=not engine.options.no_pruning)
        stored = StoredAnswers(f"{klass.name}.{method.name}{method.descriptor}", limits)
        solver = Solver(limits, stored)  # its models depend on what it was asked before: never on other methods
        watch = Stopwatch(solver, engine.machine)
        return Work(method, engine.explorer(method, solver), Coverage(engine.bridge.probes), watch)

    def _replay(self, engine: Engine, work: Work, paths: Sequence[Path], until: float, deadline: float) -> int:
        """Turn the new paths into verdicts until the time is over; how many are left.

        `until` is a time of `time.monotonic`, `deadline` the end of the run in seconds of `time.time`.
        """
        new = paths[work.taken :]
        work.taken = len(paths)
        for path in new:
            if path.ending not in (Ending.RETURNED, Ending.THREW):
                built = engine.builder.build(path)
                if isinstance(built, NoCase):
                    _count(work.outcomes, built)
        work.unpredicted += [path for path in new if path.ending is Ending.UNSUPPORTED]
        ended = [path for path in new if path.ending in (Ending.RETURNED, Ending.THREW)]
        work.pending += [each for path in ended for each in (path, *path.others)]
        # What throws comes first: with little time, findings matter most.
        work.pending.sort(key=lambda path: path.ending is not Ending.THREW)
        now = time.monotonic()
        patience = min(max(until - now, LAST_REPLAY), max(deadline - time.time(), LAST_REPLAY))
        came_to_no_end = unpredicted_cases(engine, work.unpredicted)
        work.unpredicted = []
        self._run_unpredicted(engine, work, came_to_no_end, UNPREDICTED * patience)
        kept = UNPREDICTED * patience if _beyond(work) else 0.0
        first = True
        while work.pending and (first or time.monotonic() < until - kept):
            first = False
            chosen = work.pending[: work.batch]
            cases: list[TestCase] = []
            unwritten: list[NoCase] = []
            for path in chosen:
                built = engine.builder.build(path)
                if isinstance(built, NoCase):
                    unwritten.append(built)
                else:
                    cases.append(built)
            with work.watch.of("replaying"):
                verdicts = _verified(engine, cases, until, deadline)
            if verdicts is None and work.batch > 1:  # one of them takes its time: fewer at once from now on
                work.batch = max(1, work.batch // 8)
                continue
            del work.pending[: len(chosen)]
            if verdicts is None:
                work.lost += len(cases)
                continue
            for no_case in unwritten:
                _count(work.outcomes, no_case)
            for verdict in verdicts:
                work.verdicts.append(verdict)
                work.coverage.add(verdict.hits)
        fuzzed = [engine.builder.case_of(work.method, recipe) for recipe in _beyond(work)]
        self._run_unpredicted(engine, work, fuzzed, UNPREDICTED * patience)
        return len(work.pending) + work.lost

    def _run_unpredicted(self, engine: Engine, work: Work, cases: Sequence[TestCase], seconds: float) -> None:
        known = {verdict.case.id for verdict in work.verdicts if verdict.case.unpredicted}
        with work.watch.of("replaying"):
            ran = list(run_all(engine, [case for case in cases if case.id not in known], seconds))
        for verdict in ran:
            if verdict.case.path >= 0:
                work.outcomes[NO_TEST] -= 1  # it is counted with its verdict
            work.verdicts.append(verdict)
            work.coverage.add(verdict.hits)


def _beyond(work: Work) -> list[Recipe]:
    """The inputs that fuzzing found beyond all replays so far."""
    seeds = work.explorer.seeds
    source = seeds.source if seeds is not None else None
    return source.beyond(work.coverage) if isinstance(source, Fuzzing) else []


def _verified(engine: Engine, cases: Sequence[TestCase], until: float, deadline: float) -> list[Verdict] | None:
    """The verdicts of some cases; None where they took much longer than there was time."""
    patience = min(max(until - time.monotonic(), 0.0) + REPLAYING, max(deadline - time.time(), 0.0) + LAST_REPLAY)
    try:
        with alarm(patience):
            verdicts = verify_many(cases, engine.bridge, engine.is_target, engine.courses)
            return _apart(engine, verdicts)
    except OutOfTimeError:
        engine.bridge.close()  # it was in the middle of a replay
        return None


def _apart(engine: Engine, verdicts: list[Verdict]) -> list[Verdict]:
    """Classes of the JDK keep the state that earlier replays left: what differs is replayed alone before it counts."""
    doubtful = [at for at, verdict in enumerate(verdicts) if verdict.case.jdk_target and verdict.outcome in WRONG]
    for at in doubtful[:MOST_APART]:
        again = verify_fresh(verdicts[at].case, engine.bridge, engine.is_target)
        if again.confirmed:
            verdicts[at] = again
    return verdicts


def _explore(engine: Engine, explorer: Explorer, seconds: float, deadline: float) -> tuple[Exploration, bool]:
    """Explore for some seconds. True: one path ran far beyond them and was given up, and the rest is what there is."""
    overtime = max(LAST_OVERTIME, min(OVERTIME, deadline - time.time() - seconds))
    try:
        with alarm(seconds + overtime):
            return explorer.run(seconds), False
    except OutOfTimeError:
        engine.bridge.close()  # it may have been in the middle of an answer
        return explorer.run(0.0), True


def _given_up(report: MethodReport, why: str = "time") -> MethodReport:
    """A report whose exploration lost a path in the middle: nothing is complete or proved any more."""
    status = Status.BOUNDED if report.status is Status.COMPLETE else report.status
    reasons = (*report.reasons, Reason(why, "", 1))
    unreached = tuple(replace(each, proved=False) for each in report.unreached)
    proofs = tuple(each.up_to(reasons[-1]) for each in report.proofs)
    return replace(report, status=status, reasons=reasons, unreached=unreached, proofs=proofs, resumable=False)


def _count(outcomes: dict[str, int], built: NoCase) -> None:
    outcomes[built.outcome.value] = outcomes.get(built.outcome.value, 0) + 1


def _unusable(problem: EverypathError) -> Reason:
    if isinstance(problem, MissingClassError):
        return Reason("missing-class", problem.name.replace("/", "."))
    return Reason("unusable-class", str(problem))


def _report(engine: Engine, work: Work, exploration: Exploration, left: int, deadline: float) -> MethodReport:
    method = work.method
    contract = engine.contract(method)
    shortened = _shortened(engine, work.verdicts, deadline, contract)
    verdicts = _drawn(engine, shortened, deadline)
    findings = findings_of(verdicts, engine.options.null_args)
    wanted = {finding.case for finding in findings}
    kept = {verdict.case.id: verdict.case for verdict in _selected(engine, verdicts)}
    kept |= {verdict.case.id: verdict.case for verdict in verdicts if verdict.case.id in wanted}
    measured = work.coverage.method(method.owner.name, method.name, method.descriptor)
    statistics = exploration.statistics
    wrong = [verdict for verdict in verdicts if verdict.outcome in WRONG]
    reasons = _reasons(exploration, left)
    status = Status(exploration.status)
    if status is Status.COMPLETE and left:
        status = Status.BOUNDED
    missing = _missing(verdicts)
    if missing:
        status = Status.PARTIAL if status in (Status.COMPLETE, Status.BOUNDED) else status
        reasons = (*missing, *(reason for reason in reasons if reason.code != "missing-class"))
    if wrong:  # the JVM is the judge: where it differs, the exploration was not of this program
        status = Status.FAILED if status is Status.FAILED else Status.PARTIAL
        reasons = (Reason("diverged", f"{wrong[0].case.expression}: {wrong[0].detail}", len(wrong)), *reasons)
    return MethodReport(
        class_name=method.owner.name.replace("/", "."),
        method=method.name,
        descriptor=method.descriptor,
        status=status,
        reasons=reasons,
        paths=PathCounts(statistics.explored, statistics.infeasible, statistics.pruned),
        instructions=Count(measured.instructions_covered, measured.instructions_total) if measured else Count(),
        branches=Count(measured.branches_covered, measured.branches_total) if measured else Count(),
        reached=_reached(engine, work, exploration),
        seconds=work.seconds,
        unreached=_unreached(exploration, measured, refuted=bool(wrong)),
        outcomes=_outcomes(work, exploration, verdicts),
        cases=tuple(case_of(verdict) for verdict in verdicts),
        findings=findings,
        tests=tuple(replace(case, course=None) for case in kept.values()),
        messages=tuple(dict.fromkeys(failure.message for failure in exploration.failures)),
        resumable=exploration.stop == "time" or exploration.cut_short or bool(work.pending),
        file=method.owner.source_path,
        infeasible=_infeasible(engine, exploration),
        **_classes(engine, exploration, verdicts, deadline),
        criteria=_criteria(exploration),
        furthest=_furthest(engine, exploration),
        proofs=proofs_of(engine, method, contract, exploration, verdicts, status, reasons),
        safe=_safe(engine, exploration, status),
    )


def _classes(engine: Engine, exploration: Exploration, verdicts: Sequence[Verdict], deadline: float) -> _Classes:
    """The equivalence classes, where they are asked for, and what was counted about them."""
    if not engine.every_path:
        return {}
    classes = with_wraps(engine, exploration, classes_of(engine, exploration, verdicts))
    tally = tally_of(exploration, engine.options.loop) if engine.options.path is None else None
    if engine.options.patterns > 1 or engine.options.export is not None:
        classes = with_patterns(engine, exploration, classes)
    if not engine.options.contexts:
        return {"classes": classes, "tally": tally}
    classes, complete = with_contexts(engine, exploration, classes, deadline)
    contexts = sum(max(1, len(each.contexts)) for each in classes if each.ends == "returns")
    return {"classes": classes, "tally": tally, "contexts": contexts, "all_contexts": complete}


def _criteria(exploration: Exploration) -> tuple[Criterion, ...]:
    return tuple(
        Criterion(each.name, each.goals, each.met, tuple(map(str, each.left)), each.why)
        for each in exploration.criteria
    )


def _furthest(engine: Engine, exploration: Exploration) -> str | None:
    """How far the descriptor to be followed leads, where no path goes all its way."""
    wanted = engine.options.path
    if wanted is None or any(path.descriptor == wanted for path in exploration.paths):
        return None
    return exploration.furthest


def _safe(engine: Engine, exploration: Exploration, status: Status) -> Safe | None:
    """The inferred precondition, where classes are asked for; one path alone says nothing of the inputs of others."""
    if not engine.every_path or exploration.skipped is not None or engine.options.path is not None:
        return None
    overflow = engine.options.no_overflow
    text = requires_text(exploration, engine.program, engine.solver, overflow=overflow)
    return None if text is None else Safe(text, exploration.exhaustive and status is Status.COMPLETE, overflow)


def _infeasible(engine: Engine, exploration: Exploration) -> tuple[RefutedSide, ...]:
    """The sides that no input takes, in the order of the source; those that read the same are one."""
    merged: dict[RefutedSide, int] = {}
    for each in exploration.refutations:
        side = refuted_side(each, engine.program)
        key = replace(side, sides=0)
        merged[key] = merged.get(key, 0) + side.sides
    sides = [replace(side, sides=count) for side, count in merged.items()]
    return tuple(sorted(sides, key=lambda side: (side.line, side.kind)))


def _selected(engine: Engine, verdicts: Sequence[Verdict]) -> list[Verdict]:
    """The cases that are worth a test; with one test for each class, those of the same path, too."""
    kept = select(verdicts)
    if not engine.options.per_class:
        return kept
    paths = {verdict.case.path for verdict in kept}
    return [verdict for verdict in select(verdicts, Keep.ALL) if verdict.case.path in paths]


def _missing(verdicts: Iterable[Verdict]) -> tuple[Reason, ...]:
    """The classes that the JVM did not find when it replayed the cases."""
    counts: dict[str, int] = {}
    for verdict in verdicts:
        if verdict.detail.startswith(MISSING_CLASS):
            name = verdict.detail.removeprefix(MISSING_CLASS)
            counts[name] = counts.get(name, 0) + 1
    return tuple(Reason("missing-class", name, paths) for name, paths in counts.items())


def _reached(engine: Engine, work: Work, exploration: Exploration) -> Count:
    """The instructions of the target code that the entry called."""
    called = {engine.machine.blocks[number][0] for number in exploration.covered} - {work.method}
    coverage = Coverage(engine.bridge.probes)
    coverage.add(work.coverage.hits)
    for method in called:
        if method.name == "<clinit>" and method.owner.is_target:
            coverage.add(engine.bridge.initialiser_hits(method.owner.name))
    total = Count()
    for method in called:
        if method.owner.is_target:
            measured = coverage.method(method.owner.name, method.name, method.descriptor)
            if measured is not None:
                total += Count(measured.instructions_covered, measured.instructions_total)
    return total


def _unreached(exploration: Exploration, measured: MethodCoverage | None, *, refuted: bool) -> tuple[Unreached, ...]:
    """The lines no path reached. What the JVM ran all the same is left out, and then no other line is called proved."""
    ran = measured.lines if measured is not None else frozenset()
    refuted = refuted or any(each.line in ran for each in exploration.unreached)
    return tuple(
        Unreached(each.line, each.proved and not refuted, each.reason or ("diverged" if refuted else ""))
        for each in exploration.unreached
        if each.line not in ran
    )


def _shortened(engine: Engine, verdicts: Iterable[Verdict], deadline: float, contract: Contract) -> list[Verdict]:
    """The verdicts, the shortest confirmed one of each throwing place with its input made shorter still."""
    best: dict[object, int] = {}
    found = list(verdicts)
    for at, verdict in enumerate(found):
        throw = verdict.throw
        if not verdict.confirmed or throw is None:
            continue
        case = verdict.case
        place = (throw.class_name, throw.site, case.null_args, case.null_answers, case.forced)
        if place not in best or case.size < found[best[place]].case.size:
            best[place] = at
    if best:
        try:
            with alarm(min(max(deadline - time.time(), LAST_SHORTENING), SHORTENING)):
                for at in best.values():
                    shorter = minimise(found[at], engine.bridge)
                    if admits(contract.requires, shorter.case.recipe, engine.bridge, engine.program):
                        found[at] = shorter
        except OutOfTimeError:  # a shorter input may hang where the longer one does not: the longer one stays
            engine.bridge.close()
    return found


def _drawn(engine: Engine, verdicts: Sequence[Verdict], deadline: float) -> list[Verdict]:
    """The verdicts, the confirmed ones with a drawing where their input is linked."""
    chosen = [at for at, verdict in enumerate(verdicts) if verdict.confirmed][:MOST_DRAWN]
    found = list(verdicts)
    try:
        with alarm(min(max(deadline - time.time(), LAST_SHORTENING), DRAWING)):
            cases = draw_all([found[at].case for at in chosen], engine.builder.links, engine.bridge)
    except OutOfTimeError:
        engine.bridge.close()
        return found
    for at, case in zip(chosen, cases, strict=True):
        found[at] = replace(found[at], case=case)
    return found


def _outcomes(work: Work, exploration: Exploration, verdicts: Iterable[Verdict]) -> dict[str, int]:
    counts = dict(work.outcomes)
    statistics = exploration.statistics

    def add(outcome: Outcome, number: int) -> None:
        if number:
            counts[outcome.value] = counts.get(outcome.value, 0) + number

    for verdict in verdicts:
        add(verdict.outcome, 1)
    add(Outcome.CONTRADICTION, statistics.pruned)
    add(Outcome.PRUNED, statistics.infeasible)
    add(Outcome.UNSOLVED, statistics.unknown)
    forced = sum(cut.paths for cut in exploration.cuts if cut.bound == FORCED_STATE)
    add(Outcome.FINAL_FIELD, forced)
    add(Outcome.PATH_TOO_LONG, sum(cut.paths for cut in exploration.cuts) - forced)
    return counts


def _reasons(exploration: Exploration, left: int) -> tuple[Reason, ...]:
    """Why the method is not complete, the weightiest first; each reason once, with the paths it met."""
    if exploration.skipped is not None:
        code = "precondition" if exploration.skipped.startswith("the precondition") else "unsupported"
        return (Reason(code, exploration.skipped),)
    found: list[Reason] = [Reason("error", failure.message) for failure in exploration.failures]
    for reason in exploration.reasons:
        where = reason.detail.replace("/", ".") if reason.code == "missing-class" else reason.detail
        paths = sum(reason in path.reasons for path in exploration.paths)
        found.append(Reason(reason.code, where, paths))
    found += [Reason(cut.bound, place_text(cut.place), cut.paths) for cut in exploration.cuts]
    if exploration.stop is not None and not any(reason.code == exploration.stop for reason in found):
        found.append(Reason(exploration.stop))
    if left:
        found.append(Reason("not-replayed", "", left))
    merged: dict[tuple[str, str], Reason] = {}
    for each in found:
        known = merged.get((each.code, each.where))
        merged[each.code, each.where] = Reason(each.code, each.where, each.paths + (known.paths if known else 0))
    return tuple(merged.values())


def place_text(place: Place | None) -> str:
    """``Fee.java:12``, or the method where the line is not known."""
    if place is None:
        return ""
    name = place.class_name.rsplit("/", 1)[-1].split("$", 1)[0]
    return f"{name}.java:{place.line}" if place.line > 0 else f"{place.class_name.replace('/', '.')}.{place.method}"
