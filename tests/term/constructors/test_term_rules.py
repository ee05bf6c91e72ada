"""Each simplification rule, stated as (what was written, what it becomes) and proved by z3 for all values."""

import pytest

from everypath import term as t
from everypath.solver.backends.z3 import Z3Backend
from everypath.term import BOOL, BV8, BV16, BV32, BV64, var
from everypath.term.core import make
from everypath.term.operations import remake

X, Y, L, M = var("x", BV32), var("y", BV32), var("l", BV64), var("m", BV64)
B, C = var("b", BV8), var("c", BV16)
P, Q = var("p", BOOL), var("q", BOOL)
W = 32
BYTE = make("sext", (B,), BV32)
CHAR = make("zext", (C,), BV32)
PICK = make("ite", (P, 3, 5), BV32)
BIT = make("ite", (P, 1, 0), BV32)
OTHER_BIT = make("ite", (Q, 1, 0), BV32)


def raw(op, *args, sort=BV32, payload=None):
    return make(op, args, sort, payload)


def holds(op, *args):
    return make(op, args, BOOL)


# what was written, without any simplification; what the constructors make of it
RULES = {
    "constants fold through sums": (raw("add", raw("add", X, 3), 4), lambda: X + 3 + 4),
    "a constant summand moves out": (raw("add", raw("add", X, 3), Y), lambda: (X + 3) + Y),
    "a constant summand moves out, right": (raw("add", Y, raw("add", X, 3)), lambda: Y + (X + 3)),
    "twice the same": (raw("add", X, X), lambda: X + X),
    "adding a negation": (raw("add", X, raw("neg", Y)), lambda: X + (-Y)),
    "adding to a negation": (raw("add", raw("neg", X), Y), lambda: (-X) + Y),
    "adding a difference": (raw("add", X, raw("sub", Y, X)), lambda: X + (Y - X)),
    "adding to a difference": (raw("add", raw("sub", Y, X), X), lambda: (Y - X) + X),
    "adding to constant minus": (raw("add", raw("sub", 7, X), Y), lambda: (7 - X) + Y),
    "adding constant minus": (raw("add", Y, raw("sub", 7, X)), lambda: Y + (7 - X)),
    "constant plus constant minus": (raw("add", raw("sub", 7, X), 9), lambda: (7 - X) + 9),
    "constant plus negation": (raw("add", raw("neg", X), 9), lambda: (-X) + 9),
    "subtracting a constant": (raw("sub", X, t.INT_MIN), lambda: X - t.INT_MIN),
    "subtracting a sum": (raw("sub", X, raw("add", Y, 3)), lambda: X - (Y + 3)),
    "subtracting from a sum": (raw("sub", raw("add", X, 3), Y), lambda: (X + 3) - Y),
    "subtracting constant minus": (raw("sub", X, raw("sub", 3, Y)), lambda: X - (3 - Y)),
    "subtracting from constant minus": (raw("sub", raw("sub", 3, X), Y), lambda: (3 - X) - Y),
    "sum minus first": (raw("sub", raw("add", X, Y), X), lambda: (X + Y) - X),
    "sum minus second": (raw("sub", raw("add", X, Y), Y), lambda: (X + Y) - Y),
    "difference minus first": (raw("sub", raw("sub", X, Y), X), lambda: (X - Y) - X),
    "minus a difference of itself": (raw("sub", X, raw("sub", X, Y)), lambda: X - (X - Y)),
    "like summands merge": (
        raw("add", raw("sub", raw("add", raw("sub", raw("add", X, 2), raw("mul", Y, 2)), raw("mul", X, 4)), 7),
            raw("mul", Y, 4)),
        lambda: ((((X + 2) - Y * 2) + X * 4) - 7) + Y * 4),
    "shifted summands merge": (raw("add", raw("shl", X, 31), raw("shl", X, 31)),
                               lambda: t.shl(X, 31, W) + t.shl(X, 31, W)),
    "summands cancel": (raw("sub", raw("add", raw("mul", X, 3), Y), raw("mul", X, 3)), lambda: (X * 3 + Y) - X * 3),
    "summands become negative": (raw("sub", raw("sub", Y, X), raw("mul", -2, X)), lambda: (Y - X) - X * -2),
    "zero minus": (raw("sub", 0, X), lambda: 0 - X),
    "constant minus conditional": (raw("sub", 9, PICK), lambda: 9 - t.ite(P, 3, 5)),
    "negated difference": (raw("neg", raw("sub", X, Y)), lambda: -(X - Y)),
    "negated sum": (raw("neg", raw("add", X, 5)), lambda: -(X + 5)),
    "negated product": (raw("neg", raw("mul", X, 5)), lambda: -(X * 5)),
    "times zero": (raw("mul", X, 0), lambda: X * 0),
    "times minus one": (raw("mul", X, -1), lambda: X * -1),
    "constants fold through products": (raw("mul", raw("mul", X, 3), 0x40000000), lambda: X * 3 * 0x40000000),
    "product of a sum": (raw("mul", raw("add", X, 3), 5), lambda: (X + 3) * 5),
    "product of a negation": (raw("mul", raw("neg", X), 5), lambda: (-X) * 5),
    "product of a conditional": (raw("mul", PICK, 5), lambda: t.ite(P, 3, 5) * 5),
    "divided by minus one": (raw("sdiv", X, -1), lambda: t.sdiv(X, -1, W)),
    "small divided by large": (raw("sdiv", BYTE, 129), lambda: t.sdiv(t.sext(B, 32), 129, W)),
    "remainder by a negative": (raw("srem", X, -7), lambda: t.srem(X, -7, W)),
    "remainder by the least": (raw("srem", X, t.INT_MIN), lambda: t.srem(X, t.INT_MIN, W)),
    "remainder by minus one": (raw("srem", X, -1), lambda: t.srem(X, -1, W)),
    "remainder of the small": (raw("srem", BYTE, -129), lambda: t.srem(t.sext(B, 32), -129, W)),
    "masks fold": (raw("and", raw("and", X, 0xFF0), 0x0FF), lambda: (X & 0xFF0) & 0x0FF),
    "mask of what fits": (raw("and", CHAR, 0xFFFF), lambda: t.zext(C, 32) & 0xFFFF),
    "what one has and has not": (raw("and", X, raw("xor", X, -1)), lambda: X & t.xor(X, -1, W)),
    "and of Booleans": (raw("and", BIT, OTHER_BIT), lambda: t.bool_to_int(P) & t.bool_to_int(Q)),
    "or of Booleans": (raw("or", BIT, OTHER_BIT), lambda: t.bool_to_int(P) | t.bool_to_int(Q)),
    "xor of Booleans": (raw("xor", BIT, OTHER_BIT), lambda: t.bool_to_int(P) ^ t.bool_to_int(Q)),
    "flipped Boolean": (raw("xor", BIT, 1), lambda: t.bool_to_int(P) ^ 1),
    "ors fold": (raw("or", raw("or", X, 5), 9), lambda: (X | 5) | 9),
    "xors fold": (raw("xor", raw("xor", X, 5), 5), lambda: (X ^ 5) ^ 5),
    "left shifts fold": (raw("shl", raw("shl", X, 3), 4), lambda: t.shl(t.shl(X, 3, W), 4, W)),
    "left shifts run out": (raw("shl", raw("shl", X, 20), 20), lambda: t.shl(t.shl(X, 20, W), 20, W)),
    "right shifts fold": (raw("shr", raw("shr", X, 20), 20), lambda: t.shr(t.shr(X, 20, W), 20, W)),
    "unsigned shifts fold": (raw("ushr", raw("ushr", X, 3), 4), lambda: t.ushr(t.ushr(X, 3, W), 4, W)),
    "unsigned shifts run out": (raw("ushr", raw("ushr", X, 20), 20), lambda: t.ushr(t.ushr(X, 20, W), 20, W)),
    "unsigned shift of what is not negative": (raw("ushr", CHAR, Y), lambda: t.ushr(t.zext(C, 32), Y, W)),
    "the count is masked anyway": (raw("shl", X, raw("and", Y, 31)), lambda: t.shl(X, Y & 31, W)),
    "a count beyond the width": (raw("shl", X, 33), lambda: t.shl(X, 33, W)),
    "cast of a cast": (
        make("sext", (make("trunc", (make("sext", (make("trunc", (X,), BV16),), BV32),), BV8),), BV32),
        lambda: t.i2b(t.i2s(X)),
    ),
    "cast of what fits": (make("zext", (make("trunc", (CHAR,), BV16),), BV32), lambda: t.i2c(t.zext(C, 32))),
    "widened and cut": (make("trunc", (make("sext", (X,), BV64),), BV32), lambda: t.l2i(t.i2l(X))),
    "cut of a mask": (make("trunc", (raw("and", X, 0xFF),), BV8), lambda: t.trunc(X & 0xFF, 8)),
    "char as long": (make("sext", (CHAR,), BV64), lambda: t.i2l(t.zext(C, 32))),
    "equal sums": (holds("eq", raw("add", X, 5), 3), lambda: t.eq(X + 5, 3)),
    "equal to constant minus": (holds("eq", raw("sub", 5, X), 9), lambda: t.eq(5 - X, 9)),
    "equal to a negation": (holds("eq", raw("neg", X), t.INT_MIN), lambda: t.eq(-X, t.INT_MIN)),
    "equal to an exclusive or": (holds("eq", raw("xor", X, 5), 3), lambda: t.eq(X ^ 5, 3)),
    "equal to an odd multiple": (holds("eq", raw("mul", X, 3), 10), lambda: t.eq(X * 3, 10)),
    "equal to an even multiple": (holds("eq", raw("mul", X, 12), 6), lambda: t.eq(X * 12, 6)),
    "equal to a shifted": (holds("eq", raw("shl", X, 3), 4), lambda: t.eq(t.shl(X, 3, W), 4)),
    "no shift of one is three": (holds("eq", raw("shl", 1, X), 3), lambda: t.eq(t.shl(1, X, W), 3)),
    "no shift of an odd number is zero": (holds("eq", raw("shl", -5, X), 0), lambda: t.eq(t.shl(-5, X, W), 0)),
    "no shift of a negative one is zero": (holds("eq", raw("ushr", -8, X), 0), lambda: t.eq(t.ushr(-8, X, W), 0)),
    "equal to a masked": (holds("eq", raw("and", X, 12), 3), lambda: t.eq(X & 12, 3)),
    "equal to set bits": (holds("eq", raw("or", X, 12), 3), lambda: t.eq(X | 12, 3)),
    "difference zero": (holds("eq", raw("sub", X, Y), 0), lambda: t.eq(X - Y, 0)),
    "both zero": (holds("eq", raw("or", X, Y), 0), lambda: t.eq(X | Y, 0)),
    "conditional equal to a constant": (holds("eq", PICK, 3), lambda: t.eq(t.ite(P, 3, 5), 3)),
    "half-open conditional": (holds("eq", make("ite", (P, 3, X), BV32), 3), lambda: t.eq(t.ite(P, 3, X), 3)),
    "conditional less": (holds("lt", make("ite", (P, X, 9), BV32), 5), lambda: t.lt(t.ite(P, X, 9), 5)),
    "constant less than conditional": (holds("lt", 5, make("ite", (P, X, 9), BV32)), lambda: t.lt(5, t.ite(P, X, 9))),
    "sums sharing a summand": (holds("eq", raw("add", X, Y), raw("add", X, L32 := var("z", BV32))),
                               lambda: t.eq(X + Y, X + L32)),
    "sum equal to its summand": (holds("eq", raw("add", X, Y), X), lambda: t.eq(X + Y, X)),
    "equal widenings": (holds("eq", BYTE, make("sext", (var("b2", BV8),), BV32)),
                        lambda: t.eq(t.sext(B, 32), t.sext(var("b2", BV8), 32))),
    "ordered widenings": (holds("lt", BYTE, make("sext", (var("b2", BV8),), BV32)),
                          lambda: t.lt(t.sext(B, 32), t.sext(var("b2", BV8), 32))),
    "less than the least plus one": (holds("lt", X, t.INT_MIN + 1), lambda: t.lt(X, t.INT_MIN + 1)),
    "more than the greatest minus one": (holds("lt", t.INT_MAX - 1, X), lambda: t.gt(X, t.INT_MAX - 1)),
    "char below one": (holds("lt", CHAR, 1), lambda: t.lt(t.zext(C, 32), 1)),
    "char shifted by a constant": (holds("lt", raw("add", CHAR, -48), 10), lambda: t.lt(t.zext(C, 32) - 48, 10)),
    "constant below shifted char": (holds("lt", 10, raw("add", CHAR, -48)), lambda: t.lt(10, t.zext(C, 32) - 48)),
    "int shifted by a constant": (holds("lt", raw("add", X, 5), 10), lambda: t.lt(X + 5, 10)),
    "neighbours of a char": (holds("lt", CHAR, raw("add", CHAR, 1)), lambda: t.lt(t.zext(C, 32), t.zext(C, 32) + 1)),
    "neighbours of an int": (holds("lt", X, raw("add", X, 1)), lambda: t.lt(X, X + 1)),
    "unsigned of what is not negative": (holds("ult", CHAR, raw("and", X, 127)), lambda: t.ult(t.zext(C, 32), X & 127)),
    "unsigned below one": (holds("ult", X, 1), lambda: t.ult(X, 1)),
    "unsigned above zero": (holds("ult", 0, X), lambda: t.ult(0, X)),
    "unsigned below the greatest": (holds("ult", X, -1), lambda: t.ult(X, -1)),
    **{f"lcmp {name} {k}": (holds(name, *((raw("lcmp", L, M), k) if side else (k, raw("lcmp", L, M)))),
                            lambda name=name, k=k, side=side: getattr(t, name)(
                                *((t.lcmp(L, M), k) if side else (k, t.lcmp(L, M)))))
       for name in ("eq", "lt") for k in (-2, -1, 0, 1, 2) for side in (True, False)},
    "negated conjunction": (holds("not", holds("conj", P, Q)), lambda: t.not_(t.conj(P, Q))),
    "complementary": (holds("conj", P, Q, holds("not", P)), lambda: t.conj(P, Q, t.not_(P))),
    "conditional of conditions": (holds("ite", P, Q, holds("not", Q)), lambda: t.ite(P, Q, t.not_(Q))),
    "nested conditional": (make("ite", (P, make("ite", (P, X, Y), BV32), 7), BV32),
                           lambda: t.ite(P, t.ite(P, X, Y), 7)),
    "conditional on a negation": (make("ite", (holds("not", P), X, Y), BV32), lambda: t.ite(t.not_(P), X, Y)),
    "equal Booleans as ints": (holds("eq", BIT, OTHER_BIT), lambda: t.eq(t.bool_to_int(P), t.bool_to_int(Q))),
}  # fmt: skip
UNCHANGED = {"remainder by the least", "neighbours of an int", "int shifted by a constant"}


