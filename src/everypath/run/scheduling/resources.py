"""What one command holds from its beginning to its end: a temporary folder and a limit on memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from everypath.run.options import Options, show_size
from everypath.run.process import temporary_folder, within_memory
from everypath.run.scheduling.memory import free_memory, memory_of_run, with_held


def _silent(text: str) -> None:
    """Say nothing."""


@contextmanager
def resources(options: Options, say: Callable[[str], object] = _silent) -> Iterator[Path]:
    """The temporary folder of a command (`temporary_folder`). Its processes stay within the limit on memory meanwhile.

    ``say`` gets a message at the end if processes were ended for that. Raises `UsageError`, as `temporary_folder` does.
    """
    limit = with_held(memory_of_run(options.memory, free_memory()), options.memory)
    with temporary_folder(options.no_cache) as folder:
        with within_memory(limit) as watch:
            yield folder
        if watch is not None and watch.ended:
            what = "1 process was" if watch.ended == 1 else f"{watch.ended} processes were"
            say(f"{what} ended, since all together came near {show_size(limit)} of memory (--memory)")
