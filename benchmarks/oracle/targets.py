"""What is attacked by default: packages of ``tests/java``, libraries, and packages of the JDK."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.fetching import FetchError, fetched_with_dependencies

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGES = ("collections", "ctb", "explore", "language", "pet", "pool", "solving", "structures", "texts")
"""The packages of ``tests/java`` that are attacked by default."""
LIBRARIES = (
    "commons-cli:commons-cli:1.9.0",
    "org.apache.commons:commons-csv:1.12.0",
    "commons-codec:commons-codec:1.17.1",
    "org.apache.commons:commons-lang3:3.14.0",
    "org.apache.commons:commons-text:1.12.0",
    "org.apache.commons:commons-collections4:4.4",
    "commons-validator:commons-validator:1.9.0",
    "org.hdrhistogram:HdrHistogram:2.2.2",
    "ch.obermuhlner:big-math:2.3.2",
    "oro:oro:2.0.8",
    "org.apache.commons:commons-numbers-fraction:1.1",
    "args4j:args4j:2.37",
)
JDK_PACKAGES = (
    "java.util",
    "java.util.concurrent.atomic",
    "java.util.zip",
    "java.text",
    "java.math",
    "java.time",
    "java.io",
)


@dataclass(frozen=True)
class Target:
    """Something that is attacked: its name, what it is for everypath, and the work that each method gets on average."""

    name: str
    text: str
    classpath: tuple[Path, ...] = ()


def of_tests(package: str, folder: Path) -> Path:
    """The compiled classes of a package of ``tests/java``."""
    classes = folder / package
    classes.mkdir(parents=True)
    sources = map(str, sorted((ROOT / "tests" / "java" / package).rglob("*.java")))
    subprocess.run(["javac", "-g", "-parameters", "-nowarn", "-d", str(classes), *sources], check=True, text=True)
    return classes


def targets_of(names: Sequence[str], folder: Path) -> Iterator[Target]:
    """The targets of these names: packages of ``tests/java``, coordinates of libraries, and what everypath opens."""
    for each in names:
        if each in PACKAGES:
            yield Target(each, str(of_tests(each, folder)))
        elif each.count(":") == 2:
            try:
                name = each.split(":")[1]
                jar, *others = fetched_with_dependencies([each], ROOT / ".cache" / "oracle" / "libraries" / name)
                yield Target(name, str(jar), tuple(others))
            except FetchError as problem:
                print(f"{each}: {problem}", flush=True)
        else:
            yield Target(Path(each).stem if Path(each).exists() else each, each)
