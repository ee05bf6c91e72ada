"""Every arithmetic, comparison and conversion operator against the real JVM, on tables of boundary values.

Each result is computed twice: folded by the constructor, and evaluated from a term over variables.
"""

import shutil
import subprocess
from pathlib import Path

import pytest
from tests.compiling import QUICK, javac

from everypath import term as t
from everypath.term import BV32, BV64, F32, F64, Model, evaluate, var
from everypath.term.values import bits_to_double, bits_to_float, double_to_bits, float_to_bits

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "tests" / "java" / "term" / "Arithmetic.java"
CACHE = ROOT / ".cache" / "term-tests"


def binary(function, width, *, count=False):
    sort = BV32 if width == 32 else BV64
    return (sort, BV32 if count else sort, lambda a, b: function(a, b, width), int)


def real(function, sort):
    return (sort, sort, lambda a, b: function(a, b, sort), sort)


def unary(function, sort, result):
    return (sort, None, function, result)


def truth(function, sort):
    return (sort, sort, function, int)


OPERATORS = {
    **{f"i{name}": binary(function, 32) for name, function in [
        ("add", t.add), ("sub", t.sub), ("mul", t.mul), ("div", t.sdiv), ("rem", t.srem), ("and", t.and_),
        ("or", t.or_), ("xor", t.xor), ("shl", t.shl), ("shr", t.shr), ("ushr", t.ushr), ("ult", t.ult)]},
    **{f"l{name}": binary(function, 64) for name, function in [
        ("add", t.add), ("sub", t.sub), ("mul", t.mul), ("div", t.sdiv), ("rem", t.srem), ("and", t.and_),
        ("or", t.or_), ("xor", t.xor), ("ult", t.ult)]},
    **{f"l{name}": binary(function, 64, count=True) for name, function in [
        ("shl", t.shl), ("shr", t.shr), ("ushr", t.ushr)]},
    "ilt": truth(t.lt, BV32),
    "ineg": unary(lambda a: t.neg(a, 32), BV32, int),
    "i2b": unary(t.i2b, BV32, int), "i2c": unary(t.i2c, BV32, int), "i2s": unary(t.i2s, BV32, int),
    "i2l": unary(t.i2l, BV32, int), "i2f": unary(t.i2f, BV32, F32), "i2d": unary(t.i2d, BV32, F64),
    "lcmp": truth(t.lcmp, BV64),
    "lneg": unary(lambda a: t.neg(a, 64), BV64, int),
    "l2i": unary(t.l2i, BV64, int), "l2f": unary(t.l2f, BV64, F32), "l2d": unary(t.l2d, BV64, F64),
    **{f"{prefix}{name}": real(function, sort) for prefix, sort in [("f", F32), ("d", F64)] for name, function in [
        ("add", t.fadd), ("sub", t.fsub), ("mul", t.fmul), ("div", t.fdiv), ("rem", t.frem)]},
    **{f"{prefix}{name}": truth(function, sort) for prefix, sort in [("f", F32), ("d", F64)] for name, function in [
        ("cmpl", lambda a, b: t.fcmp(a, b, -1)), ("cmpg", lambda a, b: t.fcmp(a, b, 1)),
        ("lt", t.flt), ("le", t.fle), ("eq", t.feq), ("same", t.eq)]},
    "fneg": unary(t.fneg, F32, F32), "dneg": unary(t.fneg, F64, F64),
    "fabs": unary(t.fabs, F32, F32), "dabs": unary(t.fabs, F64, F64), "dsqrt": unary(t.fsqrt, F64, F64),
    "f2i": unary(t.f2i, F32, int), "f2l": unary(t.f2l, F32, int), "f2d": unary(t.f2d, F32, F64),
    "d2i": unary(t.d2i, F64, int), "d2l": unary(t.d2l, F64, int), "d2f": unary(t.d2f, F64, F32),
}  # fmt: skip


def read(text, sort):
    number = int(text)
    if sort is F32:
        return bits_to_float(number)
    return bits_to_double(number) if sort is F64 else number


def shown(value, sort):
    if sort is F32:
        return str(float_to_bits(value))
    return str(double_to_bits(value)) if sort is F64 else str(int(value))


@pytest.fixture(scope="module")
def results() -> dict[str, list[list[str]]]:
    if shutil.which("javac") is None:
        pytest.skip("no JDK")
    CACHE.mkdir(parents=True, exist_ok=True)
    compiled = CACHE / "Arithmetic.class"
    if not compiled.exists() or compiled.stat().st_mtime < SOURCE.stat().st_mtime:
        javac("-g", "-d", CACHE, SOURCE)
    run = subprocess.run(
        ["java", *QUICK, "-cp", str(CACHE), "Arithmetic"], check=True, timeout=60, capture_output=True, text=True
    )
    grouped: dict[str, list[list[str]]] = {}
    for line in run.stdout.splitlines():
        operator, *rest = line.split()
        grouped.setdefault(operator, []).append(rest)
    return grouped


@pytest.mark.parametrize("operator", OPERATORS)
def test_agrees_with_the_jvm(operator, results):
    first, second, function, result_sort = OPERATORS[operator]
    a, b = var("a", first), var("b", second) if second else None
    term = function(a, b) if second else function(a)
    rows = results[operator]
    assert len(rows) >= 25
    for left, right, expected in rows:
        x = read(left, first)
        arguments = (x, read(right, second)) if second else (x,)
        assert shown(function(*arguments), result_sort) == expected, (left, right)
        model = Model({a: x, b: arguments[1]} if b is not None else {a: x})
        assert shown(evaluate(term, model), result_sort) == expected, (left, right)
        if b is not None:  # one operand known: every rule for constants
            for partial in (function(a, arguments[1]), function(x, b)):
                assert shown(evaluate(partial, model), result_sort) == expected, (left, right)


def test_every_printed_operator_is_checked(results):
    assert set(results) == set(OPERATORS)
