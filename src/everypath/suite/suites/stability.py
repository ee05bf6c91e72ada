"""Runs tests again: in other orders, in a new JVM, with other defaults of the JVM, and in parallel. Unstable assertions
are dropped.

A failing test is replaced by copies with one assertion each; the assertions that hold in every run stay.
"""

from __future__ import annotations

import random
import time
from array import array
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import nullcontext
from typing import TypeAlias

from everypath.bridge import Bridge, JvmDefaults
from everypath.classfile import dotted
from everypath.dataclass import dataclass, replace
from everypath.suite.replay import ELSEWHERE, literal_of
from everypath.suite.source import TestClass, TestMethod
from everypath.suite.suites.earlier import PassedClass
from everypath.suite.testcase import Assertion, Element, Expression, Invoke, walk

__all__ = [
    "AT_ONCE",
    "Failures",
    "Hits",
    "fail_alone",
    "fail_among",
    "fail_beside",
    "fail_together",
    "failing_rows",
    "named",
    "weakened",
]

Failures = dict[tuple[str, str], str]
"""Failed tests by qualified class and method, with the reasons."""
Hits: TypeAlias = "dict[tuple[str, str], array[int]]"
"""The probes that tests passed when they ran alone, by qualified class and method: an array, as there are very many."""
AMONG, MAKES_FAIL, AT_ONCE = "it fails among other tests", "other tests fail after it", "it fails while other tests run"
"""The reasons why a test is dropped that does not get on with other tests."""
ALL_PAIRS, MOST_AFTER = 24, 8
"""In a class with so many tests at most, each test runs directly after each other one; in a larger one, beside so many
others, drawn at random.
"""
FEW_AFTER = 2
"""How many others an expendable test runs beside."""
ORDERS_ENOUGH = 30
"""So many random orders of all tests in turn find no further test that fails in some orders only."""
MANY_FAILURES = 3
"""If so many tests fail in an order, it is better to leave out the one that makes them fail."""
_MOST_FAILURES = 20
"""The most tests that may fail in one order. Further failures are left to the next round."""


def fail_alone(
    tests: Sequence[tuple[str, str]], classes: Mapping[str, bytes], bridge: Bridge, hits: Hits | None = None
) -> Failures:
    """The tests (internal class name, method) that fail if each runs on classes whose static state is put back.

    ``hits`` is filled with the probes that they passed.
    """
    found: Failures = {}
    for each in bridge.tests.run(classes, tests, restore=True):
        if hits is not None:
            hits[dotted(each.klass), each.method] = array("Q", each.outcome.hits)
        if not each.passed:
            ending = f"{each.outcome.status.value}: {each.outcome.exception or ''} {each.outcome.message or ''}"
            found[dotted(each.klass), each.method] = ending.strip()
    return found


def fail_among(
    tests: Sequence[tuple[str, str]],
    classes: Mapping[str, bytes],
    bridge: Bridge,
    failed: Collection[tuple[str, str]],
    *,
    assertions: bool,
    known: Collection[tuple[str, str]] = (),
    expendable: Collection[tuple[str, str]] = (),
) -> tuple[Failures, bool]:
    """The tests that fail after others, or elsewhere; those that have ``failed`` do not run. The second value is true
    if classes hold static state.

    ``known`` tests have passed all this in an earlier call, without the others: they run beside the others only.
    ``expendable`` tests run directly after a few others only.

    All tests run on the same classes, forwards and backwards, so that each of two tests comes before the other, and in
    a random order (fixed seed) in another JVM, twice. If a class holds static state, each test of a test class also
    runs directly after each other one: tests in between could put that state back. They run once more with other
    defaults of the JVM (`ELSEWHERE`), and without ``assert`` statements unless tests may rely on these
    (``assertions``).
    """
    found, holds_statics = _fail_in_orders(tests, classes, bridge, failed)
    if holds_statics:
        left = [each for each in tests if named(each) not in {*found, *failed}]
        found |= _fail_after_each_other(left, classes, bridge, known, expendable)
    others = [each for each in tests if each not in known and named(each) not in {*found, *failed}]
    return found | _fail_elsewhere(others, classes, bridge, assertions), holds_statics


