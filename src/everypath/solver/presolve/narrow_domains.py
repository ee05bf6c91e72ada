"""Sets of the values that conditions on one byte or char allow, as bits (`everypath.solver.presolve.bit_sets`)."""

from __future__ import annotations

from collections.abc import Sequence

from everypath.solver.presolve.bit_sets import all_values, ends, values_of
from everypath.solver.presolve.term_ranges import Reasons, Refuted, Truth
from everypath.term import Term, variables


class NarrowDomains:
    """The remaining values of the narrow symbols of a conjunction, and the conditions that exclude the others."""

    def __init__(self, conditions: Sequence[Term]) -> None:
        self._conditions = conditions
        self._domains: dict[Term, tuple[int, Reasons]] = {}

    def domain(self, symbol: Term) -> int | None:
        """Return the remaining values of a symbol, as bits of its unsigned value; None if all remain."""
        known = self._domains.get(symbol)
        return known[0] if known is not None else None

    def restrict(self, condition: Term, wanted: bool, reasons: Reasons) -> tuple[Term, int, int, Reasons] | None:
        """Exclude the values of a symbol for which a condition on it alone is not ``wanted``.

        Returns the symbol, its least and greatest remaining value and the reasons, None if no value was excluded.

        Raises:
            Refuted: no value remains.
        """
        values = values_of(condition)
        if values is None:
            return None
        (symbol,) = variables(condition)
        left, why = self._domains.get(symbol, (all_values(symbol), 0))
        narrowed = left & (values if wanted else ~values)
        if narrowed == left:
            return None
        why |= reasons
        if not narrowed:
            raise Refuted(self._core_of(symbol, why))
        self._domains[symbol] = (narrowed, why)
        low, high = ends(narrowed, symbol)
        return symbol, low, high, why

    def truth(self, condition: Term) -> Truth:
        """Return the truth value of a condition on one symbol if all remaining values agree, else None."""
        if not self._domains:
            return None
        symbols = variables(condition)
        if len(symbols) != 1:
            return None
        (symbol,) = symbols
        known = self._domains.get(symbol)
        values = values_of(condition) if known is not None else None
        if known is None or values is None:
            return None
        if not known[0] & values:
            return False, known[1]
        if not known[0] & ~values:
            return True, known[1]
        return None

    def _core_of(self, symbol: Term, reasons: Reasons) -> Reasons:
        """Return fewer conditions that leave a symbol no value, by deletion.

        Returns ``reasons`` unchanged if one of them is not about the symbol alone.
        """
        about = []
        for at, condition in enumerate(self._conditions):
            if reasons >> at & 1:
                values = values_of(condition)
                if values is None or symbol not in variables(condition):
                    return reasons
                about.append((1 << at, values))
        kept = about
        for each in about:
            fewer = [other for other in kept if other is not each]
            left = all_values(symbol)
            for _, values in fewer:
                left &= values
            if not left:
                kept = fewer
        return sum(bit for bit, _ in kept)
