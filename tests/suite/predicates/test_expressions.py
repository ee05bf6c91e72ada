"""Java expressions have the values of the terms that they are written for, on the JVM."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

import pytest
from tests.conftest import compile_java

from everypath import term as t
from everypath.classfile import Jdk
from everypath.suite.predicates.expressions import _WRITERS, Expressions, NoPredicateError, type_of
from everypath.suite.predicates.helpers import helpers_of
from everypath.term import (
    BOOL,
    BV8,
    BV16,
    BV32,
    BV64,
    F32,
    F64,
    ArrayValue,
    Model,
    Sort,
    Term,
    Value,
    array_ite,
    array_sort,
    const_array,
    evaluate,
    ref_var,
    select,
    store,
    var,
    walk,
)

SYMBOLS = {
    **{var(name, BV32): "int" for name in "ab"},
    **{var(name, BV64): "long" for name in "cd"},
    var("e", BV8): "byte",
    var("f", BV16): "short",
    **{var(name, F32): "float" for name in "xy"},
    **{var(name, F64): "double" for name in "uv"},
    **{var(name, BOOL): "boolean" for name in "pq"},
    var("m", array_sort(BV32)): "int[]",
    var("k", array_sort(BV8)): "byte[]",
}
OF_REFERENCES = {"is_null", "has_class", "same_class", "lookup", "var"}
OF_STRINGS = {"same_text"}
"""These have a test of their own."""
INTS = (0, 1, -1, 2, 3, 7, 31, 32, 33, 100, -100, 127, 128, 255, 256, 65535, 65536, 2**31 - 1, -(2**31))
LONGS = (*INTS, 2**31, 2**32, 2**53 + 1, 2**63 - 1, -(2**63))
DOUBLES = (0.0, -0.0, 1.0, -1.5, 0.1, 3.0, 1e10, -1e30, 5e-324, float("inf"), float("-inf"), float("nan"))
TERMS, MODELS = 500, 12
MASK = {"add": t.add, "sub": t.sub, "mul": t.mul, "and": t.and_, "or": t.or_, "xor": t.xor}


class Drawn:
    """Random terms of each sort."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def of(self, sort: Sort, depth: int) -> Value:
        if not depth or self.random.random() < 0.15:
            return self.leaf(sort)
        if self.random.random() < 0.1:
            return t.ite(self.of(BOOL, depth - 1), self.of(sort, depth - 1), self.of(sort, depth - 1), sort)
        if sort is BOOL:
            return self.condition(depth - 1)
        if sort.is_float:
            return self.floating(sort, depth - 1)
        return self.integer(sort, depth - 1)

    def leaf(self, sort: Sort) -> Value:
        symbols = [each for each in SYMBOLS if each.sort is sort]
        if symbols and self.random.random() < 0.8:
            return self.random.choice(symbols)
        if sort is BOOL:
            return self.random.random() < 0.5
        if sort.is_float:
            value = self.random.choice(DOUBLES)
            return value if sort is F64 else single(value)
        return self.random.choice([each for each in LONGS if -(1 << (sort.width - 1)) <= each < 1 << (sort.width - 1)])

    def integer(self, sort: Sort, depth: int) -> Value:
        width = sort.width
        kinds = ["binary", "neg", "select"] if sort is BV32 else ["binary", "neg"]
        if sort in (BV32, BV64):
            kinds += ["div", "shift", "compare", "real", "bits", "widen"]
        else:
            kinds += ["narrow"]
        match self.random.choice(kinds):
            case "binary":
                make = self.random.choice(list(MASK.values()))
                return make(self.of(sort, depth), self.of(sort, depth), width)
            case "neg":
                return t.neg(self.of(sort, depth), width)
            case "div":
                make = self.random.choice((t.sdiv, t.srem))
                return make(self.of(sort, depth), t.or_(self.of(sort, depth), 1, width), width)
            case "shift":
                make = self.random.choice((t.shl, t.shr, t.ushr))
                return make(self.of(sort, depth), self.of(BV32, depth), width)
            case "compare" if sort is BV32:
                if self.random.random() < 0.5:
                    return t.lcmp(self.of(BV64, depth), self.of(BV64, depth))
                other = self.random.choice((F32, F64))
                return t.fcmp(self.of(other, depth), self.of(other, depth), self.random.choice((-1, 1)))
            case "real":
                other = self.random.choice((F32, F64))
                return {(F32, BV32): t.f2i, (F32, BV64): t.f2l, (F64, BV32): t.d2i, (F64, BV64): t.d2l}[other, sort](
                    self.of(other, depth)
                )
            case "bits":
                return t.float_bits(self.of(F32, depth)) if sort is BV32 else t.double_bits(self.of(F64, depth))
            case "select":
                return self.element(depth)
            case "narrow":
                return t.trunc(self.of(BV32, depth), width)
            case _:
                inner = self.random.choice([BV8, BV16] if sort is BV32 else [BV32])
                narrow = self.of(inner, depth)
                if sort is BV32 and self.random.random() < 0.3:
                    return t.trunc(self.of(BV64, depth), 32)
                return t.sext(narrow, width) if self.random.random() < 0.5 else t.zext(narrow, width, inner.width)

    def element(self, depth: int) -> Value:
        array = self.random.choice([each for each in SYMBOLS if each.sort.is_array])
        sort = array.sort.element
        assert sort is not None
        for _ in range(self.random.randrange(3)):
            array = store(array, self.of(BV32, 0), self.of(sort, depth))
        if self.random.random() < 0.3:
            array = array_ite(self.of(BOOL, depth), array, const_array(array.sort, self.of(sort, 0)))
        found = select(array, self.of(BV32, 0))
        return found if sort is BV32 else t.sext(found, 32)

    def floating(self, sort: Sort, depth: int) -> Value:
        match self.random.randrange(5):
            case 0 | 1:
                make = self.random.choice((t.fadd, t.fsub, t.fmul, t.fdiv, t.frem))
                return make(self.of(sort, depth), self.of(sort, depth), sort)
            case 2:
                return self.random.choice((t.fneg, t.fabs, lambda each: t.fsqrt(each, sort)))(self.of(sort, depth))
            case 3:
                other = self.random.choice((BV32, BV64))
                return {(BV32, F32): t.i2f, (BV64, F32): t.l2f, (BV32, F64): t.i2d, (BV64, F64): t.l2d}[other, sort](
                    self.of(other, depth)
                )
            case _:
                if self.random.random() < 0.5:
                    return t.d2f(self.of(F64, depth)) if sort is F32 else t.f2d(self.of(F32, depth))
                return t.bits_float(self.of(BV32, depth)) if sort is F32 else t.bits_double(self.of(BV64, depth))

    def condition(self, depth: int) -> Value:
        match self.random.randrange(6):
            case 0:
                return t.not_(self.of(BOOL, depth))
            case 1:
                make = self.random.choice((t.conj, t.disj))
                return make(*(self.of(BOOL, depth) for _ in range(self.random.randrange(2, 4))))
            case 2:
                sort = self.random.choice((BV8, BV16, BV32, BV64, BOOL))
                return t.eq(self.of(sort, depth), self.of(sort, depth))
            case 3:
                sort = self.random.choice((BV32, BV64))
                return t.lt(self.of(sort, depth), self.of(sort, depth))
            case 4:
                sort = self.random.choice((BV32, BV64))
                return t.ult(self.of(sort, depth), self.of(sort, depth), sort.width)
            case _:
                sort = self.random.choice((F32, F64))
                make = self.random.choice((t.flt, t.fle, t.feq, t.eq))
                if self.random.random() < 0.2:
                    return t.is_nan(self.of(sort, depth))
                return make(self.of(sort, depth), self.of(sort, depth))

    def model(self) -> Model:
        values: dict[Term, object] = {}
        for symbol in SYMBOLS:
            if symbol.sort.is_array:
                element = symbol.sort.element
                values[symbol] = ArrayValue(enumerate(self.constant(element) for _ in range(8)), 0)
            else:
                values[symbol] = self.constant(symbol.sort)
        return Model(values)

    def constant(self, sort: Sort) -> Value:
        if sort is BOOL:
            return self.random.random() < 0.5
        if sort.is_float:
            value = self.random.choice(DOUBLES)
            return value if sort is F64 else single(value)
        half = 1 << (sort.width - 1)
        if self.random.random() < 0.7:
            return self.random.choice([each for each in LONGS if -half <= each < half])
        return self.random.randrange(-half, half)


