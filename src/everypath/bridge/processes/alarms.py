"""Blocks the alarm signal during steps that it must not interrupt."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def alarm_blocked() -> Iterator[None]:
    """Block ``SIGALRM``, with which runs end work that takes too long, until the ``with`` block is left."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
