"""The Java side of everypath: shipped as sources, compiled once per JDK with that JDK's ``javac``.

It is the bridge's own code and the library's part in Java, compiled in one go, as most of what ``javac`` takes is its
start. A command begins with it as soon as it knows the JDK (`begin`) and goes on with other things meanwhile.
"""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from everypath.classfile.jdk import Jdk
from everypath.errors import BridgeError

SOURCES = Path(__file__).parent / "java"
LIBRARY_SOURCES = Path(__file__).parent.parent / "library" / "java"
_COMPILE_TIMEOUT = 120.0
_INSIDE = LIBRARY_SOURCES / "java.base"
"""Classes that are compiled as part of ``java.base``, as they use what is not public there."""
_TARGET = ("--release", "17")
_TARGET_INSIDE = ("-source", "17", "-target", "17")
_FLAGS = [
    *("-g", "-nowarn", "-proc:none", "-encoding", "UTF-8", "-XDstringConcat=inline"),
    *("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"),
    # the JDK's own compiler need not be verified
    *("-J-XX:+UnlockDiagnosticVMOptions", "-J-XX:-BytecodeVerificationRemote"),
]


@dataclass(frozen=True, slots=True)
class JavaSide:
    """Where the compiled Java side lies.

    ``main`` is the class path of the process, ``boot`` goes on its boot class path, ``junit`` holds the stub of the
    JUnit API, ``library`` what the machine runs in place of some JDK methods.
    """

    main: Path
    boot: Path
    junit: Path
    library: Path


def cache_root() -> Path:
    """The user's cache folder for everypath (XDG base directory specification)."""
    base = os.environ.get("XDG_CACHE_HOME")
    root = Path(base) if base and Path(base).is_absolute() else Path.home() / ".cache"
    return root / "everypath"


@lru_cache(maxsize=1)
def _source_hash() -> str:
    digest = hashlib.sha256(" ".join(_FLAGS).encode())
    for root in (SOURCES, LIBRARY_SOURCES):
        for path in sorted(root.rglob("*.java")):
            digest.update(str(path.relative_to(root)).encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def begin(jdk: Jdk) -> None:
    """Start compiling, if that has not happened yet, without waiting for it: `java_side` will."""
    with contextlib.suppress(BridgeError, OSError):
        final = _place(jdk)
        if not final.is_dir() and final not in _begun:
            _begun[final] = _Compilation(jdk, final)


def java_side(jdk: Jdk) -> JavaSide:
    """The compiled Java side for this JDK, compiling it if that has not happened yet.

    Safe when several processes do it at once: each compiles into a folder of its own, and the first to finish wins.
    Raises BridgeError when the JDK is too old or its compiler fails.
    """
    final = _place(jdk)
    if not final.is_dir():
        compilation = _begun.pop(final, None) or _Compilation(jdk, final)
        compilation.finish()
    return JavaSide(final / "main", final / "boot", final / "junit", final / "library")


def _place(jdk: Jdk) -> Path:
    """The folder for this JDK and these sources, which is there once they are compiled."""
    if jdk.feature < 17:
        raise BridgeError(f"JDK {jdk.version} at {jdk.home} is too old: everypath needs JDK 17 or newer to run classes")
    key = hashlib.sha256(f"{_source_hash()}\0{jdk.home}\0{jdk.version}".encode()).hexdigest()[:24]
    try:
        parent = cache_root() / "bridge"
        parent.mkdir(parents=True, exist_ok=True)
        writable = os.access(parent, os.W_OK)
    except OSError:
        writable = False
    if not writable:
        parent = Path(tempfile.gettempdir()) / f"everypath-{os.getuid()}"
        parent.mkdir(mode=0o700, exist_ok=True)
        if parent.stat().st_uid != os.getuid():
            raise BridgeError(f"{parent} belongs to another user; set XDG_CACHE_HOME to a folder of your own")
    return parent / key


class _Compilation:
    """The running ``javac``s, of what lies inside ``java.base`` and of the rest, and the folder they write to."""

    def __init__(self, jdk: Jdk, final: Path) -> None:
        self._jdk = jdk
        self._final = final
        self._owner = os.getpid()
        self._work = Path(tempfile.mkdtemp(prefix="build-", dir=final.parent))
        self._classes = self._work / "main"
        self._inside = self._work / "inside"
        self._inside.mkdir()
        self._processes: list[subprocess.Popen[bytes]] = []
        files = [path for root in (SOURCES, LIBRARY_SOURCES) for path in sorted(root.rglob("*.java"))]
        inside = [path for path in files if path.is_relative_to(_INSIDE)]
        try:
            self._start([*_TARGET, "-d", str(self._classes)], [path for path in files if path not in inside])
            patched = ["--patch-module", f"java.base={_INSIDE}"]
            self._start([*_TARGET_INSIDE, *patched, "-d", str(self._inside)], inside)
        except OSError as error:
            self.abandon()
            raise BridgeError(f"{jdk.javac} could not be run: {error}") from error

    def _start(self, options: list[str], files: list[Path]) -> None:
        with (self._work / "errors").open("ab") as errors:
            process = subprocess.Popen(
                [str(self._jdk.javac), *_FLAGS, *options, *map(str, files)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C"},
            )
        self._processes.append(process)

    def finish(self) -> None:
        """Wait until the classes are there and move them to their place."""
        try:
            if any(process.wait(_COMPILE_TIMEOUT) for process in self._processes):
                told = (self._work / "errors").read_text(errors="replace").strip()[-800:]
                raise BridgeError(f"{self._jdk.javac} could not compile the bridge: {told}")
            self._arrange()
        except (OSError, subprocess.TimeoutExpired) as error:
            raise BridgeError(f"{self._jdk.javac} could not be run: {error}") from error
        finally:
            self.abandon()

    def _arrange(self) -> None:
        for name, package in (("boot", "everypath/probes"), ("junit", "org"), ("library", "everypath/library")):
            target = self._work / name / package
            target.parent.mkdir(parents=True)
            os.replace(self._classes / package, target)
        for folder in self._inside.iterdir():
            os.replace(folder, self._work / "library" / folder.name)
        self._inside.rmdir()
        (self._work / "errors").unlink()
        try:
            os.replace(self._work, self._final)
        except OSError:
            if not self._final.is_dir():  # otherwise another process was faster
                raise

    def abandon(self) -> None:
        """End it; nothing of it stays behind."""
        if os.getpid() == self._owner:
            for process in self._processes:
                process.kill()
                process.wait()
            shutil.rmtree(self._work, ignore_errors=True)


_begun: dict[Path, _Compilation] = {}


@atexit.register
def _abandon_all() -> None:
    for compilation in _begun.values():
        compilation.abandon()
