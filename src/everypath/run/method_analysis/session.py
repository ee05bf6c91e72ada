"""One method from its bytecode to its report: explore, build cases, replay them, judge, measure.

A session lives as long as its process. What it learns of classes, conditions and replays serves every later method, and
the explorations that ran out of time wait in it for a further round.
"""

from __future__ import annotations

import time
import traceback
from collections import OrderedDict
from itertools import islice

from everypath.bridge import Bridge, Coverage
from everypath.classfile import dotted
from everypath.dataclass import replace
from everypath.errors import ClassFormatError, EverypathError, LinkageError, MissingClassError
from everypath.explore import Exploration
from everypath.explore.limits import Round, resident, uses_more
from everypath.inputs.conditions import ConditionError
from everypath.plugins import PluginFailedError
from everypath.program import clear_program_caches
from everypath.run.engine import Engine, Stopwatch, Work
from everypath.run.method_analysis.garbage_collection import Garbage
from everypath.run.method_analysis.replaying import replay_paths
from everypath.run.method_analysis.report import report_of
from everypath.run.process import OutOfTimeError, alarm
from everypath.run.results import MethodReport, Reason, Status, judged
from everypath.run.workload import NO_EXTENSIONS, Unit, Workload

#: The part of a unit's time that exploring may take; the rest is for building and replaying cases.
EXPLORING = 0.7
#: Seconds of a processor that one path may go on after the time for exploring is over, while the run goes on, and
#: seconds by the clock at its end. Paths look at the clock themselves; this is for what never comes to it.
OVERTIME, LAST_OVERTIME = 2.5, 0.5
#: How many times the overtime may be by the clock: where others use the processor.
STARVED = 4
#: The part of its room that a process may hold when a method begins: beyond it, everything known is dropped.
FULL = 0.5
#: What an engine has loaded, translated and compiled stays with it, 2 MB for each new method of a large library. Where
#: a process uses more bytes than this, after so many methods, and not as garbage, a new engine follows.
OLD, SERVED = 768 << 20, 40
#: Seconds in which a method that the user interrupts replays and tells what it found so far.
LAST_WORDS = 2.0
#: So many explorations wait for a further round, with so many states together: of older ones, which are dropped, what
#: their methods showed stays, and they begin anew.
WAITING, WAITING_STATES = 400, 8_000
#: Of these, so many keep their solvers; those of the others are started anew for a further round.
AWAKE = 4
#: Seconds of effort after which a round that showed nothing new is the last, however long the rounds before it took.
QUIET = 2.0


