"""The front of the package: `Solver` takes conditions and returns a checked model, a core or `Unknown`.

Order of work: folding, evaluation under the hint, cheap contradictions, independent slices, remembered answers, known
models and their repairs, contradictions by ranges, then z3 or Bitwuzla. Every model is evaluated on all conditions
before it is returned.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from everypath.solver.answer_memory import AnswerMemory
from everypath.solver.answers import Answer, Limits, Sat, Statistics, Unknown, Unsat
from everypath.solver.backends import Query, QueryHistory, SolverBackends, StoredAnswers, Verdict
from everypath.solver.features import FeatureReader
from everypath.solver.local_search import ordered, rearrange, repair, repaired_values
from everypath.solver.model_minimiser import minimise
from everypath.solver.presolve import Cells, Ranges, contradiction, slices
from everypath.solver.text_cases import answer_with_texts
from everypath.term import EMPTY, Concrete, Model, Term, Value, evaluate, variables
from everypath.work import NETS

_RECENT_MODELS = 8
_SECONDS_PER_REMAINDER = 4.0
"""Bitwuzla unfolds a remainder of doubles into a circuit for a second or two, and nothing can stop it meanwhile."""


class Mark(NamedTuple):
    """The state of a solver at a `Solver.mark`: the backends' queries, their work, and the recent models."""

    history: QueryHistory
    work: float
    recent: list[Model]


