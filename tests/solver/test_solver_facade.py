"""Tests of the solver's promises: complete checked models, cores, soft constraints, honest unknowns, saved work."""

import subprocess
import sys
import time

import pytest

from everypath import term as t
from everypath.errors import EngineError
from everypath.solver import Limits, Sat, Solver, Unknown, Unsat
from everypath.solver.backends.bitwuzla import BitwuzlaBackend
from everypath.solver.backends.z3 import Z3Backend
from everypath.term import BOOL, BV16, BV32, F32, F64, Model, array_sort, evaluate, var
from everypath.term.core import make
from everypath.work import NETS

X, Y, Z = (var(name, BV32) for name in "xyz")
D = var("d", F64)
CHARS = var("s.chars", array_sort(BV16))
NUMBERS = var("a", array_sort(BV32))
LENGTH = var("s.length", BV32)


def char(index):
    return t.zext(t.select(CHARS, index), 32)


@pytest.fixture
def solver():
    return Solver()


def model_of(solver, *conditions, **options):
    answer = solver.check(conditions, **options)
    assert isinstance(answer, Sat)
    assert all(evaluate(condition, answer.model) for condition in conditions)
    return answer.model


def test_nothing_asked_is_satisfied_by_the_hint(solver):
    hint = Model({X: 3})
    assert solver.check([], hint=hint) == Sat(hint)
    assert solver.check([True]) == Sat(Model())
    assert solver.check([False]) == Unsat(())


def test_linear_conditions(solver):
    model = model_of(solver, t.gt(X, 3), t.lt(X + Y, 10), t.eq(X - Y, 100))
    assert model[X] - model[Y] == 100


def test_overflow_is_found(solver):
    model = model_of(solver, t.gt(X, 0), t.lt(X + 1, 0))
    assert model[X] == t.INT_MAX


def test_core_holds_only_what_matters(solver):
    unrelated = t.gt(Z, 100)
    answer = solver.check([unrelated, t.lt(X, Y), t.lt(Y, Z), t.lt(Z, X)])
    assert isinstance(answer, Unsat)
    assert set(solver.core([unrelated, t.gt(Y, 5), t.lt(X, Y), t.lt(Y, X)])) == {t.lt(X, Y), t.lt(Y, X)}
    assert set(solver.core([unrelated, t.lt(X, Y), t.lt(Y, X - 1), t.ge(X, 0)], 50)) <= {
        t.lt(X, Y), t.lt(Y, X - 1), t.ge(X, 0)
    }  # fmt: skip


def test_ranges_contradict_without_a_solver(solver):
    assert isinstance(solver.check([t.gt(X, 3), t.lt(X, 4)]), Unsat)
    assert isinstance(solver.check([t.ge(X, 3), t.ne(X, 3), t.ne(X, 4), t.le(X, 4)]), Unsat)
    assert isinstance(solver.check([t.lt(X, Y), t.ge(X, Y)]), Unsat)
    assert solver.statistics.answered == {"contradiction": 3}


def test_independent_parts_keep_the_hint(solver):
    hint = Model({X: 41, Y: 0})
    model = model_of(solver, t.gt(X, 40), t.eq(Y * Y, 49), hint=hint)
    assert model[X] == 41


def test_characters_are_solved_separately_and_gathered(solver):
    word = "racecar"
    conditions = [t.eq(char(i), ord(letter)) for i, letter in enumerate(word)]
    conditions += [t.ge(LENGTH, len(word)), t.eq(char(20), char(21)), t.ne(char(20), 0)]
    model = model_of(solver, *conditions)
    assert "".join(chr(model[CHARS][i]) for i in range(len(word))) == word
    assert model[CHARS][20] == model[CHARS][21] != 0


def test_symbolic_indexes(solver):
    model = model_of(
        solver, t.eq(t.select(NUMBERS, X), 7), t.eq(t.select(NUMBERS, Y), 8), t.eq(t.select(NUMBERS, 3), 9)
    )
    assert len({model[X], model[Y], 3}) == 3
    written = t.store(NUMBERS, X, 5)
    assert isinstance(solver.check([t.ne(t.select(written, Y), 5), t.eq(X, Y)]), Unsat)
    model_of(solver, t.ne(t.select(written, Y), 5), t.eq(t.select(NUMBERS, X), 6))


def test_a_cell_read_plainly_and_by_symbol(solver):
    model_of(solver, t.eq(t.select(NUMBERS, 0), 5), t.eq(t.select(NUMBERS, X), 6), t.gt(X, 2))
    assert isinstance(solver.check([t.eq(t.select(NUMBERS, 0), 5), t.eq(t.select(NUMBERS, X), 6), t.eq(X, 0)]), Unsat)
    model_of(solver, t.eq(t.select(NUMBERS, 0), 5), t.eq(t.select(NUMBERS, 1), 6))


