"""Each rule of the table: it is used, changes what it should, and is exact at 8, 32 and 64 bits.

At 8 bits every value of both symbols is tried; at 32 and 64 bits solvers prove that nothing distinguishes both sides.
"""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest

from everypath import term as t
from everypath.solver.backends.bitwuzla import BitwuzlaBackend
from everypath.solver.backends.z3 import Z3Backend
from everypath.term import BOOL, BV8, BV16, BV32, BV64, Model, Term, Value, evaluate, var, vector_sort
from everypath.term.canonical import RULES, Canonicaliser, full_range
from everypath.term.core import make
from everypath.term.minimise import Minimiser
from everypath.term.operations import compiled_evaluator

P, Q, R = var("p", BOOL), var("q", BOOL), var("r", BOOL)
BYTE, OTHER_BYTE = make("sext", (var("b", BV8),), BV32), make("sext", (var("c", BV8),), BV32)


@dataclass(frozen=True)
class Written:
    """What is written at one width, without any simplification."""

    width: int

    def __getattr__(self, name: str) -> Term:
        return var(name, vector_sort(self.width))

    def of(self, op: str, *args: Value) -> Term:
        return make(op, args, vector_sort(self.width))

    def add(self, *args: Value) -> Term:
        first, second, *others = args
        result = self.of("add", first, second)
        for each in others:
            result = self.of("add", result, each)
        return result

    def sub(self, a: Value, b: Value) -> Term:
        return self.of("sub", a, b)

    def mul(self, a: Value, b: Value) -> Term:
        return self.of("mul", a, b)

    @property
    def most(self) -> int:
        return full_range(self.width)[1]

    @property
    def least(self) -> int:
        return full_range(self.width)[0]


def holds(op: str, *args: Value) -> Term:
    return make(op, args, BOOL)


def no(condition: Value) -> Term:
    return make("not", (condition,), BOOL)


def lt(a: Value, b: Value) -> Term:
    return holds("lt", a, b)


def le(a: Value, b: Value) -> Term:
    return no(lt(b, a))


def eq(a: Value, b: Value) -> Term:
    return holds("eq", a, b)


def both(*parts: Value) -> Term:
    return make("conj", parts, BOOL)


def either(*parts: Value) -> Term:
    return make("disj", parts, BOOL)


Builder = Callable[[Written], Term]

