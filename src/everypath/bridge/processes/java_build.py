"""Compiles the Java side of everypath, which is shipped as sources, once per JDK with that JDK's ``javac``.

The Java side is the bridge's own code and the library's part in Java. Both are compiled in one go, because most of the
time that ``javac`` takes is its start. A command starts the compilation as soon as it knows the JDK
(`begin_java_build`) and does other things meanwhile.

An installation may contain the classes (`prebuild_java`, `PREBUILT`). They are used if they were compiled from the
sources that lie beside them, against the same internals of ``java.base`` as the JDK at hand has.
"""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from everypath import usercache
from everypath.bridge.guard import GUARD_CLASSES
from everypath.bridge.processes.class_archive import Archive, find_archive
from everypath.classfile import Jdk
from everypath.dataclass import dataclass
from everypath.errors import BridgeError, ClassFormatError

SOURCES = Path(__file__).parents[1] / "java"
LIBRARY_SOURCES = Path(__file__).parents[2] / "library" / "java"
PREBUILT = Path(__file__).parents[1] / "prebuilt"
_COMPILE_TIMEOUT = 120.0
_INSIDE = LIBRARY_SOURCES / "java.base", SOURCES / "java.base"
"""Classes that are compiled as part of ``java.base``, because they use classes that are not public there."""
_SEEN_INSIDE = SOURCES / "everypath" / "bridge" / "Memory.java"
"""A class of the bridge that one of these extends."""
_USED_INSIDE = (
    *("java/util/HashMap", "java/util/HashMap$Node", "java/util/HashMap$TreeNode", "java/util/LinkedHashMap$Entry"),
    *("java/util/concurrent/ConcurrentHashMap", "java/util/concurrent/ConcurrentHashMap$Node"),
)
"""The classes of ``java.base`` that these use."""
_FOLDERS = ("main", "boot", "junit", "existing", "library", "guard")
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
    """The folders of the compiled Java side.

    ``main`` is the class path of the process, ``boot`` is appended to its boot class path. ``junit`` holds the stubs of
    the test frameworks, ``existing`` the classes that run a project's own tests, ``library`` those that the machine
    runs in place of some JDK methods, ``guard`` those that decide at the JDK's sinks. ``version`` is a digest of the
    sources. Processes use the ``archive``, if any.
    """

    main: Path
    boot: Path
    junit: Path
    existing: Path
    library: Path
    guard: Path
    version: str
    archive: Archive | None = None


