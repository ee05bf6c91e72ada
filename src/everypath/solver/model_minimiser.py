"""Makes the values of a model readable for people: small numbers, printable characters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from everypath.solver.answers import Answer, Sat
from everypath.term import BV16, Model, Term, Value, conj, evaluate, le, variables

Check: TypeAlias = "Callable[[Sequence[Value], Model], Answer]"
"""Asks a solver about conditions; the model is tried first (``hint`` of `everypath.solver.Solver.check`)."""

_SMALL = (0, 1, -1, 2, -2, 3, 4, 5, 7, 8, 10, 16, 20, 50, 100, -10, -100, 1000)
_LETTERS = tuple(ord(letter) for letter in "aA0 bB1zZ9.-_/,:;")
_ROUND = (0.0, 1.0, -1.0, 2.0, 0.5, -2.0, 3.0, 10.0, -0.5, 100.0, -100.0, 1e10)
_MAGNITUDES = (10, 1000, 100_000)


def minimise(check: Check, conditions: Sequence[Value], model: Model, values: Sequence[Value], queries: int) -> Model:
    """Return a model of ``conditions`` in which ``values`` are small in magnitude and characters are printable ASCII.

    A few candidates are first tried for each symbol, by evaluation alone. Then the solver is asked, at most ``queries``
    times, for a value of magnitude up to 10, 1,000 or 100,000.
    """
    open_conditions = [condition for condition in conditions if type(condition) is Term]
    for value in values:
        if type(value) is not Term:
            continue
        symbol = _symbol_of(value)
        if symbol is not None:
            model = _try_candidates(symbol, value, open_conditions, model)
        if queries <= 0 or not value.sort.is_vector:
            continue
        current = evaluate(value, model)
        for magnitude in _MAGNITUDES:
            if not isinstance(current, int) or abs(current) <= magnitude or queries <= 0:
                break
            queries -= 1
            bounded = conj(le(-magnitude, value), le(value, magnitude))
            answer = check([*open_conditions, bounded], model)
            if isinstance(answer, Sat):
                model = answer.model
                break
    for value in values:  # an answer for one value may have changed another
        symbol = _symbol_of(value) if type(value) is Term else None
        if symbol is not None and type(value) is Term:
            model = _try_candidates(symbol, value, open_conditions, model)
    return model


def _symbol_of(value: Term) -> Term | None:
    """Return the symbol, or element of an array symbol, that ``value`` is or is the widening of; else None."""
    while value.op in ("sext", "zext"):
        inner = value.args[0]
        assert type(inner) is Term
        value = inner
    if not (value.sort.is_vector or value.sort.is_float):
        return None
    if value.op == "select":
        array = value.args[0]
        return value if type(array) is Term and array.op == "var" else None
    return value if value.op == "var" else None


def _changed(model: Model, symbol: Term, candidate: float) -> Model:
    """Return the model with another value for a symbol or element."""
    if symbol.op == "var":
        return model.with_({symbol: candidate})
    array = symbol.args[0]
    index = evaluate(symbol.args[1], model)
    assert type(array) is Term
    assert isinstance(index, int)
    contents = evaluate(array, model)
    assert isinstance(contents, Mapping)
    return model.with_({array: {**contents, index: candidate}})


def _try_candidates(symbol: Term, value: Term, conditions: Sequence[Term], model: Model) -> Model:
    """Return the model with the first candidate that satisfies all conditions, else the model itself."""
    current = evaluate(value, model)
    candidates: Sequence[int | float]
    if symbol.sort.is_float:
        candidates = _ROUND
    elif symbol.sort is BV16 and value.op == "zext":
        if isinstance(current, int) and 32 < current < 127:
            return model
        candidates = _LETTERS
    else:
        low, high = -(1 << (symbol.sort.width - 1)), (1 << (symbol.sort.width - 1)) - 1
        candidates = [n for n in _SMALL if low <= n <= high and isinstance(current, int) and abs(n) < abs(current)]
    touched = variables(symbol)
    concerned = [condition for condition in conditions if not touched.isdisjoint(variables(condition))]
    for candidate in candidates:
        if candidate == current:
            return model
        changed = _changed(model, symbol, candidate)
        if all(evaluate(condition, changed) for condition in concerned):
            return changed
    return model
