"""The goals of the whole target: blocks and sides of decisions, each with the part that covered it first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from everypath.run.results import Goals, Part, difference_of


class GoalTable:
    """The goals that the JVM has passed in this run, whichever method was analysed then."""

    def __init__(self) -> None:
        self._covered: dict[str, int] = {}
        self._testable: dict[str, int] = {}
        """The goals that cases cover which can be tests."""
        self._first: dict[Part, dict[str, int]] = {part: {} for part in Part}
        self._by_part: Counter[Part] = Counter()

    def add(self, part: Part, goals: Goals, *, testable: bool = True) -> int:
        """Note what a part of the run has covered, by cases that can be tests unless it is not ``testable``. Returns
        the number of goals that nothing had covered before, or no such case.
        """
        new = difference_of(goals, self._covered)
        _add(self._first[part], new)
        gained = _add(self._covered, new)
        self._by_part[part] += gained
        return _add(self._testable, goals) if testable else gained

    def open_in(self, goals: Goals, *, for_tests: bool = False) -> int:
        """The number of these goals that nothing has covered yet; ``for_tests``: that no case has which can be a
        test.
        """
        covered = self._testable if for_tests else self._covered
        return sum((bits & ~covered.get(name, 0)).bit_count() for name, bits in goals.items())

    @property
    def covered(self) -> int:
        """The number of goals that are covered."""
        return self._by_part.total()

    @property
    def by_part(self) -> Mapping[Part, int]:
        """The number of goals that each part covered first."""
        return {part: self._by_part[part] for part in Part if self._by_part[part]}

    @property
    def covered_first(self) -> Mapping[Part, Goals]:
        """The goals that each part covered first."""
        return self._first


def _add(covered: dict[str, int], goals: Goals) -> int:
    """Add goals to others. Returns the number of new ones."""
    gained = 0
    for name, bits in goals.items():
        known = covered.get(name, 0)
        new = bits & ~known
        if new:
            covered[name] = known | new
            gained += new.bit_count()
    return gained