@lru_cache(maxsize=1)
def _source_hash() -> str:
    digest = hashlib.sha256(" ".join(_FLAGS).encode())
    for root in (SOURCES, LIBRARY_SOURCES):
        for path in sorted(root.rglob("*.java")):
            digest.update(str(path.relative_to(root)).encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def begin_java_build(jdk: Jdk) -> None:
    """Start compiling the Java side if that has not been done, and do not wait for it: `java_side` does."""
    with contextlib.suppress(BridgeError, OSError):
        name = _name(jdk)
        at = usercache.root(), name
        if at not in _running and _prebuilt(jdk) is None and usercache.folder("bridge", name) is None:
            _running[at] = _Compilation(jdk, name)


def java_side(jdk: Jdk) -> JavaSide:
    """The compiled Java side for this JDK, compiling it if that has not happened yet.

    Safe when several processes do it at once: each compiles into a folder of its own, and the first to finish wins.
    Raises BridgeError when the JDK is too old or its compiler fails.
    """
    name = _name(jdk)
    at = usercache.root(), name
    place = _prebuilt(jdk) or usercache.folder("bridge", name) or _uncached.get(at)
    if place is None:
        compilation = _running.pop(at, None) or _Compilation(jdk, name)
        place = compilation.finish()
    main, boot, junit, existing, library, guard = (place / each for each in _FOLDERS)
    return JavaSide(main, boot, junit, existing, library, guard, _source_hash(), find_archive(jdk, _source_hash()))


def javac_command(jdk: Jdk, flags: Sequence[str]) -> list[str]:
    """The command that runs a JDK's compiler, without arguments; ``flags`` are for its JVM."""
    archive = find_archive(jdk, _source_hash())
    if archive is None:
        return [str(jdk.javac), *(f"-J{flag}" for flag in flags)]
    mapped = ("-XX:+UnlockDiagnosticVMOptions", "-XX:ArchiveRelocationMode=0")
    quiet = ("-Xlog:disable", "-Xlog:all=error:stderr")
    return [str(jdk.java), *flags, *mapped, *quiet, *archive.flags, "-m", "jdk.compiler/com.sun.tools.javac.Main"]


def prebuild_java(jdk: Jdk) -> Path:
    """Compile the Java side into the installation, which must be writable, and return the folder.

    Classes of other sources are removed. Raises BridgeError when the compiler fails, and OSError.
    """
    place = _prebuilt_place(jdk)
    for old in PREBUILT.iterdir() if PREBUILT.is_dir() else ():
        if old != place.parent:
            shutil.rmtree(old, ignore_errors=True)
    if not place.is_dir():
        place.parent.mkdir(parents=True, exist_ok=True)
        compilation = _Compilation(jdk, "", Path(tempfile.mkdtemp(dir=place.parent, prefix="new-")))
        os.replace(compilation.compile(), place)
    return place


def prebuilt_file(name: str) -> Path:
    """The path of a file that was made from these sources when everypath was installed. It need not exist."""
    return PREBUILT / _source_hash()[:24] / name


def _prebuilt(jdk: Jdk) -> Path | None:
    if not PREBUILT.is_dir():
        return None
    place = _prebuilt_place(jdk)
    return place if place.is_dir() else None


@lru_cache(maxsize=8)
def _prebuilt_place(jdk: Jdk) -> Path:
    try:
        image = jdk.image()
        inside = [image.find(name) or b"" for name in _USED_INSIDE]
    except (OSError, ClassFormatError):
        return PREBUILT / "none"
    return prebuilt_file(usercache.digest_of(*inside))


def _name(jdk: Jdk) -> str:
    """The name of the folder for this JDK and these sources."""
    if jdk.feature < 17:
        raise BridgeError(f"JDK {jdk.version} at {jdk.home} is too old: everypath needs JDK 17 or newer to run classes")
    return usercache.digest_of(_source_hash(), str(jdk.home), jdk.version)


class _Compilation:
    """Two running ``javac`` processes, for the classes inside ``java.base`` and the others, and their output folder."""

    def __init__(self, jdk: Jdk, name: str, work: Path | None = None) -> None:
        self._jdk = jdk
        self._name = name
        self._owner = os.getpid()
        try:
            self._work = work or usercache.new_folder("bridge")
        except OSError as error:
            raise BridgeError(f"no folder for the bridge's classes can be written: {error.strerror}") from error
        self._classes = self._work / "main"
        self._inside = self._work / "inside"
        self._inside.mkdir()
        self._processes: list[subprocess.Popen[bytes]] = []
        files = [path for root in (SOURCES, LIBRARY_SOURCES) for path in sorted(root.rglob("*.java"))]
        inside = [path for path in files if any(path.is_relative_to(root) for root in _INSIDE)]
        try:
            self._start([*_TARGET, "-d", str(self._classes)], [path for path in files if path not in inside])
            patched = ["--patch-module", f"java.base={os.pathsep.join(map(str, _INSIDE))}"]
            self._start([*_TARGET_INSIDE, *patched, "-d", str(self._inside)], [*inside, _SEEN_INSIDE])
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

    def finish(self) -> Path:
        """Wait until the classes are compiled, move them into the user's cache, and return their folder."""
        work = self.compile()
        place = usercache.keep_folder("bridge", self._name, work)
        if place == work:
            _uncached[usercache.root(), self._name] = place
            atexit.register(self.abandon)
        return place

    def compile(self) -> Path:
        """Wait until the classes are compiled and return their folder. Removes it before it raises `BridgeError`."""
        try:
            if any(process.wait(_COMPILE_TIMEOUT) for process in self._processes):
                output = (self._work / "errors").read_text(errors="replace").strip()[-800:]
                raise BridgeError(f"{self._jdk.javac} could not compile the bridge: {output}")
            self._arrange()
        except (OSError, subprocess.TimeoutExpired) as error:
            self.abandon()
            raise BridgeError(f"{self._jdk.javac} could not be run: {error}") from error
        except BridgeError:
            self.abandon()
            raise
        return self._work

    def _arrange(self) -> None:
        places = {"boot": "everypath/probes", "junit": "org", "existing": "everypath/existing"}
        for name, package in (*places.items(), ("library", "everypath/library")):
            target = self._work / name / package
            target.parent.mkdir(parents=True)
            os.replace(self._classes / package, target)
        own = self._inside / "everypath" / "bridge"
        os.replace(own / "InternalMemory.class", self._classes / "everypath" / "bridge" / "InternalMemory.class")
        shutil.rmtree(self._inside / "everypath")
        guard = self._work / "guard"
        guard.mkdir()
        for name in GUARD_CLASSES:
            os.replace(self._inside / "java" / "lang" / f"{name}.class", guard / f"{name}.class")
        (self._inside / "java" / "lang").rmdir()
        for folder in self._inside.iterdir():
            os.replace(folder, self._work / "library" / folder.name)
        self._inside.rmdir()
        (self._work / "errors").unlink()

    def abandon(self) -> None:
        """End the compilers and remove the folder."""
        if os.getpid() == self._owner:
            for process in self._processes:
                process.kill()
                process.wait()
            shutil.rmtree(self._work, ignore_errors=True)


_running: dict[tuple[Path, str], _Compilation] = {}
"""Running compilations, by the cache's folder and the name of the folder in it."""

_uncached: dict[tuple[Path, str], Path] = {}
"""Folders of compiled classes that could not be moved into the cache because it cannot be written."""


@atexit.register
def _abandon_all() -> None:
    for compilation in _running.values():
        compilation.abandon()
