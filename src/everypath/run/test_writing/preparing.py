"""Makes test classes of the cases of a run: with its framework and options, and with names that are free."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path

from everypath.run.engine import Engine
from everypath.run.workload import Workload
from everypath.suite import Dropped, Parts, TestCase, TestClass, framework_named, is_kept, prepare

_OTHER_NAME = re.compile(r"Generated\d*Test\.java$")


class Names:
    """The names that new test classes cannot have: those of ``existing`` tests, and of files by others below a
    ``directory``.
    """

    def __init__(self, directory: Path, existing: Collection[str]) -> None:
        self._directory = directory
        self._existing = frozenset(existing)
        self._kept: set[Path] = set()

    @staticmethod
    def of(workload: Workload, directory: Path) -> Names:
        """The names for the tests of a run."""
        return Names(directory, workload.existing.classes if workload.existing is not None else ())

    def taken(self, name: str) -> bool:
        """True if a class of this internal name exists."""
        path = self._directory / f"{name}.java"
        if is_kept(path):
            self._kept.add(path)
        return path in self._kept or name in self._existing

    def beside(self, written: Iterable[Path]) -> Iterator[tuple[Path, Path]]:
        """The files that were not overwritten, each with the file that was written instead."""
        for path in written:
            plain = path.with_name(_OTHER_NAME.sub("Test.java", path.name))
            if plain in self._kept:
                yield plain, path


class Preparing:
    """Prepares test classes. It has an ``engine`` of its own, which must be closed."""

    def __init__(self, workload: Workload, names: Names) -> None:
        self.engine = Engine(workload)
        self._names = names
        self._framework = framework_named(workload.options.framework)

    def prepare(
        self, cases: Sequence[TestCase], parts: Parts | None, used: Collection[str]
    ) -> tuple[list[TestClass], list[Dropped]]:
        """The test classes of cases, and the cases that no test can show. All classes have different names, other than
        those ``used``.
        """
        return prepare(
            cases,
            self.engine.builder,
            forced_states=self.engine.options.forced_states,
            framework=self._framework,
            taken=self._names.taken,
            parts=parts,
            used=used,
        )
