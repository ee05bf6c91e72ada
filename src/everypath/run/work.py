"""What a worker is told: once, the `Workload`; then one `Unit` after the other."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from everypath.run.entries import EntryName
from everypath.run.options import Options


@dataclass(frozen=True)
class Workload:
    """The target as every worker needs it. `classes` are the internal names of the analysed classes."""

    targets: tuple[str, ...]
    kind: str
    classes: tuple[str, ...]
    classpath: tuple[Path, ...]
    jdk: Path
    options: Options
    log: Path | None = None


@dataclass(frozen=True)
class Unit:
    """One method, once. `deadline` is absolute, in seconds of `time.time`; `seconds` is its share of the budget.

    A unit of a later `round` goes on where the last one stopped.
    """

    entry: EntryName
    seconds: float
    deadline: float
    round: int = 0
