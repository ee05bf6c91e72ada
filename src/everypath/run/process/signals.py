"""Signals that wait while a process or a thread is started, and those whose exception Python dropped."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

DEFERRED = frozenset(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals by which a user ends a run."""


@contextmanager
def signals_deferred() -> Iterator[None]:
    """Signals to this thread wait until the end of the block, in which a process or a thread may be started: a process
    inherits this until it calls `begin_child`, and a thread for good. So all threads but the main one are to be started
    in such a block: a signal that another thread takes would interrupt the main one in its block.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, DEFERRED)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


AGAIN_SECONDS = 0.02
"""Seconds until a signal is raised again: what dropped its exception has gone on by then."""


def when_interrupts_are_dropped(is_ours: Callable[[], bool], again: Callable[[], object]) -> Callable[[], None]:
    """Call ``again`` a moment after Python has dropped a `KeyboardInterrupt` that ``is_ours``, as it does in finalisers
    and in callbacks of weak references. Returns what ends that, once nothing waits any more.
    """
    threads: list[threading.Thread] = []
    hook = sys.unraisablehook

    def dropped(unraisable: sys.UnraisableHookArgs) -> None:
        if not issubclass(unraisable.exc_type, KeyboardInterrupt) or not is_ours():
            hook(unraisable)
            return
        is_started = threading.Event()
        threads.append(threading.Thread(target=call_later, args=(is_started,), daemon=True))
        threads[-1].start()
        is_started.set()

    def call_later(is_started: threading.Event) -> None:
        is_started.wait()
        time.sleep(AGAIN_SECONDS)
        again()

    def end() -> None:
        for thread in threads:
            thread.join()
        sys.unraisablehook = hook

    sys.unraisablehook = dropped
    return end
