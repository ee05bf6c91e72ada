"""Equal strings of any length: the solver agrees with all short strings, and has models of long ones."""

from __future__ import annotations

import random
from itertools import product

import pytest

from everypath.solver import Sat, Solver, Unsat
from everypath.term import (
    BV16,
    BV32,
    Model,
    Term,
    Value,
    array_sort,
    conj,
    disj,
    eq,
    evaluate,
    ge,
    lt,
    not_,
    same_text,
    select,
    var,
)

NAMES = "abc"
CHARS = {name: var(f"{name}.chars", array_sort(BV16)) for name in NAMES}
LENGTHS = {name: var(f"{name}.length", BV32) for name in NAMES}
SHORT = [chars for count in range(3) for chars in product((0, 1), repeat=count)]
"""All strings of up to two chars of two kinds."""


def same(first: str, second: str) -> Term:
    found = same_text(CHARS[first], LENGTHS[first], CHARS[second], LENGTHS[second])
    assert isinstance(found, Term)
    return found


def within() -> list[Value]:
    """The conditions that all strings are in `SHORT`."""
    found: list[Value] = []
    for name in NAMES:
        found += [ge(LENGTHS[name], 0), lt(LENGTHS[name], 3)]
        found += [disj(eq(select(CHARS[name], at), 0), eq(select(CHARS[name], at), 1)) for at in range(2)]
    return found


def drawn(source: random.Random, depth: int = 2) -> Value:
    if depth and source.random() < 0.5:
        parts = [drawn(source, depth - 1) for _ in range(2)]
        return source.choice((conj, disj))(*parts)
    match source.randrange(4):
        case 0:
            found: Value = eq(LENGTHS[source.choice(NAMES)], source.randrange(3))
        case 1:
            at = source.randrange(2)
            found = eq(select(CHARS[source.choice(NAMES)], at), select(CHARS[source.choice(NAMES)], at))
        case _:
            found = same(*source.sample(NAMES, 2))
    return not_(found) if source.random() < 0.5 else found


def is_satisfied(conditions: list[Value], strings: tuple[tuple[int, ...], ...]) -> bool:
    values: dict[Term, object] = {}
    for name, chars in zip(NAMES, strings, strict=True):
        values |= {LENGTHS[name]: len(chars), CHARS[name]: dict(enumerate(chars))}
    return all(evaluate(each, Model(values)) for each in conditions)


@pytest.mark.parametrize("seed", range(150))
def test_the_solver_agrees_with_all_short_strings(seed: int) -> None:
    source = random.Random(seed)
    conditions = [drawn(source) for _ in range(source.randint(1, 4))]
    answer = Solver().check([*conditions, *within()])
    is_possible = any(is_satisfied(conditions, strings) for strings in product(SHORT, repeat=len(NAMES)))
    if is_possible:
        assert isinstance(answer, Sat)
        assert all(evaluate(each, answer.model) for each in conditions)
    elif isinstance(answer, Sat):  # chars behind the end of a string may differ
        assert all(evaluate(each, answer.model) for each in conditions)
    else:
        assert isinstance(answer, Unsat)


def test_equality_goes_on() -> None:
    assert isinstance(Solver().check([same("a", "b"), same("b", "c"), not_(same("a", "c"))]), Unsat)
    assert isinstance(Solver().check([same("a", "b"), not_(eq(LENGTHS["a"], LENGTHS["b"]))]), Unsat)
    differs = not_(eq(select(CHARS["a"], 4), select(CHARS["b"], 4)))
    assert isinstance(Solver().check([same("a", "b"), differs, lt(4, LENGTHS["a"])]), Unsat)


def test_strings_may_be_long() -> None:
    answer = Solver().check([not_(same("a", "b")), eq(LENGTHS["a"], LENGTHS["b"]), lt(1000, LENGTHS["a"])])
    assert isinstance(answer, Sat)
    assert answer.model[LENGTHS["a"]] == answer.model[LENGTHS["b"]]
    assert isinstance(Solver().check([same("a", "b"), lt(1000, LENGTHS["a"])]), Sat)


def test_the_order_does_not_matter() -> None:
    assert same("a", "b") is same("b", "a")
    assert same_text(CHARS["a"], LENGTHS["a"], CHARS["a"], LENGTHS["a"]) is True