def _fail_in_orders(
    tests: Sequence[tuple[str, str]], classes: Mapping[str, bytes], bridge: Bridge, known: Collection[tuple[str, str]]
) -> tuple[Failures, bool]:
    """The tests that fail in some order of all tests. The second value is true if classes hold static state.

    The first order runs on new classes. For the others the static state is put back, which is quick.
    """
    found: Failures = {}
    holds_statics = False
    drawn = list(tests)
    random.Random(0).shuffle(drawn)
    again = [*drawn, *drawn]
    for whole in (tests, tests[::-1], again):
        order = [each for each in whole if named(each) not in found and named(each) not in known]
        with bridge.other_hashes() if whole is again else nullcontext():
            failed, holds = _fail_in_order(order, classes, bridge, restore=whole is not tests)
        found |= failed
        holds_statics = holds_statics or holds
    return found, holds_statics


def _fail_in_order(
    tests: Sequence[tuple[str, str]], classes: Mapping[str, bytes], bridge: Bridge, *, restore: bool = False
) -> tuple[Failures, bool]:
    """The tests that fail one after the other. The second value is true if classes hold static state.

    A test that fails may leave what makes others fail: these run again without it.
    """
    found: Failures = {}
    holds_statics = False
    order = list(tests)
    while order and len(found) < _MOST_FAILURES:
        ran = bridge.tests.run_together(classes, order, restore=restore or bool(found))
        holds_statics = holds_statics or (not (restore or found) and ran.holds_statics)
        if not ran.failed:
            break
        order = [each for each in order if each != ran.failed[0]]
        found[named(ran.failed[0])] = AMONG
    return found, holds_statics