# rule: what is written, and what it is at 32 bits
VALUES: dict[str, list[tuple[Builder, str]]] = {
    "like summands": [
        (lambda w: w.add(w.mul(w.x, 3), w.mul(w.x, 4)), "7 * x"),
        (lambda w: w.add(w.sub(w.add(w.sub(w.add(w.x, 2), w.mul(w.y, 2)), w.mul(w.x, 4)), 7), w.mul(w.y, 4)),
         "5 * x + 2 * y - 5"),
        (lambda w: w.add(w.mul(w.add(w.x, 5), 3), w.mul(w.add(w.x, 5), 5)), "8 * x + 40"),
        (lambda w: w.sub(w.mul(w.x, w.y), w.mul(w.y, w.x)), "0"),
        (lambda w: w.of("neg", w.add(w.x, w.sub(w.y, w.x))), "-y"),
    ],
    "product expanded": [
        (lambda w: w.mul(w.add(w.x, w.y), w.sub(w.x, w.y)), "x * x - y * y"),
        (lambda w: w.mul(w.add(w.x, 3), w.add(w.y, w.x)), "x * x + x * y + 3 * x + 3 * y"),
    ],
    "shift is a product": [
        (lambda w: w.add(w.of("shl", w.x, 3), w.x), "9 * x"),
        (lambda w: w.of("shl", w.x, w.width - 1), "Integer.MIN_VALUE * x"),
    ],
    "complement is a difference": [(lambda w: w.add(w.of("xor", w.x, -1), 1), "-x")],
    "choice of constants": [
        (lambda w: w.add(w.add(w.of("ite", P, 3, 5), w.x), 4), "(p ? 7 : 9) + x"),
        (lambda w: w.add(w.mul(w.of("ite", P, 3, 5), 2), w.of("ite", Q, 1, 0)), "(q ? 1 : 0) - (p ? 4 : 0) + 10"),
        (lambda w: w.of("ite", no(P), 3, 5), "p ? 5 : 3"),
    ],
    "square of a bit": [(lambda w: w.mul(w.of("ite", P, 1, 0), w.of("ite", P, 1, 0)), "p ? 1 : 0")],
    "bit operands in order": [
        (lambda w: w.of("and", w.of("and", w.y, 12), w.of("and", w.x, 6)), "x & y & 4"),
        (lambda w: w.of("xor", w.of("xor", w.x, w.y), w.of("xor", w.x, 5)), "y ^ 5"),
        (lambda w: w.of("or", w.y, w.of("or", w.x, w.y)), "x | y"),
    ],
    "equation of a difference": [
        (lambda w: eq(w.add(w.x, 3), w.add(w.y, w.x)), "y == 3"),
        (lambda w: eq(w.sub(w.y, w.x), 5), "y == x + 5"),
        (lambda w: eq(w.of("neg", w.x), w.add(w.y, w.mul(w.x, 2))), "3 * x + y == 0"),
    ],
    "odd factor": [
        (lambda w: eq(w.mul(w.x, 3), w.add(w.mul(w.y, 3), 6)), "x == y + 2"),
        (lambda w: eq(w.mul(w.x, 5), 15), "x == 3"),
    ],
    "even is not odd": [(lambda w: eq(w.mul(w.x, 2), w.add(w.mul(w.y, 4), 7)), "false")],
    "against itself": [
        (lambda w: lt(w.x, w.add(w.x, 3)), "x <= 2147483644"),
        (lambda w: lt(w.add(w.x, 3), w.x), "x > 2147483644"),
        (lambda w: lt(w.add(w.x, w.y, 2), w.add(w.x, w.y)), "x + y > 2147483645"),
        (lambda w: lt(w.x, w.sub(w.x, 3)), "x < -2147483645"),
    ],
    "nearest bound": [
        (lambda w: lt(w.x, 4), "x <= 3"),
        (lambda w: no(lt(w.x, 4)), "x > 3"),
        (lambda w: lt(-4, w.x), "x >= -3"),
        (lambda w: lt(w.add(w.x, w.y), 1), "x + y <= 0"),
    ],
    "absorbed": [
        (lambda w: both(P, either(Q, P)), "p"),
        (lambda w: either(P, both(Q, P)), "p"),
        (lambda w: both(either(P, Q, R), either(P, Q)), "p || q"),
    ],
    "opposite member": [
        (lambda w: both(P, either(no(P), Q)), "p && q"),
        (lambda w: either(P, both(no(P), Q)), "p || q"),
        (lambda w: both(lt(w.x, w.y), either(no(lt(w.x, w.y)), Q)), "q && x < y"),
    ],
    "parts in order": [(lambda w: both(Q, P), "p && q"), (lambda w: either(lt(w.x, 3), P), "p || x <= 2")],
    "values in common": [
        (lambda w: both(lt(3, w.x), no(lt(4, w.x))), "x == 4"),
        (lambda w: both(lt(3, w.x), lt(w.add(w.x, 2), 0)), "x > 2147483645"),
        (lambda w: both(lt(0, w.x), no(eq(w.x, 1)), no(eq(w.x, 3)), lt(w.x, 5)), "x == 2 || x == 4"),
        (lambda w: both(lt(w.x, 3), lt(4, w.x)), "false"),
        (lambda w: both(lt(w.sub(5, w.x), 3), lt(2, w.x)), "x > 2"),
        (lambda w: both(holds("ult", w.x, 10), no(eq(w.x, 0))), "x > 0 && x <= 9"),
        (lambda w: both(holds("ult", 9, w.x), lt(w.x, 100)), "x <= 99 && (x < 0 || x > 9)"),
        (lambda w: both(eq(w.x, w.add(w.y, 1)), no(eq(w.y, w.sub(w.x, 2)))), "x == y + 1"),
    ],
    "values together": [
        (lambda w: either(lt(w.x, 3), eq(w.x, 3)), "x <= 3"),
        (lambda w: either(lt(w.x, 3), lt(1, w.x)), "true"),
        (lambda w: either(lt(w.x, 3), eq(w.x, 5), lt(5, w.x)), "x <= 2 || x > 4"),
        (lambda w: either(no(lt(w.add(w.x, 2), 0)), lt(w.x, -7)), "x < -7 || x >= -2 && x <= 2147483645"),
    ],
}  # fmt: skip

