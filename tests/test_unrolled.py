"""Recursion without Python's stack."""

from __future__ import annotations

import pytest

from everypath.unrolled import Unrolled, unrolled


def counted(number: int) -> Unrolled[int]:
    if number == 0:
        return 0
    below = yield counted(number - 1)
    return below + 1


def summed(tree: object) -> Unrolled[int]:
    if isinstance(tree, int):
        return tree
    assert isinstance(tree, list)
    total = 0
    for each in tree:
        total += yield summed(each)
    return total


def guarded(number: int, seen: list[int]) -> Unrolled[int]:
    try:
        if number == 0:
            raise KeyError("bottom")
        inner: int = yield guarded(number - 1, seen)
        return inner
    except KeyError:
        if number < 5:
            raise
        return number
    finally:
        seen.append(number)


def test_calls_nest_without_limit() -> None:
    assert unrolled(counted(100_000)) == 100_000


def test_a_tree_is_walked_in_order() -> None:
    assert unrolled(summed([1, [2, [3]], [[4], 5]])) == 15


def test_an_exception_passes_through_the_calls_as_in_plain_recursion() -> None:
    seen: list[int] = []
    assert unrolled(guarded(7, seen)) == 5
    assert seen == list(range(8))
    with pytest.raises(KeyError):
        unrolled(guarded(3, []))
