"""Quotients and remainders by constants are rewritten: on every number, what Java's operators give."""

from __future__ import annotations

import random

import pytest

from everypath import term as t
from everypath.term import BV32, BV64, Model, var
from everypath.term.values import java_arithmetic as concrete

X, L, N = var("x", BV32), var("l", BV64), var("n", BV32)
DIVISORS = [2, 3, 7, 10, 60, 400, 3600, 86400, 1461, (1 << 31) - 1]
EDGES = [0, 1, -1, 2, -2, t.INT_MAX, t.INT_MIN]


def numbers(seed: str, width: int) -> list[int]:
    drawn = random.Random(seed)
    wide = [drawn.getrandbits(width) - (1 << width - 1) for _ in range(30)]
    small = [drawn.randrange(-5000, 5000) for _ in range(30)]
    ends = [(1 << width - 1) - 1, -(1 << width - 1)]
    return [*EDGES, *ends, *wide, *small]


def value(term, **symbols):
    model = Model({var(name, BV64 if name == "l" else BV32): number for name, number in symbols.items()})
    return t.evaluate(term, model)


@pytest.mark.parametrize("second", DIVISORS)
@pytest.mark.parametrize("first", DIVISORS)
def test_quotients_of_quotients_and_multiples(first, second):
    for width, symbol in ((32, X), (64, L)):
        twice = t.sdiv(t.sdiv(symbol, first, width), second, width)
        for number in numbers(f"{first}/{second}", width):
            wanted = concrete.divide(concrete.divide(number, first, width), second, width)
            assert value(twice, **{"x" if width == 32 else "l": number}) == wanted
    multiple = t.mul(t.i2l(X), first, 64)
    quotient, remainder = t.sdiv(multiple, second, 64), t.srem(multiple, second, 64)
    for number in numbers(f"{first}*{second}", 32):
        assert value(quotient, x=number) == concrete.divide(number * first, second, 64)
        assert value(remainder, x=number) == concrete.remainder(number * first, second, 64)


@pytest.mark.parametrize("divisor", DIVISORS)
def test_comparisons_of_quotients(divisor):
    for width, symbol, name in ((32, X, "x"), (64, L, "l")):
        quotient = t.sdiv(symbol, divisor, width)
        for bound in [*range(-4, 5), 99, -99, (1 << width - 1) // divisor, -(1 << width - 1) // divisor]:
            for number in [
                *numbers(str(divisor), width),
                *(bound * divisor + d for d in (-divisor, -1, 0, 1, divisor)),
            ]:
                if not -(1 << width - 1) <= number < 1 << width - 1:
                    continue
                wanted = concrete.divide(number, divisor, width)
                assert bool(value(t.lt(quotient, bound), **{name: number})) is (wanted < bound)
                assert bool(value(t.lt(bound, quotient), **{name: number})) is (bound < wanted)


def test_no_division_is_left():
    assert "sdiv" not in {each.op for each in t.walk(t.lt(t.sdiv(t.sdiv(X, 7, 32), 7, 32), 3))}
    assert t.sdiv(t.mul(t.i2l(N), 60, 64), 60, 64) is t.i2l(N)
