"""Runs all tests together, as a test framework does: one after the other in many orders, elsewhere, and in parallel."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from everypath.bridge import Bridge, JvmDefaults, RunTogether
from everypath.suite.replay import ELSEWHERE
from everypath.suite.suites.known_tests import PassedClass, TimedRun
from everypath.suite.suites.stability import OUT_OF_TIME, Failures, named

__all__ = ["AT_ONCE", "IN_ORDER", "MAKES_FAIL", "REASONS", "fail_together", "run_first"]

AMONG, MAKES_FAIL, AT_ONCE = "it fails among other tests", "other tests fail after it", "it fails while other tests run"
ELSEWHERE_ONLY = "it depends on the locale, time zone, charset, system, user or working folder"
IN_ANOTHER_JVM = "it depends on the JVM: its standard input, class path, hash codes or reflection"
FIRST = "it fails where it runs first: static initialisers need each other in a circle"
ASSERTIONS_ONLY = "it fails without -ea"
"""The reasons why a test is dropped that does not pass in each run."""
IN_ORDER = frozenset((AMONG, MAKES_FAIL, IN_ANOTHER_JVM))
REASONS = frozenset((*IN_ORDER, AT_ONCE, ELSEWHERE_ONLY, ASSERTIONS_ONLY, FIRST))
"""The reasons that runs one after the other show, and all of them."""
ALL_PAIRS, MOST_AFTER = 24, 8
"""In a class with so many tests at most, each test runs directly after each other one; in a larger one, beside so many
others, drawn at random.
"""
FEW_AFTER = 2
"""How many others an expendable test runs beside."""
ORDERS_ENOUGH = 30
"""So many random orders of all tests in turn find no further test that fails in some orders only."""
MANY_FAILURES = 10
"""If so many tests fail in an order, it is better to leave out the one that makes them fail."""
PAIRS_ENOUGH = 4_000
"""So many runs directly after others come before random orders, however short the time for these is."""
AT_A_TIME, IN_PARALLEL, FIRST_AT_A_TIME = 1_000, 250, 50
"""The runs of tests after others, the tests in parallel, and those that run first, in one part: the clock is looked at
between parts, and there is always time for the first one.
"""
BACKWARDS, EACH_PLACE = 1.5, 0.7
"""The time of a run backwards in another JVM, and of one elsewhere, in that of the first run."""
LEAST_TESTS, LEAST_PARALLEL = 50, 2.0
"""The tests that there is always time for, and the seconds that are kept for running tests in parallel."""
EACH, SECOND_JVM, MARGIN = 0.0005, 0.5, 1.2
"""The seconds for a run of a test as long as none are measured, those for the start of the second JVM, and the factor
by which the time that a part took may be too short for the next one.
"""

Test = tuple[str, str]
"""The internal name of its class, and the name of its method."""


def fail_together(
    passed: Iterable[PassedClass],
    bridge: Bridge,
    seconds: float,
    found: Failures,
    *,
    others: Iterable[PassedClass] = (),
    assertions: bool = False,
    first: set[str] | None = None,
    only: frozenset[str] = REASONS,
    most: float = math.inf,
    on_ran: Callable[[], object] = lambda: None,
) -> None:
    """Add the tests to ``found`` that fail when all run one after the other, with the reasons. They run in their order,
    on new classes; each before all others, where static initialisers need that; elsewhere (`ELSEWHERE`), in a
    random order (fixed seed) and backwards; in another JVM backwards; and all that run while others do.

    If a class holds static state, each test of a class also runs directly after other ones: tests in between could put
    that state back. Then they run in random orders until many of these find nothing new or ``seconds`` have passed.
    Tests may rely on ``assert`` statements with ``assertions`` only. The tests of ``others`` have passed all this: they
    run beside these in each order, but not elsewhere, in pairs and at the same time. ``first`` are the keys of tests
    that need not run before all others again; more are added. Only failures with the reasons ``only`` are looked for.

    All ends in ``most`` seconds, but for a few tests: those for which these are too few are added as `OUT_OF_TIME`.
    ``on_ran`` is called once all have run in their order and elsewhere.
    """
    now = time.monotonic()
    runs = _Runs(list(passed), list(others), bridge, (now + seconds, now + most), found)
    if not runs.tests or only.isdisjoint(REASONS):
        return
    in_order, elsewhere = not only.isdisjoint(IN_ORDER), not only.isdisjoint((ELSEWHERE_ONLY, ASSERTIONS_ONLY))
    if in_order:
        with bridge.second_jvm():
            bridge.start()  # it boots meanwhile
    ran = runs.on_new_classes(BACKWARDS * in_order + EACH_PLACE * len(ELSEWHERE) * elsewhere)
    if FIRST in only:
        runs.first(ran.initialised, set() if first is None else first)
    if elsewhere:
        runs.elsewhere(assertions)
    on_ran()
    if in_order:
        with bridge.second_jvm():
            runs.in_another_jvm()
            if ran.holds_statics:
                runs.after_each_other()
                runs.in_random_orders()
    if AT_ONCE in only:
        runs.in_parallel()


def run_first(passed: Sequence[PassedClass], bridge: Bridge, known: set[str]) -> TimedRun:
    """Add the keys of those tests to ``known`` that pass where each runs before all others, if static initialisers of
    classes that they use need that. Returns how long all took in their order.
    """
    runs = _Runs(passed, (), bridge, (math.inf, math.inf), {})
    if runs.tests:
        runs.first(runs.on_new_classes(0).initialised, known)
    return runs.timed


class _Runs:
    """Runs the tests of classes, and adds those that fail to ``found``: these do not run again.

    ``ends`` are times of `time.monotonic`: the end of further orders, and that of all runs.
    """

    def __init__(
        self,
        passed: Sequence[PassedClass],
        others: Sequence[PassedClass],
        bridge: Bridge,
        ends: tuple[float, float],
        found: Failures,
    ) -> None:
        self.tests = [(each.name, test) for each in (*passed, *others) for test in each.tests]
        self._passed = passed
        self._files = {name: data for each in (*passed, *others) for name, data in each.files.items()}
        self._bridge = bridge
        self._end = ends[1]
        self._until = min(ends)
        self._found = found
        self._drawn = random.Random(0)
        self._later = 0.0
        """The seconds for the runs of all tests after those that run first."""
        self.timed = TimedRun()
        """How long the tests took on new classes."""

    def on_new_classes(self, more: float) -> RunTogether:
        """Run them in their order, and return what the classes are like afterwards. Tests for which there is no time to
        run so many times ``more`` are left out.
        """
        self._shorten(1 + more, EACH)
        tests, begun = self._left(self.tests), time.monotonic()
        ran = self._bridge.tests.run_together(self._files, tests)
        self.timed = TimedRun(len(tests), time.monotonic() - begun)
        each = self.timed.seconds / max(len(tests), 1)
        self._note(left_out_of(tests, ran.failed, self._failing))
        self._shorten(more, each)
        self._later = more * each * len(self._left(self.tests)) + SECOND_JVM + LEAST_PARALLEL
        return ran

    def _shorten(self, times: float, each: float) -> None:
        """Leave out the last tests if there is no time to run all so many times, in so many seconds ``each``."""
        left = self._end - SECOND_JVM - time.monotonic()
        tests = len(self._left(self.tests))
        if times * each * tests > left:
            own = self._left((each.name, test) for each in self._passed for test in each.tests)
            most = max(int(left / (times * each)) - (tests - len(own)), LEAST_TESTS)
            self._note(dict.fromkeys(own[most:], OUT_OF_TIME))

    def _in_time(self, parts: Iterable[list[list[Test]]], *, strictly: bool) -> Iterator[list[Test]]:
        """The tests of each part for which there is time. There is for the first if it must run, ``strictly``; of the
        others, those are left out then.
        """
        seconds, end = 0.0, (self._end if strictly else self._until) - self._later
        for part in parts:
            tests = [each for order in part for each in order]
            begun = time.monotonic()
            if begun + MARGIN * seconds * len(tests) < end or (strictly and not seconds):
                yield tests
                seconds = (time.monotonic() - begun) / len(tests)
            elif strictly:
                self._note(dict.fromkeys(tests, OUT_OF_TIME))

    def first(self, initialised: Collection[str], known: set[str]) -> None:
        """Run each test before all others, on new classes, if one of the ``initialised`` classes cannot be initialised
        before others are. Tests with ``known`` keys need not; keys of those that pass are added. If time is short, only
        those run whose test class names such a class.
        """
        names = [each.encode() for each in self._bridge.tests.fail_first(initialised)]
        orders: dict[bool, list[list[Test]]] = {True: [], False: []}
        keys: dict[Test, str] = {}
        for each in self._passed if names else ():
            keys |= {(each.name, test): key for test, key in each.keys.items()}
            own = [test for test in self._left((each.name, test) for test in each.tests) if keys.get(test) not in known]
            is_named = any(name in data for data in each.files.values() for name in names)
            orders[is_named] += [own] if own else []
        for is_named in (True, False):
            for tests in self._in_time(_in_parts(orders[is_named], FIRST_AT_A_TIME), strictly=is_named):
                failed = self._bridge.tests.run_first(self._files, tests)
                self._note(dict.fromkeys(failed, FIRST))
                known.update(keys[each] for each in tests if each in keys and each not in failed)

    def elsewhere(self, assertions: bool) -> None:
        """Run them with other defaults of the JVM, and without ``assert`` statements unless they may rely on these."""
        order = drawn_order([(each.name, test) for each in self._passed for test in each.tests], self._drawn)
        for place in ELSEWHERE:
            failed = self._elsewhere(order, place._replace(assertions=assertions))
            again = () if assertions else self._elsewhere(failed, JvmDefaults(assertions))
            self._note({each: ASSERTIONS_ONLY if each in again else ELSEWHERE_ONLY for each in failed})
            order.reverse()

    def _elsewhere(self, order: Sequence[Test], defaults: JvmDefaults) -> Sequence[Test]:
        left = self._left(order)
        return self._bridge.tests.run_together(self._files, left, defaults=defaults).failed if left else ()

    def in_another_jvm(self) -> None:
        """Run them backwards, in a JVM with another standard input, class path and hash codes."""
        left = self._left(self.tests[::-1])
        failed = self._failing(left) if left else ()
        alone = self._failing(failed) if failed else ()
        self._note(dict.fromkeys(alone, IN_ANOTHER_JVM))
        self._note(left_out_of(left, [each for each in failed if each not in alone], self._failing))

    def in_order(self, order: Sequence[Test]) -> bool:
        """Run them in an order. True if some fail."""
        left = self._left(order)
        failed = self._failing(left) if left else ()
        self._note(left_out_of(left, failed, self._failing))
        return bool(failed)

    def in_random_orders(self) -> None:
        """Run them in random orders while there is time, until many orders have found nothing."""
        quiet, seconds = 0, 0.0
        while quiet < ORDERS_ENOUGH and (begun := time.monotonic()) + seconds < self._until:
            quiet = 0 if self.in_order(drawn_order(self.tests, self._drawn)) else quiet + 1
            seconds = time.monotonic() - begun

    def after_each_other(self) -> None:
        """Run each test directly after others of its class."""
        orders = [pairs_in_turn([(each.name, test) for test in each.tests], each.expendable) for each in self._passed]
        runs, seconds = 0, 0.0
        for part in _in_parts([each for each in orders if len(each) > 1], AT_A_TIME):
            begun = time.monotonic()
            end = self._end - LEAST_PARALLEL if runs < PAIRS_ENOUGH else self._until
            if runs and begun + MARGIN * seconds >= end:
                return
            self.in_order([each for order in part for each in order])
            runs += sum(map(len, part))
            seconds = time.monotonic() - begun

    def in_parallel(self) -> None:
        """Run tests while others run, but for those that run alone. Where threads have waited for each other for ever,
        as initialisers of classes can, or the time is over, no more tests run so.
        """
        own = [self._left([(each.name, test) for test in each.tests]) for each in self._passed if not each.alone]
        for number, part in enumerate(_in_parts(filter(None, own), IN_PARALLEL)):
            tests = [each for order in part for each in order]
            if len(tests) < 2 or (number and time.monotonic() >= self._until):
                return
            names = {klass for klass, _ in tests}
            files = {name: data for each in self._passed if each.name in names for name, data in each.files.items()}
            left = max(self._end - time.monotonic(), LEAST_PARALLEL)
            failed = self._bridge.tests.run_parallel(files, tests, left)
            if failed is None:
                return
            self._note(dict.fromkeys(failed, AT_ONCE))

    def _failing(self, order: Sequence[Test]) -> Sequence[Test]:
        return self._bridge.tests.run_together(self._files, order, restore=True).failed

    def _left(self, order: Iterable[Test]) -> list[Test]:
        return [each for each in order if named(each) not in self._found]

    def _note(self, failed: dict[Test, str]) -> None:
        for each, why in failed.items():
            self._found.setdefault(named(each), why)


def _in_parts(orders: Iterable[list[Test]], most: int) -> Iterator[list[list[Test]]]:
    """The orders in parts that have so many runs at most, unless one order has more."""
    part: list[list[Test]] = []
    for each in orders:
        if part and sum(map(len, part)) + len(each) > most:
            yield part
            part = []
        part.append(each)
    if part:
        yield part


def left_out_of(
    order: Sequence[Test], failed: Sequence[Test], failing: Callable[[Sequence[Test]], Sequence[Test]]
) -> dict[Test, str]:
    """The tests to leave out of an order in which some ``failed``: these, or the one that makes many of them fail."""
    if len(failed) < MANY_FAILURES:
        return dict.fromkeys(failed, AMONG)
    found = dict.fromkeys(failing(failed), AMONG)
    victims = [each for each in failed if each not in found]
    if len(victims) < MANY_FAILURES:
        return dict.fromkeys(failed, AMONG)
    first = victims[0]
    before = order[: order.index(first)]
    if not before:  # it fails now and then
        return dict.fromkeys(failed, AMONG)
    low, high = 0, len(before)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if first in failing([*before[middle:], first]) else (low, middle)
    maker = before[low]
    again = failing([each for victim in victims for each in (maker, victim)])
    is_maker = len([each for each in again if each in victims]) >= MANY_FAILURES
    return found | ({maker: MAKES_FAIL} if is_maker else dict.fromkeys(victims, AMONG))


def drawn_order(tests: Sequence[Test], drawn: random.Random) -> list[Test]:
    """A random order as test frameworks draw them: of the classes, and of the tests of each class."""
    of_class: dict[str, list[Test]] = {}
    for each in drawn.sample(tests, len(tests)):
        of_class.setdefault(each[0], []).append(each)
    return [each for name in drawn.sample(sorted(of_class), len(of_class)) for each in of_class[name]]


def pairs_in_turn(tests: Sequence[Test], expendable: Collection[str] = ()) -> list[Test]:
    """A sequence in which each test comes directly after each other one. If there are many tests, and for those with
    ``expendable`` names, it has only some of these pairs, drawn at random (fixed seed).
    """
    drawn = random.Random(0)
    found: list[Test] = []
    for number, first in enumerate(tests):
        others = list(tests[number + 1 :])
        if first[1] in expendable or len(tests) > ALL_PAIRS:
            most = FEW_AFTER if first[1] in expendable else MOST_AFTER
            others = drawn.sample(others, min(most, len(others)))
        for other in others:
            found += (first, other)
        found.append(first)
    return found