def single(value: float) -> float:
    return t.evaluate(t.d2f(value), Model())


def java_constant(value: object, sort: Sort) -> str:
    return f"({type_of(sort)}) {t.literal(value, sort)}"


def arguments(model: Model) -> str:
    shown = []
    for symbol, kind in SYMBOLS.items():
        value = model[symbol]
        if isinstance(value, ArrayValue):
            shown.append(f"new {kind} {{{', '.join(str(value[at]) for at in range(8))}}}")
        else:
            shown.append(java_constant(value, symbol.sort))
    return ", ".join(shown)


def shown(text: str, sort: Sort) -> str:
    if sort.is_float:
        text = f"{'Float.floatToIntBits' if sort is F32 else 'Double.doubleToLongBits'}({text})"
    return f"String.valueOf({text})"


def expected(value: Term, model: Model) -> str:
    found = evaluate(value, model)
    if value.sort.is_float:
        found = evaluate((t.float_bits if value.sort is F32 else t.double_bits)(found), model)
    return str(found).lower() if isinstance(found, bool) else str(found)


@pytest.fixture(scope="module")
def drawn() -> tuple[list[Term], list[Model]]:
    source = Drawn(7)
    sorts = (BOOL, BV8, BV16, BV32, BV64, F32, F64)
    terms: dict[Term, None] = {}
    while len(terms) < TERMS:
        value = source.of(source.random.choice(sorts), 4)
        if isinstance(value, Term) and value.args:
            terms[value] = None
    return list(terms), [source.model() for _ in range(MODELS)]


