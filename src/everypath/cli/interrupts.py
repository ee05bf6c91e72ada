"""Signals while one command runs: they end it, and what was found is kept."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))

#: Seconds until a signal is raised again where the interpreter could not pass its exception on.
_AGAIN = 0.02


@contextmanager
def interruptible() -> Iterator[None]:
    """Ctrl-C, SIGTERM and SIGHUP raise one `KeyboardInterrupt`; further ones do not disturb what is being finished.

    A signal that is ignored when the command starts (``nohup``) stays ignored. Python drops an exception that is
    raised in a finaliser or a weak reference's callback; the signal is then raised once more a moment later.
    """
    seen: list[int] = []
    again: list[threading.Thread] = []
    over = threading.Event()

    def interrupt(number: int, frame: FrameType | None) -> None:
        seen.append(number)
        if len(seen) == 1 and not over.is_set():
            raise KeyboardInterrupt

    def dropped(unraisable: sys.UnraisableHookArgs) -> None:
        if not seen or not issubclass(unraisable.exc_type, KeyboardInterrupt):
            hook(unraisable)
            return
        is_started = threading.Event()
        again.append(threading.Thread(target=raise_again, args=(is_started,), daemon=True))
        again[-1].start()
        is_started.set()

    def raise_again(is_started: threading.Event) -> None:
        is_started.wait()
        time.sleep(_AGAIN)  # what dropped the exception has gone on
        number = seen[0]
        seen.clear()
        _raise_in_main_thread(number)

    hook, sys.unraisablehook = sys.unraisablehook, dropped
    before = {}
    for number in _SIGNALS:
        if signal.getsignal(number) != signal.SIG_IGN:
            before[number] = signal.signal(number, interrupt)
    try:
        yield
    finally:
        over.set()
        for thread in again:
            thread.join()
        for number, handler in before.items():
            signal.signal(number, handler)
        sys.unraisablehook = hook


def _raise_in_main_thread(number: int) -> None:
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, number)
    else:
        signal.raise_signal(number)