# rules of several widths, or of values that are small: what is written at 32 or 64 bits
MIXED: dict[str, list[tuple[Callable[[], Term], str]]] = {
    "narrowed sum": [
        (lambda: make("trunc", (make("add", (make("sext", (X32,), BV64), make("mul", (L, 5), BV64)), BV64),), BV32),
         "5 * (int) l + x"),
        (lambda: make("trunc", (make("mul", (L, make("add", (L, 7), BV64)), BV64),), BV32),
         "(int) l * (int) l + 7 * (int) l"),
    ],
    "high bits dropped": [
        (lambda: make("sext", (make("trunc", (make("add", (X32, 256), BV32),), BV8),), BV32), "(byte) x"),
        (lambda: make("zext", (make("trunc", (make("mul", (X32, 65537), BV32),), BV16),), BV32), "(char) x"),
    ],
    "narrowed twice": [
        (lambda: make("sext", (make("trunc", (make("add", (CUT, make("add", (Y32, 1), BV32)), BV32),), BV8),), BV32),
         "(byte) (x + y + 1)"),
    ],
    "order over the integers": [
        (lambda: lt(make("add", (BYTE, 3), BV32), make("add", (OTHER_BYTE, BYTE), BV32)), "c > 3"),
        (lambda: lt(make("sub", (BYTE, OTHER_BYTE), BV32), 1), "c >= b"),
        (lambda: lt(make("add", (BYTE, 7), BV32), make("add", (OTHER_BYTE, 3), BV32)), "c > b + 4"),
        (lambda: no(lt(make("sub", (BYTE, OTHER_BYTE), BV32), 5)), "b > c + 4"),
        (lambda: lt(make("sub", (3, BYTE), BV32), 200), "true"),
        (lambda: lt(make("sub", (3, BYTE), BV32), 10), "b >= -6"),
    ],
    "common factor": [
        (lambda: lt(make("mul", (BYTE, 4), BV32), make("add", (make("mul", (OTHER_BYTE, 4), BV32), 3), BV32)),
         "c >= b"),
        (lambda: lt(make("mul", (BYTE, 6), BV32), -7), "b < -1"),
    ],
    "widened values": [
        (lambda: lt(make("sext", (X32,), BV64), make("sext", (var("b", BV8),), BV64)), "x < b"),
        (lambda: eq(make("sext", (X32,), BV64), 7), "x == 7"),
        (lambda: eq(make("sext", (X32,), BV64), make("zext", (var("c", BV16),), BV64)), "c == x"),
    ],
}  # fmt: skip
X32, Y32, L = var("x", BV32), var("y", BV32), var("l", BV64)
CUT = make("zext", (make("trunc", (X32,), BV16),), BV32)

