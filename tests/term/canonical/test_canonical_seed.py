"""The canonical forms and combined conditions of the seed (CTB), for ints that wrap."""

import itertools
import random

import pytest

from everypath import term as t
from everypath.term import BV8, BV32, BV64, Model, canonical, evaluate, minimised, to_java, var, wraps
from everypath.term.canonical import full_range
from everypath.term.core import make

X, Y, Z, LOW, HIGH = (var(name, BV32) for name in ("x", "y", "z", "low", "high"))


def text_of(*conditions, nonnegative=()):
    return " && ".join(to_java(each) for each in minimised(conditions, nonnegative))


def test_canonical_forms():
    assert to_java(canonical(((((X + 2) - Y * 2) + X * 4) - 7) + Y * 4)) == "5 * x + 2 * y - 5"
    assert to_java(canonical((Z + 5) * 3 + (Z + 5) * 5)) == "8 * z + 40"
    assert canonical((Z + 5) * 3 + (Z + 5) * 5) is canonical((Z * 2 + 10) * 4)


def test_conditions_are_combined():
    assert text_of(t.gt(X, 3), t.le(X, 4)) == "x == 4"
    assert text_of(t.gt(HIGH, LOW + 4), t.le(HIGH, LOW + 5)) == "high == low + 5 && low != 2147483643"


def test_sums_that_cannot_wrap_lose_the_exception():
    bounded = (t.ge(LOW, 0), t.lt(LOW, 1000))
    assert text_of(*bounded, t.gt(HIGH, LOW + 4), t.le(HIGH, LOW + 5)) == "low >= 0 && low < 1000 && high == low + 5"


def test_figure_1_with_its_overflow():
    """``if (x > 3) { z = x + 2; if (z < y) return z; return y; } return 0;``"""
    above = t.gt(X, 3)
    assert text_of(above, t.lt(X + 2, Y)) == "x > 3 && y > x + 2"
    assert text_of(above, t.ge(X + 2, Y)) == "x > 3 && y <= x + 2"
    assert to_java(wraps(X + 2)) == "x > 2147483645"
    assert text_of(above, t.lt(X + 2, Y), wraps(X + 2)) == "x > 2147483645 && y > x + 2"
    assert text_of(above, t.lt(X + 2, Y), t.not_(wraps(X + 2))) == "x > 3 && y > x + 2 && x <= 2147483645"


OPERATIONS = {"add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b}


@pytest.mark.parametrize("op", OPERATIONS)
def test_wrapping_is_stated_exactly(op):
    sides = [(var("x", BV8), var("y", BV8)), (var("x", BV8), 7), (var("x", BV8), -128), (var("x", BV8), -3)]
    sides += [(5, var("y", BV8)), (-128, var("y", BV8))] if op == "sub" else []
    for a, b in sides:
        condition = wraps(make(op, (a, b), BV8))
        for x, y in itertools.product(range(-128, 128), repeat=2):
            model = Model({var("x", BV8): x, var("y", BV8): y})
            result = OPERATIONS[op](evaluate(a, model), evaluate(b, model))
            assert evaluate(condition, model) is (not -128 <= result <= 127), (op, a, b, x, y)


@pytest.mark.parametrize("sort", [BV32, BV64])
@pytest.mark.parametrize("op", OPERATIONS)
def test_wrapping_at_both_widths(op, sort):
    least, most = full_range(sort.width)
    drawn = random.Random(f"{op} {sort}")
    numbers = [0, 1, -1, 2, least, least + 1, most, most - 1, 46341, 3037000500]
    numbers = [each for each in numbers if least <= each <= most]
    numbers += [drawn.randint(least, most) >> drawn.randrange(sort.width) for _ in range(40)]
    a, b = var("a", sort), var("b", sort)
    condition = wraps(make(op, (a, b), sort))
    for x, y in itertools.product(numbers, repeat=2):
        result = OPERATIONS[op](x, y)
        assert evaluate(condition, Model({a: x, b: y})) is (not least <= result <= most), (x, y)
    assert wraps(t.sext(var("b", BV8), 32) + 1000) is False
    assert to_java(wraps(-X)) == "x == Integer.MIN_VALUE"