def test_arrays_that_start_with_a_known_value(solver):
    fresh = t.store(t.const_array(array_sort(BV32), 0), X, Y)
    model = model_of(solver, t.eq(t.select(fresh, 4), 9))
    assert (model[X], model[Y]) == (4, 9)


def test_arrays_of_floats(solver):
    values = var("v", array_sort(F64))
    model = model_of(solver, t.flt(t.select(values, X), t.select(values, Y)), t.is_nan(t.select(values, Z)))
    assert model[values][model[Z]] != model[values][model[Z]]


def test_doubles(solver):
    assert model_of(solver, t.is_nan(D))[D] != 0
    model = model_of(solver, t.eq(t.fadd(D, 1.0, F64), D), t.flt(D, 0.0))
    assert model[D] < -1e15
    assert isinstance(solver.check([t.flt(D, D)]), Unsat)
    model = model_of(solver, t.feq(D, 0.0), t.not_(t.eq(D, 0.0)))
    assert str(model[D]) == "-0.0"
    model = model_of(solver, t.eq(t.double_bits(D), t.double_bits(t.fneg(D))))
    assert model[D] != model[D]


def test_singles_round(solver):
    f = var("f", F32)
    model = model_of(solver, t.gt(X, 1 << 24), t.feq(t.i2f(X), f), t.ne(t.f2i(f), X))
    assert model[f] == t.i2f(model[X])


def test_references_are_plain_booleans(solver):
    ref = t.ref_var("p")
    known = t.has_class(ref, frozenset({"java/lang/String"}))
    model = model_of(solver, t.not_(t.is_null(ref)), known)
    assert model[t.is_null(ref)] is False
    assert isinstance(solver.check([t.is_null(ref), t.not_(t.is_null(ref))]), Unsat)


def test_soft_constraints_are_dropped_from_the_last(solver):
    answer = solver.check([t.gt(X, 100)], soft=[t.lt(X, 200), t.lt(X, 50), t.lt(X, 110)])
    assert isinstance(answer, Sat)
    assert answer.kept_soft == (t.lt(X, 200), t.lt(X, 110))
    assert 100 < answer.model[X] < 110


def test_soft_constraints_never_make_a_query_fail(solver):
    answer = solver.check([t.gt(X, 100)], soft=[t.lt(X, 50)])
    assert isinstance(answer, Sat)
    assert answer.kept_soft == ()


def test_minimise_makes_values_pretty(solver):
    conditions = [t.gt(X, 3), t.gt(Y, 1000), t.lt(X, Y), t.ne(char(0), 97), t.flt(D, -2.5)]
    start = model_of(solver, *conditions, t.gt(X, 1 << 20), t.eq(char(0), 0x1234))
    model = solver.minimise(conditions, start, [X, Y, char(0), D])
    assert all(evaluate(condition, model) for condition in conditions)
    assert model[X] == 4
    assert model[Y] <= 100_000
    assert chr(evaluate(char(0), model)).isalnum() or evaluate(char(0), model) in range(32, 127)
    assert model[D] == -100.0


def test_unknown_is_reported(solver):
    limited = Solver(Limits(timeout=0.05))
    hard = t.eq(t.fmul(t.fmul(D, D, F64), D, F64), 2.0)
    assert limited.check([hard, t.not_(t.feq(D, 1.25))]) == Unknown("timeout")
    assert limited.statistics.events["unknown"] == 1
    started = dict(limited.statistics.seconds)
    assert limited.check([hard, t.not_(t.feq(D, 1.25))]) == Unknown("timeout")
    assert limited.statistics.seconds == started, "asked again without more time"


def test_answers_are_remembered(solver):
    conditions = [t.eq(t.mul(X, X, 32), Y), t.eq(t.and_(Y, 7, 32), 3)]
    solver.check(conditions)
    solver.check(conditions)
    solver.check([*conditions, t.gt(X, 3)])
    assert solver.statistics.answered["z3"] == 1
    assert solver.statistics.answered["cache"] == 1
    assert solver.statistics.answered["core"] == 1


def test_prefixes_grow_and_shrink(solver):
    path = []
    for i in range(40):
        path.append(t.lt(X + i, Y - i * i))
        model_of(solver, *path)
    while path:
        path.pop()
        model_of(solver, *path, t.gt(Y, 5))


