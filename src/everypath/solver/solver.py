"""The solver as everything else sees it: conditions in, a checked model, a core, or an honest *unknown* out.

Order of work: folding, evaluation under the hint, quick contradictions, independent slices, remembered answers, models
that are known and their repairs, what ranges refute, then z3 or Bitwuzla. Every model is evaluated on all conditions
before it is returned.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from everypath.dataclass import replace
from everypath.solver.answers import Answer, Limits, Sat, Statistics, Unknown, Unsat
from everypath.solver.backends import HARD, Heard, Proper, Question, StoredAnswers, Verdict
from everypath.solver.local_search import ordered, rearrange, repair, repaired_values
from everypath.solver.model_minimiser import minimise
from everypath.solver.presolve import Cells, Ranges, contradiction, slices
from everypath.term import EMPTY, F64, Concrete, Model, Term, Value, conj, evaluate, variables, walk, zero_of

_REMEMBERED_FEATURES = 20_000
_RECENT_MODELS = 8
_CORES = 32
"""So many contradictions are kept of those that end with the same condition."""
_MUCH_LONGER = 1.5
"""What was unknown is asked again only with so many times the work or the time it had."""
_SECONDS_PER_REMAINDER = 4.0
"""Bitwuzla unfolds a remainder of doubles into a circuit for a second or two, and nothing can stop it meanwhile."""
_FLOAT_OPERATORS = frozenset({"fp2i", "fp2bits", "fcmp", "flt", "fle", "feq", "is_nan"})


class Mark(NamedTuple):
    """What a solver was asked until then: the solvers proper, what they did, and the models found last."""

    heard: Heard
    work: float
    recent: list[Model]


Suggestions: TypeAlias = Callable[[], Sequence[Model]]
"""Gives models of inputs that are known, the most welcome first."""


class Solver:
    """Decides conjunctions of conditions. Long-lived, one per process, not thread-safe.

    Nothing here guesses: `Unknown` is never taken as yes or no, and a solver's model that does not satisfy the
    conditions under `everypath.term.evaluate` becomes ``Unknown("model-mismatch")`` and is counted.
    """

    def __init__(self, limits: Limits | None = None, stored: StoredAnswers | None = None) -> None:
        self.limits = limits or Limits()
        self.statistics = Statistics()
        self._proper = Proper(self.statistics, stored)
        self.suggestions: Suggestions | None = None
        """Asked for models that may fit, once per slice, where a solver proper would be asked next."""
        self._cells = Cells()
        self._answers: OrderedDict[frozenset[Term], Verdict] = OrderedDict()
        self._cores: dict[Term, list[frozenset[Term]]] = {}
        self._kept_cores = 0
        self._fresh: list[tuple[frozenset[Term], list[frozenset[Term]]]] | None = None
        """What was remembered since a `mark`, and the list of its core (an empty one: there is none)."""
        self._features: dict[Term, tuple[bool, bool, frozenset[Term]]] = {}
        self.recent: list[Model] = []
        """Models found last, which are tried first: those of the present exploration, so that no other decides it."""
        self._hopeless: dict[frozenset[Term], tuple[str, float, float]] = {}
        """What was unknown: why, and below which work and which time it is not asked again."""

    @property
    def cut_short(self) -> bool:
        """Whether a solver ran out of time over a question since the last `mark`, whoever answered it then."""
        return self._proper.cut_short

    def load(self) -> None:
        """Load the solvers proper now, not with the first query that needs them."""
        self._proper.load()

    def close(self) -> None:
        """Free what the solvers hold; the next query that needs one starts it anew."""
        self._proper.close()

    def suspend(self) -> None:
        """Free what the solvers hold, some 20 MB, until the next query that needs one: they are asked again then what
        they were asked since they were started, and answer as if they had stayed.
        """
        self._proper.suspend()

    def mark(self) -> Mark:
        """For `take_back`, where there is no time to answer the next questions."""
        self._fresh = []
        self._proper.cut_short = False
        return Mark(self._proper.heard(), self.statistics.work, self.recent.copy())

    def take_back(self, mark: Mark) -> None:
        """Have it be as if nothing had been asked since the last mark, as far as later answers depend on it."""
        fresh, self._fresh = self._fresh or [], None
        self.statistics.work = mark.work
        self.recent[:] = mark.recent
        for key, cores in fresh:
            self._answers.pop(key, None)
            if cores:
                cores.pop()
        self._proper.take_back(mark.heard)

    def keep(self) -> None:
        """Nothing since the last mark is taken back."""
        self._fresh = None

    # asking --------------------------------------------------------------------------------------------------------

    def check(self, conditions: Sequence[Value], soft: Sequence[Value] = (), hint: Model | None = None) -> Answer:
        """Whether the conditions can hold together.

        Args:
            conditions: terms of sort BOOL, or known truths.
            soft: wishes, the most important first; those that contradict are dropped, the last first.
            hint: a model that is likely close: it is tried first, and its values are kept where they fit.

        Returns:
            `Sat` with a model over all symbols of the conditions, `Unsat` with a core, or `Unknown`.
        """
        self.statistics.events["queries"] += 1
        deadline = self._proper.now() + self.limits.timeout
        answer = self._check(conditions, hint or EMPTY, deadline)
        self.statistics.events[type(answer).__name__.lower()] += 1
        if isinstance(answer, Sat):
            if soft:
                return self._with_wishes(conditions, soft, answer.model, deadline)
            return Sat(self._complete(conditions, answer.model))
        return answer

    def contradict(self, conditions: Sequence[Value], hint: Model | None = None) -> bool:
        """Whether the conditions are known to contradict each other, where nobody wants a model if they do not: the
        solvers are asked without a wide search for one. ``hint`` as for `check`.
        """
        self.statistics.events["queries"] += 1
        answer = self._check(conditions, hint or EMPTY, self._proper.now() + self.limits.timeout, wide=False)
        self.statistics.events[type(answer).__name__.lower()] += 1
        return isinstance(answer, Unsat)

    def core(self, conditions: Sequence[Value], queries: int = 50) -> tuple[Term, ...]:
        """A core of conditions known to contradict, made smaller by deletion within a number of queries.

        Returns the conditions themselves where they do not contradict.
        """
        flat = _flatten(conditions)
        if flat is None:
            return ()
        answer = self._check(flat, EMPTY, self._proper.now() + self.limits.timeout, wide=False)
        kept = list(answer.core) if isinstance(answer, Unsat) else flat
        position = 0
        while position < len(kept) and queries > 0 and isinstance(answer, Unsat):
            candidate = kept[:position] + kept[position + 1 :]
            queries -= 1
            smaller = self._check(candidate, EMPTY, self._proper.now() + self.limits.timeout, wide=False)
            if isinstance(smaller, Unsat):
                still = set(smaller.core)
                kept = [condition for condition in candidate if condition in still]
            else:
                position += 1
        return tuple(kept)

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
        impossible = contradiction(flat) if self.limits.prune else None
        if impossible is not None:
            count["contradiction"] += 1
            return Unsat(impossible)
        return self._check_slices(flat, set(violated), hint, deadline, wide=wide)

    def _check_slices(
        self, flat: list[Term], violated: set[Term], hint: Model, deadline: float, *, wide: bool
    ) -> Answer:
        if self._cells.is_full():
            self._answers.clear()  # their models speak of cells
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
        model = hint.with_(self._gather_cells(values, hint))
        if all(evaluate(condition, model) for condition in flat):
            self._remember_model(model)
            return Sat(model)
        self.statistics.events["model-mismatch"] += 1
        return Unknown("model-mismatch")

    def _gather_cells(self, values: dict[Term, Concrete], hint: Model) -> dict[Term, Concrete]:
        """Symbols that stand for array elements put back into their arrays."""
        result: dict[Term, Concrete] = {}
        arrays: dict[Term, dict[int, int | float | bool]] = {}
        for symbol, value in values.items():
            origin = self._cells.origin.get(symbol)
            if origin is None:
                result[symbol] = value
                continue
            array, index = origin
            cells = arrays.get(array)
            if cells is None:
                old = hint.value_of(array)
                cells = arrays[array] = dict(old.items()) if not isinstance(old, int | float) else {}
            assert isinstance(value, int | float)
            cells[index] = value
        result.update(arrays)
        return result

    def _solve(self, part: list[Term], hint: Model, deadline: float, *, wide: bool) -> Verdict:
        """One slice: remembered answers and models first, then a repair of the hint, then the solvers. The search that
        a ``wide`` look for a model begins with often takes longer than they do.
        """
        count = self.statistics.answered
        key = frozenset(part)
        known = self._answers.get(key)
        if known is not None:
            self._answers.move_to_end(key)
            count["cache"] += 1
            return known
        core = self._contained_core(part, key) if self.limits.prune else None
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
            self._remember(part, key, verdict)
            return verdict
        if self.suggestions is not None:
            suggested = self._suggested(part, self.suggestions())
            if suggested is not None:
                count["suggested"] += 1
                return Verdict("sat", suggested)
        start = self._start(part, hint)
        found, by = ordered(part, ranges.comparisons(), start), "order"
        if found is None and wide:
            found, by = rearrange(part, start), "repair"
        if found is not None:
            count[by] += 1
            return Verdict("sat", Model(repaired_values(part, found)))
        left = deadline - self._proper.now()
        reason, work, patience = self._hopeless.get(key, ("", 0.0, 0.0))
        if self.limits.work <= work or left <= patience:
            self._proper.cut_short |= self.limits.work > work
            count["cache"] += 1
            return Verdict("unknown", None, reason)
        verdict = self._ask_solvers(part, deadline)
        if verdict.result != "unknown":
            self._remember(part, key, verdict)
        else:
            if len(self._hopeless) >= self.limits.cache:
                self._hopeless.clear()
            ended = verdict.reason == "timeout"
            work, patience = (0.0, left) if ended else (self.limits.work, 0.0)
            self._hopeless[key] = (verdict.reason, work * _MUCH_LONGER, patience * _MUCH_LONGER)
        return verdict

    def _known_model(self, part: list[Term], hint: Model) -> Model | None:
        """A recent model that happens to fit, or the hint with a few values changed."""
        for model in self.recent:
            if all(evaluate(condition, model) for condition in reversed(part)):
                self.statistics.answered["models"] += 1
                return model
        repaired = repair(part, self._start(part, hint))
        if repaired is not None:
            self.statistics.answered["repair"] += 1
        return repaired

    def _start(self, part: list[Term], hint: Model) -> Model:
        """The hint, where elements that stand as symbols of their own have their values, too."""
        return hint.with_(dict(self._cell_values(part, hint)))

    def _suggested(self, part: list[Term], models: Sequence[Model]) -> Model | None:
        """The part about a slice's symbols of the first model that fits it, other slices aside."""
        symbols = {symbol for condition in part for symbol in variables(condition)}
        for model in models:
            own = {symbol: model[symbol] for symbol in symbols if symbol in model}
            trial = Model({**own, **dict(self._cell_values(part, model))})
            if all(evaluate(condition, trial) for condition in part):
                return self._complete(part, trial)
        return None

    def _cell_values(self, part: list[Term], hint: Model) -> Iterator[tuple[Term, Concrete]]:
        """What the hint says of elements that stand as symbols of their own."""
        for condition in part:
            for symbol in variables(condition):
                origin = self._cells.origin.get(symbol)
                if origin is not None:
                    contents = hint.value_of(origin[0])
                    if isinstance(contents, Mapping):
                        yield symbol, contents.get(origin[1], zero_of(symbol.sort))

    def _ask_solvers(self, part: list[Term], deadline: float) -> Verdict:
        floats = hard = False
        remainders: set[Term] = set()
        for condition in part:
            features = self._features_of(condition)
            floats = floats or features[0]
            hard = hard or features[1]
            remainders |= features[2]
        left = deadline - self._proper.now()
        if left <= 0:
            self._proper.cut_short = True
            return Verdict("unknown", None, "timeout")
        work = self.limits.work
        if min(left, work) < _SECONDS_PER_REMAINDER * len(remainders):
            return Verdict("unknown", None, "remainder of doubles")
        return self._proper.ask(Question(part, floats, hard, self.limits), deadline)

    # remembering ---------------------------------------------------------------------------------------------------

    def _remember(self, part: Sequence[Term], key: frozenset[Term], verdict: Verdict) -> None:
        answers = self._answers
        if verdict.model is not None:  # its values, not what was evaluated under it
            verdict = replace(verdict, model=Model(verdict.model))
        answers[key] = verdict
        cores: list[frozenset[Term]] = []
        if len(answers) > self.limits.cache:
            answers.popitem(last=False)
            self.statistics.events["forgotten"] += 1
        if verdict.result == "unsat":
            core = verdict.core or key
            self._kept_cores += 1
            if self._kept_cores > self.limits.cache:
                self._cores.clear()
                self._kept_cores = 0
            cores = self._cores.setdefault(next(each for each in reversed(part) if each in core), [])
            cores.append(core)
            del cores[:-_CORES]
        if self._fresh is not None:
            self._fresh.append((key, cores))

    def _contained_core(self, part: Sequence[Term], key: frozenset[Term]) -> frozenset[Term] | None:
        """A contradiction that was found before, and that these conditions contain."""
        cores = self._cores
        for condition in part:
            for core in cores.get(condition, ()):
                if core <= key:
                    return core
        return None

    def _remember_model(self, model: Model) -> None:
        self.recent.insert(0, model)
        del self.recent[_RECENT_MODELS:]

    def _features_of(self, condition: Term) -> tuple[bool, bool, frozenset[Term]]:
        """Whether a condition holds floats, whether it holds hard integer arithmetic, its remainders of doubles."""
        known = self._features.get(condition)
        if known is None:
            floats = hard = False
            remainders: list[Term] = []
            for term in walk(condition):
                if term.sort.is_float or term.op in _FLOAT_OPERATORS or (term.sort.is_array and _holds_floats(term)):
                    floats = True
                    if term.op == "frem" and term.sort is F64:
                        remainders.append(term)
                elif term.op in HARD and (term.op != "mul" or type(term.args[1]) is Term):
                    hard = True
            known = (floats, hard, frozenset(remainders))
            if len(self._features) > _REMEMBERED_FEATURES:
                self._features.clear()
            self._features[condition] = known
        return known

    # models --------------------------------------------------------------------------------------------------------

    def _complete(self, conditions: Iterable[Value], model: Model) -> Model:
        """The model with a value for every symbol of the conditions."""
        missing: dict[Term, Concrete] = {}
        for condition in conditions:
            for symbol in variables(condition):
                if symbol not in model and symbol not in missing:
                    missing[symbol] = model.value_of(symbol)
        return model.with_(missing) if missing else model

    def _with_wishes(self, conditions: Sequence[Value], soft: Sequence[Value], model: Model, deadline: float) -> Sat:
        """The best model for the wishes: all at once if they allow it, else one after the other."""
        wanted = [wish for wish in soft if type(wish) is Term]
        base = list(conditions)
        everything = self._check([*base, *wanted], model, deadline)
        if isinstance(everything, Sat):
            return Sat(self._complete([*base, *wanted], everything.model), tuple(wanted))
        kept: list[Term] = []
        for wish in wanted:
            if not evaluate(wish, model):
                if self._proper.now() > deadline:
                    continue
                answer = self._check([*base, *kept, wish], model, deadline)
                if not isinstance(answer, Sat):
                    continue
                model = answer.model
            kept.append(wish)
        return Sat(self._complete([*base, *kept], model), tuple(kept))

    def minimise(self, conditions: Sequence[Value], model: Model, values: Sequence[Value], queries: int = 12) -> Model:
        """A model of the conditions in which the given integer values are small, within a number of queries."""
        return minimise(lambda asked, hint: self.check(asked, hint=hint), conditions, model, values, queries)


def _holds_floats(array: Term) -> bool:
    return array.sort.element is not None and array.sort.element.is_float


def _flatten(conditions: Iterable[Value]) -> list[Term] | None:
    """The conjuncts that are open, without repetition; None where one is false or two are complementary."""
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


__all__ = ["Solver", "conj"]
