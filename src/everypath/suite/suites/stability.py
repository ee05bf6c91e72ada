"""Runs tests alone, and drops the assertions of a failing test that are unstable.

It is replaced by copies with one assertion each; the assertions that hold in every run stay.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TypeAlias

from everypath.bridge import Bridge
from everypath.classfile import dotted
from everypath.dataclass import dataclass, replace
from everypath.suite.replay import literal_of
from everypath.suite.source import TestClass, TestMethod
from everypath.suite.testcase import Assertion, Element, Expression, Invoke, walk

__all__ = ["OUT_OF_TIME", "Failures", "Hits", "fail_alone", "failing_rows", "named", "stable", "weakened"]

OUT_OF_TIME = "no time was left to compile and run it"
"""Why a test is left out that was not checked."""

Failures = dict[tuple[str, str], str]
"""Failed tests by qualified class and method, with the reasons."""
Hits: TypeAlias = "dict[tuple[str, str], array[int]]"
"""The probes that tests passed when they ran alone, by qualified class and method: an array, as there are very many."""


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


def named(test: tuple[str, str]) -> tuple[str, str]:
    """The qualified class and the method of a test."""
    return dotted(test[0]), test[1]


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
    *,
    beside: bool = False,
) -> list[TestClass]:
    """The classes in which the tests of ``bad`` have only their stable assertions.

    Tests without any are removed. ``failing`` runs classes and returns the failed tests, or None if the classes do not
    compile. With ``beside``, the other tests of a class run there, too.
    """
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
                *(method for method in each.methods if beside and (each.qualified, method.name) not in bad),
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
