"""Replaces remainders and quotients by unknown divisors, which are slow to solve, by symbols.

Simple facts about each symbol are added, such as that a remainder is less than its divisor. If the new conditions are
unsatisfiable, so are the original ones. The converse need not hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from everypath.term import Term, Value, conj, eq, ge, implies, le, lt, substitute, var, walk

__all__ = ["linear"]


def linear(conditions: Iterable[Term]) -> list[Term]:
    """The conditions with a symbol for each remainder and quotient by an unknown number, and facts about it."""
    found: list[Term] = []
    known: dict[Term, Value] = {}
    for condition in conditions:
        for each in walk(condition):
            if each.op in ("srem", "sdiv") and isinstance(each.args[1], Term):
                known.setdefault(each, var(f"{each.op}:{len(known)}", each.sort))
        found += _only_terms([substitute(condition, known)])
    for each, symbol in known.items():
        below = {inner: other for inner, other in known.items() if inner is not each}
        number, divisor = (substitute(argument, below) for argument in each.args)
        found += _only_terms(_facts(each.op, symbol, number, divisor))
    return found


def _facts(op: str, result: Value, number: Value, divisor: Value) -> Iterator[Value]:
    usual = conj(ge(number, 0), ge(divisor, 1))
    if op == "srem":
        yield implies(usual, conj(ge(result, 0), lt(result, divisor), le(result, number)))
        yield implies(conj(usual, lt(number, divisor)), eq(result, number))
    else:
        yield implies(usual, conj(ge(result, 0), le(result, number)))


def _only_terms(conditions: Iterable[Value]) -> list[Term]:
    return [each for each in conditions if isinstance(each, Term)]
