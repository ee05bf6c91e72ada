"""What a run on one library showed, as data that is kept as JSON, and the key that says whether it is still valid."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.fetching import ROOT

OVER, LEAST_OVER = 0.1, 3.0
"""A run may take so much longer than its budget: a part of it, and at least so many seconds."""


@dataclass(frozen=True)
class Key:
    """What a result depends on: the library, the budget in seconds, further options, and the sources of everypath.

    ``framework`` is the one that tests are written for.
    """

    library: str
    coordinates: str
    seconds: int
    options: tuple[str, ...]
    sources: str
    framework: str = "junit5"


@dataclass(frozen=True)
class Trace:
    """A trace of an engine error: the text, and the method in whose analysis it came, where a log says so."""

    text: str
    method: str = ""

    @property
    def cause(self) -> str:
        """The error and the function that raised it: traces with the same cause are one error."""
        lines = [line for line in self.text.splitlines() if line.strip()]
        places = [line.strip() for line in lines if line.lstrip().startswith(("File ", "at "))]
        errors = [line for line in lines if not line[0].isspace() and not line.startswith("Traceback")]
        place = (places[0] if lines[0].startswith("Exception in") else places[-1]) if places else ""
        return f"{errors[-1][:160] if errors else ''} ({place})"


@dataclass(frozen=True)
class TestsRun:
    """One run of the written tests outside: its name, how many ran, ``(test, message)`` of those that failed."""

    __test__ = False

    name: str
    ran: int
    failed: tuple[tuple[str, str], ...]
    problem: str = ""


@dataclass(frozen=True)
class Result:
    """A run of ``everypath generate`` on a library, and of the tests that it wrote.

    ``exit`` is the exit code, None if the run was killed because it did not end. ``megabytes`` is the largest sum of
    the PSS of all its processes, ``largest`` are the processes of that moment. ``failed`` are methods with an engine
    error, with the reason. ``left_processes`` and ``left_files`` are what the run left behind. ``not_compiling`` are
    test files with errors of ``javac``. ``branches`` and ``instructions`` are (covered, all) of the whole library, as
    JaCoCo measures the written tests.
    """

    key: Key
    exit: int | None
    seconds: float
    megabytes: float
    largest: tuple[tuple[str, float], ...] = ()
    load: float = 0.0
    traces: tuple[Trace, ...] = ()
    failed: tuple[tuple[str, str], ...] = ()
    methods: int = 0
    statuses: dict[str, int] = field(default_factory=dict)
    findings: dict[str, int] = field(default_factory=dict)
    outcomes: dict[str, int] = field(default_factory=dict)
    tests: int = 0
    dropped: int = 0
    left_processes: tuple[str, ...] = ()
    left_files: tuple[str, ...] = ()
    not_compiling: dict[str, tuple[str, ...]] = field(default_factory=dict)
    runs: tuple[TestsRun, ...] = ()
    branches: tuple[int, int] = (0, 0)
    instructions: tuple[int, int] = (0, 0)

    @property
    def most_seconds(self) -> float:
        """The seconds that the run may take, from the start of its process to the exit."""
        return self.key.seconds + max(OVER * self.key.seconds, LEAST_OVER)

    def problems(self, megabytes: float | None = None) -> Iterator[str]:
        """What is wrong, a line each; ``megabytes`` is the limit of memory, if there is one."""
        if self.exit is None:
            yield f"killed after {self.seconds:.0f} s"
        elif self.exit:
            yield f"exit code {self.exit}"
        if self.seconds > self.most_seconds:
            yield f"budget: {self.seconds:.1f} s of {self.key.seconds} s"
        if megabytes is not None and self.megabytes > megabytes:
            yield f"memory: {self.megabytes:.0f} MB of {megabytes:.0f} MB"
        yield from (f"trace: {cause}" for cause in dict.fromkeys(each.cause for each in self.traces))
        yield from (f"failed: {method}: {reason}" for method, reason in self.failed)
        for file, errors in self.not_compiling.items():
            yield f"does not compile: {file}:{errors[0]}"
        for run in self.runs:
            if run.problem:
                yield f"tests ({run.name}): {run.problem}"
            yield from (f"test failed ({run.name}): {test}: {message}" for test, message in run.failed)
        yield from (f"left process: {each}" for each in self.left_processes)
        yield from (f"left file: {each}" for each in self.left_files)


def save(result: Result, file: Path) -> None:
    """Write a result. Whoever reads the file sees all of it or nothing."""
    partial = file.with_suffix(".part")
    partial.write_text(json.dumps(asdict(result), indent=1) + "\n", encoding="utf-8")
    partial.rename(file)


def load(file: Path) -> Result | None:
    """The result of a file, None where there is none that this version wrote."""
    try:
        row = _frozen(json.loads(file.read_text(encoding="utf-8")))
        row["key"] = Key(**row["key"])
        row["traces"] = tuple(Trace(**each) for each in row["traces"])
        row["runs"] = tuple(TestsRun(**each) for each in row["runs"])
        return Result(**row)
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _frozen(value: Any) -> Any:
    """A value of JSON with tuples in place of lists."""
    if isinstance(value, dict):
        return {name: _frozen(each) for name, each in value.items()}
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def digest_of_sources() -> str:
    """A digest of everything that everypath's code consists of."""
    digest = hashlib.sha256()
    folder = ROOT / "src"
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".py", ".java", ".txt", ".json") and "prebuilt" not in path.parts:
            digest.update(f"{path.relative_to(folder)}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:12]
