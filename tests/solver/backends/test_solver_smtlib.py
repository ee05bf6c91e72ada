"""Scripts that z3 and Bitwuzla read back: they mean what evaluation says."""

import os

import bitwuzla
import pytest
import z3
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.term.random_expressions import MODELS, conditions, expressions

from everypath.solver.backends import script
from everypath.term import (
    BV8,
    BV16,
    BV32,
    F32,
    F64,
    Model,
    Row,
    Term,
    add,
    array_sort,
    conj,
    const_array,
    d2l,
    eq,
    evaluate,
    f2i,
    float_bits,
    frem,
    gt,
    is_null,
    lookup,
    lt,
    not_,
    ref_var,
    select,
    sext,
    store,
    table,
    var,
    walk,
)
from everypath.term.core import make_with_floats
from everypath.term.values import BOOL

EXAMPLES = int(os.environ.get("EVERYPATH_EXAMPLES", "120"))
SETTINGS = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))


def z3_says(text):
    solver = z3.Solver()
    solver.set("timeout", 20_000)
    solver.add(z3.parse_smt2_string(text))
    return str(solver.check())


def bitwuzla_says(text):
    manager = bitwuzla.TermManager()
    parser = bitwuzla.Parser(manager, bitwuzla.Options())
    parser.parse(text, True, False)
    return str(parser.bitwuzla().check_sat()).rpartition(".")[2].lower()


def both(text):
    answers = {z3_says(text), bitwuzla_says(text)}
    assert len(answers) == 1, text
    return answers.pop()


@SETTINGS
@given(conditions(3), MODELS)
def test_conditions_mean_what_evaluation_says(pair, model):
    condition, _ = pair
    if not isinstance(condition, Term) or any(each.op == "frem" for each in walk(condition)):
        return
    written = script([condition], witness=model)
    assert both(written.text) == ("sat" if evaluate(condition, model) else "unsat")


@SETTINGS
@given(st.sampled_from(["int", "long", "float", "double"]).flatmap(lambda kind: expressions(kind, 3)), MODELS)
def test_values_are_what_evaluation_computes(pair, model):
    term, _ = pair
    if not isinstance(term, Term) or any(each.op == "frem" for each in walk(term)):
        return
    equation = make_with_floats("eq", (term, evaluate(term, model)), BOOL)
    assert bitwuzla_says(script([equation], witness=model).text) == "sat"
    other = make_with_floats("not", (equation,), BOOL)
    assert bitwuzla_says(script([other], witness=model).text) == "unsat"


@pytest.mark.parametrize(("dividend", "divisor"), [(7.5, 2.0), (-7.5, 2.0), (7.5, -2.0), (-0.0, 3.0), (5.0, 8.0)])
def test_a_floating_remainder_is_that_of_java(dividend, divisor):
    a, b = var("a", F32), var("b", F32)
    model = Model({a: dividend, b: divisor})
    term = frem(a, b, F32)
    equation = make_with_floats("eq", (term, evaluate(term, model)), BOOL)
    assert bitwuzla_says(script([equation], witness=model).text) == "sat"
    assert bitwuzla_says(script([make_with_floats("not", (equation,), BOOL)], witness=model).text) == "unsat"


def test_conversions_saturate_and_bits_show_one_nan():
    d, f = var("d", F64), var("f", F32)
    model = Model({d: float("nan"), f: 1e30})
    assert both(script([eq(d2l(d), 0), eq(f2i(f), 2147483647)], witness=model).text) == "sat"
    assert both(script([eq(float_bits(f), 0x7FC00000)], witness=Model({f: float("nan")})).text) == "sat"
    assert both(script([not_(eq(float_bits(f), 0x7FC00000))], witness=Model({f: float("nan")})).text) == "unsat"


def test_arrays_of_narrow_elements():
    cells, i, j = var("a[]", array_sort(BV8)), var("i", BV32), var("j", BV32)
    written = store(store(cells, i, 5), j, -1)
    conditions = [eq(sext(select(written, i), 32), 5), lt(i, j)]
    witness = Model({cells: {0: 3}, i: 0, j: 1})
    text = script(conditions, witness=witness).text
    assert both(text) == "sat"
    assert "(set-logic QF_ABV)" in text
    assert "(declare-const |a[]| (Array (_ BitVec 32) (_ BitVec 8)))" in text
    assert both(script([*conditions, eq(i, j)]).text) == "unsat"
    fresh = const_array(array_sort(BV16), 7)
    assert both(script([eq(sext(select(store(fresh, i, 1), j), 32), 9)]).text) == "unsat"


def test_tables_are_written_in_full():
    rows = (Row(65, 90, 1, 32, 1), Row(192, 222, 2, 1, 1), Row(300, 310, 1, 7, 0), Row(400, 400, 1, 9, 0))
    shifted = table("Letters.lower(int)", rows, 0, True)
    n = var("n", BV32)
    for number in (0, 64, 65, 90, 91, 192, 193, 222, 223, 305, 311, 400, 401, -5, 2147483647):
        value = shifted.value_of(number)
        equation = eq(lookup(shifted, n), value)
        if isinstance(equation, Term):
            assert both(script([equation], witness=Model({n: number})).text) == "sat", number
        other = not_(equation)
        if isinstance(other, Term):
            assert both(script([other], witness=Model({n: number})).text) == "unsat", number


def test_names_are_quoted_and_distinguished():
    ref = ref_var("a|b")
    x, y = var("x y", BV32), var("x y", BV16)
    written = script([is_null(ref), gt(x, 3), eq(sext(y, 32), 4), gt(var("n", BV32), 0), gt(var("let", BV32), 1)])
    assert both(written.text) == "sat"
    assert len(set(written.names.values())) == 5


def test_what_is_shared_is_defined_once():
    x = var("x", BV32)
    chain = x
    for _ in range(60):
        chain = add(make_with_floats("mul", (chain, chain), BV32), 1, 32)
    condition = conj(gt(chain, 3), lt(x, 5))
    assert isinstance(condition, Term)
    value = next(number for number in range(5) if evaluate(condition, Model({x: number})))
    text = script([condition], ["seen", "", "twice\nover"], status="sat").text
    assert len(text) < 10_000
    assert text.startswith("; seen\n;\n; twice\n; over\n(set-logic QF_BV)\n(set-info :status sat)\n")
    assert both(script([condition], witness=Model({x: value})).text) == "sat"
