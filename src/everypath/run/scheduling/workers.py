"""Workers: they run units in this process, or in spawned processes with a bridge and a solver each.

A worker takes one unit at a time and returns a `Future`, as an executor of `concurrent.futures` does. A `ProcessWorker`
is an executor of one process: when that process dies (out of memory, a crash inside a solver), only its own unit is
lost, and the worker starts a new process.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.process import BaseProcess
from types import FrameType
from typing import TYPE_CHECKING, Protocol, cast

from everypath.bridge import kill_all
from everypath.dropped_interrupts import when_interrupts_are_dropped
from everypath.errors import BridgeError, EverypathError
from everypath.run.process import END_SECONDS, WORKERS, begin_child, packed, signals_deferred, unpacked
from everypath.run.results import MethodReport
from everypath.run.scheduling.memory import limit_process
from everypath.run.workload import Unit, Workload

if TYPE_CHECKING:
    from everypath.run.method_analysis import Session

__all__ = ["InProcessWorker", "ProcessWorker", "Worker", "WorkerDiedError"]


CACHE_SECONDS = 2.0
"""Seconds that a worker process has to write its caches."""
_ASKING: signal.Signals | None = getattr(signal, "SIGUSR1", None)
"""The signal that asks a worker process to end its unit; None if the system has no such signal."""

OUT_OF_MEMORY = 77
"""The exit status of a worker process without memory: its tables may be half-written."""


class WorkerDiedError(EverypathError):
    """A worker process ended in the middle of a unit. ``how`` describes its end; empty if unknown."""

    def __init__(self, how: str = "") -> None:
        super().__init__(f"the worker process died, {how}" if how else "the worker process died")
        self.how = how


class Worker(Protocol):
    """Analyses one unit after the other."""

    def start(self) -> None:
        """Get ready while no unit is there. The first unit does so otherwise."""

    def submit(self, unit: Unit) -> Future[MethodReport]:
        """Start the unit. The future raises `WorkerDiedError` when the worker is lost."""

    @property
    def ready_at(self) -> float | None:
        """The time when the worker became ready, in seconds of `time.time`; None before that."""

    def interrupt(self) -> None:
        """Ask the running unit to end soon, with the results so far."""

    @property
    def interrupted(self) -> bool:
        """True if the user stopped the run during the last unit. Its report exists; no further unit is to be run."""

    def restart(self) -> None:
        """Make the worker usable again after its process died or hung."""

    def release(self) -> None:
        """No unit follows: start to write caches for later runs. `close` waits for that."""

    def close(self, *, now: bool = False) -> None:
        """Free all resources; with ``now``, without waiting for a running unit or for caches."""


class InProcessWorker:
    """Runs units in this process, which may use ``memory`` bytes: `submit` returns a finished future.

    The engine is loaded with the first unit.
    """

    def __init__(self, workload: Workload, memory: int | None = None) -> None:
        self._workload = workload
        self._memory = memory
        self._session: Session | None = None

    def start(self) -> None:
        """Load the engine, if it is not loaded."""
        self._opened()

    def _opened(self) -> Session:
        if self._session is None:
            self._session = _open_session(self._workload, self._memory)
        return self._session

    def submit(self, unit: Unit) -> Future[MethodReport]:
        """Analyse the unit before returning."""
        future: Future[MethodReport] = Future()
        try:
            future.set_result(self._opened().analyse(unit))
        except MemoryError:
            future.set_exception(WorkerDiedError("out of memory"))
        except Exception as problem:  # noqa: BLE001 - the schedule makes a failed method of it
            future.set_exception(problem)
        return future

    @property
    def ready_at(self) -> float | None:
        """Always."""
        return 0.0

    def interrupt(self) -> None:
        """Do nothing: no unit runs while the caller runs."""

    @property
    def interrupted(self) -> bool:
        """True if the user stopped the run during the last unit."""
        return self._session is not None and self._session.interrupted

    def restart(self) -> None:
        """Drop the session, which ran out of memory."""
        self.close()
        self._session = None

    def release(self) -> None:
        """Do nothing: `close` writes the caches."""

    def close(self, *, now: bool = False) -> None:
        """Stop the bridge."""
        if self._session is not None:
            self._session.close()


def _open_session(workload: Workload, memory: int | None = None) -> Session:
    from everypath.run.workload import open_bridge

    bridge = None
    with contextlib.suppress(BridgeError):  # the first unit will report it
        bridge = open_bridge(workload)
        bridge.start_library()
    from everypath.run.method_analysis import Session

    return Session(workload, memory, bridge)


class Analyst(Protocol):
    """The part of a worker process that analyses units: a `Session`."""

    def analyse(self, unit: Unit) -> MethodReport:
        """The report of one method."""

    def close(self) -> None:
        """Write caches and free all resources."""


class ProcessWorker:
    """Runs units in one spawned process, which may use ``memory`` bytes and opens its session with ``opening``."""

    def __init__(
        self,
        workload: Workload,
        memory: int | None = None,
        opening: Callable[[Workload, int | None], Analyst] = _open_session,
    ) -> None:
        self._arguments = (workload, memory, opening)
        self._process: BaseProcess | None = None
        self._executor = self._start()
        self._ready_at: float | None = None
        self._greeted = False
        self._farewell: Future[None] | None = None
        self._ending: list[BaseProcess] = []
        """The processes that were asked to end."""

    def _start(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            max_workers=1,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_start_worker,
            initargs=self._arguments,
        )

    def start(self) -> None:
        """Start the process. If it dies, the first unit starts another one."""
        with signals_deferred(), contextlib.suppress(BrokenProcessPool):
            self._greet()
        self._note_process()

    def submit(self, unit: Unit) -> Future[MethodReport]:
        """Send the unit to the process."""
        with signals_deferred():  # a new process inherits this until it sets its own handlers
            try:
                self._greet()
                inner = self._executor.submit(_analyse, unit)
            except BrokenProcessPool:
                self.restart()
                self._greet()
                inner = self._executor.submit(_analyse, unit)
        self._note_process()
        outer: Future[MethodReport] = Future()
        inner.add_done_callback(lambda done: self._copy(done, outer))
        return outer

    def _note_process(self) -> None:
        self._process = next(iter(self._processes()), None)
        if self._process is not None and self._process.pid is not None:
            WORKERS.add(self._process.pid)

    def _greet(self) -> None:
        """Send a first task to a new process, which shows when it has started."""
        if not self._greeted:
            self._greeted = True
            executor = self._executor
            executor.submit(_nothing).add_done_callback(lambda done: self._started(executor))

    def _started(self, executor: ProcessPoolExecutor) -> None:
        if executor is self._executor:
            self._ready_at = time.time()

    @property
    def ready_at(self) -> float | None:
        """The time when the process had started; it stays when the process dies, which its unit reports."""
        return self._ready_at

    def _copy(self, inner: Future[bytes], outer: Future[MethodReport]) -> None:
        if inner.cancelled():
            outer.set_exception(WorkerDiedError("stopped"))
            return
        problem = inner.exception()
        if isinstance(problem, BrokenProcessPool):
            outer.set_exception(WorkerDiedError(self._how_it_ended()))
        elif problem is not None:
            outer.set_exception(problem)
        else:
            self._unpack(inner.result(), outer)

    @staticmethod
    def _unpack(data: bytes, outer: Future[MethodReport]) -> None:
        try:
            report = cast("MethodReport", unpacked(data))
        except Exception as problem:  # noqa: BLE001 - the schedule makes a failed method of it
            outer.set_exception(problem)
        else:
            outer.set_result(report)

    def _how_it_ended(self) -> str:
        """How the process ended, such as ``killed by SIGKILL``; empty if unknown."""
        if self._process is None:
            return ""
        self._process.join(END_SECONDS)
        code = self._process.exitcode
        if code is None:
            return ""
        if code == OUT_OF_MEMORY:
            return "out of memory"
        if code >= 0:
            return f"exit status {code}"
        try:
            return f"killed by {signal.Signals(-code).name}"
        except ValueError:
            return f"killed by signal {-code}"

    def interrupt(self) -> None:
        """Send the process its own signal; it ignores those of the terminal."""
        for process in self._processes():
            if _ASKING is not None and process.pid is not None:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process.pid, _ASKING)

    @property
    def interrupted(self) -> bool:
        """Never: the main process gets the signal of the user."""
        return False

    def restart(self) -> None:
        """Kill the process; the next unit starts a new one."""
        self._kill()
        self._executor = self._start()
        self._ready_at, self._greeted, self._farewell = None, False, None

    def release(self) -> None:
        """Ask the process to close its session, if it has started, and to end."""
        if self._greeted:
            self._ending = self._processes()
            with contextlib.suppress(BrokenProcessPool):
                self._farewell = self._executor.submit(_close_session)
                self._executor.shutdown(wait=False)

    def close(self, *, now: bool = False) -> None:
        """End the process."""
        if self._farewell is not None and not now:
            wait([self._farewell], CACHE_SECONDS)
        self._kill()

    def _processes(self) -> list[BaseProcess]:
        # The public way (`kill_workers`) comes with Python 3.14.
        return self._ending or list((getattr(self._executor, "_processes", None) or {}).values())

    def _kill(self) -> None:
        processes = self._processes()
        for process in processes:
            process.terminate()
        until = time.monotonic() + END_SECONDS
        for process in processes:
            process.join(max(until - time.monotonic(), 0.0))
            process.kill()
        WORKERS.difference_update(each.pid for each in processes if each.pid is not None)
        self._executor.shutdown(wait=False, cancel_futures=True)


_session: Analyst | None = None
_busy = False
_is_asked = False
"""True if the running unit was asked to end."""


def _start_worker(workload: Workload, memory: int | None, opening: Callable[[Workload, int | None], Analyst]) -> None:
    global _session
    limit_process(memory)
    if _ASKING is not None:
        signal.signal(_ASKING, _stop_unit)
        when_interrupts_are_dropped(lambda: True, _ask_again)
    begin_child()
    _session = opening(workload, memory)


def _stop_unit(number: int, frame: FrameType | None) -> None:
    """The user stops the run: end the running unit with its results so far, once."""
    global _is_asked
    if _busy and not _is_asked:
        _is_asked = True
        raise KeyboardInterrupt


def _ask_again() -> None:
    """Ask the running unit to end once more."""
    global _is_asked
    _is_asked = False
    if _ASKING is not None:
        os.kill(os.getpid(), _ASKING)


def _nothing() -> None:
    """The first task of a process."""


def _analyse(unit: Unit) -> bytes:
    """The report of a unit, packed."""
    if _session is None:
        raise WorkerDiedError("not started as one")
    global _busy, _is_asked
    _busy, _is_asked = True, False
    try:
        return packed(_session.analyse(unit))
    except MemoryError:
        kill_all()
        os._exit(OUT_OF_MEMORY)
    finally:
        _busy = False


def _close_session() -> None:
    if _session is not None:
        _session.close()
