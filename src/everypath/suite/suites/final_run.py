"""All tests of a suite run together in the end; those that fail among the others are mended or left out."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Iterable, Sequence

from everypath.dataclass import replace
from everypath.suite.source import TestClass, TestSource
from everypath.suite.suites.checker import Checker, Dropped
from everypath.suite.suites.stability import OUT_OF_TIME, Failures

__all__ = ["FinalRun"]

ORDERS_PART = 0.75
"""The part of the time after which no more random orders are tried: what is left is for mending those that fail."""

LEAST_MENDING, MENDING_PART = 1.0, 0.7
"""With fewer seconds left, no mending begins: those that fail are left out. The part of these seconds in which rounds
of mending begin.
"""


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
        self._has_run = False
        """True once all have run together, in their order and elsewhere."""

    def run(self, seconds: float, most: float = math.inf) -> None:
        """Run all tests, for about so many seconds, and mend those that fail, in ``most`` seconds at the most. If an
        error ends that, `leave_out` is to be called; if it takes longer, `give_up`.
        """
        until = time.monotonic() + most
        names = {each.qualified for each in self.sources}
        self._checker.fail_together(names, min(seconds, ORDERS_PART * most), most, self._failed, self._note_run)
        left = until - time.monotonic()
        failing = {klass for (klass, _), why in self._failed.items() if why != OUT_OF_TIME}
        if left > LEAST_MENDING and (known := list(map(self._left, self._given(failing)))):
            mending = MENDING_PART * left if math.isfinite(left) else seconds
            sources, dropped = self._checker.mended(known, self._failed, names, mending, tables=self._tables)
            new: dict[str, list[TestSource]] = {each.qualified: [] for each in known} | {
                each.qualified: [each] for each in sources
            }
            self.sources = [left for each in self.sources for left in new.get(each.qualified, [each])]
            self.dropped += dropped
            self._failed = {test: why for test, why in self._failed.items() if test[0] not in new}
        self.leave_out()

    def _note_run(self) -> None:
        self._has_run = True

    def give_up(self) -> None:
        """Leave out the tests that fail, and all if they have not all run together."""
        if not self._has_run:
            late = {(each.qualified, test): OUT_OF_TIME for each in self.sources for test in _tests(each)}
            self._failed = late | self._failed
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


def _tests(source: TestSource) -> Sequence[str]:
    """The names of the tests of a source, under which they ran if that is known."""
    return source.ran or [name for name, _, _ in source.ranges]
