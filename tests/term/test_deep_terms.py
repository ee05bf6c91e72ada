"""Terms of any depth: nothing that walks them recurses."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest

from everypath.solver import Solver
from everypath.term import (
    BOOL,
    BV32,
    EMPTY,
    Model,
    Term,
    Value,
    add,
    array_sort,
    bool_to_int,
    canonical,
    conj,
    digest,
    disj,
    eq,
    evaluate,
    ite,
    lt,
    minimised,
    mul,
    not_,
    select,
    sext,
    size,
    substitute,
    to_java,
    to_text,
    trunc,
    var,
    variables,
    walk,
    xor,
)

DEPTH = 100_000
LESS_DEEP = 3_000
"""The depth for what takes more time than reading each node once."""
X, Y = var("x", BV32), var("y", BV32)
A = var("a", array_sort(BV32))
B = [var(f"b{number}", BOOL) for number in range(7)]

STEPS: dict[str, Callable[[Value, int], Value]] = {
    "hash": lambda value, _: add(mul(value, 31, 32), Y, 32),
    "xor": lambda value, at: add(xor(value, Y, 32), at, 32),
    "reads": lambda value, _: select(A, value),
    "narrow": lambda value, _: sext(trunc(add(value, Y, 32), 8), 32),
    "choice": lambda value, at: ite(lt(Y, at), value, add(X, at, 32), BV32),
}


def chain(name: str, depth: int) -> Term:
    value: Value = X
    for at in range(depth):
        value = STEPS[name](value, at)
    assert isinstance(value, Term)
    return value


@pytest.mark.parametrize("name", STEPS)
def test_what_reads_each_node_once_takes_any_depth(name: str) -> None:
    term = chain(name, DEPTH)
    assert size(term) > DEPTH
    assert sum(1 for _ in walk(term)) > DEPTH
    assert X in variables(term)
    assert len(digest(term)) == 16
    assert evaluate(term, EMPTY) == evaluate(term, Model({X: 0, Y: 0}))
    assert pickle.loads(pickle.dumps(term)) is term
    assert X not in variables(substitute(term, {X: Y}))
    assert "…" in to_java(term)
    assert to_text(term)


@pytest.mark.parametrize("name", STEPS)
def test_what_rewrites_takes_deep_terms(name: str) -> None:
    condition = lt(chain(name, LESS_DEEP), 7)
    assert isinstance(condition, Term)
    assert canonical(condition) is not None
    assert minimised([condition, lt(X, 5)])
    assert not_(not_(condition)) is condition


def test_connectives_nest_without_limit() -> None:
    value: Value = B[0]
    for at in range(LESS_DEEP):
        value = disj(conj(value, not_(B[at % 7])), eq(X, at))
    assert evaluate(value, EMPTY) is True
    assert canonical(bool_to_int(value)) is not None
    assert pickle.loads(pickle.dumps(value)) is value


def test_a_solver_is_given_deep_terms() -> None:
    solver = Solver()
    try:
        assert solver.check([eq(chain("hash", LESS_DEEP), 7)]) is not None
    finally:
        solver.close()
