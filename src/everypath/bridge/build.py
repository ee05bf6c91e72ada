"""The Java side of the bridge: shipped as sources, compiled once per JDK with that JDK's ``javac``."""

from __future__ import annotations

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
_COMPILE_TIMEOUT = 120.0


@dataclass(frozen=True, slots=True)
class JavaSide:
    """Where the compiled Java side lies.

    ``main`` is the class path of the process, ``boot`` goes on its boot class path, ``junit`` holds the stub of the
    JUnit API.
    """

    main: Path
    boot: Path
    junit: Path


def cache_root() -> Path:
    """The user's cache folder for everypath (XDG base directory specification)."""
    base = os.environ.get("XDG_CACHE_HOME")
    root = Path(base) if base and Path(base).is_absolute() else Path.home() / ".cache"
    return root / "everypath"


@lru_cache(maxsize=1)
def _source_hash() -> str:
    digest = hashlib.sha256()
    for path in sorted(SOURCES.rglob("*.java")):
        digest.update(str(path.relative_to(SOURCES)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def java_side(jdk: Jdk) -> JavaSide:
    """The compiled Java side for this JDK, compiling it if that has not happened yet.

    Safe when several processes do it at once: each compiles into a folder of its own, and the first to finish wins.
    Raises BridgeError when the JDK is too old or its compiler fails.
    """
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
    final = parent / key
    if not final.is_dir():
        _compile(jdk, parent, final)
    return JavaSide(final / "main", final / "boot", final / "junit")


def _compile(jdk: Jdk, parent: Path, final: Path) -> None:
    work = Path(tempfile.mkdtemp(prefix="build-", dir=parent))
    try:
        main = work / "main"
        _javac(jdk, main)
        (work / "boot" / "everypath").mkdir(parents=True)
        os.replace(main / "everypath" / "probes", work / "boot" / "everypath" / "probes")
        (work / "junit").mkdir()
        os.replace(main / "org", work / "junit" / "org")
        try:
            os.replace(work, final)
        except OSError:
            if not final.is_dir():  # otherwise another process was faster
                raise
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _javac(jdk: Jdk, out: Path) -> None:
    out.mkdir()
    files = [str(path) for path in sorted(SOURCES.rglob("*.java"))]
    command = [str(jdk.javac), "--release", "17", "-g", "-nowarn", "-proc:none", "-encoding", "UTF-8", "-d", str(out)]
    command += ["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"]
    try:
        done = subprocess.run(
            command + files,
            capture_output=True,
            text=True,
            timeout=_COMPILE_TIMEOUT,
            check=False,
            env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C"},
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise BridgeError(f"{jdk.javac} could not be run: {error}") from error
    if done.returncode != 0:
        raise BridgeError(f"{jdk.javac} could not compile the bridge: {done.stderr.strip()[-800:]}")
