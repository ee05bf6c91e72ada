"""Answers kept on disk: a run finds the same whether there are any or not."""

from __future__ import annotations

import marshal
import random

import pytest

from everypath import usercache
from everypath.solver import Limits, Sat, Solver, StoredAnswers, Unknown, Unsat
from everypath.solver.backends import SolverBackends, disk_cache
from everypath.solver.backends import solver_backends as backends_module
from everypath.term import (
    BV32,
    BV64,
    F64,
    Term,
    add,
    and_,
    array_sort,
    eq,
    evaluate,
    flt,
    fmul,
    gt,
    lt,
    mul,
    select,
    var,
    xor,
)

LIMITS = Limits(timeout=30.0, first_try=30.0)
X, Y, Z = (var(name, BV32) for name in "xyz")
A = var("a", array_sort(BV32))
D = var("d", F64)


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv(usercache.VARIABLE, str(tmp_path / "cache"))


def solver(name="Some.method()V", limits=LIMITS):
    return Solver(limits, StoredAnswers(name, limits))


def questions(seed, count):
    """Conditions that take a solver: products, bits, elements at unknown places, now and then a double."""
    rng = random.Random(seed)
    asked = []
    for _ in range(count):
        a, b, c = rng.sample([X, Y, Z, add(X, Y, 32), xor(Y, Z, 32)], 3)
        kinds = [
            lambda a=a, b=b: eq(mul(a, b, 32), rng.randrange(1 << 20)),
            lambda a=a, b=b, c=c: eq(and_(mul(a, a, 32), add(b, c, 32), 32), rng.randrange(1 << 10)),
            lambda a=a, b=b: eq(select(A, and_(a, 15, 32)), mul(b, 7, 32)),
            lambda a=a, b=b: lt(mul(a, 3, 32), xor(b, 77, 32)),
            lambda: flt(fmul(D, D, F64), float(rng.randrange(1, 50))),
        ]
        part = [rng.choice(kinds)() for _ in range(rng.randrange(1, 4))]
        part += [gt(a, 5), lt(a, 4)] if rng.random() < 0.1 else []
        asked.append([each for each in part if type(each) is Term])
    return asked


def answer_of(each):
    """What an answer says, in every detail."""
    if isinstance(each, Sat):
        return [(repr(symbol), repr(value)) for symbol, value in each.model.items()]
    return each


def ask_all(each, asked):
    return [answer_of(each.check(question)) for question in asked]


def from_solvers(each):
    return sum(each.statistics.answered[name] for name in ("z3", "bitwuzla"))


@pytest.mark.parametrize("seed", range(4))
def test_answers_of_another_run_are_those_of_the_solvers(seed):
    asked = questions(seed, 25)
    cold = solver()
    first = ask_all(cold, asked)
    assert from_solvers(cold) > 3
    cold.close()
    warm = solver()
    assert ask_all(warm, asked) == first
    assert warm._backends.backends == {}
    assert warm.statistics.answered["disk"] == from_solvers(cold)


@pytest.mark.parametrize("seed", range(6))
def test_where_the_runs_part_the_solvers_go_on_as_if_they_had_been_asked_everything(seed):
    asked = questions(seed, 24)
    cold = solver()
    ask_all(cold, asked[:12])
    cold.close()
    other = asked[:8] + asked[14:]
    alone = Solver(LIMITS)
    expected = ask_all(alone, other)
    warm = solver()
    assert ask_all(warm, other) == expected
    assert from_solvers(warm) + warm.statistics.answered["disk"] == from_solvers(alone)
    warm.close()
    for again in (asked[:12], other):  # both are kept
        third = solver()
        ask_all(third, again)
        assert from_solvers(third) == 0


def test_what_the_disk_says_is_held_against_the_question():
    asked = [[eq(mul(X, Y, 32), 391), gt(X, 1), gt(Y, 1), lt(X, 100), lt(Y, 100)]]
    cold = solver()
    expected = ask_all(cold, asked)
    cold.close()
    key = cold._backends._stored._key()
    answers = marshal.loads(usercache.load("solver", key))
    ((name, (work, stored)),) = answers.items()
    usercache.save("solver", key, marshal.dumps({name: (work, [(symbol, value + 1) for symbol, value in stored])}))
    warm = solver()
    assert ask_all(warm, asked) == expected
    assert from_solvers(warm) == 1
    usercache.save("solver", key, marshal.dumps({name: (work, stored[:1])}))
    assert all(evaluate(condition, solver().check(asked[0]).model) for condition in asked[0])


# the factors of products of two primes of 16 bits, within a time that no solver has: of several, as a busy machine ends
# some questions late
PRODUCTS = [65521 * prime - (1 << 32) for prime in (65519, 65497, 65479, 65449, 65447, 65437, 65423, 65419)]
FACTORS = [(var(f"x{number}", BV32), var(f"y{number}", BV32)) for number in range(len(PRODUCTS))]
HARD = [eq(mul(x, y, 32), product) for (x, y), product in zip(FACTORS, PRODUCTS, strict=True)]
HARD += [claim for pair in FACTORS for each in pair for claim in (gt(each, 1), lt(each, 65536))]


def test_what_time_left_unknown_is_never_kept():
    short = Limits(timeout=0.002, first_try=0.001)
    cold = solver(limits=short)
    assert isinstance(cold.check(HARD), Unknown)
    cold.close()
    assert usercache.load("solver", cold._backends._stored._key()) is None
    warm = solver(limits=Limits(timeout=60.0, first_try=0.001))
    assert not isinstance(warm.check(HARD), Unsat)


