"""Strategies for random expressions, each a simplified term beside a function that computes what Java would."""

import functools

from hypothesis import strategies as st

from everypath import term as t
from everypath.term import BOOL, BV8, BV16, BV32, BV64, F32, F64, Model, evaluate, var
from everypath.term.values import bits_to_double, f32, same_float
from everypath.term.values import java_arithmetic as concrete

X, Y, B, C, L, M, FLAG = (
    var("x", BV32), var("y", BV32), var("b", BV8), var("c", BV16), var("l", BV64), var("m", BV64), var("flag", BOOL)
)  # fmt: skip
F, D, E = var("f", F32), var("d", F64), var("e", F64)
LEAVES = {
    "int": [X, Y, t.sext(B, 32), t.zext(C, 32), t.bool_to_int(FLAG)],
    "long": [L, M, t.i2l(X), t.zext(C, 64)],
    "double": [D, E, t.i2d(X), t.f2d(F)],
    "float": [F, t.i2f(X)],
}
INTS = st.one_of(
    st.sampled_from([0, 1, -1, 2, 3, 7, 31, 97, 127, 128, 255, 256, 65535, t.INT_MAX, t.INT_MIN, t.INT_MIN + 1]),
    st.integers(-5, 5),
    st.integers(t.INT_MIN, t.INT_MAX),
)
LONGS = st.one_of(
    st.sampled_from([0, 1, -1, t.INT_MAX, t.INT_MIN, 1 << 32, t.LONG_MAX, t.LONG_MIN]),
    st.integers(-5, 5),
    st.integers(t.LONG_MIN, t.LONG_MAX),
)
SPECIAL = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    3.0,
    2147483647.0,
    -2147483648.0,
    2147483648.0,
    1e300,
    float("inf"),
    -float("inf"),
]
DOUBLES = st.one_of(
    st.sampled_from([*SPECIAL, float("nan")]),
    st.integers(t.LONG_MIN, t.LONG_MAX).map(bits_to_double),
    st.integers(-10, 10).map(float),
)
FLOATS = DOUBLES.map(f32)
CONSTANTS = {"int": INTS, "long": LONGS, "double": DOUBLES, "float": FLOATS}
WIDTH = {"int": 32, "long": 64}
SORT = {"int": BV32, "long": BV64, "float": F32, "double": F64}
ARITHMETIC = {
    "add": (t.add, lambda a, b, w: concrete.wrap(a + b, w)),
    "sub": (t.sub, lambda a, b, w: concrete.wrap(a - b, w)),
    "mul": (t.mul, lambda a, b, w: concrete.wrap(a * b, w)),
    "div": (t.sdiv, concrete.divide),
    "rem": (t.srem, concrete.remainder),
    "and": (t.and_, lambda a, b, w: a & b),
    "or": (t.or_, lambda a, b, w: a | b),
    "xor": (t.xor, lambda a, b, w: a ^ b),
}
SHIFTS = {
    "shl": (t.shl, concrete.shift_left),
    "shr": (t.shr, concrete.shift_right),
    "ushr": (t.ushr, concrete.shift_right_unsigned),
}
CASTS = (
    (t.i2b, lambda v: concrete.wrap(v, 8)),
    (t.i2c, lambda v: v & 0xFFFF),
    (t.i2s, lambda v: concrete.wrap(v, 16)),
)
REAL = {
    "add": (t.fadd, lambda a, b: a + b),
    "sub": (t.fsub, lambda a, b: a - b),
    "mul": (t.fmul, lambda a, b: a * b),
    "div": (t.fdiv, concrete.float_divide),
    "rem": (t.frem, concrete.float_remainder),
}
MODELS = st.fixed_dictionaries(
    {
        X: INTS, Y: INTS, B: st.integers(-128, 127), C: st.integers(-32768, 32767), L: LONGS, M: LONGS,
        FLAG: st.booleans(), F: FLOATS, D: DOUBLES, E: DOUBLES,
    }
).map(Model)  # fmt: skip


among = functools.cache(lambda *options: st.sampled_from(options))


@functools.cache
def expressions(kind, depth=4):
    """A pair: the simplified term, and a function from a model to the value that Java would compute."""
    return st.composite(_expression)(kind, depth)


@functools.cache
def conditions(depth=4):
    """Such a pair of sort BOOL."""
    return st.composite(_condition)(depth)


# what is below takes `draw` along: a strategy for each part of an expression would be most of the work


def _expression(draw, kind, depth):
    if depth == 0 or draw(st.integers(0, 4)) == 0:
        if draw(st.booleans()):
            leaf = draw(among(*LEAVES[kind]))
            return leaf, lambda model: evaluate(leaf, model)
        constant = draw(CONSTANTS[kind])
        return constant, lambda model: constant
    choice = draw(st.integers(0, 9))
    if choice == 0:
        condition, meaning = _condition(draw, depth - 1)
        (a, left), (b, right) = _expression(draw, kind, depth - 1), _expression(draw, kind, depth - 1)
        return t.ite(condition, a, b, SORT[kind]), lambda m: left(m) if meaning(m) else right(m)
    if kind in WIDTH:
        return _integer(draw, kind, depth, choice)
    return _real(draw, kind, depth, choice)


