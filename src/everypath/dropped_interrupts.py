"""Interrupts that Python drops: in finalisers and in callbacks of weak references, exceptions are only printed."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable

AGAIN_SECONDS = 0.02
"""Seconds until an interrupt is raised again: what dropped it has gone on by then."""


def when_interrupts_are_dropped(is_ours: Callable[[], bool], again: Callable[[], object]) -> Callable[[], None]:
    """Call ``again`` a moment after Python has dropped a `KeyboardInterrupt` that ``is_ours``. Returns what ends
    that, once nothing waits any more.
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
