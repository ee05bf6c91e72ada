"""The cache on disk that a user's runs share. All of its content can be computed again.

An *entry* is one file, named by a digest of everything that its content depends on (`load`, `save`). It begins with a
header (magic, format, length, checksum over name and content) that is verified at every load. An entry that is
unreadable, truncated, changed or owned by another user counts as absent. Readers may check more, or rely on the
checksum: `everypath.solver.backends.disk_cache` believes an *unsat* whose checksum is valid. A *folder* (`folder`,
`keep_folder`) holds files that programs read, for example compiled classes. It has a seal over its whole content, which
is verified when a process first asks for the folder.

Everything is written under a temporary name and renamed: runs at the same time see all of it or nothing, and the later
one wins. If the cache cannot be written, runs take longer and do the same. Each kind has a bound on its size; the least
recently used entries are removed first.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import struct
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from everypath.dataclass import dataclass

OTHER_VERSIONS: Final = "others"
VARIABLE: Final = "EVERYPATH_CACHE"
"""The environment variable that names the cache's folder; workers inherit it."""

_MAGIC: Final = b"everypath"
_FORMAT: Final = 1
_HEADER: Final = struct.Struct(">9sHQ16s")
_SEAL: Final = ".seal"
_WORK: Final = "new-"
_DOOMED: Final = "old-"
_PRUNED: Final = ".pruned"
_LOCK: Final = ".lock"
_SUFFIX: Final = ".entry"
_DAY: Final = 24 * 3600.0
_LOCK_TIMEOUT: Final = 2.0
"""Seconds to wait for another process that holds the lock of a kind."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of entries: its name, a text for users, and the most bytes that are kept of it."""

    name: str
    holds: str
    most: int
    folders: bool = False


_MB: Final = 1 << 20
KINDS: Final = {
    kind.name: kind
    for kind in (
        Kind("hierarchy", "which class extends which, in jars and JDKs", 64 * _MB),
        Kind("unicode", "character tables of JDKs", 8 * _MB),
        Kind("boot", "what JDKs' classes hold once they are initialised", 64 * _MB),
        Kind("bridge", "everypath's own Java code, compiled for each JDK", 64 * _MB, folders=True),
        Kind("compiled", "classes compiled from analysed sources", 512 * _MB, folders=True),
        Kind("classes", "class files that lay outside the folder of their package", 64 * _MB, folders=True),
        Kind("solver", "answers of solvers, method by method", 128 * _MB),
        Kind("runs", "the cases of last runs, for `everypath replay ID`", 64 * _MB),
        Kind("code", "Python code generated for hot methods", 256 * _MB),
    )
}


@dataclass(frozen=True, slots=True)
class Usage:
    """The number of entries of a kind and their size in bytes."""

    name: str
    holds: str
    entries: int
    size: int


# ---- entries


def load(kind: str, key: bytes | str) -> bytes | None:
    """The content of the entry with this key; None if there is none that is intact and owned by the user."""
    name = digest_of(key)
    path = root() / kind / f"{name}{_SUFFIX}"
    try:
        with path.open("rb") as file:
            status = os.fstat(file.fileno())
            if not _is_own(status):
                return None
            data = file.read()
    except OSError:
        return None
    content = _verified(data, kind, name)
    if content is not None and time.time() - status.st_mtime > _DAY:
        with contextlib.suppress(OSError):
            os.utime(path)  # the least recently used entries are removed first
    return content


def save(kind: str, key: bytes | str, content: bytes) -> bool:
    """Save an entry in place of the one with this key. Returns False if it could not be written."""
    name = digest_of(key)
    parent = root() / kind
    header = _HEADER.pack(_MAGIC, _FORMAT, len(content), _checksum(kind, name, content))
    try:
        parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=parent, prefix=_WORK)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(header)
                file.write(content)
            os.replace(temporary, parent / f"{name}{_SUFFIX}")
        except OSError:
            Path(temporary).unlink(missing_ok=True)
            return False
    except OSError:
        return False
    _note_added(kind, len(content))
    return True


