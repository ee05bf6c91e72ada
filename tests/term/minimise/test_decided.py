"""Conditions decide choices in a value; the shorter value is the same wherever the conditions hold."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from everypath.solver import Solver, Unsat
from everypath.term import (
    BOOL,
    BV32,
    Minimiser,
    Term,
    Value,
    add,
    conj,
    eq,
    ite,
    le,
    lt,
    ne,
    not_,
    to_java,
    var,
    variables,
)

X, Y, Z = (var(name, BV32) for name in "xyz")
FLAG = var("flag", BOOL)


def condition(value: Value) -> Term:
    assert isinstance(value, Term)
    return value


def choice(decision: Value, yes: Value, no: Value) -> Term:
    return condition(ite(decision, yes, no, BV32))


IS_NEXT = eq(Y, add(X, 1, 32))
CASES: list[tuple[Term, list[Value], str]] = [
    (choice(lt(0, X), Y, Z), [lt(0, X)], "y"),
    (choice(lt(X, 0), Y, Z), [lt(0, X)], "z"),
    (condition(add(choice(lt(X, -3), Y, Z), 1, 32)), [lt(0, X)], "z + 1"),
    (choice(lt(X, Y), Y, choice(lt(Y, X), X, Z)), [le(X, Y), ne(X, Y)], "y"),
    (choice(eq(Y, add(X, 2, 32)), X, Z), [IS_NEXT], "z"),
    (choice(eq(Y, add(X, 3, 32)), choice(IS_NEXT, X, Y), Z), [lt(0, X)], "y == x + 3 ? y : z"),
    (choice(lt(X, 3), Z, choice(lt(X, 2), Y, X)), [le(0, X)], "x < 3 ? z : x"),
    (choice(lt(X, 9), choice(lt(X, 5), Y, Z), X), [lt(3, X)], "x < 9 ? x < 5 ? y : z : x"),
    (choice(FLAG, choice(lt(X, Y), X, Y), Z), [lt(X, Y)], "flag ? x : z"),
    (choice(lt(X, Y), X, Y), [lt(X, Z)], "x < y ? x : y"),
    (choice(conj(lt(0, X), FLAG), X, Y), [lt(X, 0)], "y"),
]


@pytest.mark.parametrize(("value", "conditions", "expected"), CASES, ids=[expected for *_, expected in CASES])
def test_what_conditions_decide_is_not_stated_again(value: Term, conditions: Sequence[Value], expected: str) -> None:
    minimiser = Minimiser()
    known = minimiser.minimised(map(condition, conditions))
    made = minimiser.decided(value, known)
    names = {symbol: str(symbol.payload) for symbol in variables(value)}
    assert to_java(made, names).replace("(", "").replace(")", "") == expected
    assert isinstance(Solver().check([*conditions, not_(eq(value, made))]), Unsat)
