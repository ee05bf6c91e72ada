"""The share of the input space that a path covers, counted or estimated, if all inputs are numbers and booleans."""

from __future__ import annotations

import itertools
import random

from everypath.dataclass import dataclass
from everypath.explore.paths import Path
from everypath.suite.descriptions.conditions import readable
from everypath.suite.prediction import input_symbols
from everypath.term import BOOL, Model, Term, evaluate, interval, variables

__all__ = ["Share", "share_of"]

MOST_COUNTED = 4096
"""Up to this number, all inputs are tried one by one."""
SAMPLES, LEAST_HITS = 2000, 50
"""Random inputs that are tried, and how many of them a path has to take for an estimate."""


@dataclass(frozen=True, slots=True)
class Share:
    """The share of all inputs that take a path, from 0 to 1; it is an estimate unless ``exact``."""

    part: float
    exact: bool

    def __str__(self) -> str:
        percent = f"{100 * self.part:.1f}" if self.part >= 0.001 else f"{100 * self.part:.1g}"
        return f"{percent} % of all inputs" if self.exact else f"about {100 * self.part:.0f} % of all inputs"


def share_of(path: Path) -> Share | None:
    """The share of a path; None if an input is no number or boolean, or too few samples take the path."""
    symbols = sorted(input_symbols(path.shape), key=lambda each: str(each.payload))
    if not all(each.is_primitive for each in path.shape.slots) or any(
        each.op != "var" or not (each.sort.is_vector or each.sort is BOOL) for each in symbols
    ):
        return None
    if not {each for condition in path.constraints for each in variables(condition)} <= set(symbols):
        return None
    if not symbols:
        return None
    total = 1
    for each in symbols:
        total *= _size(each)
    if total <= MOST_COUNTED:
        taken = sum(_takes(path, dict(zip(symbols, each, strict=True))) for each in _all(symbols))
        return Share(taken / total, exact=True)
    return _separate(path) or _estimated(path, symbols)


def _size(symbol: Term) -> int:
    return 2 if symbol.sort is BOOL else 1 << symbol.sort.width


def _values(symbol: Term) -> range | tuple[bool, ...]:
    return (False, True) if symbol.sort is BOOL else range(-(_size(symbol) // 2), _size(symbol) // 2)


def _all(symbols: list[Term]) -> itertools.product[tuple[int, ...]]:
    return itertools.product(*map(_values, symbols))


def _drawn(symbol: Term, generator: random.Random) -> int:
    return (
        generator.random() < 0.5
        if symbol.sort is BOOL
        else generator.randrange(-(_size(symbol) // 2), _size(symbol) // 2)
    )


def _takes(path: Path, values: dict[Term, int]) -> bool:
    model = Model(values)
    return all(evaluate(each, model) is True for each in path.constraints)


def _separate(path: Path) -> Share | None:
    """The exact share if each condition bounds one input; None otherwise."""
    part = 1.0
    ranges: dict[Term, tuple[int, int, set[int]]] = {}
    for condition in readable(path.condition):
        bound = _bound(condition)
        if bound is None:
            return None
        value, kind, limit = bound
        inner = value.args[0] if value.op in ("sext", "zext") else value
        if not isinstance(inner, Term) or inner.op != "var":
            return None
        low, high, holes = ranges.get(value) or (*interval(value), set[int]())
        if kind == "!=":
            holes.add(limit)
        low = max(low, limit) if kind in ("=", ">=") else low
        high = min(high, limit) if kind in ("=", "<=") else high
        ranges[value] = (low, high, holes)
    for value, (low, high, holes) in ranges.items():
        least, most = interval(value)
        part *= (high - low + 1 - sum(low <= each <= high for each in holes)) / (most - least + 1)
    return Share(part, exact=True)


def _bound(condition: Term) -> tuple[Term, str, int] | None:
    """The bound that a condition sets on one value: the value, ``=``, ``!=``, ``<=`` or ``>=``, and a constant; None
    for others.
    """
    negated = condition.op == "not"
    inner = condition.args[0] if negated else condition
    if not isinstance(inner, Term) or inner.op not in ("eq", "lt"):
        return None
    left, right = inner.args
    if isinstance(left, Term) and type(right) is int:
        if inner.op == "eq":
            return left, "!=" if negated else "=", right
        return (left, ">=", right) if negated else (left, "<=", right - 1)
    if isinstance(right, Term) and type(left) is int:
        if inner.op == "eq":
            return right, "!=" if negated else "=", left
        return (right, "<=", left) if negated else (right, ">=", left + 1)
    return None


def _estimated(path: Path, symbols: list[Term]) -> Share | None:
    generator = random.Random(0)
    hits = 0
    for _ in range(SAMPLES):
        values = {each: _drawn(each, generator) for each in symbols}
        hits += _takes(path, values)
    return Share(hits / SAMPLES, exact=False) if hits >= LEAST_HITS else None
