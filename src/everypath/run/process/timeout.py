"""A limit on wall time for code that does not look at the clock itself."""

from __future__ import annotations

import math
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from everypath.work import NETS

REPEAT_SECONDS = 0.5
"""Seconds after which the alarm rings again, if a callback swallowed the first exception."""

LEAST_CHECKS = 5
"""How many times the use of the grace is checked, at least."""


HANGING, FACTOR = 120.0, 20.0
"""Seconds by the clock after which something hangs whose work is counted, and the seconds for one second of effort."""


class OutOfTimeError(BaseException):
    """The time was up in the middle of something.

    It is no `Exception`: code that catches those, since they are errors of the engine, lets it pass.
    """


@contextmanager
def alarm(seconds: float, grace: float = 0.0, most: float = 0.0) -> Iterator[None]:
    """Raise `OutOfTimeError` in the block after ``seconds``; only in the main thread, which alone has timers.

    After these seconds, the block may go on until this process has used ``grace`` seconds more of a processor: on a
    busy machine that is later, but never later than ``most`` seconds more.
    If a callback swallows the exception, Python prints nothing, and the alarm rings again a little later.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    first: tuple[float, float] | None = None
    is_over = False

    def ring(number: int, frame: FrameType | None) -> None:
        nonlocal first
        if is_over:
            return
        now, used = time.monotonic(), time.process_time()
        first = first or (now, used)
        if now - first[0] < most and used - first[1] < grace:
            return
        raise OutOfTimeError("out of time")

    def swallowed(problem: sys.UnraisableHookArgs) -> None:
        if problem.exc_type is not OutOfTimeError:
            hook(problem)

    hook, sys.unraisablehook = sys.unraisablehook, swallowed
    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(
        signal.ITIMER_REAL, max(seconds, 0.001), min(grace / LEAST_CHECKS, REPEAT_SECONDS) or REPEAT_SECONDS
    )
    try:
        yield
    finally:
        is_over = True  # an alarm that rings while it is switched off would leave it on
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        sys.unraisablehook = hook


@contextmanager
def safety_net(effort: float, what: str) -> Iterator[None]:
    """Raise `OutOfTimeError` in a block that hangs: it takes far longer than so many seconds of effort can take.

    The strike is noted in `everypath.work.NETS`, with ``what`` hung.
    """
    try:
        with alarm(HANGING + FACTOR * effort):
            yield
    except OutOfTimeError:
        NETS.strike(what)
        raise


@contextmanager
def end_alarm(seconds: float, what: str, effort: float) -> Iterator[None]:
    """Raise `OutOfTimeError` in the block after so many seconds.

    Infinitely many are left if the work of the run is counted. Then only what hangs is ended, and noted as ``what``: it
    takes far longer than so many seconds of ``effort``.
    """
    with safety_net(effort, what) if math.isinf(seconds) else alarm(seconds):
        yield