@pytest.fixture(scope="module")
def z3():
    return Z3Backend()


@pytest.mark.parametrize("rule", RULES)
def test_rule_is_exact(rule, z3):
    written, build = RULES[rule]
    simplified = build()
    if rule not in UNCHANGED:
        assert simplified is not written, "the rule did not fire"
    difference = remake("not", (remake("eq", (written, simplified), make("not", (P,), BOOL)),), make("not", (P,), BOOL))
    assert z3.check([difference], 10.0).result == "unsat"


def test_shapes_of_the_normal_form():
    assert X + 3 + 4 is X + 7
    assert t.add(3, X, 32) is X + 3
    assert X - X == 0
    assert (X ^ X) == 0
    assert t.le(X, t.INT_MAX) is True
    assert (t.INT_MIN <= X) is True
    assert t.eq(t.bool_to_int(t.lt(X, Y)), 0) is t.ge(X, Y)
    assert t.ne(t.bool_to_int(P), 0) is P
    assert t.l2i(t.i2l(X)) is X
    assert t.i2b(t.i2b(X)) is t.i2b(X)
    assert t.lt(t.lcmp(L, M), 0) is t.lt(L, M)
    assert t.conj(P, t.not_(P)) is False
    assert t.disj(P, True) is True
    assert t.not_(t.not_(P)) is P
    assert t.not_(t.not_(t.conj(P, Q))) is t.conj(P, Q)
    assert t.conj(t.conj(P, Q), P) is t.conj(P, Q)


