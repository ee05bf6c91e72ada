"""Processes that a run starts: each ends with the run, also if that is killed, and leaves the user's signals to it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from types import FrameType

from everypath.bridge import kill_all
from everypath.run.process.signals import DEFERRED
from everypath.run.process.temporary_folder import remove_folder_of_parent

END_SECONDS = 0.5
"""Seconds that a process has to end its JVMs before it is killed."""


def begin_child() -> None:
    """Called first in a new process: from now on it ignores what the user sends from a terminal, and ends with its
    parent.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _end)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, DEFERRED)
    threading.Thread(target=_watch_parent, daemon=True).start()


def _end(number: int, frame: FrameType | None) -> None:
    """End this process with its JVMs and their folders. No other signal gets in the way."""
    for name in ("SIGTERM", "SIGUSR1"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    _leave()


def _leave() -> None:
    kill_all()
    parent = multiprocessing.parent_process()
    if parent is not None and not parent.is_alive():
        remove_folder_of_parent()
    os._exit(0)


def _watch_parent() -> None:
    """End with the parent, also if it is killed. Its temporary folder is removed, too."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(END_SECONDS)  # the main thread may be in a solver, where no signal handler runs
    _leave()
