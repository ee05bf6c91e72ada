"""All tests of a suite run together in the end; those that fail among the others are mended or left out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from everypath.dataclass import replace
from everypath.suite.source import TestClass, TestSource
from everypath.suite.suites.checker import Checker, Dropped
from everypath.suite.suites.stability import Failures

__all__ = ["FinalRun"]

MENDING_PART = 1.0
"""The time for mending those that fail, as a part of that for running all tests together."""


class FinalRun:
    """Runs the tests of ``sources`` together, whichever checks these passed.

    ``given`` returns the test classes of some names (dotted) as they were given to these checks, as far as they are
    known, and ``dropped`` is what was left out. A test that fails loses the assertions that do not hold in each run;
    where its class is not known, it is left out.
    """

    def __init__(
        self,
        checker: Checker,
        given: Callable[[Collection[str]], Iterable[TestClass]],
        sources: Sequence[TestSource],
        dropped: Sequence[Dropped],
        *,
        tables: bool,
    ) -> None:
        self._checker = checker
        self._given = given
        self._tables = tables
        self.sources = list(sources)
        """The test classes that are left."""
        self.dropped = list(dropped)
        """The tests that are not."""
        self._failed: Failures = {}
        """The tests that fail and are neither mended nor left out."""

    def run(self, seconds: float) -> None:
        """Run all tests, for about so many seconds, and mend those that fail. If an error ends that, `leave_out` is to
        be called.
        """
        names = {each.qualified for each in self.sources}
        self._checker.fail_together(names, seconds, self._failed)
        failing = {klass for klass, _ in self._failed}
        if known := list(map(self._left, self._given(failing))):
            sources, dropped = self._checker.mended(
                known, self._failed, names, MENDING_PART * seconds, tables=self._tables
            )
            new: dict[str, list[TestSource]] = {each.qualified: [] for each in known} | {
                each.qualified: [each] for each in sources
            }
            self.sources = [left for each in self.sources for left in new.get(each.qualified, [each])]
            self.dropped += dropped
            self._failed = {test: why for test, why in self._failed.items() if test[0] not in new}
        self.leave_out()

    def leave_out(self) -> None:
        """Leave out the tests that fail and are not mended."""
        left: list[TestSource] = []
        for each in self.sources:
            lost = [test for klass, test in self._failed if klass == each.qualified]
            rest = each.without(lost) if lost else each
            left += [rest] if rest is not None else []
            self.dropped += [Dropped(f"{each.qualified}.{test}", self._failed[each.qualified, test]) for test in lost]
        self.sources = left
        self._failed.clear()

    def _left(self, test_class: TestClass) -> TestClass:
        """A test class without what was dropped of it."""
        lost = {each.test for each in self.dropped}
        kept = [each for each in test_class.methods if f"{test_class.qualified}.{each.name}" not in lost]
        return replace(test_class, methods=tuple(kept))
