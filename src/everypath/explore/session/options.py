"""The options of one exploration, and the type of its clock."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from everypath.dataclass import dataclass, field, replace
from everypath.explore.criteria import bounds_of
from everypath.inputs.conditions import Condition
from everypath.state import Bounds
from everypath.vm.observers import Tracer

if TYPE_CHECKING:
    from everypath.explore.criteria import CriterionFactory
    from everypath.explore.search import Strategy
    from everypath.program import Method


class Clock(Protocol):
    """A monotonic clock, in seconds."""

    def __call__(self) -> float:
        """The present time."""


@dataclass(frozen=True)
class ExploreOptions:
    """How one entry is explored.

    ``strategy`` is a name in `everypath.explore.search.strategies.STRATEGIES`, or a strategy itself; ``seed`` is that
    of its random choices. ``criteria`` are names of criteria (`everypath.explore.criteria`), or functions that make
    one. With criteria, the exploration stops when all are met, without, when it found nothing new for long. ``fixed``
    are the names of the bounds that are not deepened. ``kept`` is the most paths that are kept; paths that show
    something new are kept beyond it.

    ``idle_path_limit`` is the number of paths in a row that show nothing new after which the exploration ends, once
    every block of the entry is covered. ``idle_effort_limit`` is the effort without anything new, in seconds, after
    which it ends once no goal remains. If the effort up to the last new thing was greater, it ends after that much.

    ``counted``: the limit of a round is in seconds of effort, and its clock is the counted work (`everypath.work`).
    ``refuted`` records the infeasible sides of decisions with an unsatisfiable core. ``per_class`` gives each path once
    for each candidate class of its inputs. ``trace`` gives each path its descriptor; a fixed bound ``loop`` then counts
    the iterations of every loop of the entry itself (CTB's L). ``path`` does the same and follows one descriptor only.
    """

    strategy: str | Strategy = "coverage"
    seed: int = 0
    criteria: tuple[str | CriterionFactory, ...] = ()
    seconds: float = 10.0
    counted: bool = False
    paths: int = 2000
    states: int = 50_000
    idle_path_limit: int = 200
    idle_effort_limit: float = 0.2
    bounds: Bounds = field(default_factory=lambda: Bounds(steps=200_000))
    fixed: frozenset[str] = frozenset()
    kept: int = 2000
    uncertain: int = 20
    refuted: bool = False
    per_class: bool = False
    trace: bool = False
    path: str | None = None
    completed: bool = True
    """True if the open parts of the inputs of ended paths are completed, so that tests can build them."""
    requires: tuple[Condition, ...] = ()
    """The preconditions: they are assumed."""
    ensures: tuple[Condition, ...] = ()
    """The postconditions: they are checked when the entry has returned."""

    def with_criterion_bounds(self) -> ExploreOptions:
        """These options with the bounds that their criteria fix."""
        bounds = bounds_of(self.criteria)
        if not bounds:
            return self
        return replace(self, bounds=replace(self.bounds, **bounds), fixed=self.fixed | bounds.keys())

    def tracer(self, entry: Method) -> Tracer | None:
        """The tracer that records the blocks of paths; None if no criterion and no descriptor needs it."""
        if not (self.trace or self.criteria) and self.path is None:
            return None
        return Tracer(entry, self.bounds.loop if "loop" in self.fixed else None, self.path)
