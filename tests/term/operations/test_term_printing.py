"""Conditions as a Java developer reads them."""

import pytest

from everypath import term as t
from everypath.term import BOOL, BV8, BV16, BV32, BV64, F32, F64, array_sort, to_java, var
from everypath.term.values import f32

AGE, INDEX, N, L = var("age", BV32), var("i", BV32), var("n", BV32), var("l", BV64)
FLAG, OTHER = var("flag", BOOL), var("other", BOOL)
BYTE, CHAR = t.sext(var("b", BV8), 32), t.zext(var("c", BV16), 32)
D, E, F = var("d", F64), var("e", F64), var("f", F32)
NUMBERS = var("a", array_sort(BV32))
CHARS, LENGTH = var("s.chars", array_sort(BV16)), var("s.length", BV32)
LETTER = t.zext(t.select(CHARS, 0), 32)
REF = t.ref_var("p")

SHORT = t.sext(var("s", BV16), 64)
EXPRESSIONS = [
    (t.eq(AGE, 30), "age == 30"),
    (t.ne(AGE, 30), "age != 30"),
    (t.eq(t.bool_to_int(FLAG), 0), "!flag"),
    (t.gt(t.select(NUMBERS, INDEX), 3), "a[i] > 3"),
    (t.le(AGE, 17), "age <= 17"),
    (t.lt(INDEX, N), "i < n"),
    (t.ge(INDEX, N), "i >= n"),
    (t.eq(LETTER, 97), "s.charAt(0) == 'a'"),
    (t.ne(LETTER, 10), "s.charAt(0) != '\\n'"),
    (t.conj(t.eq(LETTER, 97), t.eq(LENGTH, 3)), "s.charAt(0) == 'a' && s.length() == 3"),
    (t.eq(LENGTH, 3), "s.length == 3"),
    (t.lt(CHAR, 48), "c < '0'"),
    (t.ge(CHAR, 0x3B1), "c >= '\\u03b1'"),
    (t.eq(BYTE, -1), "b == -1"),
    (t.disj(t.conj(FLAG, OTHER), t.eq(AGE, 1)), "flag && other || age == 1"),
    (t.conj(t.disj(FLAG, OTHER), t.eq(AGE, 1)), "(flag || other) && age == 1"),
    (t.eq(t.srem(AGE + 1, 2, 32), 0), "(age + 1) % 2 == 0"),
    (t.lt((INDEX - N) - 5, 0), "i - n - 5 < 0"),
    (t.lt(INDEX - (N - INDEX), 0), "i - (n - i) < 0"),
    (t.lt(3 - INDEX, 2), "3 - i < 2"),
    (t.lt(INDEX * 2 + 1, N), "n > 2 * i + 1"),
    (t.canonical(t.or_(t.shl(INDEX, 8, 32), t.and_(N, t.xor(AGE, -1, 32), 32), 32)), "~age & n | i << 8"),
    (t.canonical(t.xor(t.shl(L, 63, 64), 5, 64)), "l << 63 ^ 5L"),
    (t.canonical(t.and_(t.shl(INDEX + N, 4, 32), 255, 32)), "16 * i + 16 * n & 255"),
    (t.lt(-INDEX, N), "n > -i"),
    (t.eq(INDEX & 12, 4), "(i & 12) == 4"),
    (t.lt(t.shl(INDEX, N, 32), 3), "i << n < 3"),
    (t.lt(t.ushr(INDEX, 3, 32), N), "i >>> 3 < n"),
    (t.eq(t.i2b(INDEX), 3), "(byte) i == 3"),
    (t.eq(t.i2c(INDEX), 65), "(char) i == 'A'"),
    (t.eq(t.l2i(L), 3), "(int) l == 3"),
    (t.lt(L, 3), "l < 3L"),
    (t.eq(t.mul(t.i2l(INDEX), t.i2l(N), 64), 1 << 40), "(long) i * n == 1099511627776L"),
    (t.add(t.i2l(INDEX), L, 64), "i + l"),
    (t.mul(L, t.i2l(t.add(INDEX, N, 32)), 64), "l * (i + n)"),
    (t.mul(t.i2l(INDEX), t.add(SHORT, t.sext(var("t", BV16), 64), 64), 64), "(long) i * (s + t)"),
    (t.shl(t.i2l(INDEX), N, 64), "(long) i << n"),
    (t.eq(AGE, t.INT_MIN), "age == Integer.MIN_VALUE"),
    (t.eq(L, t.LONG_MAX), "l == Long.MAX_VALUE"),
    (t.flt(D, 2.5), "d < 2.5"),
    (t.not_(t.flt(D, 2.5)), "!(d < 2.5)"),
    (t.flt(2.5, D), "d > 2.5"),
    (t.feq(F, f32(0.1)), "f == 0.1f"),
    (t.not_(t.feq(D, E)), "d != e"),
    (t.not_(t.is_nan(D)), "!Double.isNaN(d)"),
    (t.flt(D, float("inf")), "d < Double.POSITIVE_INFINITY"),
    (t.feq(t.fdiv(t.i2d(INDEX), 2.0, F64), 1e300), "(double) i / 2.0 == 1.0E300"),
    (t.eq(t.d2i(t.fmul(D, 2.0, F64)), 7), "(int) (d * 2.0) == 7"),
    (t.eq(D, 0.0), "Double.compare(d, 0.0) == 0"),
    (t.ult(INDEX, N), "Integer.compareUnsigned(i, n) < 0"),
    (t.is_null(REF), "p == null"),
    (t.not_(t.is_null(REF)), "p != null"),
    (t.has_class(REF, frozenset({"java/util/Map$Entry"})), "p.getClass() == Map.Entry.class"),
    (
        t.not_(t.has_class(REF, frozenset({"a/B", "a/C"}))),
        "p.getClass() != B.class && p.getClass() != C.class",
    ),
    (t.has_class(REF, frozenset({"[Ljava/lang/String;"})), "p.getClass() == String[].class"),
    (t.has_class(REF, frozenset({"[[I"})), "p.getClass() == int[][].class"),
    (t.ite(FLAG, INDEX, N), "flag ? i : n"),
    (t.eq(FLAG, OTHER), "flag == other"),
    (t.not_(t.eq(FLAG, OTHER)), "flag != other"),
    (3, "3"),
    (True, "true"),
    (float("nan"), "Double.NaN"),
]


@pytest.mark.parametrize(("term", "expected"), EXPRESSIONS, ids=[text for _, text in EXPRESSIONS])
def test_reads_as_java(term, expected):
    assert to_java(term) == expected


def test_names_are_the_callers_choice():
    condition = t.conj(t.gt(LENGTH, 2), t.eq(t.select(NUMBERS, INDEX), AGE))
    assert to_java(condition, {LENGTH: "name.length()", AGE: "age()"}) == "name.length() > 2 && a[i] == age()"
    assert to_java(condition, lambda term: "items" if term is NUMBERS else None) == "s.length > 2 && items[i] == age"


def test_deep_terms_are_cut():
    deep = INDEX
    for step in range(500):
        deep = t.xor(t.add(deep, step + 1, 32), N, 32)
    assert "…" in to_java(t.eq(deep, 0))
    assert len(to_java(deep)) < 2000


def test_shared_subterms_do_not_explode():
    shared = INDEX
    for step in range(64):
        shared = t.ite(t.gt(N, step), t.xor(shared, step + 1, 32), shared)
    assert len(to_java(t.eq(shared, 0))) < 20_000
