"""How one entry is explored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from everypath.dataclass import dataclass, field, replace
from everypath.explore.criteria import bounds_of
from everypath.inputs.conditions import Condition
from everypath.state import Bounds
from everypath.vm.observers import Tracer

if TYPE_CHECKING:
    from everypath.explore.criteria import Making
    from everypath.explore.search import Strategy
    from everypath.program import Method


class Clock(Protocol):
    """Seconds that only grow."""

    def __call__(self) -> float:
        """Now."""


@dataclass(frozen=True)
class ExploreOptions:
    """How one entry is explored.

    ``strategy`` is one of `everypath.explore.search.strategies.STRATEGIES`, or a strategy itself, ``seed`` what a
    random one
    draws by. ``criteria`` name criteria (`everypath.explore.criteria`), or are such: exploring stops when all are met,
    and not before it must; without any, it stops when nothing new was seen for long. ``fixed`` names the bounds that
    are not deepened; ``kept`` caps the paths that are kept, but for those that show something new.

    ``patience``: once every block is covered, so many paths in a row without anything new end the exploration;
    ``quiet``: where no goal remains, so many seconds of effort without anything new, or as many as it took to
    see all there is. ``refuted`` keeps the sides of decisions that no input takes, with what contradicts there;
    ``per_class`` gives each path once for each class of its inputs that takes it; ``suggest``: seeds are tried before a
    solver is. ``trace`` gives each path its descriptor, and has a fixed bound ``loop`` count the iterations of every
    loop of the entry itself (CTB's L); ``path`` does the same and follows one descriptor only.
    """

    strategy: str | Strategy = "coverage"
    seed: int = 0
    criteria: tuple[str | Making, ...] = ()
    seconds: float = 10.0
    paths: int = 2000
    states: int = 50_000
    patience: int = 200
    quiet: float = 0.2
    bounds: Bounds = field(default_factory=lambda: Bounds(steps=200_000))
    fixed: frozenset[str] = frozenset()
    kept: int = 2000
    uncertain: int = 20
    refuted: bool = False
    per_class: bool = False
    suggest: bool = False
    trace: bool = False
    path: str | None = None
    completed: bool = True
    """Whether ended paths are given what they left open, as whoever builds their inputs needs it."""
    requires: tuple[Condition, ...] = ()
    """What is assumed of the inputs."""
    ensures: tuple[Condition, ...] = ()
    """What shall hold when the entry has returned."""

    def with_criterion_bounds(self) -> ExploreOptions:
        """The options with the bounds that their criteria fix."""
        bounds = bounds_of(self.criteria)
        if not bounds:
            return self
        return replace(self, bounds=replace(self.bounds, **bounds), fixed=self.fixed | bounds.keys())

    def tracer(self, entry: Method) -> Tracer | None:
        """What writes down the ways of paths, where somebody wants to know them."""
        if not (self.trace or self.criteria) and self.path is None:
            return None
        return Tracer(entry, self.bounds.loop if "loop" in self.fixed else None, self.path)