@contextlib.contextmanager
def changing(kind: str) -> Iterator[None]:
    """Lock a kind while its entries are loaded, changed and saved.

    If another process holds the lock for too long, or the file system has no locks, the block runs without a lock:
    then an entry that the other process saves meanwhile may be lost.
    """
    handle, place = None, root() / kind
    with contextlib.suppress(OSError):
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(place / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        until = time.monotonic() + _LOCK_TIMEOUT
        while not _lock(handle, shared=False) and time.monotonic() < until:
            time.sleep(0.01)
    try:
        yield
    finally:
        if handle is not None:
            os.close(handle)


def _verified(data: bytes, kind: str, name: str) -> bytes | None:
    if len(data) < _HEADER.size:
        return None
    magic, version, length, checksum = _HEADER.unpack_from(data)
    content = data[_HEADER.size :]
    if magic != _MAGIC or version != _FORMAT or length != len(content):
        return None
    return content if checksum == _checksum(kind, name, content) else None


def _checksum(kind: str, name: str, content: bytes) -> bytes:
    digest = hashlib.blake2b(f"{kind}/{name}\n".encode(), digest_size=16)
    digest.update(content)
    return digest.digest()


def digest_of(*parts: bytes | str) -> str:
    """A short digest of some parts. It depends on where each part ends."""
    digest = hashlib.blake2b(digest_size=16)
    for part in parts:
        data = part.encode("utf-8", "surrogateescape") if isinstance(part, str) else part
        digest.update(struct.pack(">Q", len(data)))
        digest.update(data)
    return digest.hexdigest()


def identity_of(path: Path) -> str:
    """The identity of a file: its path, size and times of change. Raises `OSError`.

    The time of the last change of its metadata is included because a program can set the modification time back.
    """
    status = path.stat()
    return f"{path.resolve()}|{status.st_size}|{status.st_mtime_ns}|{status.st_ctime_ns}"


@lru_cache(maxsize=16)
def version_of(*packages: str) -> str:
    """A digest of everypath's own sources and of the Python version, for keys of content that depends on both.

    ``packages`` names the packages and modules below ``everypath`` that matter (``term``, ``vm/compiled``,
    ``errors.py``); none: all.
    """
    base = Path(__file__).parent
    digest = hashlib.blake2b(f"{sys.implementation.cache_tag} {sys.version}".encode(), digest_size=16)
    for package in packages or (".",):
        for path in _sources(base / package):
            digest.update(f"\n{path.relative_to(base)}\n".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _sources(place: Path) -> Iterator[Path]:
    if place.is_file():
        yield place
        return
    for parent, folders, files in os.walk(place):
        folders.sort()
        yield from (Path(parent, name) for name in sorted(files) if name.endswith((".py", ".java")))


# ---- folders


def folder(kind: str, name: str) -> Path | None:
    """The folder of this name; None if there is none that is intact and owned by the user.

    No other process removes it while this one runs.
    """
    return _verify_and_lock(root() / kind / name)


def folders(kind: str, prefix: str) -> list[Path]:
    """The folders whose names begin with ``prefix``, sorted. They are not verified, see `folder`."""
    return [path for path in _entries(root() / kind) if path.name.startswith(prefix)]


def new_folder(kind: str) -> Path:
    """A new empty folder, to fill and pass to `keep_folder`. It is a temporary one if the cache cannot be written.

    Raises `OSError` if no folder can be written.
    """
    parent = root() / kind
    try:
        parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return Path(tempfile.mkdtemp(dir=parent, prefix=_WORK))
    except OSError:
        return Path(tempfile.mkdtemp(prefix="everypath-"))


def keep_folder(kind: str, name: str, work: Path) -> Path:
    """Move a filled `new_folder` to its name and return the path.

    If another process was faster, its folder is returned and ``work`` is removed. A damaged folder is replaced. If the
    cache cannot be written, ``work`` stays where it is.
    """
    place = root() / kind / name
    if work.parent != place.parent:
        return work
    size = _sizes(work)
    with contextlib.suppress(OSError):
        (work / _SEAL).write_bytes(_seal_of(work, name))
        for _ in range(2):
            try:
                work.rename(place)
            except OSError:
                if _verify_and_lock(place) is not None:
                    shutil.rmtree(work, ignore_errors=True)
                    return place
                _remove_folder(place)
            else:
                _verify_and_lock(place)
                _note_added(kind, size)
                return place
    return work


_locked: dict[Path, int] = {}
"""Folders that this process uses, each with the descriptor that holds its lock."""


def _verify_and_lock(place: Path) -> Path | None:
    """Verify a folder and lock it against removal; None if it is not intact."""
    if place in _locked:
        if place.is_dir():
            return place
        os.close(_locked.pop(place))
    try:
        handle = os.open(place, os.O_RDONLY)
    except OSError:
        return None
    whole = False
    with contextlib.suppress(OSError):
        status = os.fstat(handle)
        whole = (
            _is_own(status)
            and _lock(handle, shared=True)
            and os.path.samestat(os.stat(place), status)
            and (place / _SEAL).read_bytes() == _seal_of(place, place.name)
        )
        if whole and time.time() - status.st_mtime > _DAY:
            os.utime(place)
    if not whole:
        os.close(handle)
        return None
    _locked[place] = handle
    return place


def _lock(handle: int, *, shared: bool) -> bool:
    """True if the folder could be locked, or if the file system has no locks."""
    if sys.platform == "win32":
        return True
    import fcntl

    try:
        fcntl.flock(handle, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


def _seal_of(place: Path, name: str) -> bytes:
    """A digest of the names and contents of all files of a folder. Raises `OSError`."""
    digest = hashlib.blake2b(_MAGIC + f"{_FORMAT}/{name}\n".encode(), digest_size=16)
    for path in _files(place):
        if path.name != _SEAL or path.parent != place:
            data = path.read_bytes()
            digest.update(f"{path.relative_to(place)}\0{len(data)}\n".encode("utf-8", "surrogateescape"))
            digest.update(data)
    return digest.hexdigest().encode()


def _files(place: Path) -> Iterator[Path]:
    for parent, folders, files in os.walk(place):
        folders.sort()
        yield from (Path(parent, name) for name in sorted(files))


def _remove_folder(place: Path) -> bool:
    """Remove a folder unless a process uses it. Returns True if it no longer exists."""
    try:
        handle = os.open(place, os.O_RDONLY)
    except OSError:
        return not place.exists()
    try:
        if place in _locked or not _lock(handle, shared=False):
            return False
        doomed = Path(tempfile.mkdtemp(dir=place.parent, prefix=_DOOMED))
        place.rename(doomed / place.name)
        shutil.rmtree(doomed, ignore_errors=True)
    except OSError:
        return False
    finally:
        os.close(handle)
    return True


# ---- place, bounds, showing and clearing


def root() -> Path:
    """The cache's folder: the value of `VARIABLE`, or ``everypath`` in the platform's folder for user caches."""
    chosen = os.environ.get(VARIABLE)
    if chosen:
        return Path(chosen).absolute()
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME", "")
        if not os.path.isabs(base):  # relative paths are to be ignored (XDG base directory specification)
            base = str(Path.home() / ".cache")
    return Path(base) / "everypath"


def is_writable() -> bool:
    """True if the cache can be written."""
    place = root()
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(place, os.W_OK | os.X_OK)


def usage() -> list[Usage]:
    """The usage of each kind, and under `OTHER_VERSIONS` that of any other files in the folder."""
    place = root()
    rows = [Usage(kind.name, kind.holds, *_extent(_entries(place / kind.name))) for kind in KINDS.values()]
    others = [path for path in _entries(place) if path.name not in KINDS]
    return [*rows, Usage(OTHER_VERSIONS, "left by other versions", *_extent(others))] if others else rows


def clear(names: Sequence[str] = ()) -> tuple[int, int]:
    """Remove these kinds, or everything. Returns the number of removed entries and of those that a process uses."""
    removed = kept = 0
    for parent in _entries(root()):
        kind = KINDS.get(parent.name)
        if names and (kind.name if kind is not None else OTHER_VERSIONS) not in names:
            continue
        for path in _entries(parent) if kind is not None else [parent]:
            done = _remove(path, kind)
            removed += done
            kept += not done
        if kind is not None and not _entries(parent):
            shutil.rmtree(parent, ignore_errors=True)
    return removed, kept


def _remove(path: Path, kind: Kind | None) -> bool:
    if kind is not None and kind.folders and path.is_dir():
        return _remove_folder(path)
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)
    return not path.exists()


_added: dict[Path, int] = {}
"""Bytes that this process has added to a kind since it last pruned it, by the folder of the kind."""


def _note_added(kind: str, size: int) -> None:
    """Note that something was added. Prune the kind if that was much, or if the last pruning was a day ago."""
    place = root() / kind
    _added[place] = _added.get(place, 0) + size
    marker = place / _PRUNED
    try:
        due = _added[place] > KINDS[kind].most // 8 or time.time() - marker.stat().st_mtime > _DAY
    except OSError:
        due = True
    if due:
        _added[place] = 0
        with contextlib.suppress(OSError):
            marker.touch()
        prune(kind)


def prune(name: str) -> None:
    """Remove the least recently used entries over the bound of a kind, and remains of killed runs."""
    kind = KINDS[name]
    rows: list[tuple[float, int, Path]] = []
    now = time.time()
    for path in _entries(root() / name):
        try:
            changed = path.stat().st_mtime
        except OSError:
            continue
        if path.name.startswith((_WORK, _DOOMED)):
            if now - changed > _DAY:
                _remove(path, None)
            continue
        rows.append((changed, _sizes(path), path))
    total = sum(size for _, size, _ in rows)
    for _, size, path in sorted(rows):
        if total <= kind.most:
            return
        if _remove(path, kind):
            total -= size


def _entries(place: Path) -> list[Path]:
    try:
        return sorted(path for path in place.iterdir() if path.name not in (_PRUNED, _LOCK))
    except OSError:
        return []


def _extent(entries: Sequence[Path]) -> tuple[int, int]:
    """The number of entries and their size in bytes."""
    return len(entries), sum(map(_sizes, entries))


def _sizes(path: Path) -> int:
    """The bytes of a file, or of all files below a folder."""
    total = 0
    for each in _files(path) if path.is_dir() else (path,):
        with contextlib.suppress(OSError):
            total += each.stat().st_size
    return total


def _is_own(status: os.stat_result) -> bool:
    return sys.platform == "win32" or status.st_uid == os.getuid()
