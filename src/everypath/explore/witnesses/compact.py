"""Makes the numbers of a witness small together, since dependent numbers cannot become small one at a time.

In ``a[low] < a[high] && high == low + 9 && high < a.length`` an index can only become smaller together with the other
index, with the length, and with the elements that they read. Values that are only compared with each other can be
replaced by 0, 1, 2 and so on in the same order. Each model that is tried is kept if all conditions hold under it. They
are evaluated; no solver is called.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from everypath.explore.witnesses.minimal import MOST_WORK, Touching
from everypath.solver import Layout
from everypath.state import is_about_classes
from everypath.term import Model, Term, evaluate, size, variables

__all__ = ["compact"]

SHORT_INDEX = 10
"""Indexes and lengths up to this are short enough."""

PLAIN = 99
"""Other numbers up to this are plain enough."""

_GAPS = 9
"""The gap between two neighbouring indexes or lengths is tried from 0 (or 1) up to this, and then halved."""


def compact(conditions: Sequence[Term], model: Model, lengths: Sequence[Term]) -> Model:
    """A model of the conditions in which numbers are small. ``model`` must satisfy the conditions.

    Indexes and ``lengths`` come close together and near 0; other numbers become small and keep their order.
    """
    numeric = [each for each in conditions if not is_about_classes(each)]
    symbols = {symbol for each in numeric for symbol in variables(each)}
    if all(_is_compact(symbol, model) for symbol in symbols):
        return model
    layout = Layout(numeric)
    close = {each for each in (*layout.symbols, *lengths) if each in symbols and each.op == "var"}
    trials = _Trials(numeric, layout, model)
    trials.bring_closer(_numbers(close, model))
    trials.rank({each for each in symbols - close if each.op == "var" and _is_number(each)})
    return trials.model


def _is_compact(symbol: Term, model: Model) -> bool:
    """True if the value of a symbol is small enough for an index; for an array, if all its elements are plain."""
    value = model.value_of(symbol)
    if isinstance(value, Mapping):
        return not _is_number(symbol) or all(abs(each) <= PLAIN for each in value.values())
    return isinstance(value, float) or abs(value) <= SHORT_INDEX


def _numbers(symbols: set[Term], model: Model) -> dict[Term, int]:
    """The values of those symbols that hold an integer of at least 0."""
    ordered = sorted(symbols, key=lambda each: str(each.payload))
    found = {each: model.value_of(each) for each in ordered}
    return {each: value for each, value in found.items() if type(value) is int and value >= 0}


def _is_number(symbol: Term) -> bool:
    """True if a symbol is an int or a long, or an array of them. Chars and bytes are no numbers here."""
    sort = symbol.sort.element if symbol.sort.is_array else symbol.sort
    return sort is not None and sort.is_vector and sort.width >= 32


class _Trials:
    def __init__(self, conditions: Sequence[Term], layout: Layout, model: Model) -> None:
        self.touching = Touching(conditions)
        self.layout = layout
        self.model = model
        self.cost = sum(map(size, conditions))
        self.left = MOST_WORK

    def accept(self, trial: Model) -> bool:
        """Keep a model if it satisfies the conditions; False if it does not, or if `MOST_WORK` is used up."""
        self.left -= self.cost
        if self.left < 0:
            return False
        changed = (symbol for symbol, value in trial.items() if self.model.value_of(symbol) is not value)
        if not all(evaluate(each, trial) is True for each in self.touching.any_of(changed)):
            return False
        self.model = trial
        return True

    def bring_closer(self, values: dict[Term, int]) -> None:
        """Make the gaps between indexes and lengths smaller, the smallest indexes first. ``values`` is updated."""
        if max(values.values(), default=0) <= SHORT_INDEX:
            return
        below = 0
        while (above := min((each for each in values.values() if each > below), default=None)) is not None:
            gap = above - below
            for less in range(0 if not below else 1, min(gap, _GAPS + 1)):
                if self._shifted(values, above, gap - less):
                    gap = less
                    break
            refused = _GAPS
            while gap > refused + 1:
                middle = (refused + gap) // 2
                if self._shifted(values, below + gap, gap - middle):
                    gap = middle
                else:
                    refused = middle
            below += gap

    def _shifted(self, values: dict[Term, int], above: int, by: int) -> bool:
        """Subtract ``by`` from all values that are at least ``above``; False if no model allows that."""
        closer = {each: value - by for each, value in values.items() if value >= above}
        if not self.accept(self.layout.moved(self.model, closer, alone=True)):
            return False
        values.update(closer)
        return True

    def rank(self, symbols: set[Term]) -> None:
        """Replace the values of ``symbols`` by small numbers in the same order."""
        ordered = sorted(symbols, key=lambda each: str(each.payload))
        found = {number for each in ordered for number in _inside(self.model, each)}
        if all(abs(each) <= PLAIN for each in found):
            return
        for small in _rankings(sorted(found)):
            values = {each: _mapped(self.model, each, small) for each in ordered}
            if self.accept(self.model.with_(values)):
                return


def _inside(model: Model, symbol: Term) -> list[int]:
    value = model.value_of(symbol)
    if isinstance(value, Mapping):
        return [int(each) for each in value.values()]
    return [int(value)]


def _mapped(model: Model, symbol: Term, small: Mapping[int, int]) -> int | dict[int, int | float | bool]:
    value = model.value_of(symbol)
    if isinstance(value, Mapping):
        return {index: small[int(each)] for index, each in value.items()}
    return small[int(value)]


def _rankings(numbers: Sequence[int]) -> Iterator[dict[int, int]]:
    """Maps from the numbers (in order) to small numbers in the same order.

    The first map counts from 0, the second one keeps 0 and signs, the third one keeps all plain numbers.
    """
    yield {each: at for at, each in enumerate(numbers)}
    negative = sum(each < 0 for each in numbers)
    zero = 0 in numbers
    yield {each: at - negative + (at >= negative and not zero) for at, each in enumerate(numbers)}
    plain = [each for each in numbers if abs(each) <= PLAIN] or [0]
    above = [each for each in numbers if each > PLAIN]
    below = [each for each in reversed(numbers) if each < -PLAIN]
    found = {each: each for each in plain}
    found |= {each: max(plain) + at for at, each in enumerate(above, 1)}
    yield found | {each: min(plain) - at for at, each in enumerate(below, 1)}
