"""Signals while one command runs: they end it, and what was found is kept."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from everypath.dropped_interrupts import when_interrupts_are_dropped

_SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


@contextmanager
def interruptible() -> Iterator[None]:
    """Ctrl-C, SIGTERM and SIGHUP raise one `KeyboardInterrupt`; further ones do not disturb what is being finished.

    A signal that is ignored when the command starts (``nohup``) stays ignored. Python drops an exception that is
    raised in a finaliser or a weak reference's callback; the signal is then raised once more a moment later.
    """
    seen: list[int] = []
    over = threading.Event()

    def interrupt(number: int, frame: FrameType | None) -> None:
        seen.append(number)
        if len(seen) == 1 and not over.is_set():
            raise KeyboardInterrupt

    def raise_again() -> None:
        number = seen[0]
        seen.clear()
        _raise_in_main_thread(number)

    end = when_interrupts_are_dropped(lambda: bool(seen), raise_again)
    before = {}
    for number in _SIGNALS:
        if signal.getsignal(number) != signal.SIG_IGN:
            before[number] = signal.signal(number, interrupt)
    try:
        yield
    finally:
        over.set()
        end()
        for number, handler in before.items():
            signal.signal(number, handler)


def _raise_in_main_thread(number: int) -> None:
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, number)
    else:
        signal.raise_signal(number)
