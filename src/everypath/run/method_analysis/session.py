"""The analysis of one method after the other in a worker: explore, replay, report.

A session lives as long as its process. Its engine keeps loaded classes and compiled code for later methods.
Explorations that a time limit stopped wait in the session for a further round.
"""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Sequence
from itertools import islice

from everypath.bridge import Bridge, Coverage
from everypath.classfile import dotted
from everypath.dataclass import replace
from everypath.errors import MissingClassError, TargetError
from everypath.explore import Exploration
from everypath.explore.limits import RoundLimits
from everypath.inputs.conditions import ConditionError
from everypath.memory import resident, uses_more
from everypath.plugins import PluginFailedError
from everypath.program import clear_program_caches
from everypath.run.engine import Allowance, ClockAllowance, Engine, Meter, Stopwatch, Work, WorkAllowance
from everypath.run.entries import EntryName
from everypath.run.method_analysis.conditions import SequenceConditions
from everypath.run.method_analysis.flipping import Flipper, SequenceFlips
from everypath.run.method_analysis.garbage_collection import Garbage
from everypath.run.method_analysis.replaying import replay_paths
from everypath.run.method_analysis.report import report_of
from everypath.run.method_analysis.sequences import SequenceReplays
from everypath.run.method_analysis.short_inputs import ShortInputs
from everypath.run.process import OutOfTimeError
from everypath.run.results import MethodReport, Reason, Status, verification_of
from everypath.run.workload import NO_EXTENSIONS, ErrorLog, Unit, Workload, error_text
from everypath.solver import QUERY_MEMORY
from everypath.work import NETS, steps_of

FULL_MEMORY_PART = 0.5
"""The part of its memory limit that a process may hold when a method begins. Beyond it, all state is dropped."""

QUERY_PART = 1 / 4
"""The part of its memory limit that a process may use for one query to a solver."""

MOST_ENGINE_BYTES, MOST_SERVED = 384 << 20, 40
"""An engine is replaced if it has served `MOST_SERVED` units and the process uses more than `MOST_ENGINE_BYTES`
bytes, without garbage. An engine keeps all classes that it has loaded and compiled: 2 MB for each new method of a large
library.
"""

MOST_HELD, LEAST_GROWTH = 640 << 20, 192 << 20
"""The bytes that a process may hold when a unit begins: beyond them, all state is dropped, that of explorations that
wait included. It grows by so many at least before that happens again.
"""

REPORTING_SECONDS = 2.0
"""Seconds in which a method that the user interrupts is replayed and reported."""

MOST_WAITING, MOST_WAITING_STATES = 400, 8_000
"""The most explorations that wait for a further round, and the most states of all of them. The oldest are dropped: the
reports of their methods stay, and their explorations begin anew.
"""

MOST_LIVE_SOLVERS = 4
"""The most waiting explorations that keep their solvers. The solvers of others are restarted for a further round."""

STAGNATION_SECONDS = 2.0
"""Seconds of effort without progress after which a round without results is the last, however long earlier rounds
took.
"""


class _UnusableError(Exception):
    """The method cannot be analysed, as the code that it needs is missing or damaged."""

    def __init__(self, cause: TargetError) -> None:
        super().__init__(str(cause))
        self.cause = cause


