"""Searches backwards for calls, with arguments, that build a receiver whose fields are as a path needs them.

The entry is explored on an object whose fields are free (`everypath.explore.behaviours.behaviours`). A case of this
exploration is *wanted* if no path on built objects has shown it. Its condition on the fields is taken back through the
summary cases of the methods that set objects up. Each step computes a weakest precondition. The search ends when the
case of a constructor or factory satisfies the remaining conditions. The solver's model gives the arguments of all
calls. The machine then makes these calls on symbols, with that model as the witness. So a result does not depend on
values that summaries leave unknown.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING, TypeAlias

from everypath.dataclass import dataclass
from everypath.explore.behaviours.behaviours import ClassSummaries
from everypath.explore.behaviours.change import ClassSummary, SummaryCase
from everypath.explore.behaviours.field_symbols import THIS, name_of, renamed, symbols_of, with_name
from everypath.explore.behaviours.linear import linear
from everypath.inputs.construction import SetupCall
from everypath.inputs.places import parameter_places
from everypath.solver import Limits, Sat, Solver
from everypath.term import BV32, Model, Term, Value, conj, ge, le, substitute, variables

if TYPE_CHECKING:
    from everypath.inputs import SymbolicInputs
    from everypath.program import Method

Wanted: TypeAlias = "Callable[[SummaryCase], bool]"

BACKWARD_CALLS_FACTOR = 3
"""The factor between the most calls after the creator in a backward search and in a forward search (`--setup-calls`).
"""

MOST_STEPS = 1000
"""The most queries for one entry."""

MOST_WORK = 0.5
"""The most work of the solvers for one entry, in seconds (`Statistics.work`). It is twice the most that was needed for
a sequence that leads to one of the bugs in `tests/java/alarms`.
"""

MOST_TRIES = 4
"""The most sequences that are run for one wanted case. A sequence may miss its case, since summaries leave values
unknown.
"""

QUERY_LIMITS = Limits(timeout=1.0, work=0.1)
"""The limits of one query. Its answer only guides the search."""

_SAME, _OTHER = 1, 3
"""The cost of one more call: of the method that is called after it anyway, and of another method."""

_SMALL = 8


@dataclass(frozen=True)
class CallSequence:
    """Calls that build a receiver which may show the ``wanted`` case: the creator, the calls after it, and a model of
    the symbols of all their arguments and of the entry's arguments.
    """

    creator: Method
    calls: tuple[SetupCall, ...]
    model: Model
    wanted: SummaryCase


@dataclass(frozen=True, eq=False)
class _Stage:
    """The ``conditions`` on an object under which the calls of ``changes``, in this order, lead to the wanted case."""

    wanted: SummaryCase
    conditions: tuple[Term, ...]
    changes: tuple[SummaryCase, ...] = ()
    cost: int = 0


class _StageWorklist:
    """The worklist of stages. `pop` alternates between the stage with the fewest calls and the stage with the least
    cost, which may have many calls of few methods. A stage is left out if an earlier one needs only some of its
    conditions.
    """

    def __init__(self) -> None:
        self._numbers = count()
        self._heaps: tuple[list[tuple[int, int, _Stage]], ...] = ([], [])
        self._taken: set[_Stage] = set()
        self._asked: dict[SummaryCase, list[frozenset[Term]]] = {}

    def push(self, stage: _Stage) -> None:
        """Add a stage, unless an earlier stage for the same case needs no other conditions than this one."""
        asked, before = frozenset(stage.conditions), self._asked.setdefault(stage.wanted, [])
        if any(each <= asked for each in before):
            return
        before.append(asked)
        number = next(self._numbers)
        for heap, rank in zip(self._heaps, (len(stage.changes), stage.cost), strict=True):
            heapq.heappush(heap, (rank, number, stage))

    def pop(self) -> _Stage | None:
        """The next stage; None if there is none."""
        self._heaps = self._heaps[::-1]
        while self._heaps[0]:
            stage = heapq.heappop(self._heaps[0])[2]
            if stage not in self._taken:
                self._taken.add(stage)
                return stage
        return None


class BackwardSearch:
    """The search for one entry."""

    def __init__(self, behaviours: ClassSummaries, inputs: SymbolicInputs, entry: Method) -> None:
        self.inputs = inputs
        self.entry = entry
        self._behaviours = behaviours
        self._cls = entry.owner
        self._most_calls = BACKWARD_CALLS_FACTOR * inputs.api.most_calls
        self._steps = 0
        self.needs_class = False
        """True if some case is wanted, so that all methods of the class have to be explored."""

    @cached_property
    def solver(self) -> Solver:
        """The solver of this search."""
        return Solver(QUERY_LIMITS)

    @cached_property
    def _symbols(self) -> frozenset[Term]:
        return frozenset(each for known in symbols_of(self._cls).values() for each in known)

    @property
    def applies(self) -> bool:
        """True if the entry has a receiver with fields, which calls build and callers cannot set."""
        cls, api = self._cls, self.inputs.api
        if self.entry.is_static or self.entry.is_constructor or not cls.is_target or not api.fields.forcible(cls):
            return False
        return bool(cls.instance_fields) and not api.fields.settable(cls) and bool(api.creators.of(cls))

    def sequences(self, is_wanted: Wanted) -> Iterator[CallSequence | None]:
        """Call sequences for receivers that may show what no path has shown, the shortest first; None for each step of
        the search that found none.
        """
        package = self.inputs.options.package
        yield from (None for _ in self._behaviours.explore_rounds(self.entry, self._cls, package))
        entered = self._behaviours.of(self.entry, self._cls, package)
        wanted = [each for each in entered.changes if is_wanted(each)] if entered is not None else []
        if not wanted:
            return
        self.needs_class = True
        yield None
        yield from (None for _ in self._behaviours.explore_class_rounds(self._cls, self.inputs.api))
        known = self._behaviours.of_class(self._cls, self.inputs.api)
        calls = self._calls(known)
        waiting = _StageWorklist()
        for each in wanted:
            conditions = tuple(dict.fromkeys((*each.conditions, *known.invariants)))
            if self._is_possible(conditions):
                waiting.push(_Stage(each, conditions))
        tries: Counter[SummaryCase] = Counter()
        while not self._is_exhausted and (stage := waiting.pop()) is not None:
            yield None
            if not is_wanted(stage.wanted) or tries[stage.wanted] >= MOST_TRIES:
                continue
            for creator in known.creators:
                sequence = self._finished(stage, creator, calls)
                if sequence is not None:
                    tries[stage.wanted] += 1
                    yield sequence
                    break
            for change in known.mutators if len(stage.changes) < self._most_calls else ():
                conditions = self._before(stage, change, known.invariants)
                if conditions:
                    same = bool(stage.changes) and stage.changes[0].method is change.method
                    cost = stage.cost + (_SAME if same else _OTHER)
                    waiting.push(_Stage(stage.wanted, conditions, (change, *stage.changes), cost))

    def _calls(self, known: ClassSummary) -> dict[Method, SetupCall]:
        """Map each method that sets an object up to its setup call."""
        calls = {each.method: SetupCall(each.method) for each in known.mutators}
        api = self.inputs.api
        return calls | {each.call.method: each.call for each in api.setup_calls.candidate_calls(self._cls, api.entry)}

    def _before(self, stage: _Stage, change: SummaryCase, invariants: tuple[Term, ...]) -> tuple[Term, ...]:
        """The conditions before a call under which the stage's conditions hold after it. Empty if the call does not
        matter for them, or if no object satisfies the result.
        """
        touched = change.after.keys()
        if not any(not touched.isdisjoint(variables(each)) for each in stage.conditions if each not in invariants):
            return ()
        conditions = taken_back(stage.conditions, change, len(stage.changes), self._symbols)
        if conditions is None:
            return ()
        conditions = tuple(dict.fromkeys((*conditions, *invariants)))
        return conditions if self._is_possible(conditions) else ()

    @property
    def _is_exhausted(self) -> bool:
        return self._steps >= MOST_STEPS or self.solver.statistics.work >= MOST_WORK

    def _is_possible(self, conditions: Sequence[Term]) -> bool:
        self._steps += 1
        return not self.solver.contradict(linear(conditions))

    def _finished(self, stage: _Stage, creator: SummaryCase, calls: Mapping[Method, SetupCall]) -> CallSequence | None:
        conditions = taken_back(stage.conditions, creator, len(stage.changes), self._symbols)
        if conditions is None or not self._is_possible(conditions):
            return None
        answer = self.solver.check(conditions, soft=tuple(_soft_constraints(conditions)))
        if not isinstance(answer, Sat):
            return None
        model = self._model(answer.model, (creator, *stage.changes), stage.wanted)
        return CallSequence(creator.method, tuple(calls[each.method] for each in stage.changes), model, stage.wanted)

    def _model(self, model: Model, changes: Sequence[SummaryCase], wanted: SummaryCase) -> Model:
        """The model with the symbols named as the inputs name the arguments of setup calls."""
        own = {each.name for each in parameter_places(self.entry)}
        found = {
            symbol: value
            for symbol, value in (*wanted.free_values.items(), *model.items())
            if name_of(symbol).split(".")[0].split("[")[0] in own
        }
        for number, change in enumerate(changes):
            before = f"call{len(changes) - 1 - number}:"
            prefix = f"this.{change.method.name}#{number - 1}." if number else "this.new."
            given = [(name_of(symbol), symbol, value) for symbol, value in change.free_values.items()]
            given += [
                (name_of(symbol)[len(before) :], symbol, value)
                for symbol, value in model.items()
                if name_of(symbol).startswith(before)
            ]
            for name, symbol, value in given:
                if not (name == THIS or name.startswith(f"{THIS}.")):
                    found[with_name(symbol, prefix + name)] = value
        return Model(found)


def taken_back(wanted: Iterable[Term], change: SummaryCase, depth: int, symbols: Set[Term]) -> tuple[Term, ...] | None:
    """The weakest precondition of the ``wanted`` conditions under a change; None if they never hold after it.

    ``symbols`` are those of the object. All other symbols of the change belong to this one call and are renamed by its
    ``depth``.
    """
    own = _own(change, depth, symbols)
    replaced: dict[Term, Value] = {}
    for symbol, value in change.after.items():
        replaced[symbol] = renamed(symbol, f"lost{depth}:") if value is None else substitute(value, own)
    found: dict[Term, None] = {}
    after = (substitute(each, replaced) for each in wanted)
    for each in (*after, *(substitute(each, own) for each in change.conditions)):
        if isinstance(each, Term):
            found[each] = None
        elif not each:
            return None
    return tuple(found)


def _own(change: SummaryCase, depth: int, symbols: Set[Term]) -> dict[Term, Value]:
    """The symbols of a change that are not those of the object, each with its name for one call."""
    used = {symbol for each in change.conditions for symbol in variables(each)}
    for value in change.after.values():
        used |= variables(value) if value is not None else set()
    return {each: renamed(each, f"call{depth}:") for each in used if each not in symbols}


def _soft_constraints(conditions: Sequence[Term]) -> Iterator[Term]:
    """Soft constraints that numbers and lengths are small."""
    symbols = {each for condition in conditions for each in variables(condition) if each.sort is BV32}
    for each in sorted(symbols, key=name_of):
        constraint = conj(ge(each, -_SMALL), le(each, _SMALL))
        if isinstance(constraint, Term):
            yield constraint
