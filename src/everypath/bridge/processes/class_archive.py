"""Archives of classes that a JVM maps into its memory instead of reading them: class data sharing.

An archive holds the classes that processes of the bridge load, including the compiler's. It is made once
(`make_archive`, as part of ``make prebuilt``). With it a process takes a fifth less processor time to start, and a
third less to compile. An archive has 20 MB and belongs to one JVM and to the jars that it was made from, at their
places. It is used only if all of these are unchanged (`find_archive`). The JVM itself checks that the archive is of its
own build, and ignores it otherwise.
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
    """A folder with an archive of classes, and with jars that replace two class folders of the Java side."""

    folder: Path

    @property
    def main(self) -> Path:
        """The class path of a process."""
        return self.folder / "main.jar"

    @property
    def boot(self) -> Path:
        """The jar that is appended to the boot class path of a process."""
        return self.folder / "boot.jar"

    @property
    def shared(self) -> Path:
        """The archive."""
        return self.folder / "classes.jsa"

    @property
    def flags(self) -> list[str]:
        """The flags with which a JVM uses the archive."""
        return [f"-XX:SharedArchiveFile={self.shared}", f"-Xbootclasspath/a:{self.boot}", "-cp", str(self.main)]

    def seal(self) -> dict[str, list[int]]:
        """Inode, size and times of the files, which change when a file is replaced. Raises `OSError`."""
        found = {}
        for path in (self.main, self.boot, self.shared):
            status = path.stat()
            found[path.name] = [status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns]
        return found


def find_archive(jdk: Jdk, version: str) -> Archive | None:
    """The archive for a JDK and a version of the Java side; None if there is none, or if it was changed."""
    try:
        archive = Archive(archive_folder(jdk, version))
        sealed = json.loads((archive.folder / SEAL).read_text("ascii"))
        return archive if sealed == archive.seal() else None
    except (OSError, ValueError):
        return None


@lru_cache(maxsize=8)
def archive_folder(jdk: Jdk, version: str) -> Path:
    """The folder of the archive. Raises `OSError` if the JVM's library is not where it lies on Linux."""
    machine = jdk.home / "lib" / "server" / "libjvm.so"
    files = (usercache.identity_of(jdk.modules), usercache.identity_of(machine))
    return ARCHIVES / version[:24] / usercache.digest_of(str(ARCHIVES), version, str(jdk.home.resolve()), *files)


def pack(classes: Path, jar: Path) -> None:
    """Write the class files below a folder into a jar."""
    with zipfile.ZipFile(jar, "w", zipfile.ZIP_STORED) as packed:
        for path in sorted(classes.rglob("*.class")):
            packed.write(path, path.relative_to(classes).as_posix())