class Solver:
    """Decides conjunctions of conditions. Long-lived, one per process, not thread-safe.

    Nothing here guesses: `Unknown` is never taken as yes or no, and a solver's model that does not satisfy the
    conditions under `everypath.term.evaluate` becomes ``Unknown("model-mismatch")`` and is counted.
    """

    def __init__(self, limits: Limits | None = None, stored: StoredAnswers | None = None) -> None:
        self.limits = limits or Limits()
        self.statistics = Statistics()
        self._backends = SolverBackends(self.statistics, stored)
        self._cells = Cells()
        self._memory = AnswerMemory(self.limits.cache, self.statistics.events)
        self._features = FeatureReader()
        self.recent: list[Model] = []
        """The models found last, which are tried first. Each exploration starts without them, independent of others."""

    @property
    def cut_short(self) -> bool:
        """Return whether a backend ran out of time over a query since the last `mark`, even if another answered it; or
        work ended a query whose limit was partial.
        """
        return self._backends.cut_short

    def load(self) -> None:
        """Load z3 and Bitwuzla now, not with the first query that needs them."""
        self._backends.load()

    def close(self) -> None:
        """Free the memory of the backends; the next query that needs one starts it anew."""
        self._backends.close()

    def suspend(self) -> None:
        """Free the memory of the backends, some 20 MB, until the next query that needs one.

        Their queries since they were started are repeated then, so they answer as if they had stayed.
        """
        self._backends.suspend()

    def mark(self) -> Mark:
        """Return the present state, so that `take_back` can undo the queries that follow."""
        self._memory.mark()
        self._backends.cut_short = False
        return Mark(self._backends.history(), self.statistics.work, self.recent.copy())

    def take_back(self, mark: Mark) -> None:
        """Undo all queries since the last mark, as far as later answers depend on them."""
        self.statistics.undone += self.statistics.work - mark.work
        self.statistics.work = mark.work
        self.recent[:] = mark.recent
        self._memory.take_back()
        self._backends.take_back(mark.history)

    def keep(self) -> None:
        """Keep the answers since the last mark for good."""
        self._memory.keep()

    # queries --------------------------------------------------------------------------------------------------------

    def check(self, conditions: Sequence[Value], soft: Sequence[Value] = (), hint: Model | None = None) -> Answer:
        """Decide whether the conditions can hold together.

        Args:
            conditions: terms of sort BOOL, or known truths.
            soft: soft constraints, the most important first; those that contradict are dropped, the last first.
            hint: a model that is likely close. It is tried first, and its values are kept where they fit.

        Returns:
            `Sat` with a model over all symbols of the conditions, `Unsat` with a core, or `Unknown`.
        """
        self.statistics.events["queries"] += 1
        deadline = self._deadline()
        answer = self._check(conditions, hint or EMPTY, deadline)
        self.statistics.events[type(answer).__name__.lower()] += 1
        if isinstance(answer, Sat):
            if soft:
                return self._with_soft(conditions, soft, answer.model, deadline)
            return Sat(self._complete(conditions, answer.model))
        return answer

    def contradict(self, conditions: Sequence[Value], hint: Model | None = None) -> bool:
        """Return whether the conditions surely contradict each other, for callers that need no model.

        The wide local search for a model is left out. ``hint`` is used as in `check`.
        """
        self.statistics.events["queries"] += 1
        answer = self._check(conditions, hint or EMPTY, self._deadline(), wide=False)
        self.statistics.events[type(answer).__name__.lower()] += 1
        return isinstance(answer, Unsat)

    def core(self, conditions: Sequence[Value], queries: int = 50) -> tuple[Term, ...]:
        """Return a core of conditions known to contradict, made smaller by deletion within a number of queries.

        Returns the conditions themselves if they do not contradict.
        """
        flat = _flatten(conditions)
        if flat is None:
            return ()
        answer = self._check(flat, EMPTY, self._deadline(), wide=False)
        kept = list(answer.core) if isinstance(answer, Unsat) else flat
        position = 0
        while position < len(kept) and queries > 0 and isinstance(answer, Unsat):
            candidate = kept[:position] + kept[position + 1 :]
            queries -= 1
            smaller = self._check(candidate, EMPTY, self._deadline(), wide=False)
            if isinstance(smaller, Unsat):
                still = set(smaller.core)
                kept = [condition for condition in candidate if condition in still]
            else:
                position += 1
        return tuple(kept)

    def _deadline(self) -> float:
        return self._backends.now() + self.limits.timeout * NETS.factor

    # the order of work ---------------------------------------------------------------------------------------------

    def _check(self, conditions: Sequence[Value], hint: Model, deadline: float, *, wide: bool = True) -> Answer:
        began = time.perf_counter()
        try:
            return self._answer(conditions, hint, deadline, wide=wide)
        finally:
            self.statistics.total += time.perf_counter() - began

    def _answer(self, conditions: Sequence[Value], hint: Model, deadline: float, *, wide: bool) -> Answer:
        count = self.statistics.answered
        flat = _flatten(conditions)
        if flat is None:
            count["folded"] += 1
            return Unsat(())
        violated = [condition for condition in flat if not evaluate(condition, hint)]
        if not violated:
            count["hint"] += 1
            return Sat(hint)
        of_texts = answer_with_texts(flat, hint, lambda asked: self._answer(asked, hint, deadline, wide=wide))
        if of_texts is not None:
            return of_texts
        impossible = contradiction(flat) if self.limits.prune else None
        if impossible is not None:
            count["contradiction"] += 1
            return Unsat(impossible)
        return self._check_slices(flat, set(violated), hint, deadline, wide=wide)

    def _check_slices(
        self, flat: list[Term], violated: set[Term], hint: Model, deadline: float, *, wide: bool
    ) -> Answer:
        if self._cells.is_full():
            self._memory.answers.clear()  # their models have values of cells
            self._cells = Cells()
        rewritten = self._cells.rewrite(flat)
        values: dict[Term, Concrete] = {}
        unknown: Unknown | None = None
        for part in slices(rewritten):
            if not any(flat[position] in violated for position in part):
                continue
            verdict = self._solve([rewritten[position] for position in part], hint, deadline, wide=wide)
            if verdict.result == "unsat":
                core = verdict.core
                return Unsat(tuple(flat[position] for position in part if not core or rewritten[position] in core))
            if verdict.model is None:
                unknown = Unknown(verdict.reason)
                continue
            values.update(verdict.model)
        if unknown is not None:
            return unknown
        model = hint.with_(self._cells.restored(values, hint))
        if all(evaluate(condition, model) for condition in flat):
            self._remember_model(model)
            return Sat(model)
        self.statistics.events["model-mismatch"] += 1
        return Unknown("model-mismatch")

    def _solve(self, part: list[Term], hint: Model, deadline: float, *, wide: bool) -> Verdict:
        """Decide one slice: by remembered answers and models, then by a repair of the hint, then by the backends.

        With ``wide``, a wide local search precedes the backends; it often takes longer than they do.
        """
        count = self.statistics.answered
        key = frozenset(part)
        known = self._memory.find(key)
        if known is not None:
            count["cache"] += 1
            return known
        core = self._memory.contained_core(part, key) if self.limits.prune else None
        if core is not None:
            count["core"] += 1
            return Verdict("unsat", core=core)
        found = self._known_model(part, hint)
        if found is not None:
            return Verdict("sat", Model(repaired_values(part, found)))
        ranges = Ranges(part)
        positions = ranges.refuted() if self.limits.prune else None
        if positions is not None:
            count["ranges"] += 1
            verdict = Verdict("unsat", core=frozenset(part[position] for position in positions))
            self._memory.remember(part, key, verdict)
            return verdict
        start = self._with_cells(part, hint)
        found, by = ordered(part, ranges.comparisons(), start), "order"
        if found is None and wide:
            found, by = rearrange(part, start), "repair"
        if found is not None:
            count[by] += 1
            return Verdict("sat", Model(repaired_values(part, found)))
        left = deadline - self._backends.now()
        reason, work, seconds = self._memory.unknown(key)
        if self.limits.work <= work or left <= seconds:
            if self.limits.work > work:
                self._backends.cut_short = True
                NETS.strike("a query to the solvers")
            count["cache"] += 1
            return Verdict("unknown", None, reason)
        verdict = self._ask_backends(part, deadline)
        if verdict.result != "unknown":
            self._memory.remember(part, key, verdict)
        elif not self.limits.partial:
            self._memory.remember_unknown(key, verdict.reason, self.limits.work, left)
        return verdict

    def _known_model(self, part: list[Term], hint: Model) -> Model | None:
        """Return a recent model that satisfies the slice, or the hint with a few values changed, else None."""
        for model in self.recent:
            if all(evaluate(condition, model) for condition in reversed(part)):
                self.statistics.answered["models"] += 1
                return model
        repaired = repair(part, self._with_cells(part, hint))
        if repaired is not None:
            self.statistics.answered["repair"] += 1
        return repaired

    def _with_cells(self, part: list[Term], hint: Model) -> Model:
        """Return the hint with the values that it gives to the cells of a slice."""
        return hint.with_(self._cells.values_in(part, hint))

    def _ask_backends(self, part: list[Term], deadline: float) -> Verdict:
        floats, hard, remainders = self._features.of(part)
        left = deadline - self._backends.now()
        if left <= 0:
            self._backends.cut_short = True
            NETS.strike("a query to the solvers")
            return Verdict("unknown", None, "timeout")
        work = self.limits.work
        if min(left, work) < _SECONDS_PER_REMAINDER * len(remainders):
            return Verdict("unknown", None, "remainder of doubles")
        return self._backends.ask(Query(part, floats, hard, self.limits), deadline)

    def _remember_model(self, model: Model) -> None:
        self.recent.insert(0, model)
        del self.recent[_RECENT_MODELS:]

    # models --------------------------------------------------------------------------------------------------------

    def _complete(self, conditions: Iterable[Value], model: Model) -> Model:
        """Return the model with a value for every symbol of the conditions."""
        missing: dict[Term, Concrete] = {}
        for condition in conditions:
            for symbol in variables(condition):
                if symbol not in model and symbol not in missing:
                    missing[symbol] = model.value_of(symbol)
        return model.with_(missing) if missing else model

    def _with_soft(self, conditions: Sequence[Value], soft: Sequence[Value], model: Model, deadline: float) -> Sat:
        """Return the best model for the soft constraints: for all at once if possible, else for one after the other."""
        wanted = [each for each in soft if type(each) is Term]
        base = list(conditions)
        everything = self._check([*base, *wanted], model, deadline)
        if isinstance(everything, Sat):
            return Sat(self._complete([*base, *wanted], everything.model), tuple(wanted))
        kept: list[Term] = []
        for each in wanted:
            if not evaluate(each, model):
                if self._backends.now() > deadline:
                    continue
                answer = self._check([*base, *kept, each], model, deadline)
                if not isinstance(answer, Sat):
                    continue
                model = answer.model
            kept.append(each)
        return Sat(self._complete([*base, *kept], model), tuple(kept))

    def minimise(self, conditions: Sequence[Value], model: Model, values: Sequence[Value], queries: int = 12) -> Model:
        """Return a model of the conditions in which the given values are small, within a number of queries."""
        return minimise(lambda asked, hint: self.check(asked, hint=hint), conditions, model, values, queries)


def _flatten(conditions: Iterable[Value]) -> list[Term] | None:
    """Return the conjuncts that are not known, without repetition; None if one is false."""
    members: dict[Term, None] = {}
    for condition in conditions:
        if type(condition) is not Term:
            if not condition:
                return None
        elif condition.op == "conj":
            members.update(dict.fromkeys(part for part in condition.args if type(part) is Term))
        else:
            members[condition] = None
    return list(members)