def test_the_memory_of_answers_is_bounded():
    small = Solver(Limits(cache=10))
    for i in range(50):
        small.check([t.eq(X * Y, 1000 + i), t.gt(X, Y)])
    assert len(small._memory.answers) <= 10


def test_an_error_of_z3_is_an_engine_error_and_not_the_end():
    backend = Z3Backend()
    broken = make("eq", (X, var("l", t.BV64)), BOOL)
    with pytest.raises(EngineError):
        backend.check([broken], 1.0)
    assert backend.check([t.gt(X, 3)], 1.0).result == "sat"


@pytest.mark.parametrize("make", [Z3Backend, BitwuzlaBackend])
@pytest.mark.parametrize("place", ["_push", "_pop", "_check"])
def test_an_interrupted_check_spoils_no_later_answer(monkeypatch, make, place):
    backend = make()
    assert backend.check([t.gt(X, 3)], 1.0).result == "sat"
    real = getattr(backend, place)

    def interrupted(*arguments):
        real(*arguments)
        raise InterruptedError

    monkeypatch.setattr(backend, place, interrupted)
    with pytest.raises(InterruptedError):
        backend.check([t.lt(X, 3)], 1.0)
    monkeypatch.undo()
    assert backend.check([t.gt(X, 3)], 1.0).result == "sat"
    assert backend.check([t.gt(X, 3), t.lt(X, 5)], 1.0).result == "sat"


def test_a_restart_forgets_nothing_that_matters():
    backend = Z3Backend()
    assert backend.check([t.gt(X, 3)], 1.0).result == "sat"
    backend.restart()
    assert backend.check([t.gt(X, 3), t.lt(X, Y)], 1.0).result == "sat"


def test_importing_the_front_door_loads_no_solver():
    code = "import everypath.solver, sys; sys.exit(any(m in sys.modules for m in ('z3', 'bitwuzla', 'ctypes')))"
    assert subprocess.run([sys.executable, "-c", code], timeout=60).returncode == 0


def test_remainders_of_doubles_are_refused_where_nothing_could_stop_them():
    other = var("e", F64)
    remainders = t.frem(D, other, F64), t.frem(other, D, F64)
    solver = Solver(Limits(timeout=0.5))
    answer = solver.check([t.feq(t.fmul(*remainders, F64), 1.2345), t.flt(*remainders)])
    assert isinstance(answer, Sat) or answer == Unknown("remainder of doubles")
    assert "bitwuzla" not in solver.statistics.seconds


def test_a_solver_in_a_cycle_is_let_go_of_in_an_order_that_it_survives() -> None:
    code = """
import gc
from everypath.solver.backends.bitwuzla import BitwuzlaBackend
from everypath.term import BV32, eq, mul, var

for number in range(3):
    backend = BitwuzlaBackend()
    product = mul(var(f"x{number}", BV32), var(f"y{number}", BV32), 32)
    print(backend.check([eq(product, 77)], 5.0).result)
    backend.itself = backend
    del backend
    gc.collect()
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert (ran.returncode, ran.stdout.split(), ran.stderr) == (0, ["sat"] * 3, "")


def hard():
    """Factors of a product of two primes: more work than is allowed."""
    x, y = var("x", BV32), var("y", BV32)
    return [t.lt(1, x), t.lt(x, y), t.eq(t.mul(x, y, 32), 1009 * 1013), t.lt(y, 2000)]


def test_what_the_end_of_a_share_of_work_ends_is_undone_and_asked_again():
    solver = Solver(Limits(work=1e-4, partial=True))
    mark = solver.mark()
    assert isinstance(solver.check(hard()), Unknown)
    assert solver.cut_short
    spent = solver.statistics.work
    assert spent > 0
    solver.take_back(mark)
    assert (solver.statistics.work, solver.statistics.undone) == (0.0, spent)
    solver.limits = Limits(work=60.0, timeout=60.0)
    assert isinstance(solver.check(hard()), Sat)
    whole = Solver(Limits(work=1e-4))
    whole.mark()
    assert isinstance(whole.check(hard()), Unknown)
    assert not whole.cut_short


def test_limits_by_the_clock_are_longer_and_noted_where_work_is_counted():
    with NETS.loosened() as struck:
        assert isinstance(Solver(Limits(timeout=1e-9)).check(hard()), Unknown)
        assert struck == ["a query to the solvers"]
        with NETS.loosened() as inner:
            assert not inner
        assert Solver(Limits(timeout=3.0))._deadline() > time.monotonic() + 59
    assert Solver(Limits(timeout=3.0))._deadline() < time.monotonic() + 4
    assert isinstance(Solver(Limits(timeout=1e-9)).check(hard()), Unknown)
    assert struck == ["a query to the solvers"]