def test_what_so_much_work_left_unknown_is_so_in_the_next_run():
    v, w = var("v", BV64), var("w", BV64)
    factors = [eq(mul(v, w, 64), 2147483647 * 2147483629), *(gt(each, 1) for each in (v, w))]
    factors += [lt(each, 1 << 32) for each in (v, w)]
    limits = Limits(timeout=60.0, work=0.02)
    cold = solver(limits=limits)
    assert cold.check(factors) == Unknown("resources")
    cold.close()
    warm = solver(limits=limits)
    assert warm.check(factors) == Unknown("resources")
    assert warm._backends.backends == {}
    assert warm.statistics.work == cold.statistics.work > 0.01
    more = solver(limits=limits)
    more.limits = Limits(timeout=60.0, work=0.03)
    assert more.check(factors) == Unknown("resources")
    assert more.statistics.answered["disk"] == 0


@pytest.mark.parametrize("seed", range(3))
def test_solvers_that_were_started_anew_know_nothing_of_what_was_before(seed, monkeypatch):
    monkeypatch.setattr(backends_module, "_QUERIES_BEFORE_NEW", 4)
    asked = questions(seed, 40)
    cold = solver()
    expected = ask_all(cold, asked[:30])
    cold.close()
    warm = solver()
    assert ask_all(warm, asked[:30]) == expected
    assert from_solvers(warm) == 0
    further = ask_all(warm, asked[30:])
    assert len(warm._backends._asked) + len(warm._backends._missed) < 4
    alone = Solver(LIMITS)
    assert ask_all(alone, asked) == expected + further


def test_other_methods_sources_and_limits_have_answers_of_their_own(monkeypatch):
    asked = questions(1, 8)
    cold = solver()
    ask_all(cold, asked)
    cold.close()
    for other in (solver("Other.method()V"), solver(limits=Limits(timeout=30.0, first_try=29.0))):
        ask_all(other, asked)
        assert other.statistics.answered["disk"] == 0
    monkeypatch.setattr(usercache, "version_of", lambda *packages: "newer")
    disk_cache._seed.cache_clear()
    newer = solver()
    ask_all(newer, asked)
    assert newer.statistics.answered["disk"] == 0
    disk_cache._seed.cache_clear()


def test_the_order_of_operands_counts_as_it_does_to_solvers():
    cold = solver()
    cold.check([eq(mul(X, Y, 32), 391), gt(X, 1), gt(Y, 1)])
    cold.close()
    warm = solver()
    warm.check([gt(X, 1), eq(mul(X, Y, 32), 391), gt(Y, 1)])
    assert warm.statistics.answered["disk"] == 0


def test_nothing_is_kept_of_what_comes_after_an_interrupted_question(monkeypatch):
    asked = questions(2, 12)
    expected = ask_all(Solver(LIMITS), asked[:6])
    cold = solver()
    assert ask_all(cold, asked[:6]) == expected
    kept = len(cold._backends._stored._answers)
    with monkeypatch.context() as broken:
        broken.setattr(SolverBackends, "_ask", lambda *args: (_ for _ in ()).throw(TimeoutError))
        with pytest.raises(TimeoutError):
            cold.check([eq(mul(X, mul(Y, Z, 32), 32), 123457), gt(X, 7), gt(Y, 9)])
    for answer, question in zip(ask_all(cold, asked[6:]), asked[6:], strict=True):
        assert not isinstance(answer, Unsat) or isinstance(Solver(LIMITS).check(question), Unsat)
    cold.close()
    warm = solver()
    assert ask_all(warm, asked[:6]) == expected
    assert len(warm._backends._stored._answers) == kept


@pytest.mark.parametrize("stored", [True, False])
@pytest.mark.parametrize("seed", range(3))
def test_a_question_that_is_taken_back_is_as_if_it_had_not_been_asked(seed, stored):
    asked = questions(seed, 12)
    expected = ask_all(Solver(LIMITS), asked)
    for others in ([], questions(seed + 10, 3)):  # the second time, the disk answers
        each = solver() if stored else Solver(LIMITS)
        found = []
        for question in asked:
            mark = each.mark()
            each.check([condition for other in (*others, question) for condition in other])
            each.take_back(mark)
            found.append(answer_of(each.check(question)))
        assert found == expected
        each.close()


def test_a_solver_reports_where_time_ended_a_question():
    each = Solver(Limits(timeout=0.002))
    each.mark()
    each.check([gt(X, 1)])
    assert not each.cut_short
    each.check(HARD)
    assert each.cut_short
    each.mark()
    assert not each.cut_short


def test_no_more_is_kept_than_the_bound_allows(monkeypatch):
    monkeypatch.setattr(disk_cache, "_MOST", 5)
    asked = questions(3, 30)
    cold = solver()
    expected = ask_all(cold, asked)
    cold.close()
    assert len(marshal.loads(usercache.load("solver", cold._backends._stored._key()))) == 5
    assert ask_all(solver(), asked) == expected


def test_a_closed_solver_goes_on_from_nothing():
    asked = questions(5, 12)
    runs = []
    for _ in range(2):
        each = solver()
        first = ask_all(each, asked[:6])
        each.close()
        runs.append((first, ask_all(each, asked[6:])))
        each.close()
    assert runs[0] == runs[1]


@pytest.mark.parametrize("seed", range(4))
def test_suspended_solvers_go_on_as_if_they_had_stayed(seed):
    asked = questions(seed, 18)
    alone = Solver(LIMITS)
    expected = ask_all(alone, asked)
    for each in (Solver(LIMITS), solver(), solver()):
        given = []
        for at, question in enumerate(asked):
            if at % 6 == 5:
                each.suspend()
                assert each._backends.backends == {}
            given.append(answer_of(each.check(question)))
        assert given == expected
        assert from_solvers(each) + each.statistics.answered["disk"] == from_solvers(alone) > 3
        each.close()
