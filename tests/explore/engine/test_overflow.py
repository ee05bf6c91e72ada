"""Recursion without bound: found on symbols, confirmed by the JVM; deep recursion that ends is none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.explore.lab import Lab

from everypath.explore import Path as FoundPath
from everypath.explore.paths import OVERFLOW
from everypath.suite import Outcome, TestCase, verify

R = "recursing/Recursing"


@pytest.fixture(scope="module")
def recursing(java_classes: Callable[..., Path]) -> Iterator[Lab]:
    made = Lab(java_classes("recursing"))
    yield made
    made.bridge.close()


def overflowing(lab: Lab, name: str) -> list[FoundPath]:
    return [path for path in lab.explore(R, name, paths=60, states=200).paths if path.thrown == OVERFLOW]


@pytest.mark.parametrize(
    ("name", "argument"),
    [
        ("factorial", -1),
        ("sum", 1_000_000),
        ("forever", 0),
        ("even", -1),
        ("trap", 17),
        ("fibonacci", 1_000_000),
        ("ackermann", None),
    ],
)
def test_recursion_without_bound_overflows_the_stack(recursing: Lab, name: str, argument: int | None) -> None:
    (path,) = overflowing(recursing, name)
    assert argument is None or path.shape.roots[0].concrete(path.witness) == argument
    case = recursing.builder.build(path)
    assert isinstance(case, TestCase)
    assert case.throws is not None
    assert verify(case, recursing.bridge, recursing.program.is_target_name).outcome is Outcome.CONFIRMED


@pytest.mark.parametrize("name", ["guarded", "narrow", "length", "vowels", "caught", "huge"])
def test_deep_recursion_that_ends_is_no_overflow(recursing: Lab, name: str) -> None:
    assert not overflowing(recursing, name)


def test_the_handler_of_an_overflow_is_reached(recursing: Lab) -> None:
    result = recursing.explore(R, "caught", paths=60)
    assert result.unreached == ()
    assert set(recursing.outcomes(result)) == {"confirmed"}


def test_long_texts_on_which_a_parser_does_not_overflow_cost_little(recursing: Lab) -> None:
    result = recursing.explore(R, "value", paths=60, states=200)
    assert "java/lang/ArithmeticException" in {path.thrown for path in result.paths}
    assert result.stop != "time"
