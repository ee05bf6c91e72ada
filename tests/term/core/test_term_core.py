"""Identity, memory, pickling, models and structure of terms."""

import os
import pickle
import subprocess
import sys

import pytest

from everypath import term as t
from everypath.term import BOOL, BV16, BV32, F64, ArrayValue, Model, Symbolic, array_sort, evaluate, var
from everypath.term.core import sweep, table_size
from everypath.term.operations import MOST_REMEMBERED

X, Y, FLAG, D = var("x", BV32), var("y", BV32), var("flag", BOOL), var("d", F64)
NUMBERS = var("a", array_sort(BV32))


def deep_term(levels):
    term = X
    for level in range(levels):
        term = t.xor(t.mul(term, Y, 32), level + 1, 32)
    return term


def test_equal_structure_is_the_same_object():
    assert t.add(X, 1, 32) is X + 1
    assert t.fadd(D, -0.0, F64) is D
    assert t.fadd(D, 0.0, F64) is not D
    assert t.flt(D, 0.0) is not t.flt(D, -0.0)
    assert var("x", BV16) is not X


def test_python_asks_no_truth_of_a_term():
    for question in (bool, int, float, range):
        with pytest.raises(Symbolic):
            question(X)
    with pytest.raises(Symbolic):
        bool(X < Y)
    with pytest.raises(TypeError):
        X / Y
    with pytest.raises(TypeError):
        D & 1


def test_terms_nobody_holds_are_forgotten():
    held = X * Y + 12345
    identity = id(held)
    sweep()
    before = table_size()
    forgotten = 0
    for k in range(5000):
        size = table_size()
        t.eq(t.mul(X + k, Y, 32), k)
        forgotten += max(size - table_size(), 0)  # a full table is swept by itself
    assert forgotten + sweep() >= 5000
    assert table_size() <= before
    assert id(X * Y + 12345) == identity


def test_symbols_nobody_holds_are_forgotten():
    sweep()
    before = table_size()
    for k in range(1000):
        condition = t.conj(t.lt(var(f"forgotten{k}", BV32), k), t.is_null(t.ref_var(f"forgotten{k}.next")))
        assert len(t.variables(condition)) == 2
    del condition
    sweep()
    assert table_size() <= before


def test_a_model_remembers_so_many_results():
    model = Model({X: 1})
    for k in range(MOST_REMEMBERED + 1000):
        assert evaluate(X + k, model) == 1 + k
    assert len(model._memo) <= MOST_REMEMBERED + 3


def test_pickled_terms_are_the_same_terms():
    for term in (X, t.conj(t.lt(X, Y), FLAG, t.flt(D, -0.0)), t.select(t.store(NUMBERS, X, 3), Y)):
        assert pickle.loads(pickle.dumps(term)) is term
    deep = deep_term(20_000)
    assert pickle.loads(pickle.dumps([deep, deep])) == [deep, deep]
    model = Model({X: 3, D: float("nan"), NUMBERS: {1: 2}})
    assert pickle.loads(pickle.dumps(model)) == model


def test_nothing_recurses():
    deep = deep_term(20_000)
    assert isinstance(evaluate(deep, Model({X: 3, Y: 7})), int)
    assert t.variables(deep) == {X, Y}
    assert t.size(deep) == 4 * 10_000 * 2 + 1
    assert t.interval(deep) == (t.INT_MIN, t.INT_MAX)
    assert len(t.digest(deep)) == 16
    assert t.substitute(deep, {X: Y}) is not deep
    assert t.to_text(deep).endswith("…")


def test_evaluation_takes_the_smallest_value_for_what_is_missing():
    empty = Model()
    assert evaluate(X, empty) == 0
    assert evaluate(FLAG, empty) is False
    assert str(evaluate(D, empty)) == "0.0"
    assert evaluate(t.select(NUMBERS, X), empty) == 0
    assert evaluate(t.is_null(t.ref_var("p")), empty) is True
    assert evaluate(t.has_class(t.ref_var("p"), frozenset({"A"})), empty) is True


def test_models_are_immutable_and_layered():
    model = Model({X: 1})
    changed = model.with_({Y: 2})
    assert Y not in model
    assert (changed[X], changed[Y]) == (1, 2)
    assert model.with_({X: 1}) is model
    assert evaluate(X + Y, changed) == 3
    assert Model({D: float("nan")}) == Model({D: float("nan")})
    assert Model({D: 0.0}) != Model({D: -0.0})


def test_arrays_evaluate_through_writes():
    written = t.store(t.store(NUMBERS, X, 5), Y, 6)
    model = Model({NUMBERS: {0: 9}, X: 1, Y: 1})
    assert evaluate(t.select(written, 1), model) == 6
    assert evaluate(t.select(written, 0), model) == 9
    assert dict(evaluate(written, model)) == {0: 9, 1: 6}
    filled = t.const_array(array_sort(BV32), 7)
    contents = evaluate(t.store(filled, 2, X), model)
    assert isinstance(contents, ArrayValue)
    assert (contents[2], contents[100]) == (1, 7)


def test_writes_and_reads_meet_where_indexes_are_decided():
    written = t.store(NUMBERS, X, 5)
    assert t.select(written, X) == 5
    assert t.select(written, X + 1) is t.select(NUMBERS, X + 1)
    assert t.select(t.store(NUMBERS, 3, Y), 3) is Y
    assert t.select(t.store(NUMBERS, 3, Y), 4) is t.select(NUMBERS, 4)
    assert t.store(t.store(NUMBERS, X, 1), X, 2) is t.store(NUMBERS, X, 2)
    assert t.store(NUMBERS, X, t.select(NUMBERS, X)) is NUMBERS
    zeros, reals = t.const_array(array_sort(BV32), 0), t.const_array(array_sort(F64), 0.0)
    assert t.store(zeros, X, 0) is zeros
    assert t.store(reals, X, 0.0) is reals
    assert t.store(reals, X, -0.0) is not reals
    assert t.select(t.store(var("c", array_sort(BV16)), 0, 0xFFFF), 0) == -1


def test_substitution_simplifies():
    condition = t.conj(t.lt(X, Y), t.eq(t.select(NUMBERS, X), 3))
    assert t.substitute(condition, {X: 5, Y: 4}) is False
    assert t.substitute(condition, {Y: X + 1, NUMBERS: t.store(NUMBERS, X, 3)}) is t.lt(X, X + 1)


PROGRAM = """
from everypath.term import *
from everypath.solver import Solver
x, y, d, s = var("x", BV32), var("y", BV32), var("d", F64), var("s.chars", array_sort(BV16))
c = [eq(x * y + 3, 45), lt(y, x), ne(select(s, 0), select(s, 1)), flt(d, fmul(d, 2.0, F64)), gt(x + y, 9)]
print([digest(each).hex() for each in c], sorted(map(to_text, c)), sorted(c, key=digest) and 1)
model = Solver().check(c).model
print([(to_text(v), model[v]) for v in sorted(model, key=digest)])
"""


def test_results_depend_on_neither_addresses_nor_hash_seeds():
    outputs = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
            timeout=60,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(outputs) == 1


def test_operands_of_commutative_operators_have_one_digest():
    assert t.digest(t.eq(X, Y)) == t.digest(t.eq(Y, X))
    assert t.digest(X + Y) == t.digest(Y + X)
    assert t.digest(t.lt(X, Y)) != t.digest(t.lt(Y, X))
