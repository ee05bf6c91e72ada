"""The interface of interval propagation to the rules that narrow ranges and compare terms by them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol, TypeAlias

from everypath.errors import EverypathError
from everypath.term import Term, Value

Reasons: TypeAlias = int
"""A set of conditions of the conjunction: bit ``n`` stands for the condition at position ``n``."""

Bounds: TypeAlias = "tuple[int, int, Reasons, Reasons]"
"""The least and the greatest value of a term, the conditions that imply the first, those that imply the second."""

Truth: TypeAlias = "tuple[bool, Reasons] | None"
"""The truth value of a condition and the conditions that imply it, None if it is open."""


DEPTH: Final = 24
"""The greatest length of a chain of consequences that are drawn from one condition."""


class Refuted(EverypathError):
    """The conditions in ``reasons`` contradict each other."""

    def __init__(self, reasons: Reasons) -> None:
        super().__init__()
        self.reasons = reasons


class WorkLimitReached(EverypathError):
    """Propagation has done as much work as it is worth."""


class TermRanges(Protocol):
    """The known ranges of the terms in a conjunction (`everypath.solver.presolve.Ranges`)."""

    @property
    def truth(self) -> Callable[[Value, int], Truth]:
        """Called with a condition and a depth: returns the truth value, None if the known ranges leave it open."""

    def bounds(self, value: Value) -> Bounds:
        """Return the known bounds of a vector value."""

    def between(self, term: Value, low: int, high: int, lows: Reasons, highs: Reasons, depth: int) -> None:
        """Narrow the range of a value to ``low`` to ``high``, for the given reasons."""

    def impose(self, condition: Value, wanted: bool, reasons: Reasons, depth: int) -> None:
        """Record that a condition has the truth value ``wanted``, and propagate it."""

    def why_it_fits(self, term: Term) -> Reasons | None:
        """Return the reasons why a sum or difference cannot wrap, None if it may."""

    def spend(self) -> None:
        """Count one step of work."""
