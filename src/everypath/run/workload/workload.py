"""What a worker is told: once, the `Workload`; then one `Unit` after the other, which becomes its `Work`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from everypath.classfile import ClassPath, Jdk
from everypath.dataclass import dataclass, field
from everypath.run.entries.changed_code import ChangedFile
from everypath.run.entries.entries import EntryName
from everypath.run.options.options import Options

if TYPE_CHECKING:
    from everypath.bridge.coverage import Coverage
    from everypath.explore import Exploration, Explorer
    from everypath.explore import Path as ExploredPath
    from everypath.library.models import Key
    from everypath.program import Method
    from everypath.run.coverage.existing_tests import Existing
    from everypath.run.engine.engine import Engine, Guest
    from everypath.run.engine.stopwatch import Stopwatch
    from everypath.solver import Solver
    from everypath.suite import Verdict
    from everypath.vm.core.protocols import Model

#: Cases replayed in one go.
BATCH = 32


@dataclass(frozen=True)
class Workload:
    """The target as every worker needs it.

    `targets` are written as the user wrote them; `classes` are the internal names of the analysed classes and
    `classpath` is where they and what they need are found. `log` is the file that gets the traces of engine errors.
    `every_path` explores on where nothing new shows. With `changes`, only what they touch is analysed. Where it
    `writes` tests, they are chosen against mutants; with `existing` ones, only what these do not show is chosen. Where
    nobody `reads_cases`, conditions are told of findings and tests only, and of what returns a value whose names they
    decide.
    What a caller has `brought` is used in each method.
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
    brought: Brought | None = None

    @property
    def wants_page(self) -> bool:
        """Whether findings and methods become a page, with coverage by line and failing tests; trees are another."""
        return self.options.html is not None and not self.every_path


class Hearing(Protocol):
    """Hears of the exploration of one method."""

    def found(self, path: ExploredPath) -> object:
        """A path was found."""

    def done(self, exploration: Exploration) -> None:
        """The exploration has ended, for now."""


class Brought(Protocol):
    """What a caller brings that no option can tell; pickled where other processes use it."""

    models: Mapping[Key, Model]

    @property
    def solver_kind(self) -> type[Solver]:
        """What kind of solver methods are analysed with."""

    def guest(self) -> Guest:
        """The parts, as an engine takes them."""

    def hearing(self, engine: Engine, explorer: Explorer) -> Hearing:
        """What hears of the exploration of one method."""

    def handed_over(self) -> tuple[object, ...]:
        """What was collected here for the process that it came from; nothing where this is that process."""


class ClassFinder:
    """Finds the bytes of a target's classes: on its class path, or in the JDK."""

    def __init__(self, workload: Workload) -> None:
        self.classpath = ClassPath(workload.classpath, release=workload.jdk.feature)
        self.image = workload.jdk.image()

    def is_of_the_jdk(self, name: str) -> bool:
        """Whether the class comes from the JDK."""
        return self.classpath.find(name) is None and self.image.find(name) is not None

    def find(self, name: str) -> bytes | None:
        """The class file of a class by internal name; raises `ClassFormatError` for a damaged archive."""
        data = self.classpath.find(name)
        return data if data is not None else self.image.find(name)


@dataclass(frozen=True)
class Unit:
    """One method, once. `deadline` is absolute, in seconds of `time.time`; `seconds` is its share of the budget.

    A unit of a later `round` goes on where the last one stopped. The `last` one should show what it can while there is
    time: none is sure to follow. Where it is ``scarce``, other methods may not have their turn: what most likely shows
    nothing new is left for a later round.
    """

    entry: EntryName
    seconds: float
    deadline: float
    round: int = 0
    last: bool = False
    scarce: bool = False


@dataclass
class Work:
    """One method between its rounds: its exploration, and what was made of the paths so far."""

    engine: Engine
    method: Method
    explorer: Explorer
    coverage: Coverage
    watch: Stopwatch
    hearing: Hearing | None = None
    taken: int = 0
    pending: list[ExploredPath] = field(default_factory=list)
    unpredicted: list[ExploredPath] = field(default_factory=list)
    """Paths that ended as unsupported."""
    batch: int = BATCH
    lost: int = 0
    replayed: list[Verdict] = field(default_factory=list)
    """What replays of paths came to."""
    fuzzed: dict[str, Verdict] = field(default_factory=dict)
    """What the JVM did with inputs of fuzzing, by the ids of their cases."""
    verdicts: list[Verdict] = field(default_factory=list)
    """All that counts: how paths were cut into rounds makes no difference to it."""
    outcomes: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    told: dict[int, tuple[str, str]] = field(default_factory=dict)
    """What the conditions and effects of paths read like for people, by number, where their cases were built without.
    """
    shown: tuple[frozenset[int], frozenset[object], int] = (frozenset(), frozenset(), 0)
    """What the last round had covered and found: a round that adds nothing is the last."""
    _ranks: dict[int, int] = field(default_factory=dict)
    _covered: set[int] = field(default_factory=set)
    _thrown: set[object] = field(default_factory=set)

    def rank(self, path: ExploredPath) -> int:
        """How early a path is replayed where time is short: the first that throws an exception at a place, as findings
        matter most; then what returns and covers more than paths before it; what throws the same again; all others.
        """
        known = self._ranks.get(path.number)
        if known is None:
            known = self._ranks[path.number] = self._rank(path)
        return known

    def _rank(self, path: ExploredPath) -> int:
        if path.thrown is not None:
            thrown = path.thrown, path.place
            fresh = thrown not in self._thrown
            self._thrown.add(thrown)
            return 0 if fresh else 2
        fresh = not path.covered <= self._covered
        self._covered |= path.covered
        return 1 if fresh else 3
