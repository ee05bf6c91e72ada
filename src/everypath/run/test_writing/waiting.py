"""The tests of methods that have a report, and which of them are checked next while the run goes on."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from everypath.run.results import MethodReport
from everypath.suite import TestCase

MOST, FEWEST = 150, 10
"""The most and the fewest tests that are checked at once, unless one class has more."""

WAIT, ENOUGH = 1.0, 100
"""The seconds that tests wait for others, and the number of tests that do not wait: checking costs half a second
besides its tests.
"""

Key = tuple[str, str, str]


class Waiting:
    """The tests of methods that have a report, by classes whose tests wait. ``order`` is that of the plan."""

    def __init__(self, order: Mapping[Key, int]) -> None:
        self._order = order
        self._tests: dict[str, dict[Key, tuple[TestCase, ...]]] = {}
        """The tests of methods, without those that other tests make redundant."""
        self._since: dict[str, float] = {}
        self._halves: list[list[str]] = []
        """Parts of checks that failed as a whole."""
        self._checked: set[str] = set()
        """The ids of the cases that were checked."""
        self._unchecked: dict[Key, int] = {}
        """How many tests of a method were not, if there are any."""
        self.all = 0
        """The number of tests."""
        self._hard: dict[str, None] = {}
        """Classes in which many tests fail: they are checked when no others wait."""

    def note(self, report: MethodReport, now: float) -> None:
        """A method has a report, or a better one than before."""
        own = self._tests.setdefault(report.class_name, {})
        known, own[report.key] = own.get(report.key, ()), _shown(report)
        if own[report.key] != known:
            if report.class_name not in self._hard:
                self._since.setdefault(report.class_name, now)
            self.all += len(own[report.key]) - len(known)
            self._count(report.key)

    @property
    def is_empty(self) -> bool:
        """True if no tests wait."""
        return not (self._since or self._halves or self._hard)

    @property
    def unchecked(self) -> int:
        """The number of tests that were not checked."""
        return sum(self._unchecked.values())

    def are_new(self, cases: Iterable[TestCase]) -> int:
        """How many of these tests were not checked."""
        return sum(each.id not in self._checked for each in cases)

    def _count(self, method: Key) -> None:
        self._unchecked.pop(method, None)
        if left := self.are_new(self._tests[method[0]][method]):
            self._unchecked[method] = left

    @property
    def number(self) -> int:
        """The number of tests that wait."""
        return sum(map(self._number, self._since))

    def _number(self, name: str) -> int:
        return sum(map(len, self._tests.get(name, {}).values()))

    def seconds(self, now: float) -> float | None:
        """The seconds until waiting tests are to be checked; None if no tests wait."""
        if self.is_empty:
            return None
        if not self._since and not self._halves:
            return 0.0
        return 0.0 if self._halves or self.number >= ENOUGH else max(min(self._since.values()) + WAIT - now, 0.0)

    def take(self, most: int = MOST) -> list[str]:
        """The classes that are checked next: those that have waited longest, with ``most`` tests, unless one class has
        more.
        """
        if self._halves:
            return self._halves.pop()
        if not self._since:
            name = next(iter(self._hard))
            del self._hard[name]
            return [name]
        chosen: list[str] = []
        tests = 0
        for name in list(self._since):
            number = self._number(name)
            if chosen and tests + number > most:
                continue
            chosen.append(name)
            tests += number
            del self._since[name]
        return chosen

    def done(self, cases: Sequence[TestCase], hard: Collection[str] = ()) -> None:
        """These tests were checked, but for the classes of those that are ``hard``, given by their ids."""
        difficult = {each.class_name for each in cases if each.id in hard} if hard else set()
        for name in difficult:
            self._since.pop(name, None)
            self._hard[name] = None
        done = [each for each in cases if each.class_name not in difficult]
        self._checked.update(each.id for each in done)
        for method in {(each.class_name, each.method, each.descriptor) for each in done}:
            if method in self._unchecked:
                self._count(method)

    def failed(self, chosen: Sequence[str]) -> None:
        """The check of these classes failed: they are tried in halves. The tests of one class are given up."""
        half = len(chosen) // 2
        if half:
            self._halves += [list(chosen[half:]), list(chosen[:half])]

    def cases(self, classes: Collection[str]) -> list[TestCase]:
        """The tests of some classes, in the order of the plan."""
        found = [each for name in classes for each in self._tests.get(name, {}).items()]
        found.sort(key=lambda each: self._order.get(each[0], 0))
        return [test for _, tests in found for test in tests]


def _shown(report: MethodReport) -> tuple[TestCase, ...]:
    """The tests of a method, without those that other tests make redundant."""
    redundant = report.redundant_tests
    return tuple(each for each in report.tests if each.id not in redundant) if redundant else tuple(report.tests)