class Session:
    """Analyses units of one target, one after the other, in a process that may use ``memory`` bytes (None: no limit).

    ``bridge`` is a bridge for the target that is open already.
    """

    def __init__(self, workload: Workload, memory: int | None = None, bridge: Bridge | None = None) -> None:
        self._workload = workload
        self._log = ErrorLog(workload)
        self._memory = memory
        if memory is not None:
            QUERY_MEMORY.within(QUERY_PART * memory)
        self._bridge = bridge
        self._engine: Engine | None = None
        self._flipper: Flipper | None = None
        self._served = 0
        """The units begun since the size of the engine was last checked."""
        self._garbage = Garbage()
        self._short_inputs = ShortInputs()
        self._conditions = self._new_conditions()
        self._most_held = _most_held()
        self._waiting: OrderedDict[tuple[str, str, str], Work] = OrderedDict()
        self.interrupted = False
        """True if the user stopped the last unit. Its report holds the results until then."""

    def close(self) -> None:
        """End the JVMs and the solvers of waiting explorations."""
        for work in self._waiting.values():
            work.explorer.solver.close()
        self._drop_flipper()
        if self._engine is not None:
            self._engine.close()
        elif self._bridge is not None:
            self._bridge.close()

    def analyse(self, unit: Unit) -> MethodReport:
        """The report of one method. A bug of everypath makes the method failed, with its trace in the log.

        Raises `KeyboardInterrupt` if the user stops it before anything was done, and `MemoryError`: then this
        session is of no use any more.
        """
        started = time.monotonic()
        entry = unit.entry
        try:
            return self._counted(unit, started) if unit.counted else self._analyse(unit, started)
        except ConditionError as problem:
            status, reason = Status.SKIPPED, Reason("condition", problem.problem)
            message = str(problem)
        except _UnusableError as problem:
            status, reason = Status.SKIPPED, _unusable(problem.cause)
            message = str(problem.cause)
        except PluginFailedError as problem:
            status, reason = Status.FAILED, Reason("plug-in", str(problem))
            message = str(problem)
            self._log.note_current(entry)
        except MemoryError:
            raise
        except Exception as problem:  # noqa: BLE001 - the one place where any bug of everypath ends: as failed, logged
            status, reason = Status.FAILED, Reason("error", error_text(problem))
            message = error_text(problem)
            self._log.note_current(entry)
        return MethodReport(
            entry.dotted,
            entry.method,
            entry.descriptor,
            status,
            (reason,),
            seconds=time.monotonic() - started,
            messages=(message,),
        )

    def _log_errors(self, entry: EntryName, work: Work, exploration: Exploration) -> None:
        """Log the errors that are not in the log yet."""
        on_paths, others = work.logged
        for each in (*exploration.failures[on_paths:], *work.errors[others:]):
            self._log.note(each.trace, entry)
        work.logged = len(exploration.failures), len(work.errors)

    def _counted(self, unit: Unit, started: float) -> MethodReport:
        """The report of a unit whose work is counted. If the exploration of earlier rounds is not here, they are
        repeated. Where a safety net has ended something, the report says so.
        """
        with NETS.loosened() as struck:
            for each in unit.earlier if _key(unit) not in self._waiting else ():
                self._analyse(each, started)
            report = self._analyse(unit, started)
        return report if not struck else replace(_given_up(report), messages=(*report.messages, _hung(struck)))

    def _analyse(self, unit: Unit, started: float) -> MethodReport:
        self._free_memory()
        engine = self._engine if self._engine is not None else self._new_engine()
        self._served += 1
        self._garbage.look()
        if not unit.explores:
            try:
                if unit.flips is not None:
                    return self._flipped(unit)
                return self._replayed(engine, unit)
            except TargetError as problem:
                raise _UnusableError(problem) from problem
        try:
            work = self._waiting.pop(_key(unit), None) or self._begin(engine, unit)
        except TargetError as problem:
            raise _UnusableError(problem) from problem
        try:
            return self._work_on(work.engine, work, unit, started)
        except KeyboardInterrupt:
            self.interrupted = True
            return self._interrupted_report(work.engine, work)
        except Exception as problem:
            work.explorer.solver.close()
            if isinstance(problem, TargetError) and not work.explorer.session.counts["states"]:
                raise _UnusableError(problem) from problem  # a class that every input needs
            raise

    def _flipped(self, unit: Unit) -> MethodReport:
        """The report of a unit that flips decisions of sequences."""
        flipper = self._made_flipper()
        report = SequenceFlips(flipper, unit, self._log).report()
        if flipper.is_broken:
            self._drop_flipper()
        return report

    def _replayed(self, engine: Engine, unit: Unit) -> MethodReport:
        """The report of a unit that replays sequences."""
        conditions = self._new_conditions() if unit.counted else self._conditions
        replays = SequenceReplays(engine, unit, self._log, self._short_inputs, conditions)
        report = replays.report()
        if replays.is_cut:
            self._drop_flipper()
        return report

    def _new_conditions(self) -> SequenceConditions:
        return SequenceConditions(lambda: self._made_flipper().search)

    def _made_flipper(self) -> Flipper:
        if self._flipper is None:
            self._flipper = Flipper(self._made_engine(self._engine.bridge if self._engine else None), self._memory)
        return self._flipper

    def _drop_flipper(self) -> None:
        if self._flipper is not None:
            self._flipper.close()
            self._flipper = None

    def _free_memory(self) -> None:
        """Drop the engine if the process has grown too large. Waiting explorations keep their engine, but there are
        never more than two engines.
        """
        limit = math.inf if self._memory is None else FULL_MEMORY_PART * self._memory
        if resident() > min(limit, self._most_held):
            self._renew()
            self._garbage.settle()
            self._most_held = _most_held()
        elif self._engine is not None and self._served >= MOST_SERVED and uses_more(MOST_ENGINE_BYTES):
            self._served = 0
            self._garbage.settle()
            if uses_more(MOST_ENGINE_BYTES):
                self._drop_flipper()
                for key in [key for key, work in self._waiting.items() if work.engine is not self._engine]:
                    self._waiting.pop(key).explorer.solver.close()
                self._bridge, self._engine = self._engine.bridge, None
                clear_program_caches()

    def _new_engine(self) -> Engine:
        """Make the engine of the next methods. Waiting explorations keep theirs, on the same bridge."""
        self._engine = self._made_engine(self._bridge)
        self._bridge, self._served = None, 0
        self._garbage.settle()
        return self._engine

    def _made_engine(self, bridge: Bridge | None) -> Engine:
        extensions = self._workload.extensions
        return Engine(self._workload, bridge, extensions.models if extensions is not None else {})

    def _work_on(self, engine: Engine, work: Work, unit: Unit, started: float) -> MethodReport:
        """One round of a method: explore, replay, report; the exploration waits if a further round may show more."""
        allowance = _allowance(work, unit, started)
        with work.watch.round():
            with work.watch.of("executing"):
                exploration, stuck = _explore(engine, work, allowance, unit, self._memory)
            with work.meter.replaying():
                not_replayed = replay_paths(work, exploration.paths, allowance)
                work.seconds += time.monotonic() - started
                report = report_of(engine, work, exploration, not_replayed, allowance)
        self._log_errors(unit.entry, work, exploration)
        extensions = self._workload.extensions
        report = replace(
            report,
            spent=work.watch.spent,
            work=steps_of(work.meter.effort()),
            collected=extensions.collected() if extensions is not None else (),
        )
        if engine.options.source:
            report = replace(report, verification=verification_of(report))
        engine.dump()
        if stuck:
            report = _given_up(report)
            if time.time() < unit.deadline:  # at the end of the run, half a second is too long
                report = replace(report, messages=(*report.messages, "a path took far too long and was given up"))
            self._renew()
        every = len(exploration.paths) if engine.every_path else 0
        results = (work.coverage.hits, frozenset(finding.key for finding in report.findings), every)
        is_idle = bool(unit.round) and results == work.results and not (work.pending or work.free_waits)
        if stuck or (is_idle and _stagnates(work)):
            report = replace(report, resumable=False)
        work.results = results
        if report.resumable:
            self._waiting[_key(unit)] = work
            self._drop_oldest()
            for each in islice(reversed(self._waiting.values()), MOST_LIVE_SOLVERS, None):
                each.explorer.solver.suspend()
        else:
            work.explorer.solver.close()
        return report

    def _drop_oldest(self) -> None:
        """Drop the explorations that wait longest, if too many wait."""
        states = sum(work.explorer.waiting for work in self._waiting.values())
        while len(self._waiting) > 1 and (len(self._waiting) > MOST_WAITING or states > MOST_WAITING_STATES):
            dropped = self._waiting.popitem(last=False)[1].explorer
            states -= dropped.waiting
            dropped.solver.close()

    def _interrupted_report(self, engine: Engine, work: Work) -> MethodReport:
        """The report of a method that the user stopped."""
        allowance = ClockAllowance(time.monotonic(), REPORTING_SECONDS, time.time() + REPORTING_SECONDS)
        exploration = work.explorer.run(0.0)
        not_replayed = replay_paths(work, exploration.paths, allowance)
        return _given_up(report_of(engine, work, exploration, not_replayed, allowance), "interrupted")

    def _renew(self) -> None:
        """Drop the engine and all waiting explorations: an interrupted path may have left tables half-written."""
        self.close()
        self._engine = None
        self._waiting.clear()
        clear_program_caches()

    def _begin(self, engine: Engine, unit: Unit) -> Work:
        """The state of a method before its first round."""
        method, extensions = engine.method(unit.entry), self._workload.extensions
        solver = engine.solver_of(method) if extensions is None else engine.solver_of(method, extensions.solver_kind)
        watch = Stopwatch(solver, engine.machine)
        explorer = engine.explorer(method, solver, NO_EXTENSIONS if extensions is None else extensions.for_engine())
        listener = None if extensions is None else extensions.exploration_listener(engine, explorer)
        return Work(engine, method, explorer, Coverage(engine.bridge.probes), watch, Meter(engine, explorer), listener)


