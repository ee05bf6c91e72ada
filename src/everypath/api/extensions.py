"""The parts of an analysis that a caller supplies: hooks, and a strategy, criteria and models of its own.

They are used wherever methods are analysed. A worker process gets a copy: it is pickled, so classes and functions must
be importable there by name. What the copy of a hook collects comes back by its ``hand_over`` and ``take_over``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Protocol, TypeAlias, runtime_checkable

from everypath.api.events import Block, Hooks, ObservedSolver, Query
from everypath.api.path import Path
from everypath.api.results import PathContext, result_of
from everypath.explore import criteria
from everypath.explore.search import guarded_strategy
from everypath.library.dispatch import models_of
from everypath.run.workload import EngineExtensions
from everypath.solver import Solver

if TYPE_CHECKING:
    from everypath.explore import Exploration, Explorer
    from everypath.explore.paths import Path as RawPath
    from everypath.explore.session import Clock
    from everypath.library.models import Key
    from everypath.program import Method
    from everypath.run.workload import ReplayServices
    from everypath.state import State
    from everypath.vm.core import Model

__all__ = ["ExplorationHooks", "Extensions", "PartFunction"]

PartFunction: TypeAlias = Callable[..., object]
"""A function or class that makes a strategy, a criterion or a value of a model."""

_Parts: TypeAlias = (
    "tuple[object, str | PartFunction | None, tuple[str | PartFunction, ...], dict[str, PartFunction], bool]"
)


@runtime_checkable
class _Collects(Protocol):
    """A hook that collects results."""

    def hand_over(self) -> object:
        """The data that this copy of a hook has collected since the last call, for the original hook."""

    def take_over(self, parcel: object) -> None:
        """Add what a copy has collected."""


class Extensions:
    """The supplied parts. ``is_copy``: this object is in a worker process. With ``guards``, an exception of a hook is
    reported as its failure.
    """

    def __init__(
        self,
        hooks: object,
        strategy: str | PartFunction | None,
        criteria: Sequence[str | PartFunction],
        models: Mapping[str, PartFunction] | None,
        *,
        guards: bool = False,
    ) -> None:
        self._parts: _Parts = (hooks, strategy, tuple(criteria), dict(models or {}), guards)
        self.is_copy = False
        self._prepare()

    def _prepare(self) -> None:
        hooks, self._strategy, self._criteria, models, guards = self._parts
        self._hooks: tuple[object, ...] = tuple(hooks) if isinstance(hooks, (list, tuple)) else (hooks,)
        self.hooks = Hooks(self._hooks, guards=guards)
        self.models: Mapping[Key, Model] = models_of("models", models) if models else {}

    def __getstate__(self) -> object:
        return self._parts

    def __setstate__(self, parts: _Parts) -> None:
        self._parts = parts
        self.is_copy = True
        self._prepare()

    @property
    def solver_kind(self) -> type[Solver]:
        """The class of the solvers that methods are analysed with: `ObservedSolver` if a hook wants queries."""
        return ObservedSolver if self.hooks.wants("on_query") else Solver

    def for_engine(self, clock: Clock = time.monotonic) -> EngineExtensions:
        """The parts as an engine takes them."""
        strategy, hooks = self._strategy, self.hooks
        own = (each for each in self._criteria if not isinstance(each, str))
        return EngineExtensions(
            strategy=guarded_strategy(_name(strategy), strategy) if callable(strategy) else None,
            criteria=tuple(criteria.guarded_criterion(_name(each), each) for each in own),
            models=self.models,
            listener=hooks if hooks.wants("on_fork", "on_cut", "on_refuted") else None,
            clock=clock,
        )

    def exploration_listener(self, services: ReplayServices, explorer: Explorer) -> ExplorationHooks:
        """The listener of the exploration of one method."""
        return ExplorationHooks(self.hooks, PathContext.of(services), explorer)

    def collected(self) -> tuple[object, ...]:
        """In a worker process: what each hook has collected, None for a hook that collects nothing. Else empty."""
        if not self.is_copy:
            return ()
        return tuple(each.hand_over() if isinstance(each, _Collects) else None for each in self._hooks)

    def add_collected(self, results: Sequence[object]) -> None:
        """Give the hooks what their copies have collected. ``results`` is empty for a report of this process."""
        if not results:
            return
        for hook, result in zip(self._hooks, results, strict=True):
            if result is not None and isinstance(hook, _Collects):
                hook.take_over(result)


class ExplorationHooks:
    """Notifies hooks of the exploration of one method: paths, blocks, queries and the end."""

    def __init__(self, hooks: Hooks, context: PathContext, explorer: Explorer) -> None:
        self._hooks = hooks
        self._context = context
        self._explorer = explorer
        solver = explorer.solver
        if isinstance(solver, ObservedSolver):
            solver.observer = partial(_notify_query, hooks)
        if hooks.wants("on_block") and explorer.session.tracer is not None:
            explorer.session.tracer.listener = partial(_notify_block, hooks, explorer.entry)

    def path_found(self, raw: RawPath) -> Path:
        """Notify of a path, and return it as callers see it."""
        path = Path(raw, self._context)
        self._hooks.notify("on_path", path)
        return path

    def exploration_ended(self, exploration: Exploration) -> None:
        """Notify of the result of the method."""
        if self._hooks.wants("on_method"):
            self._hooks.notify("on_method", result_of(self._explorer.entry, exploration, self._explorer.solver))


def _name(part: object) -> str:
    return str(getattr(part, "__name__", type(part).__name__))


def _notify_query(hooks: Hooks, query: Query) -> None:
    hooks.notify("on_query", query)


def _notify_block(hooks: Hooks, method: Method, state: State, start: int) -> None:
    hooks.notify("on_block", Block(method, state, start))
