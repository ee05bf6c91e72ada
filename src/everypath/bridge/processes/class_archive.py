"""Archives of classes that a JVM maps into its memory in place of reading them: class data sharing.

What processes of the bridge load, the compiler's classes too, is prepared once (`make`, as part of ``make prebuilt``):
they start with a fifth less processor time then, and compile with a third less. An archive is 20 MB and belongs to one
JVM and to the jars it was made of, at their places. It is used where all of that is as it was when it was made
(`find`); the JVM checks for itself that it is of its own build, and does without where it is not.
"""

from __future__ import annotations

import json
import zipfile
from functools import lru_cache
from pathlib import Path

from everypath import usercache
from everypath.classfile import Jdk
from everypath.dataclass import dataclass

ARCHIVES = Path(__file__).parents[1] / "archives"
SEAL = "seal.json"


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


def find_archive(jdk: Jdk, version: str) -> Archive | None:
    """The archive for a JDK and a version of the Java side, if there is one and it is as it was made."""
    try:
        archive = Archive(archive_folder(jdk, version))
        sealed = json.loads((archive.folder / SEAL).read_text("ascii"))
        return archive if sealed == archive.seal() else None
    except (OSError, ValueError):
        return None


@lru_cache(maxsize=8)
def archive_folder(jdk: Jdk, version: str) -> Path:
    """The folder of the archive. Raises `OSError` where the JVM is not found (it is looked for as on Linux)."""
    machine = jdk.home / "lib" / "server" / "libjvm.so"
    files = (usercache.identity_of(jdk.modules), usercache.identity_of(machine))
    return ARCHIVES / version[:24] / usercache.digest_of(str(ARCHIVES), version, str(jdk.home.resolve()), *files)


def pack(classes: Path, jar: Path) -> None:
    """Write the class files below a folder into a jar."""
    with zipfile.ZipFile(jar, "w", zipfile.ZIP_STORED) as packed:
        for path in sorted(classes.rglob("*.class")):
            packed.write(path, path.relative_to(classes).as_posix())
