"""Proves that code of an entry is reached only on objects in states that no sequence of calls produces.

The entry is explored on an object whose fields are free. Code that only these paths reach needs a certain state of the
object. A proof needs all code that can write the fields (`everypath.explore.behaviours.encapsulation`), completely
explored. Then an invariant refutes the state; or the state is taken back through all changes of the class, call by
call, until no state is left or the bound on calls is reached. Unknown values only make more states possible, so a
refutation is sound. If anything cannot be decided, nothing is reported.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from everypath.explore.behaviours.backward_search import QUERY_LIMITS, taken_back
from everypath.explore.behaviours.encapsulation import encapsulation_of
from everypath.explore.behaviours.field_symbols import renamed, symbols_of
from everypath.explore.behaviours.linear import linear
from everypath.explore.behaviours.static_state import depends_on_statics
from everypath.explore.paths import NEVER, NOT_BY_CALLS, UnreachableCode
from everypath.solver import Solver, Unsat
from everypath.state import Ending
from everypath.term import Term, substitute, variables

if TYPE_CHECKING:
    from everypath.explore.behaviours.behaviours import ClassSummaries
    from everypath.explore.behaviours.change import ClassSummary, SummaryCase
    from everypath.explore.search import Goals
    from everypath.inputs import SymbolicInputs
    from everypath.program import Method
    from everypath.state import Place


MOST_QUESTIONS = 400
"""The most queries for one entry."""

MOST_STAGES = 60
"""The most states that are taken back through one more call."""


class UnreachableStates:
    """Looks for code of one entry that no object built by calls reaches."""

    def __init__(self, behaviours: ClassSummaries, inputs: SymbolicInputs, entry: Method) -> None:
        self._behaviours = behaviours
        self._inputs = inputs
        self._entry = entry
        self.solver = Solver(QUERY_LIMITS)
        """The solver of this search."""
        self._asked = 0
        self._known: ClassSummary | None = None
        self._symbols: frozenset[Term] = frozenset()

    def explore_rounds(self, goals: Goals, thrown_at: Iterable[tuple[str, Place | None]]) -> Iterator[None]:
        """Explore the methods that `prove` needs, round by round."""
        cls, api = self._entry.owner, self._inputs.api
        yield from self._behaviours.explore_rounds(self._entry, cls, api.package)
        if self._asks(goals.uncovered_lines(), self._threw(thrown_at)):
            yield from self._behaviours.explore_class_rounds(cls, api)

    def _threw(self, thrown_at: Iterable[tuple[str, Place | None]]) -> dict[Hashable, list[SummaryCase]]:
        """The cases of the entry that throw an exception which no path threw there."""
        entered = self._behaviours.of(self._entry, self._entry.owner, self._inputs.api.package)
        seen = {_exception_key(thrown, place) for thrown, place in thrown_at}
        threw: dict[Hashable, list[SummaryCase]] = {}
        for each in entered.changes if entered is not None else ():
            if each.ending is Ending.THREW and _exception_key(each.detail, each.place) not in seen:
                threw.setdefault(_exception_key(each.detail, each.place), []).append(each)
        return threw

    def _asks(self, lines: Sequence[int], threw: Mapping[Hashable, list[SummaryCase]]) -> bool:
        """True if lines or exceptions were not reached, and the entry and all code that writes the fields are known."""
        entry, program, api = self._entry, self._inputs.program, self._inputs.api
        entered = self._behaviours.of(entry, entry.owner, api.package)
        if entered is None or not entered.whole or not (lines or threw):
            return False
        enclosed = encapsulation_of(program, api, entry.owner)
        return enclosed is not None and enclosed.is_whole and not depends_on_statics(program, entry)

    def prove(self, goals: Goals, thrown_at: Iterable[tuple[str, Place | None]]) -> Iterator[UnreachableCode]:
        """The lines that ``goals`` misses and the exceptions not in ``thrown_at`` that are proved unreachable."""
        cls, api = self._entry.owner, self._inputs.api
        lines, threw = goals.uncovered_lines(), self._threw(thrown_at)
        entered = self._behaviours.of(self._entry, cls, api.package)
        enclosed = encapsulation_of(self._inputs.program, api, cls)
        if entered is None or enclosed is None or not self._asks(lines, threw):
            return
        self._known = self._behaviours.of_class(cls, api)
        if not self._known.proved:
            return
        own = symbols_of(cls)
        self._symbols = frozenset(each for of in enclosed.fields for each in own[of] if each.sort.element is None)
        try:
            for line in lines:
                blocks = _blocks_at(goals, line)
                found = self._shown([each for each in entered.changes if not blocks.isdisjoint(each.covered)], line)
                if found is not None:
                    yield found
            for changes in threw.values():
                thrown, place = changes[0].detail, changes[0].place
                found = self._shown(changes, place.line if place is not None else -1, thrown, place)
                if found is not None:
                    yield found
        finally:
            self.solver.close()

    def _shown(
        self, changes: Sequence[SummaryCase], line: int, thrown: str = "", place: Place | None = None
    ) -> UnreachableCode | None:
        """The states that these cases of the entry need, if calls never produce them; None if that is not proved."""
        assert self._known is not None
        needs: dict[tuple[Term, ...], None] = {}
        holds: dict[Term, None] = {}
        limited = False
        for each in changes:
            other = [s for condition in each.conditions for s in variables(condition) if s not in self._symbols]
            renaming = {symbol: renamed(symbol, "goal:") for symbol in other}
            conditions = {substitute(each, renaming): each for each in each.conditions}
            asked = [one for one in conditions if isinstance(one, Term)]
            core = self._refuted((*asked, *self._known.invariants))
            if core is not None:
                needs[tuple(conditions[one] for one in asked if one in core)] = None
                holds |= dict.fromkeys(one for one in self._known.invariants if one in core)
                continue
            forever = self._never(asked)
            if forever is None:
                return None
            limited |= not forever
            needs[tuple(one for one in each.conditions if not self._symbols.isdisjoint(variables(one)))] = None
        calls = self._inputs.api.most_calls if limited else 0
        return UnreachableCode(
            NOT_BY_CALLS if limited else NEVER, line, thrown, place, tuple(needs), tuple(holds), calls
        )

    def _never(self, wanted: Sequence[Term]) -> bool | None:
        """True if no sequence of calls gives an object for which these conditions hold; False if only no sequence
        within the bound on calls does; None if that cannot be decided.
        """
        changes = self._behaviours.all_changes(self._entry.owner, self._inputs.api)
        if changes is None:
            return None
        stages = [tuple(wanted)]
        before = [frozenset(wanted)]
        for calls in range(self._inputs.api.most_calls + 1):
            following: list[tuple[Term, ...]] = []
            for stage in stages:
                for change in changes:
                    taken = self._before(stage, change, calls)
                    if taken is None:
                        continue
                    if change.made:
                        return None
                    asked = frozenset(taken)
                    if not any(each <= asked for each in before):
                        before.append(asked)
                        following.append(taken)
            if not following:
                return True
            if len(following) > MOST_STAGES or self._asked > MOST_QUESTIONS:
                return None
            stages = following
        return False

    def _before(self, stage: tuple[Term, ...], change: SummaryCase, calls: int) -> tuple[Term, ...] | None:
        """The conditions before a change under which a stage's conditions hold after it. None if the change does not
        matter for them, or if no object satisfies the result.
        """
        assert self._known is not None
        touched = {symbol for each in stage for symbol in variables(each) if symbol in self._symbols}
        if not change.made and touched.isdisjoint(change.after):
            return None
        taken = taken_back(stage, change, calls, self._symbols)
        if taken is None:
            return None
        asked = taken if change.made else tuple(dict.fromkeys((*taken, *self._known.invariants)))
        return asked if self._refuted(asked) is None else None

    def _refuted(self, conditions: Sequence[Term]) -> frozenset[Term] | None:
        """An unsatisfiable core of the conditions; None if the solver does not refute them."""
        self._asked += 1
        answer = self.solver.check(conditions)
        if isinstance(answer, Unsat):
            return frozenset(self.solver.core(conditions))
        plain = linear(conditions)
        if set(plain) == set(conditions) or not isinstance(self.solver.check(plain), Unsat):
            return None
        return frozenset(conditions)


def _exception_key(thrown: str, place: Place | None) -> Hashable:
    """The key of an exception: those of one class from several instructions of a line are equal for users."""
    return thrown, (place.class_name, place.line) if place is not None and place.line > 0 else place


def _blocks_at(goals: Goals, line: int) -> set[int]:
    """The numbers of those blocks of the entry that have an instruction of a line."""
    entry = goals.entry
    pcs = [each.pc for each in entry.instructions if entry.line(each.pc) == line]
    return {
        number
        for number, (method, first, last) in enumerate(goals.machine.blocks)
        if method is entry and any(first <= pc <= last for pc in pcs)
    }
