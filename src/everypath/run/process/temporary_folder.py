"""The temporary folder of one command.

It holds all temporary files of the command, its worker processes and its JVMs. It is removed when the command ends. If
the command was killed, the next command removes it.
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
from everypath.dataclass import dataclass
from everypath.errors import UsageError

PREFIX = "everypath-run-"


@dataclass
class _Folder:
    """The folder of this process while it is in use."""

    path: Path
    outer: Path
    no_cache: bool
    before: tuple[str | None, dict[str, str | None]]
    users: int = 0


_present: list[_Folder] = []


@contextmanager
def temporary_folder(no_cache: bool = False) -> Iterator[Path]:
    """A folder that `tempfile` uses here and in processes started from here; removed at the end.

    With ``no_cache``, or if the user's cache is not writable, the cache is in this folder, too. Concurrent users in one
    process share the folder; the last one to end removes it.

    Raises `UsageError` if no folder can be written, or if concurrent users differ in ``no_cache``.
    """
    folder = _present[0] if _present else _begin(no_cache)
    if folder.no_cache is not no_cache:
        raise UsageError("what runs at the same time in one process either uses the cache or does not (no_cache)")
    folder.users += 1
    try:
        yield folder.outer
    finally:
        folder.users -= 1
        if not folder.users:
            _end(folder)


def _begin(no_cache: bool) -> _Folder:
    try:
        outer = Path(tempfile.gettempdir())
        _sweep(outer)
        path = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-"))
    except OSError as problem:
        raise UsageError(f"no folder for temporary files can be written: {problem.strerror or problem}") from problem
    variables = {"TMPDIR": str(path)}
    if no_cache or not usercache.is_writable():
        variables[usercache.VARIABLE] = str(path / "cache")
    before = tempfile.tempdir, {name: os.environ.get(name) for name in variables}
    tempfile.tempdir = str(path)
    os.environ.update(variables)
    _present.append(_Folder(path, outer, no_cache, before))
    return _present[0]


def _end(folder: _Folder) -> None:
    _present.clear()
    tempfile.tempdir = folder.before[0]
    for name, value in folder.before[1].items():
        if value is None:
            del os.environ[name]
        else:
            os.environ[name] = value
    _remove(folder.path)


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
    """Remove a folder, although a process that is ending may still write to it."""
    for _ in range(3):
        shutil.rmtree(folder, ignore_errors=True)
        if not folder.exists():
            return


def remove_folder_of_parent() -> None:
    """Remove the folder that the parent process made. A worker calls this when its parent was killed."""
    folder = Path(tempfile.gettempdir())
    if folder.name.startswith(PREFIX):
        _remove(folder)
