"""Signals that wait while a process or a thread is started."""

from __future__ import annotations

import signal
from collections.abc import Iterator
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
