"""Counts the work of one method: its exploration, its replays, and the solvers that serve neither."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from everypath.explore import Explorer
    from everypath.run.engine.engine import Engine


class Meter:
    """The work of one method in all its rounds. A method that is begun anew gets a new meter."""

    def __init__(self, engine: Engine, explorer: Explorer) -> None:
        self._engine = engine
        self._explorer = explorer
        self._replayed = 0.0
        self._before: float | None = None

    def effort(self) -> float:
        """The work so far, in seconds of effort."""
        now = self._engine.effort - self._before if self._before is not None else 0.0
        return self._explorer.session.work() + self._replayed + now

    @contextmanager
    def replaying(self) -> Iterator[None]:
        """Replays in the block count. Those of an exploration are counted by the exploration."""
        self._before = self._engine.effort
        try:
            yield
        finally:
            self._replayed += self._engine.effort - self._before
            self._before = None
