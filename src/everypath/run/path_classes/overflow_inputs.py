"""Inputs of a class on which an operation leaves the range of its type and wraps around, replayed on the JVM.

Java reports no overflow, and the effect of the class does not show it: ``x + 2`` is a small number for a large ``x``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from everypath.explore.outcome import wrapping
from everypath.explore.paths import Path
from everypath.run.engine import find_member, replay_members
from everypath.run.results import OverflowInput
from everypath.solver import Limits, Solver
from everypath.suite import NoCase
from everypath.suite.descriptions import shown_value

if TYPE_CHECKING:
    from everypath.run.engine import Engine

__all__ = ["MOST_ASKED", "wraps_of"]

MOST_ASKED = 64
"""The most operations of one method that the solver is asked about: the first ones."""

_WORK = 0.2
"""Seconds of solver work for one question."""


def wraps_of(engine: Engine, paths: Sequence[Path]) -> dict[int, tuple[OverflowInput, ...]]:
    """The operations of each path that wrap around on some input, by the path's number."""
    asked = [(path, term, wraps) for path in paths for term, wraps in wrapping(path)][:MOST_ASKED]
    solver = Solver(Limits(work=_WORK))
    try:
        members = [(path, term, find_member(path, solver, [wraps])) for path, term, wraps in asked]
    finally:
        engine.side_work += solver.statistics.work
        solver.close()
    with_input = [(path, term, member) for path, term, member in members if member is not None]
    replays = replay_members(engine, (member for _, _, member in with_input))
    found: dict[int, dict[str, OverflowInput]] = {}
    for (path, term, _), replay in zip(with_input, replays, strict=True):
        if not isinstance(replay, NoCase):
            operation = shown_value(path, term)
            wrap = OverflowInput(operation, replay.case.expression, replay.outcome.value)
            found.setdefault(path.number, {}).setdefault(operation, wrap)
    return {number: tuple(wraps.values()) for number, wraps in found.items()}
