"""The state of the analysis of one method between its rounds."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from everypath.dataclass import dataclass, field
from everypath.explore.paths import Failure
from everypath.plugins import PluginFailedError
from everypath.run.engine.object_search import ObjectSearch
from everypath.run.workload import error_text

if TYPE_CHECKING:
    from everypath.bridge import Coverage
    from everypath.explore import Explorer
    from everypath.explore import Path as ExploredPath
    from everypath.program import Method
    from everypath.run.engine.engine import Engine
    from everypath.run.engine.meter import Meter
    from everypath.run.engine.stopwatch import Stopwatch
    from everypath.run.workload import ExplorationListener
    from everypath.suite import Verdict

T = TypeVar("T")
D = TypeVar("D")

BATCH = 32
"""The most cases that are replayed together."""


@dataclass(frozen=True)
class Description:
    """The condition and the effect of a path as Java, for people."""

    condition: str
    effect: str


@dataclass
class Work:
    """One method between its rounds: its exploration, and the replays of its paths so far."""

    engine: Engine
    method: Method
    explorer: Explorer
    coverage: Coverage
    watch: Stopwatch
    meter: Meter
    listener: ExplorationListener | None = None
    taken: int = 0
    pending: list[ExploredPath] = field(default_factory=list)
    unpredicted: list[ExploredPath] = field(default_factory=list)
    """Paths that ended as unsupported."""
    batch: int = BATCH
    lost: int = 0
    replayed: list[Verdict] = field(default_factory=list)
    """The verdicts of replayed paths. They do not depend on how the paths were divided into rounds."""
    outcomes: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    descriptions: dict[int, Description] = field(default_factory=dict)
    """The texts of paths by number, if their cases were built without."""
    results: tuple[frozenset[int], frozenset[object], int] = (frozenset(), frozenset(), 0)
    """The coverage, the findings and the number of paths after the last round: a round that adds none is the last."""
    free: dict[bool, Explorer] = field(default_factory=dict)
    """The explorations on free fields that have begun: without and with the invariants of classes."""
    free_waits: bool = False
    """True if an exploration on free fields needs more time."""
    errors: list[Failure] = field(default_factory=list)
    """The errors of the engine beside those on paths: in cases, in replays and in parts of the report."""
    logged: tuple[int, int] = 0, 0
    """How many of the errors on paths, and of `errors`, are in the log."""
    _ranks: dict[int, int] = field(default_factory=dict)
    _covered: set[int] = field(default_factory=set)
    _thrown: set[object] = field(default_factory=set)

    @cached_property
    def objects(self) -> ObjectSearch:
        """The search for objects in classes over free fields that have none."""
        return ObjectSearch(self.engine, self.method)

    @contextmanager
    def contained(self) -> Iterator[None]:
        """Note an error of the engine in the block: it costs what the block makes, and makes the method failed."""
        try:
            yield
        except (MemoryError, PluginFailedError):
            raise
        except Exception as error:  # noqa: BLE001 - an error of the engine costs one case or one part of the report
            self.errors.append(Failure(error_text(error), None, traceback.format_exc()))

    def attempt(self, make: Callable[[], T], default: D) -> T | D:
        """What ``make`` returns, or the default if an error of the engine prevents that."""
        with self.contained():
            return make()
        return default

    def rank(self, path: ExploredPath) -> int:
        """The order in which paths are replayed, since time may be short: 0 for the first path that throws an exception
        at a place, 1 for one that returns and covers more than earlier paths, 2 for one that throws the same again, 3
        for all others.
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
