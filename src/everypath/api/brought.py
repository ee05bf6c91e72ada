"""What a caller brings that no option can tell: hooks, and a strategy, criteria and models of its own.

It is used wherever methods are analysed. A worker process gets a copy (so it is pickled, and classes and functions must
be importable by name there); what the copy of a hook collects comes back by ``hand_over`` and ``take_over``.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Protocol, TypeAlias, runtime_checkable

from everypath.api.events import Block, Hooks, Query, ToldSolver
from everypath.api.jobs import Making
from everypath.api.path import Path
from everypath.api.results import Room, result_of
from everypath.explore import criteria
from everypath.explore.search import strategies
from everypath.library.dispatch import models_of
from everypath.run.engine.engine import Guest
from everypath.solver import Solver

if TYPE_CHECKING:
    from everypath.explore import Exploration, Explorer
    from everypath.explore.paths.path import Path as RawPath
    from everypath.explore.session.options import Clock
    from everypath.library.models import Key
    from everypath.program import Method
    from everypath.run.engine.engine import Engine
    from everypath.state import State
    from everypath.vm.core.protocols import Model

__all__ = ["Brought", "Hearing"]


_Parts: TypeAlias = "tuple[object, str | Making | None, tuple[str | Making, ...], dict[str, Making], bool]"


@runtime_checkable
class _Collects(Protocol):
    """A hook that collects."""

    def hand_over(self) -> object:
        """What it has collected since it was last asked, for the hook that it is a copy of."""

    def take_over(self, parcel: object) -> None:
        """Add what a copy has collected."""


class Brought:
    """What a caller brings; ``is_away``: this is a copy in a worker process. ``guards``: what a hook raises is told as
    its failure.
    """

    def __init__(
        self,
        hooks: object,
        strategy: str | Making | None,
        wanted: Sequence[str | Making],
        models: Mapping[str, Making] | None,
        *,
        guards: bool = False,
    ) -> None:
        self._brought: _Parts = (hooks, strategy, tuple(wanted), dict(models or {}), guards)
        self.is_away = False
        self._prepare()

    def _prepare(self) -> None:
        hooks, self._strategy, self._wanted, models, guards = self._brought
        self._hooks: tuple[object, ...] = tuple(hooks) if isinstance(hooks, (list, tuple)) else (hooks,)
        self.heard = Hooks(self._hooks, guards=guards)
        self.models: Mapping[Key, Model] = models_of("models", models) if models else {}

    def __getstate__(self) -> object:
        return self._brought

    def __setstate__(self, brought: _Parts) -> None:
        self._brought = brought
        self.is_away = True
        self._prepare()

    @property
    def solver_kind(self) -> type[Solver]:
        """What kind of solver methods are analysed with: one that tells of its questions where somebody hears."""
        return ToldSolver if self.heard.wants("on_query") else Solver

    def guest(self, clock: Clock = time.monotonic) -> Guest:
        """The parts, as an engine takes them."""
        strategy, heard = self._strategy, self.heard
        own = (each for each in self._wanted if not isinstance(each, str))
        return Guest(
            strategy=strategies.foreign(_name(strategy), strategy) if callable(strategy) else None,
            criteria=tuple(criteria.foreign(_name(each), each) for each in own),
            models=self.models,
            listener=heard if heard.wants("on_fork", "on_cut", "on_refuted") else None,
            clock=clock,
        )

    def hearing(self, engine: Engine, explorer: Explorer) -> Hearing:
        """What hears of the exploration of one method."""
        return Hearing(self.heard, Room.of(engine), explorer)

    def handed_over(self) -> tuple[object, ...]:
        """What the hooks of a copy have collected for those that they are copies of, in their order."""
        if not self.is_away:
            return ()
        return tuple(each.hand_over() if isinstance(each, _Collects) else None for each in self._hooks)

    def take_over(self, parcels: Sequence[object]) -> None:
        """Hand what copies have collected to the hooks."""
        if not parcels:  # the report is of this process
            return
        for hook, parcel in zip(self._hooks, parcels, strict=True):
            if parcel is not None and isinstance(hook, _Collects):
                hook.take_over(parcel)


class Hearing:
    """What hooks hear of the exploration of one method."""

    def __init__(self, heard: Hooks, room: Room, explorer: Explorer) -> None:
        self._heard = heard
        self._room = room
        self._explorer = explorer
        solver = explorer.solver
        if isinstance(solver, ToldSolver):
            solver.hear = partial(_tell_query, heard)
        if heard.wants("on_block") and explorer.tracer is not None:
            explorer.tracer.listener = partial(_tell_block, heard, explorer.entry)

    def found(self, raw: RawPath) -> Path:
        """A path was found."""
        path = Path(raw, self._room)
        self._heard.tell("on_path", path)
        return path

    def done(self, exploration: Exploration) -> None:
        """The exploration has ended, for now."""
        if self._heard.wants("on_method"):
            self._heard.tell("on_method", result_of(self._explorer.entry, exploration, self._explorer.solver))


def _name(part: object) -> str:
    return str(getattr(part, "__name__", type(part).__name__))


def _tell_query(hooks: Hooks, query: Query) -> None:
    hooks.tell("on_query", query)


def _tell_block(hooks: Hooks, method: Method, state: State, start: int) -> None:
    hooks.tell("on_block", Block(method, state, start))