# rules for whole conditions: what is written, and what it is at 32 bits, where ``n`` is never negative
CONDITIONS: dict[str, list[tuple[Callable[[Written], Sequence[Term]], str | None]]] = {
    "bound at an end": [
        (lambda w: [le(w.n, 0)], "n == 0"),
        (lambda w: [lt(w.n, 1), lt(w.x, w.n)], "n == 0 && x < n"),
    ],
    "relations in common": [
        (lambda w: [le(w.x, w.y), no(eq(w.x, w.y))], "x < y"),
        (lambda w: [le(w.x, w.y), le(w.y, w.x)], "x == y"),
        (lambda w: [le(w.x, w.y), eq(w.x, w.y)], "x == y"),
        (lambda w: [le(w.x, w.add(w.y, 2)), no(eq(w.y, w.sub(w.x, 2))), lt(w.y, 9)], "x < y + 2 && y < 9"),
    ],
    "next value": [
        (lambda w: [lt(w.add(w.low, 4), w.high), le(w.high, w.add(w.low, 5))],
         "high == low + 5 && low != 2147483643"),
    ],
    "value between": [
        (lambda w: [lt(w.x, w.y), lt(w.y, w.add(w.x, 2))], "y == x + 1 && x <= 2147483645"),
        (lambda w: [lt(w.sub(w.x, 1), w.y), lt(w.y, w.add(w.x, 1)), lt(0, w.x), lt(w.x, w.most)], None),
    ],
    "only value": [
        (lambda w: [le(w.x, w.y), lt(w.y, w.add(w.x, 1))], "y == x && x != Integer.MAX_VALUE"),
    ],
    "known value": [
        (lambda w: [eq(w.x, 4), lt(w.x, w.y)], "x == 4 && y > 4"),
        (lambda w: [lt(w.mul(w.x, w.y), 0), eq(w.x, 1)], "y < 0 && x == 1"),
    ],
    "choice decided": [
        (lambda w: [lt(4, w.x), lt(0, w.of("ite", eq(w.x, 3), w.y, w.z))], "x > 4 && z > 0"),
        (lambda w: [lt(w.x, w.y), lt(0, w.of("ite", eq(w.y, w.x), w.y, w.z))], "x < y && z > 0"),
        (
            lambda w: [eq(w.y, w.add(w.x, 2)), lt(0, w.of("ite", eq(w.y, w.add(w.x, 1)), w.x, w.z))],
            "y == x + 2 && z > 0",
        ),
    ],
    "implied by differences": [
        (lambda w: [lt(w.x, w.y), lt(w.x, w.z), lt(w.y, w.z)], "x < y && y < z"),
        (lambda w: [lt(0, w.x), le(0, w.y), eq(w.x, w.y)], "x > 0 && x == y"),
        (lambda w: [le(0, w.x), lt(w.x, w.y), lt(0, w.y)], "x >= 0 && x < y"),
        (lambda w: [le(0, w.x), lt(w.x, 9), lt(w.add(w.x, 5), w.y), lt(w.x, w.y)], "x >= 0 && x < 9 && y > x + 5"),
        (lambda w: [le(2, w.add(w.x, 2)), eq(w.of("ushr", w.y, 1), w.add(w.x, 2))], "x >= 0 && y >>> 1 == x + 2"),
        (lambda w: [lt(w.y, w.z), lt(w.sub(w.y, 1), w.z), lt(w.x, w.y), le(0, w.x)], "y < z && x < y && x >= 0"),
        (
            lambda w: [le(0, w.x), lt(w.add(w.x, 1), w.y), lt(w.x, w.sub(w.z, 3)), lt(3, w.z), eq(w.y, w.add(w.x, 4))],
            "x >= 0 && y == x + 4 && x < z - 3 && z > 3",
        ),
    ],
    "value before": [
        (lambda w: [le(0, w.add(w.x, -1)), lt(w.add(w.x, -1), w.y)], "x > 0 && y >= x"),
        (lambda w: [lt(w.add(w.x, -1), w.y), lt(5, w.x)], "y >= x && x > 5"),
        (
            lambda w: [le(0, w.add(w.x, -1)), le(w.add(w.x, -1), 7), lt(w.add(w.x, -1), w.of("ushr", w.y, 1))],
            "x > 0 && x <= 8 && y >>> 1 >= x",
        ),
    ],
    "constant moved over": [
        (
            lambda w: [le(0, w.x), le(0, w.add(w.x, 2)), lt(w.add(w.x, 2), w.of("ushr", w.y, 1))],
            "x >= 0 && x < (y >>> 1) - 2",
        ),
        (
            lambda w: [le(0, w.x), le(0, w.add(w.x, 1)), lt(3, w.y), le(w.add(w.x, 1), w.y)],
            "x >= 0 && y > 3 && x <= y - 1",
        ),
        (
            lambda w: [le(2, w.add(w.x, 2)), lt(w.y, w.of("ushr", w.z, 1)), eq(w.y, w.add(w.x, 2))],
            "x >= 0 && x < (z >>> 1) - 2 && y == x + 2",
        ),
    ],
    "bounds shifted": [
        (lambda w: [le(0, w.x), lt(0, w.y), eq(w.y, w.add(w.x, 2))], "y >= 2 && y == x + 2"),
        (
            lambda w: [le(2, w.add(w.x, 2)), lt(w.add(w.x, 1), w.y), lt(w.y, w.z), eq(w.y, w.add(w.x, 3))],
            "y >= 3 && y == x + 3 && y < z",
        ),
        (lambda w: [lt(w.x, 9), lt(2, w.y), lt(w.x, w.y), eq(w.y, w.sub(w.x, 4))], None),
    ],
    "bound of a sum": [(lambda w: [le(2, w.add(w.x, 2)), eq(w.y, w.add(w.x, 2))], "y >= 2 && y == x + 2")],
    "implied by ranges": [
        (lambda w: [le(0, w.x), le(-1, w.of("shr", w.add(w.x, -1), 3))], "x >= 0"),
        (lambda w: [le(0, w.x), lt(w.x, 9), lt(w.of("and", w.add(w.x, 3), w.y), 12)], "x >= 0 && x < 9"),
    ],
    "alternative excluded": [
        (lambda w: [lt(5, w.x), either(lt(w.x, 3), lt(w.y, 0))], "x > 5 && y < 0"),
        (lambda w: [lt(5, w.x), either(lt(w.x, 3), lt(w.y, 0), both(eq(w.x, 4), P))], "x > 5 && y < 0"),
    ],
    "alternative holds": [
        (lambda w: [lt(5, w.x), either(lt(3, w.x), lt(w.y, 0))], "x > 5"),
    ],
}  # fmt: skip


