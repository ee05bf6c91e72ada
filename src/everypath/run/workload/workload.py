"""What a worker is told: once, the `Workload`; then one `Unit` after the other, which becomes its `Work`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from everypath.classfile import Jdk
from everypath.dataclass import dataclass
from everypath.run.entries import ChangedFile
from everypath.run.options import Options

if TYPE_CHECKING:
    from everypath.run.results import Existing
    from everypath.run.workload.extensions import Extensions


@dataclass(frozen=True)
class Workload:
    """The target as every worker needs it.

    `targets` are written as the user wrote them; `classes` are the internal names of the analysed classes and
    `classpath` is where they and what they need are found. `log` is the file that gets the traces of engine errors.
    `every_path` explores on where nothing new shows. With `changes`, only what they touch is analysed. Where it
    `writes` tests, they are chosen against mutants; with `existing` ones, only what these do not show is chosen. Where
    nobody `reads_cases`, conditions are told of findings and tests only, and of what returns a value whose names they
    decide.
    The `extensions` of a caller are used in each method.
    """

    targets: tuple[str, ...]
    classes: tuple[str, ...]
    classpath: tuple[Path, ...]
    jdk: Jdk
    options: Options
    log: Path | None = None
    every_path: bool = False
    changes: tuple[ChangedFile, ...] | None = None
    writes: bool = False
    existing: Existing | None = None
    reads_cases: bool = True
    extensions: Extensions | None = None

    @property
    def wants_page(self) -> bool:
        """Whether findings and methods become a page, with coverage by line and failing tests; trees are another."""
        return self.options.html is not None and not self.every_path
