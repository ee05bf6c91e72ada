"""The temporary folder of one command, which never stays behind.

Everything temporary of a command, of its worker processes and of its JVMs lies in it. It is removed at the end, however
the command ends; what a killed command left is removed by the next one.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from everypath import usercache
from everypath.errors import UsageError

PREFIX = "everypath-run-"


@contextmanager
def temporary_folder(no_cache: bool = False) -> Iterator[Path]:
    """A folder that `tempfile` uses here and in processes started from here; removed at the end.

    With ``no_cache``, and where nothing can be kept, it takes the place of the user's cache, too.

    Raises `UsageError` where no folder can be written.
    """
    try:
        outer = Path(tempfile.gettempdir())
        _sweep(outer)
        folder = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-"))
    except OSError as problem:
        raise UsageError(f"no folder for temporary files can be written: {problem.strerror or problem}") from problem
    variables = {"TMPDIR": str(folder)}
    if no_cache or not usercache.is_writable():
        variables[usercache.VARIABLE] = str(folder / "cache")
    before = tempfile.tempdir, {name: os.environ.get(name) for name in variables}
    tempfile.tempdir = str(folder)
    os.environ.update(variables)
    try:
        yield outer
    finally:
        tempfile.tempdir = before[0]
        for name, value in before[1].items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
        _remove(folder)


def _sweep(outer: Path) -> None:
    """Remove the folders of commands of this user that were killed."""
    for folder in outer.glob(f"{PREFIX}*"):
        number = folder.name.removeprefix(PREFIX).split("-")[0]
        with contextlib.suppress(OSError):
            if number.isdigit() and folder.lstat().st_uid == os.getuid() and not _is_running(int(number)):
                _remove(folder)


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _remove(folder: Path) -> None:
    """Remove a folder in which a dying process may still write."""
    for _ in range(3):
        shutil.rmtree(folder, ignore_errors=True)
        if not folder.exists():
            return


def remove_folder_of_parent() -> None:
    """Called where the command that made the folder was killed: remove it from the process that is left."""
    folder = Path(tempfile.gettempdir())
    if folder.name.startswith(PREFIX):
        _remove(folder)
