"""Archives of classes that a JVM maps into its memory in place of reading them: class data sharing.

What processes of the bridge load, the compiler's classes too, is prepared once (`make`, as part of ``make prebuilt``):
they start with a fifth less processor time then, and compile with a third less. An archive is 20 MB and belongs to one
JVM and to the jars it was made of, at their places. It is used where all of that is as it was when it was made
(`find`); the JVM checks for itself that it is of its own build, and does without where it is not.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import zipfile
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from everypath import usercache
from everypath.classfile import Jdk
from everypath.dataclass import dataclass, replace
from everypath.errors import BridgeError

if TYPE_CHECKING:
    from everypath.bridge.processes.java_build import JavaSide

ARCHIVES = Path(__file__).parents[1] / "archives"
_SEAL = "seal.json"
_DUMP_TIMEOUT = 120.0


@dataclass(frozen=True, slots=True)
class Archive:
    """A folder with an archive of classes, and with the jars that stand for two folders of the Java side."""

    folder: Path

    @property
    def main(self) -> Path:
        """The class path of a process."""
        return self.folder / "main.jar"

    @property
    def boot(self) -> Path:
        """What goes on its boot class path."""
        return self.folder / "boot.jar"

    @property
    def shared(self) -> Path:
        """The archive."""
        return self.folder / "classes.jsa"

    @property
    def flags(self) -> list[str]:
        """What a JVM is told to begin with it."""
        return [f"-XX:SharedArchiveFile={self.shared}", f"-Xbootclasspath/a:{self.boot}", "-cp", str(self.main)]

    def seal(self) -> dict[str, list[int]]:
        """What tells these files from others, written later. Raises `OSError`."""
        found = {}
        for path in (self.main, self.boot, self.shared):
            status = path.stat()
            found[path.name] = [status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns]
        return found


def find(jdk: Jdk, version: str) -> Archive | None:
    """The archive for a JDK and a version of the Java side, if there is one and it is as it was made."""
    try:
        archive = Archive(_place(jdk, version))
        sealed = json.loads((archive.folder / _SEAL).read_text("ascii"))
        return archive if sealed == archive.seal() else None
    except (OSError, ValueError):
        return None


@lru_cache(maxsize=8)
def _place(jdk: Jdk, version: str) -> Path:
    """The folder of the archive. Raises `OSError` where the JVM is not found (it is looked for as on Linux)."""
    machine = jdk.home / "lib" / "server" / "libjvm.so"
    files = (usercache.identity_of(jdk.modules), usercache.identity_of(machine))
    return ARCHIVES / version[:24] / usercache.digest_of(str(ARCHIVES), version, str(jdk.home.resolve()), *files)


def make(jdk: Jdk, side: JavaSide) -> Archive:
    """Make the archive for a JDK, where there is none; those of other versions of the Java side are removed.

    Raises `BridgeError` when the JVM fails, and `OSError`.
    """
    from everypath.bridge.processes.archive_making import classes_loaded

    known = find(jdk, side.version)
    if known is not None:
        return known
    place = _place(jdk, side.version)
    for old in ARCHIVES.iterdir() if ARCHIVES.is_dir() else ():
        if old != place.parent:
            shutil.rmtree(old, ignore_errors=True)
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    archive = Archive(place)
    _pack(side.main, archive.main)
    _pack(side.boot, archive.boot)
    with tempfile.TemporaryDirectory() as folder:
        listed = Path(folder, "classes")
        listed.write_text(
            "\n".join(classes_loaded(jdk, replace(side, main=archive.main, boot=archive.boot, archive=None))) + "\n"
        )
        _dump(jdk, archive, listed)
    (place / _SEAL).write_text(json.dumps(archive.seal()), "ascii")
    return archive


def _pack(classes: Path, jar: Path) -> None:
    with zipfile.ZipFile(jar, "w", zipfile.ZIP_STORED) as packed:
        for path in sorted(classes.rglob("*.class")):
            packed.write(path, path.relative_to(classes).as_posix())


def _dump(jdk: Jdk, archive: Archive, listed: Path) -> None:
    options = [f"-XX:SharedClassListFile={listed}", f"-XX:SharedArchiveFile={archive.shared}"]
    paths = [f"-Xbootclasspath/a:{archive.boot}", "-cp", str(archive.main)]
    command = [str(jdk.java), "-Xshare:dump", *options, "-Xlog:disable", "-Xlog:all=error:stderr", *paths]
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            timeout=_DUMP_TIMEOUT,
            check=False,
            stdin=subprocess.DEVNULL,
            env={"PATH": os.defpath, "LC_ALL": "C"},
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise BridgeError(f"{jdk.java} could not make an archive of classes: {error}") from error
    if done.returncode or not archive.shared.is_file():
        told = (done.stderr or done.stdout).decode(errors="replace").strip()[-300:]
        raise BridgeError(f"{jdk.java} could not make an archive of classes: {told}")
