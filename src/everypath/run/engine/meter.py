"""Counts the work of one method: its exploration, its replays, and the solvers that serve neither."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from everypath.work import replay_effort

if TYPE_CHECKING:
    from everypath.explore import Explorer
    from everypath.run.engine.engine import Engine


class ReplayMeter:
    """The work of the replays and of the engine's side work from its making on."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._before, engine.side_work = engine.bridge.effort, 0.0

    def effort(self) -> float:
        """The work so far, in seconds of effort."""
        return replay_effort(self._engine.bridge.effort - self._before) + self._engine.side_work


class Meter:
    """The work of one method in all its rounds. A method that is begun anew gets a new meter."""

    def __init__(self, engine: Engine, explorer: Explorer) -> None:
        self._engine = engine
        self._explorer = explorer
        self._replayed = 0.0
        self._before: float | None = None

    def effort(self) -> float:
        """The work so far, in seconds of effort."""
        return self._explorer.session.work() + self._replayed + self._now()

    def _now(self) -> float:
        """The work in the present block of `replaying`."""
        if self._before is None:
            return 0.0
        return replay_effort(self._engine.bridge.effort - self._before) + self._engine.side_work

    @contextmanager
    def replaying(self) -> Iterator[None]:
        """Replays in the block count, and so does the engine's side work. Those of an exploration are counted by the
        exploration.
        """
        self._before, self._engine.side_work = self._engine.bridge.effort, 0.0
        try:
            yield
        finally:
            self._replayed += self._now()
            self._before = None
