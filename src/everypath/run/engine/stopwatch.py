"""Measures how the time of one method divides into executing, solving, replaying, choosing tests and building."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from everypath.run.results import Spent

if TYPE_CHECKING:
    from everypath.solver import Solver
    from everypath.vm import Machine


MOST_DEOPTIMISATIONS = 30
"""The most places that are kept at which compiled code returned to the interpreter: those with the highest counts."""


class Stopwatch:
    """Measures the rounds of one method. The time of the solver is counted separately, in whichever phase it ran."""

    def __init__(self, solver: Solver, machine: Machine) -> None:
        self._statistics = solver.statistics
        self._compiler = machine.compiler
        self._own = {"executing": 0.0, "replaying": 0.0, "choosing": 0.0, "building": 0.0}
        self._solving = 0.0
        self._answered: dict[str, int] = {}
        self._deoptimisations: Counter[tuple[str, int, str]] = Counter()

    @contextmanager
    def of(self, phase: str) -> Iterator[None]:
        """Add the time of the block to a phase, without the time of the solver and of nested blocks of other phases."""
        before, solved = time.perf_counter(), self._statistics.total
        others = sum(self._own.values())
        try:
            yield
        finally:
            inside = sum(self._own.values()) - others + self._statistics.total - solved
            self._own[phase] += max(time.perf_counter() - before - inside, 0.0)

    @contextmanager
    def round(self) -> Iterator[None]:
        """Measure one round of the method. Time that belongs to no other phase is building."""
        solved, answered = self._statistics.total, self._statistics.answered.copy()
        deoptimisations = self._compiler.deoptimisations.copy()
        try:
            with self.of("building"):
                yield
        finally:
            self._solving += self._statistics.total - solved
            for place, count in (self._statistics.answered - answered).items():
                self._answered[place] = self._answered.get(place, 0) + count
            self._deoptimisations += self._compiler.deoptimisations - deoptimisations

    @property
    def spent(self) -> Spent:
        """The time of all rounds so far."""
        deoptimisations = dict(self._deoptimisations.most_common(MOST_DEOPTIMISATIONS))
        return Spent(**self._own, solving=self._solving, answered=dict(self._answered), deoptimisations=deoptimisations)