def _most_held() -> int:
    """The bytes that this process may hold from now on."""
    return max(MOST_HELD, resident() + LEAST_GROWTH)


def _key(unit: Unit) -> tuple[str, str, str]:
    return unit.entry.class_name, unit.entry.method, unit.entry.descriptor


def _allowance(work: Work, unit: Unit, started: float) -> Allowance:
    if unit.counted:
        return WorkAllowance(work.meter, unit.seconds)
    return ClockAllowance(started, min(unit.seconds, max(unit.deadline - time.time(), 0.05)), unit.deadline)


def _stagnates(work: Work) -> bool:
    """True if the exploration has spent as much effort since its last progress as before it, or `STAGNATION_SECONDS`.

    Effort is counted work, not seconds, so a busy machine does not end a method early. The search for receivers ends by
    itself and shows its results at its end: while it has work left, the exploration does not stagnate.
    """
    progress = work.explorer.session.progress
    return not work.explorer.receivers.left and progress.effort - progress.last_new_at >= min(
        progress.last_new_at, STAGNATION_SECONDS
    )


def _explore(
    engine: Engine, work: Work, allowance: Allowance, unit: Unit, memory: int | None
) -> tuple[Exploration, bool]:
    """Explore within the allowance. The second value is true if a path was given up that took far too long."""
    explorer, listener, seconds = work.explorer, work.listener, allowance.exploring
    try:
        with allowance.exploration_alarm():
            notify = listener.path_found if listener is not None else None
            round_limits = RoundLimits(last_round=unit.last_round, low_budget=unit.low_budget, memory=memory)
            began = allowance.now()
            if unit.round and not explorer.begun:  # another worker had it, or it was dropped: repeat the first round
                explorer.run(seconds, notify, RoundLimits(last_round=False, memory=memory))
            found = explorer.run(max(seconds - (allowance.now() - began), 0.0), notify, round_limits)
            if listener is not None:
                listener.exploration_ended(found)
            return found, False
    except OutOfTimeError:
        engine.bridge.close()  # it may have been in the middle of an answer
        return explorer.run(0.0), True


def _given_up(report: MethodReport, why: str = "time") -> MethodReport:
    """A report whose exploration lost a path: nothing is complete or proved any more."""
    status = Status.BOUNDED if report.status is Status.COMPLETE else report.status
    known = sum(each.paths for each in report.reasons if (each.code, each.where) == (why, ""))
    others = tuple(each for each in report.reasons if (each.code, each.where) != (why, ""))
    reasons = (*others, Reason(why, "", known + 1))
    unreached = tuple(replace(each, proved=False) for each in report.unreached)
    proofs = tuple(each.up_to(reasons[-1]) for each in report.proofs)
    return replace(
        report, status=status, reasons=reasons, unreached=unreached, excluded=(), proofs=proofs, resumable=False
    )


def _hung(struck: Sequence[str]) -> str:
    """What a safety net ended."""
    return f"a limit by the clock ended what hung: {', '.join(dict.fromkeys(struck))}"


def _unusable(problem: TargetError) -> Reason:
    if isinstance(problem, MissingClassError):
        return Reason("missing-class", dotted(problem.name))
    return Reason("unusable-class", str(problem))