def test_all_operators_are_drawn(drawn: tuple[list[Term], list[Model]]) -> None:
    operators = {node.op for each in drawn[0] for node in walk(each)}
    assert set(_WRITERS) - OF_REFERENCES - OF_STRINGS <= operators


def test_the_jvm_computes_what_terms_say(drawn: tuple[list[Term], list[Model]], jdk: Jdk, tmp_path: Path) -> None:
    terms, models = drawn
    declared = ", ".join(f"{kind} {symbol.payload}" for symbol, kind in SYMBOLS.items())
    names = {symbol: str(symbol.payload) for symbol in SYMBOLS}
    parts: list[str] = []
    for at, each in enumerate(terms):
        written = Expressions(names)
        (text,) = written.expressions([each])
        body = "\n        ".join([*written.lines, f"return {shown(text, each.sort)};"])
        parts.append(f"    static String t{at}({declared}) {{\n        {body}\n    }}\n")
    given = ", ".join(names.values())
    calls = "\n".join(f"        System.out.println(t{at}({given}));" for at in range(len(terms)))
    runs = "\n".join(f"        run({arguments(each)});" for each in models)
    parts.append(f"    static void run({declared}) {{\n{calls}\n    }}\n\n")
    parts.append(f"    public static void main(String[] given) {{\n{runs}\n    }}\n")
    source = tmp_path / "Terms.java"
    source.write_text("".join(["class Terms {\n", *parts, *helpers_of(parts), "}\n"]))
    done = subprocess.run(
        [jdk.java, "-cp", compile_java([source]), "Terms"], capture_output=True, text=True, check=True, timeout=120
    )
    lines = iter(done.stdout.splitlines())
    for model in models:
        for each in terms:
            assert next(lines) == expected(each, model), (each, model)


def test_a_choice_between_references_is_not_written() -> None:
    condition = t.is_null(ref_var("x"))
    with pytest.raises(NoPredicateError, match="x is no place"):
        Expressions({}).expressions([condition])


def test_equal_strings_are_written(jdk: Jdk, tmp_path: Path) -> None:
    sort = array_sort(BV16)
    chars = {name: var(f"{name}.chars", sort) for name in "rs"}
    lengths = {name: var(f"{name}.length", BV32) for name in "rs"}
    equal = t.same_text(chars["r"], lengths["r"], chars["s"], lengths["s"])
    written = Expressions(
        {chars["r"]: "r", chars["s"]: "s"} | {each: f"{name}.length()" for name, each in lengths.items()}
    )
    yes, no = written.expressions([equal, t.not_(equal)])
    body = "\n        ".join([*written.lines, f'return ({yes}) + " " + ({no});'])
    texts = ("", "a", "b", "ab", "a\\0")
    pairs = [(one, two) for one in texts for two in texts]
    calls = "\n".join(f'        System.out.println(ask("{one}", "{two}"));' for one, two in pairs)
    source = tmp_path / "Strings.java"
    source.write_text(
        f"class Strings {{\n    static String ask(String r, String s) {{\n        {body}\n    }}\n"
        f"    public static void main(String[] given) {{\n{calls}\n    }}\n{''.join(helpers_of([body]))}}}\n"
    )
    done = subprocess.run(
        [jdk.java, "-cp", compile_java([source]), "Strings"], capture_output=True, text=True, check=True, timeout=120
    )
    for (one, two), line in zip(pairs, done.stdout.splitlines(), strict=True):
        values: dict[Term, object] = {}
        for name, text in (("r", one.replace("\\0", "\0")), ("s", two.replace("\\0", "\0"))):
            values |= {lengths[name]: len(text), chars[name]: dict(enumerate(map(ord, text)))}
        found = evaluate(equal, Model(values))
        assert line == f"{str(found).lower()} {str(not found).lower()}"
