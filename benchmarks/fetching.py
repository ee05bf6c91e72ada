"""Jars from Maven Central, fetched by Maven into ``.cache``: single artifacts, and libraries with what they need.

Maven itself decides where it fetches from. Whatever is in the cache already is not asked for again.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CACHE = ROOT / ".cache" / "lib"
LOCAL_REPOSITORY = Path.home() / ".m2" / "repository"
"""Where Maven keeps what it has fetched."""

CONSOLE = "org.junit.platform:junit-platform-console-standalone:1.10.2"
JACOCO_AGENT = "org.jacoco:org.jacoco.agent:0.8.14:jar:runtime"
JACOCO_CLI = "org.jacoco:org.jacoco.cli:0.8.14:jar:nodeps"
SECONDS = 300
"""The most that one call of Maven may take."""

_POM = """<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>everypath.benchmarks</groupId><artifactId>fetched</artifactId><version>1</version>
<dependencies>{}</dependencies></project>
"""
_DEPENDENCY = """<dependency><groupId>{}</groupId><artifactId>{}</artifactId><version>{}</version></dependency>
"""


class FetchError(Exception):
    """Maven could not fetch an artifact; the text says what it printed."""


def jar_name(coordinates: str) -> str:
    """The file name of ``group:artifact:version[:jar[:classifier]]``."""
    _, artifact, version, *rest = coordinates.split(":")
    return f"{'-'.join((artifact, version, *rest[1:]))}.jar"


def fetched(coordinates: str) -> Path:
    """The jar of some coordinates, fetched where it is not in the cache. Raises `FetchError`."""
    path = CACHE / jar_name(coordinates)
    if path.exists():
        return path
    CACHE.mkdir(parents=True, exist_ok=True)
    group, artifact, version, *_ = coordinates.split(":")
    local = LOCAL_REPOSITORY.joinpath(*group.split("."), artifact, version, path.name)
    if local.exists():
        shutil.copy(local, path)
    else:
        _maven("dependency:copy", f"-Dartifact={coordinates}", f"-DoutputDirectory={CACHE}")
    return path


def fetched_with_dependencies(coordinates: list[str], folder: Path) -> list[Path]:
    """The jars of some libraries and all that they need at run time, in a folder of their own.

    The jar of the first library is the first of the list; the others follow by name. Raises `FetchError`.
    """
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as temporary:
            pom, fresh = Path(temporary) / "pom.xml", Path(temporary) / "jars"
            pom.write_text(_POM.format("".join(_DEPENDENCY.format(*each.split(":")) for each in coordinates)))
            scope = ("-DincludeScope=runtime", f"-DoutputDirectory={fresh}")
            _maven("-f", str(pom), "dependency:copy-dependencies", *scope)
            fresh.rename(folder)
    first = folder / jar_name(coordinates[0])
    if not first.exists():
        raise FetchError(f"{coordinates[0]}: {first.name} is not among what Maven fetched")
    return [first, *(each for each in sorted(folder.glob("*.jar")) if each != first)]


def _maven(*arguments: str) -> None:
    command = ["mvn", "-q", "-B", *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise FetchError(f"{' '.join(command)}: {problem}") from problem
    if done.returncode:
        raise FetchError(f"{' '.join(command)}:\n{(done.stdout + done.stderr)[-2000:]}")