def fail_together(
    tests: Sequence[tuple[str, str]],
    classes: Mapping[str, bytes],
    bridge: Bridge,
    seconds: float,
    found: Failures,
    *,
    assertions: bool = False,
) -> None:
    """Add the tests to ``found`` that fail when all run one after the other: in their order, in a random order (fixed
    seed) and backwards elsewhere, then, in another JVM, backwards and in random orders, until many of these find
    nothing new or so many seconds have passed. ``assertions`` as in `fail_among`.
    """

    def failing(order: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
        return bridge.tests.run_together(classes, order, restore=True).failed

    until = time.monotonic() + seconds
    found |= {named(each): AMONG for each in bridge.tests.run_together(classes, tests).failed}
    drawn = random.Random(0)
    order = drawn_order(tests, drawn)
    for place in ELSEWHERE:
        left = [each for each in order if named(each) not in found]
        there = place._replace(assertions=assertions)
        found |= {named(each): AMONG for each in bridge.tests.run_together(classes, left, defaults=there).failed}
        order.reverse()
    order, quiet = list(tests)[::-1], 0
    with bridge.other_hashes():
        while quiet < ORDERS_ENOUGH and (not quiet or time.monotonic() < until):
            left = [each for each in order if named(each) not in found]
            failed = failing(left)
            found |= {named(each): why for each, why in left_out_of(left, failed, failing).items()}
            order, quiet = drawn_order(tests, drawn), 0 if failed else quiet + 1


def named(test: tuple[str, str]) -> tuple[str, str]:
    """The qualified class and the method of a test."""
    return dotted(test[0]), test[1]


def left_out_of(
    order: Sequence[tuple[str, str]],
    failed: Sequence[tuple[str, str]],
    failing: Callable[[Sequence[tuple[str, str]]], Sequence[tuple[str, str]]],
) -> dict[tuple[str, str], str]:
    """The tests to leave out of an order in which some ``failed``: these, or the one that makes many of them fail."""
    if len(failed) < MANY_FAILURES or failed[0] == order[0]:
        return dict.fromkeys(failed, AMONG)
    first = failed[0]
    before = order[: order.index(first)]
    low, high = 0, len(before)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if first in failing([*before[middle:], first]) else (low, middle)
    maker = before[low]
    victims = failing([each for victim in failed for each in (maker, victim)])
    return {maker: MAKES_FAIL} if len(victims) >= MANY_FAILURES else dict.fromkeys(failed, AMONG)


def drawn_order(tests: Sequence[tuple[str, str]], drawn: random.Random) -> list[tuple[str, str]]:
    """A random order as test frameworks draw them: of the classes, and of the tests of each class."""
    of_class: dict[str, list[tuple[str, str]]] = {}
    for each in drawn.sample(tests, len(tests)):
        of_class.setdefault(each[0], []).append(each)
    return [each for name in drawn.sample(sorted(of_class), len(of_class)) for each in of_class[name]]


def fail_beside(
    tests: Sequence[tuple[str, str]], classes: Mapping[str, bytes], bridge: Bridge, earlier: Sequence[PassedClass]
) -> Failures:
    """The tests that fail after the ``earlier`` ones, or after which one of these fails."""
    found: Failures = {}
    left, before = list(tests), [(each.name, test) for each in earlier for test in each.tests]
    together = {name: data for each in earlier for name, data in each.files.items()} | dict(classes)

    def failing(order: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
        return bridge.tests.run_together(together, order, restore=True).failed

    for _ in range(_MOST_FAILURES):
        failed = failing([*before, *left]) or failing([*left, *before]) if left else ()
        if not failed:
            break
        bad, why = [each for each in failed if each in left], AMONG
        if not bad:
            why = MAKES_FAIL
            bad = [next((each for each in left if failing([each, failed[0]])), left[-1])]
        left = [each for each in left if each not in bad]
        found |= {named(each): why for each in bad}
    return found


def _fail_after_each_other(
    tests: Sequence[tuple[str, str]],
    classes: Mapping[str, bytes],
    bridge: Bridge,
    known: Collection[tuple[str, str]],
    expendable: Collection[tuple[str, str]],
) -> Failures:
    """The tests that fail directly after another one of their class. Two ``known`` tests have run so before."""
    of_class: dict[str, list[tuple[str, str]]] = {}
    for each in tests:
        of_class.setdefault(each[0], []).append(each)
    order = [each for own in of_class.values() for each in pairs_in_turn(own, known, expendable)]
    return _fail_in_order(order, classes, bridge, restore=True)[0] if len(order) > 1 else {}


def pairs_in_turn(
    tests: Sequence[tuple[str, str]],
    known: Collection[tuple[str, str]] = (),
    expendable: Collection[tuple[str, str]] = (),
) -> list[tuple[str, str]]:
    """A sequence in which each test comes directly after each other one, but for two ``known`` tests. If there are many
    tests, and for ``expendable`` ones, it has only some of these pairs, drawn at random (fixed seed).
    """
    drawn = random.Random(0)
    new = [each for each in tests if each not in known]
    old = [each for each in tests if each in known]
    found: list[tuple[str, str]] = []
    for number, first in enumerate(new):
        others = new[number + 1 :] + old
        most = FEW_AFTER if first in expendable else MOST_AFTER
        if first in expendable or len(tests) > ALL_PAIRS:
            others = drawn.sample(others, min(most, len(others)))
        for other in others:
            found += (first, other)
        found.append(first)
    return found


def _fail_elsewhere(
    tests: Sequence[tuple[str, str]], classes: Mapping[str, bytes], bridge: Bridge, assertions: bool
) -> Failures:
    """The tests that fail with another locale and time zone, or without assertions where they may not rely on them."""

    def failing(chosen: Sequence[tuple[str, str]], defaults: JvmDefaults) -> tuple[tuple[str, str], ...]:
        return bridge.tests.run_together(classes, chosen, defaults=defaults).failed if chosen else ()

    bad: list[tuple[str, str]] = []
    for place in ELSEWHERE:
        bad += failing([each for each in tests if each not in bad], place._replace(assertions=assertions))
    relying = () if assertions else failing(bad, JvmDefaults(assertions))
    why = "it depends on the locale, time zone, charset, system, user or working folder"
    return {named(each): "it fails without -ea" if each in relying else why for each in bad}


def failing_rows(
    rows: Sequence[tuple[str, str, Sequence[Expression]]], classes: Mapping[str, bytes], bridge: Bridge
) -> set[str]:
    """The classes (dotted) with failing rows of parameterised tests. Rows are internal class name, test and values."""
    given = [(klass, method, tuple(literal_of(value) for value in values)) for klass, method, values in rows]
    return {dotted(each.klass) for each in bridge.tests.run_rows(classes, given) if not each.passed}


@dataclass(frozen=True, slots=True)
class _Part:
    """A copy of a test with one assertion: the one with that number, or (-1) the message."""

    of: str
    number: int
    method: TestMethod


def weakened(
    classes: Sequence[TestClass],
    bad: Failures,
    failing: Callable[[list[TestClass]], Collection[tuple[str, str]] | None],
) -> list[TestClass]:
    """The classes in which the tests of ``bad`` have only their stable assertions.

    Tests without any are removed. ``failing`` runs classes and returns the failed tests, or None if the classes do not
    compile. The other tests of a class run there, too, if its bad tests do not get on with them.
    """
    beside = {klass for (klass, _), why in bad.items() if why in (AMONG, MAKES_FAIL, AT_ONCE)}
    parts = {
        each.qualified: [
            part
            for method in each.methods
            if (each.qualified, method.name) in bad
            for part in _parts(method, {other.name for other in each.methods})
        ]
        for each in classes
    }
    trial = [
        replace(
            each,
            methods=(
                *(
                    method
                    for method in each.methods
                    if each.qualified in beside and (each.qualified, method.name) not in bad
                ),
                *(part.method for part in parts[each.qualified]),
            ),
        )
        for each in classes
    ]
    lost = failing(trial) if any(parts.values()) else None
    return [_left(each, bad, parts[each.qualified] if lost is not None else [], lost or ()) for each in classes]


def _parts(method: TestMethod, taken: Collection[str]) -> Iterator[_Part]:
    if not method.assertions and method.message is None:
        return
    bare = replace(method, assertions=(), message=None)
    if method.message is not None:
        yield _Part(method.name, -1, replace(bare, name=_free(f"{method.name}_message", taken), message=method.message))
    for number, each in enumerate(method.assertions):
        name = _free(f"{method.name}_part{number}", taken)
        yield _Part(method.name, number, replace(bare, name=name, assertions=(each,)))


def _free(name: str, taken: Collection[str]) -> str:
    while name in taken:
        name += "_"
    return name


def stable(assertions: Sequence[Assertion], held: Collection[int]) -> tuple[Assertion, ...]:
    """The assertions that ``held``, by their numbers, without those about elements of which another one did not hold:
    that element is another object in some runs, as where the order of members in reflection decides.
    """
    lost = {element for at, each in enumerate(assertions) if at not in held for element in _elements(each.actual)}
    return tuple(assertions[at] for at in held if lost.isdisjoint(_elements(assertions[at].actual)))


def _elements(expression: Expression) -> list[Expression]:
    """The elements of arrays and lists among the parts of an expression."""
    return [
        each
        for each in walk(expression)
        if isinstance(each, Element) or (isinstance(each, Invoke) and each.member.descriptor.startswith("(I)L"))
    ]


def _left(
    test_class: TestClass, bad: Collection[tuple[str, str]], parts: Sequence[_Part], lost: Collection[tuple[str, str]]
) -> TestClass:
    qualified = test_class.qualified
    kept = {(each.of, each.number) for each in parts if (qualified, each.method.name) not in lost}
    tried = {each.of for each in parts}
    methods = []
    for method in test_class.methods:
        if (qualified, method.name) not in bad:
            methods.append(method)
        elif method.name in tried:
            numbers = [at for at in range(len(method.assertions)) if (method.name, at) in kept]
            assertions = stable(method.assertions, numbers)
            message = method.message if (method.name, -1) in kept else None
            methods.append(replace(method, assertions=assertions, message=message))
    return replace(test_class, methods=tuple(methods))