class Session:
    """Analyses units of one target, one after the other, in a process that may hold ``room`` bytes (None: any).

    ``bridge`` is one for the target that is open already.
    """

    def __init__(self, workload: Workload, room: int | None = None, bridge: Bridge | None = None) -> None:
        self._workload = workload
        self._room = room
        self._bridge = bridge
        self._engine: Engine | None = None
        self._served = 0
        """Methods that were begun since it was looked whether the engine is to stay."""
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
        except PluginFailedError as problem:
            status, reason = Status.FAILED, Reason("plug-in", str(problem))
            message = str(problem)
            self._log(unit, traceback.format_exc())
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
        self._make_room()
        engine = self._engine if self._engine is not None else self._new_engine()
        self._garbage.look()
        key = (unit.entry.class_name, unit.entry.method, unit.entry.descriptor)
        work = self._waiting.pop(key, None) or self._begin(engine, unit)
        try:
            return self._work_on(work.engine, work, unit, started)
        except KeyboardInterrupt:
            self.interrupted = True
            return self._last_words(work.engine, work)
        except Exception:
            work.explorer.solver.close()
            raise

    def _make_room(self) -> None:
        """Let go of what earlier methods left, where it has become much. What waits may go on with the engine that it
        has, but there are never more than two.
        """
        if self._room is not None and resident() > FULL * self._room:
            self._renew()
        elif self._engine is not None and self._served >= SERVED and uses_more(OLD):
            self._served = 0
            self._garbage.settle()
            if uses_more(OLD):
                for key in [key for key, work in self._waiting.items() if work.engine is not self._engine]:
                    self._waiting.pop(key).explorer.solver.close()
                self._bridge, self._engine = self._engine.bridge, None
                clear_program_caches()

    def _new_engine(self) -> Engine:
        """The engine of the next methods; explorations that wait keep theirs, on the same bridge."""
        extensions = self._workload.extensions
        self._engine = Engine(self._workload, self._bridge, extensions.models if extensions is not None else {})
        self._bridge, self._served = None, 0
        self._garbage.settle()
        return self._engine

    def _work_on(self, engine: Engine, work: Work, unit: Unit, started: float) -> MethodReport:
        patience = min(unit.seconds, max(unit.deadline - time.time(), 0.05))
        with work.watch.round():
            with work.watch.of("executing"):
                exploration, stuck = _explore(engine, work, patience * EXPLORING, unit)
            for failure in exploration.failures:
                self._log(unit, failure.trace)
            left = replay_paths(work, exploration.paths, started + patience, unit.deadline)
            work.seconds += time.monotonic() - started
            report = report_of(engine, work, exploration, left, unit.deadline)
        extensions = self._workload.extensions
        report = replace(
            report, spent=work.watch.spent, collected=extensions.collected() if extensions is not None else ()
        )
        if engine.options.source:
            report = replace(report, judgement=judged(report))
        engine.dump()
        if stuck:
            report = _given_up(report)
            self._renew()
        every = len(exploration.paths) if engine.every_path else 0
        shown = (work.coverage.hits, frozenset(finding.key for finding in report.findings), every)
        if stuck or (unit.round and shown == work.shown and not work.pending and _was_quiet(work)):
            report = replace(report, resumable=False)
        work.shown = shown
        if report.resumable:
            self._waiting[unit.entry.class_name, unit.entry.method, unit.entry.descriptor] = work
            self._drop_oldest()
            for each in islice(reversed(self._waiting.values()), AWAKE, None):
                each.explorer.solver.suspend()
        else:
            work.explorer.solver.close()
        return report

    def _drop_oldest(self) -> None:
        """Let go of what waits longest, where too much waits."""
        states = sum(work.explorer.waiting for work in self._waiting.values())
        while len(self._waiting) > 1 and (len(self._waiting) > WAITING or states > WAITING_STATES):
            dropped = self._waiting.popitem(last=False)[1].explorer
            states -= dropped.waiting
            dropped.solver.close()

    def _last_words(self, engine: Engine, work: Work) -> MethodReport:
        """What was found until the user stopped it; a second signal does not disturb this."""
        deadline = time.time() + LAST_WORDS
        exploration = work.explorer.run(0.0)
        left = replay_paths(work, exploration.paths, time.monotonic() + LAST_WORDS, deadline)
        return _given_up(report_of(engine, work, exploration, left, deadline), "interrupted")

    def _renew(self) -> None:
        """Begin with a new engine: what was interrupted may have left the old one's tables half-written."""
        self.close()
        self._engine = None
        self._waiting.clear()
        clear_program_caches()

    def _begin(self, engine: Engine, unit: Unit) -> Work:
        method, extensions = engine.method(unit.entry), self._workload.extensions
        solver = engine.solver_of(method) if extensions is None else engine.solver_of(method, extensions.solver_kind)
        watch = Stopwatch(solver, engine.machine)
        explorer = engine.explorer(method, solver, NO_EXTENSIONS if extensions is None else extensions.for_engine())
        listener = None if extensions is None else extensions.exploration_listener(engine, explorer)
        self._served += 1
        return Work(engine, method, explorer, Coverage(engine.bridge.probes), watch, listener)


def _was_quiet(work: Work) -> bool:
    """Whether exploring has worked in vain for as long as it took to see what there is: on a busy machine, a round that
    shows nothing new may have been little work. Looking for calls backwards ends by itself, and shows something last.
    """
    progress = work.explorer.session.progress
    return not work.explorer.rear.left and progress.effort - progress.news_at >= min(progress.news_at, QUIET)


def _explore(engine: Engine, work: Work, seconds: float, unit: Unit) -> tuple[Exploration, bool]:
    """Explore for some seconds. True: one path ran far beyond them and was given up, and the rest is what there is."""
    explorer, listener = work.explorer, work.listener
    most = max(LAST_OVERTIME, min(STARVED * OVERTIME, unit.deadline - time.time() - seconds))
    try:
        with alarm(seconds, OVERTIME, most):
            tell = listener.path_found if listener is not None else None
            this, began = Round(hurried=unit.last_round, scarce=unit.low_budget), time.monotonic()
            if unit.round and not explorer.begun:  # what was done elsewhere, or was let go of, first
                explorer.run(seconds, tell, Round(hurried=False))
            found = explorer.run(max(seconds - (time.monotonic() - began), 0.0), tell, this)
            if listener is not None:
                listener.exploration_ended(found)
            return found, False
    except OutOfTimeError:
        engine.bridge.close()  # it may have been in the middle of an answer
        return explorer.run(0.0), True


def _given_up(report: MethodReport, why: str = "time") -> MethodReport:
    """A report whose exploration lost a path in the middle: nothing is complete or proved any more."""
    status = Status.BOUNDED if report.status is Status.COMPLETE else report.status
    known = sum(each.paths for each in report.reasons if (each.code, each.where) == (why, ""))
    others = tuple(each for each in report.reasons if (each.code, each.where) != (why, ""))
    reasons = (*others, Reason(why, "", known + 1))
    unreached = tuple(replace(each, proved=False) for each in report.unreached)
    proofs = tuple(each.up_to(reasons[-1]) for each in report.proofs)
    return replace(
        report, status=status, reasons=reasons, unreached=unreached, excluded=(), proofs=proofs, resumable=False
    )


def _unusable(problem: EverypathError) -> Reason:
    if isinstance(problem, MissingClassError):
        return Reason("missing-class", dotted(problem.name))
    return Reason("unusable-class", str(problem))
