"""The parts of an analysis that a caller supplies from Python: no option can name them.

`everypath.api.extensions` implements the protocols `Extensions` and `ExplorationListener`.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from everypath.dataclass import dataclass, field

if TYPE_CHECKING:
    from everypath.explore import Exploration, Explorer
    from everypath.explore import Path as ExploredPath
    from everypath.explore.criteria import CriterionFactory
    from everypath.explore.search import Strategy
    from everypath.explore.session import Clock, Listener
    from everypath.library.models import Key
    from everypath.program import Program
    from everypath.solver import Solver
    from everypath.suite import CaseBuilder, TestCase, Verdict
    from everypath.vm import Machine
    from everypath.vm.core import Model


@dataclass(frozen=True)
class EngineExtensions:
    """The supplied parts as `everypath.run.engine.Engine` takes them."""

    strategy: Strategy | None = None
    criteria: tuple[CriterionFactory, ...] = ()
    models: Mapping[Key, Model] = field(default_factory=dict)
    listener: Listener | None = None
    clock: Clock = time.monotonic


NO_EXTENSIONS = EngineExtensions()
"""The caller supplies nothing."""


class ReplayServices(Protocol):
    """The parts of an engine that describe and replay a path."""

    program: Program
    builder: CaseBuilder
    machine: Machine

    def replay(self, cases: Sequence[TestCase], *, traced: bool = True) -> list[Verdict]:
        """The verdicts of the JVM on test cases."""

    def close(self) -> None:
        """End the JVMs."""


class ExplorationListener(Protocol):
    """Is notified of the exploration of one method."""

    def path_found(self, path: ExploredPath) -> object:
        """A path was found."""

    def exploration_ended(self, exploration: Exploration) -> None:
        """The exploration has ended, for this round."""


class Extensions(Protocol):
    """The parts that a caller supplies. They are pickled when worker processes use them."""

    models: Mapping[Key, Model]

    @property
    def solver_kind(self) -> type[Solver]:
        """The class of the solvers that methods are analysed with."""

    def for_engine(self) -> EngineExtensions:
        """The parts as an engine takes them."""

    def exploration_listener(self, services: ReplayServices, explorer: Explorer) -> ExplorationListener:
        """The listener of the exploration of one method."""

    def collected(self) -> tuple[object, ...]:
        """The results that the hooks of this copy have collected for the caller's process; empty in that process."""