@pytest.fixture(scope="module")
def solvers():
    return [Z3Backend(), BitwuzlaBackend()]


def proved(solvers, before, after):
    """Solvers show that the two are the same for all inputs; what one of them cannot, the other does."""
    before_term = before if type(before) is Term else (P if before else no(P))
    result = t.ne(before, after) if type(before) is not Term else difference(before_term, after)
    if type(result) is not Term:
        assert result is False
        return
    results = [solver.check([result], 20.0).result for solver in solvers[:1]]
    if results[0] not in ("unsat", "sat"):
        results.append(solvers[1].check([result], 60.0).result)
    assert "sat" not in results, (before, after)
    assert "unsat" in results, (before, after)


def difference(before, after):
    """Two values differ, without any simplification."""
    if type(after) is bool:
        return no(before) if after else before
    return no(make("eq", (before, after), BOOL))


def shown(value):
    return t.to_java(value)


def rows(table):
    return [
        pytest.param(rule, *row, id=f"{rule} {at}") for rule, found in table.items() for at, row in enumerate(found)
    ]


@pytest.mark.parametrize(("rule", "build", "text"), rows(VALUES))
def test_rule_of_values(rule, build, text, solvers):
    for width in (8, 32, 64):
        canon = Canonicaliser()
        before = build(Written(width))
        after = canon.value(before)
        assert canon.used[rule], (width, after)
        assert after is not before
        assert canon.value(after) == after
        if width == 32:
            assert shown(after) == text
        if width == 8:
            tried(before, after)
        else:
            proved(solvers, before, after)


@pytest.mark.parametrize(("rule", "build", "text"), rows(MIXED))
def test_rule_of_several_widths(rule, build, text, solvers):
    canon = Canonicaliser()
    before = build()
    after = canon.value(before)
    assert canon.used[rule], after
    assert shown(after) == text
    proved(solvers, before, after)


@pytest.mark.parametrize(("rule", "build", "text"), rows(CONDITIONS))
def test_rule_of_whole_conditions(rule, build, text, solvers):
    for width in (8, 32, 64):
        length = Written(width).n
        minimiser = Minimiser((length,))
        before = build(Written(width))
        after = minimiser.minimised(before)
        assert minimiser.canon.used[rule], (width, after)
        if width == 32 and text is not None:
            assert " && ".join(map(shown, after)) == text
        one, other = (make("conj", (le(0, length), *result), BOOL) for result in (before, after))
        if width == 8:
            tried(one, other)
        else:
            proved(solvers, one, other)


def tried(before, after):
    """Both are the same for all values of two symbols of 8 bits; others have a few."""
    symbols = sorted(t.variables(before) | t.variables(after), key=str)
    wide = [each for each in symbols if each.sort is BV8][:2]
    result = difference(before if type(before) is Term else (P if before else no(P)), after)
    differ = compiled_evaluator(result) or functools.partial(evaluate, result)
    drawn = random.Random(7)
    for _ in range(4 if len(symbols) > len(wide) else 1):
        fixed = {s: drawn.random() < 0.5 if s.sort is BOOL else drawn.randrange(-128, 128) for s in symbols}
        for values in itertools.product(range(-128, 128), repeat=len(wide)):
            model = Model(fixed | dict(zip(wide, values, strict=True)))
            assert not differ(model), (before, after, model)


def test_a_sum_that_may_wrap_implies_nothing():
    minimiser = Minimiser()
    w = Written(32)
    result = minimiser.minimised([lt(w.add(w.x, 5), w.y), lt(w.x, w.y)])
    assert " && ".join(map(shown, result)) == "y > x + 5 && x < y"


def test_contradictions_come_back_as_they_are():
    w = Written(32)
    given = (lt(w.x, w.y), lt(w.y, w.x), lt(0, w.x))
    assert Minimiser().minimised(given) == given


def test_every_rule_is_proved():
    assert {*VALUES, *MIXED, *CONDITIONS} == {*RULES}
