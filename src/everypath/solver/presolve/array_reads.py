"""Resolves reads of written arrays if known facts decide whether the write was at the index that is read.

``i < j`` is enough to know that writing ``a[j]`` does not change ``a[i]``. Differences of the operands of the indexes
are enough, too: ``i + 1 < j`` for ``a[i + 2]``, if no sum wraps. The results are plain reads, which can be compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from everypath.solver.presolve.term_ranges import Bounds, Reasons
from everypath.term import Term, Value, select, size, substitute, variables

__all__ = ["resolved_reads"]

Fact: TypeAlias = "tuple[Value, bool, Reasons]"

_LARGEST = 400


def resolved_reads(facts: Sequence[tuple[Term, bool, Reasons]], bounds: Callable[[Value], Bounds]) -> Iterator[Fact]:
    """Yield the facts that read written arrays with the reads resolved, and all reasons."""
    reading = [each for each in facts if size(each[0]) <= _LARGEST and any(s.sort.is_array for s in variables(each[0]))]
    if not any(_reads_writes(condition) for condition, _, _ in reading):
        return
    reads = _Reads(facts, bounds)
    for condition, wanted, reasons in reading:
        resolved, why = reads.of(condition)
        if resolved is not condition:
            yield resolved, wanted, reasons | why


def _reads_writes(term: Term) -> bool:
    stack = [term]
    while stack:
        each = stack.pop()
        if each.op == "store":
            return True
        stack += [arg for arg in each.args if type(arg) is Term]
    return False


def _split(index: Value) -> tuple[Value, int]:
    """Return an index as a base and an added constant."""
    if type(index) is not Term:
        assert not isinstance(index, float)
        return 0, int(index)
    if index.op == "add" and type(index.args[1]) is int:
        return index.args[0], index.args[1]
    return index, 0


class _Reads:
    """Resolves reads by the comparisons of indexes among some facts."""

    def __init__(self, facts: Sequence[tuple[Term, bool, Reasons]], bounds: Callable[[Value], Bounds]) -> None:
        self._bounds = bounds
        self._unequal: dict[tuple[Value, Value], Reasons] = {}
        self._least: dict[tuple[Value, Value], tuple[int, Reasons]] = {}
        """The least value of the second minus the first, and the reasons."""
        self._done: dict[Term, tuple[Value, Reasons]] = {}
        for condition, wanted, reasons in facts:
            if condition.op in ("lt", "eq"):
                self._note(condition, wanted, reasons)

    def _note(self, condition: Term, wanted: bool, reasons: Reasons) -> None:
        one, other = condition.args
        if (condition.op == "lt") is wanted:  # one < other, or one != other
            self._unequal.setdefault((one, other), reasons)
            self._unequal.setdefault((other, one), reasons)
        if condition.op == "lt":
            self._more(*((one, other, 1) if wanted else (other, one, 0)), reasons)
        elif wanted:
            self._more(one, other, 0, reasons)
            self._more(other, one, 0, reasons)

    def _more(self, small: Value, large: Value, gap: int, reasons: Reasons) -> None:
        """Record ``small + gap <= large``."""
        (base, plus), (top, more) = _split(small), _split(large)
        safe, why = self._unwrapped(base, plus)
        sound, because = self._unwrapped(top, more)
        if safe and sound:
            least = plus + gap - more
            known = self._least.get((base, top))
            if known is None or least > known[0]:
                self._least[base, top] = least, reasons | why | because

    def _unwrapped(self, base: Value, plus: int) -> tuple[bool, Reasons]:
        """Return whether a constant can be added without wrapping, and the reasons."""
        if not plus:
            return True, 0
        if type(base) is Term and not base.sort.is_vector:
            return False, 0
        low, high, lows, highs = self._bounds(base)
        width = base.sort.width if type(base) is Term else 32
        most = (1 << (width - 1)) - 1
        return (high + plus <= most, highs) if plus > 0 else (low + plus >= -most - 1, lows)

    def of(self, term: Value) -> tuple[Value, Reasons]:
        """Return a value with its reads resolved, and the reasons."""
        if type(term) is not Term or not term.args:
            return term, 0
        known = self._done.get(term)
        if known is None:
            known = self._done[term] = self._read(term) if term.op == "select" else self._rebuilt(term)
        return known

    def _rebuilt(self, term: Term) -> tuple[Value, Reasons]:
        changed: dict[Term, Value] = {}
        reasons = 0
        for arg in term.args:
            if type(arg) is Term and not arg.sort.is_array:
                resolved, why = self.of(arg)
                if resolved is not arg:
                    changed[arg] = resolved
                    reasons |= why
        return (substitute(term, changed), reasons) if changed else (term, 0)

    def _read(self, read: Term) -> tuple[Value, Reasons]:
        index, reasons = self.of(read.args[1])
        array: Value = read.args[0]
        while type(array) is Term and array.op == "store":
            at, why = self.of(array.args[1])
            same = self._same(at, index)
            if same is None:
                break
            reasons |= why | same[1]
            if same[0]:
                value, why = self.of(array.args[2])
                return value, reasons | why
            array = array.args[0]
        if array is read.args[0] and index is read.args[1]:
            return read, 0
        assert type(array) is Term
        return select(array, index), reasons

    def _same(self, one: Value, other: Value) -> tuple[bool, Reasons] | None:
        """Return whether two indexes are the same and the reasons, None if it is open."""
        if one is other:
            return True, 0
        unequal = self._unequal.get((one, other))
        if unequal is not None:
            return False, unequal
        (base, plus), (top, more) = _split(one), _split(other)
        if base is top:
            return plus == more, 0
        safe, why = self._unwrapped(base, plus)
        sound, because = self._unwrapped(top, more)
        if not (safe and sound):
            return None
        wanted = plus - more  # the same means that top - base is this
        up, down = self._least.get((base, top)), self._least.get((top, base))
        if up is not None and up[0] > wanted:
            return False, up[1] | why | because
        if down is not None and down[0] > -wanted:
            return False, down[1] | why | because
        if up is not None and down is not None and up[0] == wanted == -down[0]:
            return True, up[1] | down[1] | why | because
        return None
