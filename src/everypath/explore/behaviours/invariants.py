"""Infers invariants of a class: conditions on its fields that hold after every constructor, factory and method.

Candidates come from a few templates: a field is not null; a number lies within bounds, which are values that
constructors give it or that conditions compare it with; numbers and lengths are ordered. Candidates are dropped until
the rest is inductive (Flanagan and Leino, *Houdini*, FME 2001): if all of them hold before a change, all of them hold
after it. `everypath.explore.behaviours.encapsulation` decides if the given changes are all that exist.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from everypath.dataclass import dataclass
from everypath.explore.behaviours.field_symbols import renamed
from everypath.explore.behaviours.linear import linear
from everypath.solver import Answer, Sat, Unsat
from everypath.term import BV32, BV64, Term, Value, disj, eq, evaluate, ge, le, lt, not_, substitute, walk

if TYPE_CHECKING:
    from everypath.explore.behaviours.change import SummaryCase
    from everypath.program import Field
    from everypath.solver import Solver

MOST_PAIRED = 8
"""The most numbers that are compared with each other; also the most lengths."""

MOST_COMPARED = 12
"""The most bounds of one number that come from comparisons in the code, with numbers below `LARGEST_COMPARED`."""

LARGEST_COMPARED = 1 << 30

MOST_ROUNDS = 400
"""Queries for one class."""


@dataclass
class _Search:
    solver: Solver
    kept: list[Term]
    asked: int = 0

    def weaken(self, change: SummaryCase) -> bool:
        """Drop the candidates that do not hold after a change; True if there were any."""
        after = _after(change)
        dropped = False
        while True:
            affected = [
                (each, then) for each in self.kept if (then := substitute(each, after)) is not each or change.made
            ]
            before = change.conditions if change.made else (*change.conditions, *self.kept)
            broken = self._broken(before, affected)
            if not broken:
                return dropped
            self.kept = [each for each in self.kept if each not in broken]
            dropped = True

    def _broken(self, before: Sequence[Term], affected: Sequence[tuple[Term, Value]]) -> set[Term]:
        """Some of the candidates that do not hold after a change; none only if all hold."""
        open_ = [(each, then) for each, then in affected if then is not True]
        if not open_:
            return set()
        answer = self._ask([*before, *_terms(disj(*(not_(then) for _, then in open_)))])
        if isinstance(answer, Unsat):
            return set()
        if isinstance(answer, Sat):
            never = {each for each, then in open_ if not evaluate(then, answer.model)}
            if never:
                return never
        return {each for each, then in open_ if not isinstance(self._ask([*before, *_terms(not_(then))]), Unsat)}

    def _ask(self, conditions: Sequence[Term]) -> Answer | None:
        self.asked += 1
        return self.solver.check(linear(conditions)) if self.asked <= MOST_ROUNDS else None


def _terms(value: Value) -> list[Term]:
    return [value] if isinstance(value, Term) else []


def infer(
    symbols: Mapping[Field, tuple[Term, ...]], changes: Sequence[SummaryCase], solver: Solver
) -> tuple[Term, ...]:
    """The candidates that hold for every new object and that every change keeps."""
    search = _Search(solver, list(_candidates(symbols, changes)))
    again = True
    while again and search.kept:
        again = any(search.weaken(each) for each in changes)
    return _without_implied(search.kept, solver)


def _without_implied(conditions: Sequence[Term], solver: Solver) -> tuple[Term, ...]:
    """The conditions without those that the others imply."""
    kept = list(conditions)
    for each in conditions:
        others = [other for other in kept if other is not each]
        if isinstance(solver.check([*others, *_terms(not_(each))]), Unsat):
            kept = others
    return tuple(kept)


def _after(change: SummaryCase) -> dict[Term, Value]:
    """The values of the symbols after a change; a fresh symbol stands for a value that is not known."""
    return {symbol: renamed(symbol, "lost:") if value is None else value for symbol, value in change.after.items()}


def _compared(symbol: Term, changes: Iterable[SummaryCase]) -> set[int]:
    """The numbers with which conditions compare a symbol or its new value, those between which this value is chosen,
    and these numbers plus and minus 1.
    """
    return {
        other + near
        for change in changes
        for other in (*_in_conditions(symbol, change), *_in_value(change.after.get(symbol)))
        if type(other) is int and abs(other) < LARGEST_COMPARED
        for near in (-1, 0, 1)
    }


def _in_conditions(symbol: Term, change: SummaryCase) -> Iterator[Value]:
    after = change.after.get(symbol)
    compared = (symbol, after) if isinstance(after, Term) else (symbol,)
    for condition in change.conditions:
        for each in walk(condition):
            if each.op in ("eq", "lt") and any(one in each.args for one in compared):
                yield from each.args


def _in_value(value: Value | None) -> Iterator[Value]:
    """The limits of a value: what `Math.min` and its like compare a number with."""
    if isinstance(value, Term):
        for each in walk(value):
            if each.op in ("eq", "lt", "ite"):
                yield from each.args


def _candidates(symbols: Mapping[Field, tuple[Term, ...]], changes: Sequence[SummaryCase]) -> Iterator[Term]:
    """The conditions to try: null checks, comparisons with constants, comparisons of two symbols; none twice."""
    found: dict[Value, None] = {}
    numbers: list[Term] = []
    lengths: list[Term] = []
    for of, known in symbols.items():
        if of.descriptor[0] in "L[":
            found[not_(known[0])] = None
            lengths += [each for each in known[1:2] if each.sort is BV32]
        elif known[0].sort in (BV32, BV64):
            numbers.append(known[0])
    found |= dict.fromkeys(_with_constants((*numbers, *lengths), changes))
    found |= dict.fromkeys(_of_pairs(numbers[:MOST_PAIRED], lengths[:MOST_PAIRED]))
    yield from (each for each in found if isinstance(each, Term))


def _with_constants(symbols: Sequence[Term], changes: Sequence[SummaryCase]) -> Iterator[Value]:
    """Comparisons of symbols with small numbers, with the values of new objects, and with those that code compares."""
    for each in symbols:
        yield from (ge(each, 0), ge(each, 1), ge(each, -1))
    for each in symbols:
        first = {value for change in changes if change.made and isinstance(value := change.after.get(each), int)}
        for value in sorted(first):
            yield from (eq(each, value), ge(each, value), le(each, value))
        for value in sorted(_compared(each, changes))[:MOST_COMPARED]:
            yield from (ge(each, value), le(each, value))


def _of_pairs(numbers: Sequence[Term], lengths: Sequence[Term]) -> Iterator[Value]:
    """Comparisons of two numbers, of a number with a length, and of two lengths."""
    for number in numbers:
        for other in (*numbers, *lengths):
            if other is not number and other.sort is number.sort:
                yield from (le(number, other), lt(number, other))
    for one, length in enumerate(lengths):
        for other in lengths[one + 1 :]:
            yield eq(length, other)
