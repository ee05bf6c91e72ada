"""Looking for a model where ranges and the values of chars leave little choice: pick, propagate, pick again.

It never proves anything: what it finds is evaluated, and what it does not find in a few steps goes to a solver.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from everypath.solver.domains import everything
from everypath.solver.propagation import WORK, Ranges, Refuted
from everypath.term import BV8, BV16, Model, Term, eq, evaluate, variables

_PICKS = 12
_WORK = 6_000
"""Steps of propagation that one search may take: about what a solver needs for an easy slice (20 ms)."""
_VALUES = 4
_LARGEST_SLICE = 200
_PREFERRED = (*range(0x61, 0x7B), *range(0x41, 0x5B), *range(0x30, 0x3A), 0x20, *range(0x21, 0x7F))
"""Chars that people read, tried first."""


class Search:
    """One look for a model of some conditions, near another one."""

    def __init__(self, conditions: Sequence[Term], hint: Model) -> None:
        self._conditions = conditions
        self._hint = hint
        self._symbols = list(dict.fromkeys(symbol for each in conditions for symbol in sorted_symbols(each)))
        self._picks = _PICKS
        self._work = _WORK

    def run(self, ranges: Ranges) -> Model | None:
        """A model, or None where a few picks lead to none. ``ranges`` are those of the conditions, propagated."""
        if len(self._conditions) > _LARGEST_SLICE or any(symbol.sort.is_float for symbol in self._symbols):
            return None
        return self._under(ranges, ())

    def _under(self, ranges: Ranges, picked: tuple[Term, ...]) -> Model | None:
        model = self._hint.with_({symbol: self._value(symbol, ranges) for symbol in self._scalars()})
        violated = next((each for each in self._conditions if not evaluate(each, model)), None)
        if violated is None:
            return model
        open_symbols = [each for each in sorted_symbols(violated) if self._is_open(each, ranges)]
        for symbol in sorted(open_symbols, key=lambda each: self._choices(each, ranges))[:2]:
            for value in self._candidates(symbol, ranges):
                self._picks -= 1
                if self._picks < 0 or self._work < 0:
                    return None
                pick = eq(symbol, value)
                if not isinstance(pick, Term):
                    continue
                further = Ranges((*self._conditions, *picked, pick), min(self._work, WORK))
                try:
                    further.propagate()
                except Refuted:
                    continue
                finally:
                    self._work -= further.spent
                found = self._under(further, (*picked, pick))
                if found is not None:
                    return found
        return None

    def _scalars(self) -> list[Term]:
        return [symbol for symbol in self._symbols if symbol.op == "var" and symbol.sort.is_vector]

    def _is_open(self, symbol: Term, ranges: Ranges) -> bool:
        return symbol.op == "var" and symbol.sort.is_vector and self._choices(symbol, ranges) > 1

    def _choices(self, symbol: Term, ranges: Ranges) -> int:
        """How many values a symbol may have."""
        low, high, _, _ = ranges.bounds(symbol)
        values = ranges.domain(symbol)
        return high - low + 1 if values is None else min(values.bit_count(), high - low + 1)

    def _value(self, symbol: Term, ranges: Ranges) -> int:
        return next(self._candidates(symbol, ranges))

    def _candidates(self, symbol: Term, ranges: Ranges) -> Iterator[int]:
        """The values to try for a symbol: that of the hint or the next to it first."""
        low, high, _, _ = ranges.bounds(symbol)
        wanted = self._hint.value_of(symbol)
        near = min(max(wanted, low), high) if isinstance(wanted, int) else low
        if symbol.sort not in (BV8, BV16):
            yield from list(dict.fromkeys((near, low, high, min(low + 1, high))))[:_VALUES]
            return
        size = 1 << symbol.sort.width
        values = ranges.domain(symbol)
        if values is None:
            values = everything(symbol)
        tried = 0
        for number in dict.fromkeys((near % size, *_PREFERRED, (values & -values).bit_length() - 1, low % size)):
            signed = number - size if number >= size >> 1 else number
            if number < size and values >> number & 1 and low <= signed <= high:
                yield signed
                tried += 1
                if tried >= _VALUES:
                    return
        if not tried:
            yield low


def sorted_symbols(condition: Term) -> list[Term]:
    """The symbols of a condition by name, the same order in every process."""
    return sorted(variables(condition), key=lambda each: (str(each.payload), each.op, each.sort.name))
