"""Backward propagation: the ranges of the arguments of a term from its own range.

Each rule inverts one operator if the inverse is exact and nothing wraps.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from everypath.solver.presolve.term_ranges import Bounds, TermRanges
from everypath.term import Term


def _add(ranges: TermRanges, term: Term, bounds: Bounds, depth: int) -> None:
    left, right = term.args
    low, high, lows, highs = bounds
    half = 1 << (term.sort.width - 1)
    if type(right) is int:
        first, last = low - right, high - right
        if first >= -half and last < half:
            needs = highs if right < 0 else 0, lows if right > 0 else 0
            ranges.between(left, first, last, lows | needs[0], highs | needs[1], depth)
        return
    safe = ranges.why_it_fits(term)
    if safe is None:
        return
    for one, other in ((left, right), (right, left)):
        least, most, why, because = ranges.bounds(other)
        ranges.between(one, low - most, high - least, lows | because | safe, highs | why | safe, depth)


def _sub(ranges: TermRanges, term: Term, bounds: Bounds, depth: int) -> None:
    safe = ranges.why_it_fits(term)
    if safe is None:
        return
    left, right = term.args
    low, high, lows, highs = bounds
    least, most, why, because = ranges.bounds(right)
    ranges.between(left, low + least, high + most, lows | why | safe, highs | because | safe, depth)
    least, most, why, because = ranges.bounds(left)
    ranges.between(right, least - high, most - low, why | highs | safe, because | lows | safe, depth)


def _neg(ranges: TermRanges, term: Term, bounds: Bounds, depth: int) -> None:
    low, high, lows, highs = bounds
    if low > -(1 << (term.sort.width - 1)):  # the least number is its own negation
        ranges.between(term.args[0], -high, -low, highs | lows, lows, depth)


def _mul(ranges: TermRanges, term: Term, bounds: Bounds, depth: int) -> None:
    left, factor = term.args
    if type(factor) is not int or not factor or type(left) is not Term:
        return
    least, most, why, because = ranges.bounds(left)
    half = 1 << (term.sort.width - 1)
    ends = sorted((least * factor, most * factor))
    if ends[0] < -half or ends[1] >= half:
        return
    low, high, lows, highs = bounds
    if factor < 0:
        low, high, lows, highs, factor = -high, -low, highs, lows, -factor
    safe = why | because
    ranges.between(left, -(-low // factor), high // factor, lows | safe, highs | safe, depth)


def _sdiv(ranges: TermRanges, term: Term, bounds: Bounds, depth: int) -> None:
    left, divisor = term.args
    if type(divisor) is not int or abs(divisor) < 2:
        return
    low, high, lows, highs = bounds
    if divisor < 0:
        low, high, lows, highs, divisor = -high, -low, highs, lows, -divisor
    least = low * divisor if low > 0 else (low - 1) * divisor + 1
    most = high * divisor if high < 0 else (high + 1) * divisor - 1
    ranges.between(left, least, most, lows, highs, depth)


def _shr(ranges: TermRanges, term: Term, bounds: Bounds, depth: int) -> None:
    left, count = term.args
    if type(count) is not int:
        return
    low, high, lows, highs = bounds
    count &= term.sort.width - 1
    ranges.between(left, low << count, (high << count) + (1 << count) - 1, lows, highs, depth)


def _ushr(ranges: TermRanges, term: Term, bounds: Bounds, depth: int) -> None:
    left, count = term.args
    least, _, why, _ = ranges.bounds(left)
    if type(count) is not int or least < 0:
        return
    low, high, lows, highs = bounds
    count &= term.sort.width - 1
    ranges.between(left, low << count, (high << count) + (1 << count) - 1, lows | why, highs | why, depth)


def _sext(ranges: TermRanges, term: Term, bounds: Bounds, depth: int) -> None:
    low, high, lows, highs = bounds
    ranges.between(term.args[0], low, high, lows, highs, depth)


def _zext(ranges: TermRanges, term: Term, bounds: Bounds, depth: int) -> None:
    source = term.args[0]
    assert type(source) is Term
    half = 1 << (source.sort.width - 1)
    low, high, lows, highs = bounds
    if high < half:
        ranges.between(source, low, high, lows | highs, highs, depth)
    elif low >= half:
        ranges.between(source, low - 2 * half, high - 2 * half, lows, highs | lows, depth)
    else:
        least, _, why, _ = ranges.bounds(source)
        if least >= 0:
            ranges.between(source, low, high, lows | why, highs | why, depth)


def _trunc(ranges: TermRanges, term: Term, bounds: Bounds, depth: int) -> None:
    source = term.args[0]
    least, most, why, because = ranges.bounds(source)
    half = 1 << (term.sort.width - 1)
    if -half <= least and most < half:
        low, high, lows, highs = bounds
        safe = why | because
        ranges.between(source, low, high, lows | safe, highs | safe, depth)


def _ite(ranges: TermRanges, term: Term, bounds: Bounds, depth: int) -> None:
    condition, yes, no = term.args
    low, high, lows, highs = bounds
    truth = ranges.truth(condition, depth)
    if truth is not None:
        ranges.between(yes if truth[0] else no, low, high, lows | truth[1], highs | truth[1], depth)
        return
    for branch, other, chosen in ((yes, no, True), (no, yes, False)):
        least, most, why, because = ranges.bounds(branch)
        if most < low or least > high:
            reasons = because | lows if most < low else why | highs
            ranges.impose(condition, not chosen, reasons, depth)
            ranges.between(other, low, high, lows | reasons, highs | reasons, depth)
            return


BACKWARD: Final[dict[str, Callable[[TermRanges, Term, Bounds, int], None]]] = {
    "add": _add,
    "sub": _sub,
    "neg": _neg,
    "mul": _mul,
    "sdiv": _sdiv,
    "shr": _shr,
    "ushr": _ushr,
    "sext": _sext,
    "zext": _zext,
    "trunc": _trunc,
    "ite": _ite,
}
