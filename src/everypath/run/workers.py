"""Where units of work run: in this process, or in spawned processes with a bridge and a solver each.

A lane takes one unit at a time and hands back a `Future`, as an executor of `concurrent.futures` does. A process lane
is an executor of one process: when that process dies (out of memory, a crash inside a solver) only its own unit is
lost, and the lane starts anew.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.process import BaseProcess
from types import FrameType
from typing import TYPE_CHECKING, Protocol

from everypath.bridge import kill_all
from everypath.errors import EverypathError
from everypath.run.results import MethodReport
from everypath.run.temporary import remove_folder_of_parent
from everypath.run.work import Unit, Workload

if TYPE_CHECKING:
    from everypath.run.session import Session

__all__ = ["InProcessLane", "Lane", "ProcessLane", "WorkerDiedError"]


#: Seconds that a worker has to end its JVMs before it is killed.
FAREWELL = 0.5
#: The signal by which a worker is asked to end its unit; None where there is no such thing.
_ASKING: signal.Signals | None = getattr(signal, "SIGUSR1", None)
_DEFERRED = frozenset(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


class WorkerDiedError(EverypathError):
    """A worker process ended in the middle of a unit."""


class Lane(Protocol):
    """One place that analyses one unit after the other."""

    def submit(self, unit: Unit) -> Future[MethodReport]:
        """Start the unit. The future raises `WorkerDiedError` when the worker is lost."""

    def interrupt(self) -> None:
        """Ask for what the running unit has found so far, soon."""

    @property
    def interrupted(self) -> bool:
        """Whether the user stopped the run while the last unit ran here: its report is there, but no other is due."""

    def restart(self) -> None:
        """Make the lane usable again after its worker died or hung."""

    def close(self, *, now: bool = False) -> None:
        """Free everything; with `now`, without waiting for what still runs."""


class InProcessLane:
    """Runs units here, at once: `submit` returns a finished future. The engine is loaded with the first unit."""

    def __init__(self, workload: Workload) -> None:
        self._workload = workload
        self._session: Session | None = None

    def submit(self, unit: Unit) -> Future[MethodReport]:
        """Analyse the unit before returning."""
        if self._session is None:
            self._session = _open_session(self._workload)
        future: Future[MethodReport] = Future()
        future.set_result(self._session.analyse(unit))
        return future

    def interrupt(self) -> None:
        """Nothing runs here while anybody else does."""

    @property
    def interrupted(self) -> bool:
        """Whether the signal came while the last unit ran."""
        return self._session is not None and self._session.interrupted

    def restart(self) -> None:
        """Nothing to do: there is no process to lose."""

    def close(self, *, now: bool = False) -> None:
        """Stop the bridge."""
        if self._session is not None:
            self._session.close()


class ProcessLane:
    """Runs units in one spawned process."""

    def __init__(self, workload: Workload) -> None:
        self._workload = workload
        self._process: int | None = None
        self._executor = self._start()

    def _start(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            max_workers=1,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_start_worker,
            initargs=(self._workload,),
        )

    def submit(self, unit: Unit) -> Future[MethodReport]:
        """Send the unit to the process."""
        with _signals_deferred():  # a new process inherits this, until it has said what they mean to it
            try:
                inner = self._executor.submit(_analyse, unit)
            except BrokenProcessPool:
                self.restart()
                inner = self._executor.submit(_analyse, unit)
        outer: Future[MethodReport] = Future()
        inner.add_done_callback(lambda done: _copy(done, outer))
        return outer

    def interrupt(self) -> None:
        """Tell the process, by a signal of its own: those of the terminal are not for it."""
        for process in self._processes():
            if _ASKING is not None and process.pid is not None:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process.pid, _ASKING)

    @property
    def interrupted(self) -> bool:
        """Never: the signal comes to the process that waits for this one."""
        return False

    def restart(self) -> None:
        """Kill what is left of the process and start a new one with the next unit."""
        self._kill()
        self._executor = self._start()

    def close(self, *, now: bool = False) -> None:
        """End the process, in order or at once."""
        if now:
            self._kill()
            return
        self._kill()

    def _processes(self) -> list[BaseProcess]:
        # The public way (`kill_workers`) comes with Python 3.14.
        return list((getattr(self._executor, "_processes", None) or {}).values())

    def _kill(self) -> None:
        processes = self._processes()
        for process in processes:
            process.terminate()
        until = time.monotonic() + FAREWELL
        for process in processes:
            process.join(max(until - time.monotonic(), 0.0))
            process.kill()
        self._executor.shutdown(wait=False, cancel_futures=True)


@contextlib.contextmanager
def _signals_deferred() -> Iterator[None]:
    """Signals to this thread wait until the end of the block."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _DEFERRED)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _copy(inner: Future[MethodReport], outer: Future[MethodReport]) -> None:
    if inner.cancelled():
        outer.set_exception(WorkerDiedError("the worker process was stopped"))
        return
    problem = inner.exception()
    if isinstance(problem, BrokenProcessPool):
        outer.set_exception(WorkerDiedError("the worker process died"))
    elif problem is not None:
        outer.set_exception(problem)
    else:
        outer.set_result(inner.result())


def _open_session(workload: Workload) -> Session:
    from everypath.run.session import Session

    return Session(workload)


_session: Session | None = None
_busy = False


def _start_worker(workload: Workload) -> None:
    global _session
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _end)
    if _ASKING is not None:
        signal.signal(_ASKING, _stop_unit)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _DEFERRED)
    threading.Thread(target=_watch_parent, daemon=True).start()
    _session = _open_session(workload)


def _end(number: int, frame: FrameType | None) -> None:
    """Ended by the parent, or with it: the JVMs go, too, and their folders."""
    _leave()


def _stop_unit(number: int, frame: FrameType | None) -> None:
    """The user stops the run: the unit ends with what it has found; once, and only where one runs."""
    global _busy
    if _busy:
        _busy = False
        raise KeyboardInterrupt


def _leave() -> None:
    kill_all()
    parent = multiprocessing.parent_process()
    if parent is not None and not parent.is_alive():
        remove_folder_of_parent()
    os._exit(0)


def _watch_parent() -> None:
    """End with the parent, also where it is killed and can say nothing; its temporary folder goes with it."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(FAREWELL)  # the main thread may be in a solver and hear of nothing
    _leave()


def _analyse(unit: Unit) -> MethodReport:
    if _session is None:
        raise WorkerDiedError(f"process {os.getpid()} was not started as a worker")
    global _busy
    _busy = True
    try:
        return _session.analyse(unit)
    finally:
        _busy = False