def test_sums_are_collected_as_the_seed_shows():
    assert t.to_java(((((X + 2) - Y * 2) + X * 4) - 7) + Y * 4) == "5 * x + 2 * y - 5"
    assert t.to_java((X + 5) * 3 + (X + 5) * 5) == "8 * x + 40"


def test_floating_comparisons_become_what_they_mean():
    d, e = var("d", t.F64), var("e", t.F64)
    assert t.eq(t.fcmp(d, e, -1), 0) is t.feq(d, e)
    assert t.lt(t.fcmp(d, e, 1), 0) is t.flt(d, e)
    assert t.lt(t.fcmp(d, e, -1), 0) is t.not_(t.fle(e, d))
    assert t.gt(t.fcmp(d, e, -1), 0) is t.flt(e, d)
    assert t.ge(t.fcmp(d, e, 1), 0) is t.not_(t.flt(d, e))
    assert t.flt(t.i2d(X), 2.5) is t.le(X, 2)
    assert t.feq(t.i2d(X), 2.5) is False
    assert t.d2i(t.i2d(X)) is X
    assert t.d2f(t.f2d(var("f", t.F32))) is var("f", t.F32)
    assert t.feq(d, d) is t.not_(t.is_nan(d))


def test_negating_shared_conditions_does_not_explode():
    shared = P
    for step in range(64):
        shared = t.ite(t.lt(X, step), t.conj(shared, Q), t.disj(shared, t.lt(Y, step)))
    assert t.not_(t.not_(shared)) is shared
    assert t.conj(shared, t.not_(shared)) is False
