"""The goals of the whole target: blocks and sides of decisions, each with the part that covered it first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from everypath.run.results import Goals, Part


class GoalTable:
    """The goals that the JVM has passed in this run, whichever method was analysed then."""

    def __init__(self) -> None:
        self._covered: dict[str, int] = {}
        self._by_part: Counter[Part] = Counter()

    def add(self, part: Part, goals: Goals) -> int:
        """Note what a part of the run has covered. Returns the number of goals that nothing had covered before."""
        gained = 0
        for name, bits in goals.items():
            known = self._covered.get(name, 0)
            new = bits & ~known
            if new:
                self._covered[name] = known | new
                gained += new.bit_count()
        if gained:
            self._by_part[part] += gained
        return gained

    def open_in(self, goals: Goals) -> int:
        """The number of these goals that nothing has covered yet."""
        return sum((bits & ~self._covered.get(name, 0)).bit_count() for name, bits in goals.items())

    @property
    def covered(self) -> int:
        """The number of goals that are covered."""
        return self._by_part.total()

    @property
    def by_part(self) -> Mapping[Part, int]:
        """The number of goals that each part covered first."""
        return {part: self._by_part[part] for part in Part if self._by_part[part]}
