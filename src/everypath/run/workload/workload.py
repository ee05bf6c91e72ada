"""The workload of a run: the target and the options, as each worker gets them once."""

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
    """The target and the options.

    ``targets`` are the words of the user. ``classes`` are the internal names of the analysed classes, ``classpath``
    holds them and all classes they need. ``log`` is the file for traces of engine errors. ``every_path``: exploration
    does not stop when nothing new is found. ``changes``: only methods that they affect are analysed. ``writes``: tests
    are written, so they are selected against mutants. ``existing``: only tests that show more than these are selected.
    Without ``reads_cases``, texts of conditions are made for findings and tests only, and for results whose names
    depend on them. ``extensions`` are the parts that a caller supplies. ``assertions``: the project runs its tests with
    ``-ea``, so written tests may rely on ``assert`` statements.
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
    assertions: bool = False

    @property
    def wants_page(self) -> bool:
        """True if the HTML page of findings, methods and coverage by line is written."""
        return self.options.html is not None and not self.every_path