def _integer(draw, kind, depth, choice):
    w = WIDTH[kind]
    a, left = _expression(draw, kind, depth - 1)
    if choice == 1:
        return t.neg(a, w), lambda m: concrete.wrap(-left(m), w)
    if choice in (2, 3):
        build, meaning = draw(among(*SHIFTS.values()))
        b, count = _expression(draw, "int", min(depth - 1, 1))
        return build(a, b, w), lambda m: meaning(left(m), count(m), w)
    if choice == 4:
        return _conversion(draw, kind, depth)
    build, meaning = draw(among(*ARITHMETIC.values()))
    b, right = _expression(draw, kind, depth - 1)
    return build(a, b, w), lambda m: meaning(left(m), right(m), w)


def _conversion(draw, kind, depth):
    if kind == "long":
        source = draw(among("int", "double", "float"))
        a, inner = _expression(draw, source, depth - 1)
        if source == "int":
            return t.i2l(a), inner
        return t.d2l(a), lambda m: concrete.float_to_int(inner(m), 64)
    source = draw(among("int", "long", "double", "bool", "lcmp", "fcmp"))
    if source == "bool":
        condition, meaning = _condition(draw, depth - 1)
        return t.bool_to_int(condition), lambda m: int(meaning(m))
    if source in ("lcmp", "fcmp"):
        operand = "long" if source == "lcmp" else "double"
        (a, left), (b, right) = _expression(draw, operand, depth - 1), _expression(draw, operand, depth - 1)
        if source == "lcmp":
            return t.lcmp(a, b), lambda m: concrete.compare(left(m), right(m))
        nan = draw(among(-1, 1))
        return t.fcmp(a, b, nan), lambda m: concrete.compare_floats(left(m), right(m), nan)
    a, inner = _expression(draw, source, depth - 1)
    if source == "long":
        return t.l2i(a), lambda m: concrete.w32(inner(m))
    if source == "double":
        return t.d2i(a), lambda m: concrete.float_to_int(inner(m), 32)
    cast, meaning = draw(among(*CASTS))
    return cast(a), lambda m: meaning(inner(m))


def _real(draw, kind, depth, choice):
    sort = SORT[kind]
    if choice == 1:
        a, inner = _expression(draw, kind, depth - 1)
        return t.fneg(a), lambda m: -inner(m)
    if choice in (2, 3):
        source = draw(among("int", "long", "double" if kind == "float" else "float"))
        a, inner = _expression(draw, source, depth - 1)
        if source in WIDTH:
            build = {"float": {"int": t.i2f, "long": t.l2f}, "double": {"int": t.i2d, "long": t.l2d}}[kind][source]
            return build(a), lambda m: concrete.int_to_float(inner(m), sort)
        return (t.d2f if kind == "float" else t.f2d)(a), lambda m: concrete.round_to(inner(m), sort)
    build, meaning = draw(among(*REAL.values()))
    (a, left), (b, right) = _expression(draw, kind, depth - 1), _expression(draw, kind, depth - 1)
    return build(a, b, sort), lambda m: concrete.round_to(meaning(left(m), right(m)), sort)


COMPARISONS = {
    "eq": (t.eq, lambda a, b, w: a == b),
    "ne": (t.ne, lambda a, b, w: a != b),
    "lt": (t.lt, lambda a, b, w: a < b),
    "le": (t.le, lambda a, b, w: a <= b),
    "gt": (t.gt, lambda a, b, w: a > b),
    "ge": (t.ge, lambda a, b, w: a >= b),
}
REAL_COMPARISONS = {
    "flt": (t.flt, lambda a, b: a < b),
    "fle": (t.fle, lambda a, b: a <= b),
    "feq": (t.feq, lambda a, b: a == b),
    "same": (t.eq, same_float),
}


def _condition(draw, depth):
    choice = draw(st.integers(0, 6)) if depth else 0
    if choice == 0:
        return FLAG, lambda m: evaluate(FLAG, m)
    if choice == 1:
        a, meaning = _condition(draw, depth - 1)
        return t.not_(a), lambda m: not meaning(m)
    if choice == 2:
        parts = [_condition(draw, depth - 1) for _ in range(draw(st.integers(2, 3)))]
        build, meaning = draw(among((t.conj, all), (t.disj, any)))
        return build(*[part for part, _ in parts]), lambda m: meaning(inner(m) for _, inner in parts)
    kind = draw(among("int", "int", "long", "double", "float"))
    (a, left), (b, right) = _expression(draw, kind, depth - 1), _expression(draw, kind, depth - 1)
    if kind in WIDTH:
        if draw(st.integers(0, 4)) == 0:
            w = WIDTH[kind]
            return t.ult(a, b, w), lambda m: concrete.unsigned(left(m), w) < concrete.unsigned(right(m), w)
        build, meaning = draw(among(*COMPARISONS.values()))
        return build(a, b), lambda m: meaning(left(m), right(m), WIDTH[kind])
    build, meaning = draw(among(*REAL_COMPARISONS.values()))
    return build(a, b), lambda m: meaning(left(m), right(m))
