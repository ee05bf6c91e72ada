"""The weakest precondition under which no exception is thrown, computed from the paths of an exploration.

The condition of each path that throws is a conjunction, and must not hold. So each such path gives a clause, the
disjunction of the negated conditions. The solver shortens the clauses: a part that the other clauses exclude is
dropped, and so is a clause that the others imply. If the exploration is exhaustive, the result is exact: every input
that satisfies it returns, and every other one throws. Else it holds up to the bound, for the explored paths.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

from everypath.inputs import Alias, ConstantInput, EnumInput, RecipeInput, Stub, promised
from everypath.solver import Solver
from everypath.state import Ending, is_about_classes
from everypath.term import BV32, Term, Value, add, and_, conj, disj, eq, ge, i2l, lt, mul, not_, sub, walk, xor

if TYPE_CHECKING:
    from everypath.explore.paths import Exploration, Path

Clause: TypeAlias = "tuple[Term, ...]"
"""Conditions of which at least one holds."""

MOST_ASKED = 400
"""The most queries that shorten clauses."""

MOST_WORK = 4.0
"""The most seconds of solver work for these queries."""

MOST_THROWING = 200
"""The most throwing paths. More do not give a short condition."""


def safe_condition(exploration: Exploration, solver: Solver | None = None, *, overflow: bool = False) -> Value | None:
    """The condition on the inputs under which no explored path throws: a term, or a truth value.

    With ``overflow``, no sum, difference or product of ints or longs in a condition or the result of a path overflows,
    either. The result presumes the preconditions of the entry. None if conditions cannot express it: an exception
    depends on the aliasing of inputs, on calls that build an input, on which constant it is, or on the answers of a
    stub. It is exact if ``Exploration.exhaustive``, else it holds up to the bound.
    """
    clauses = safe_clauses(exploration, solver, overflow=overflow)
    return None if clauses is None else conj(*(disj(*clause) for clause in clauses))


def safe_clauses(
    exploration: Exploration, solver: Solver | None = None, *, overflow: bool = False
) -> tuple[Clause, ...] | None:
    """The conjuncts of `safe_condition`. There are none if no path throws; one is empty if every input throws."""
    throwing = [path for path in exploration.paths if path.ending is Ending.THREW]
    relevant = throwing if not overflow else exploration.paths
    if len(throwing) > MOST_THROWING or not all(map(_is_expressible, relevant)):
        return None
    clauses = [_negated(_conditions(path)) for path in throwing]
    if overflow:
        clauses += [_negated((*_conditions(path), each)) for path in relevant for _, each in wrapping(path)]
    lengths = (ge(length, 0) for path in exploration.paths for length in path.state.lengths)
    assumed = (each for path in exploration.paths for each in path.constraints if each in promised(path.state))
    domain = [each for each in dict.fromkeys((*lengths, *assumed)) if isinstance(each, Term)]
    return _shortened(list(dict.fromkeys(clauses)), domain, solver or Solver())


def _is_expressible(path: Path) -> bool:
    """True if conditions alone determine the inputs that take a path."""
    nodes = list(path.shape.reachable())
    is_chosen = any(isinstance(node.build, ConstantInput | EnumInput) and not node.unused for node in nodes)
    is_made = any(isinstance(node.build, Alias | RecipeInput | Stub) for node in nodes)
    return not (path.uncertain or is_chosen or is_made)


def _conditions(path: Path) -> Clause:
    """The path condition without preconditions and without the limits that bounds assume."""
    assumed = {*path.state.limits, *promised(path.state)}
    return tuple(each for each in path.condition if each not in assumed)


def _negated(conditions: Iterable[Term]) -> Clause:
    found: dict[Term, None] = {}
    for condition in conditions:
        negation = not_(condition)
        if isinstance(negation, Term):
            parts = negation.args if negation.op == "disj" else (negation,)
            found.update(dict.fromkeys(part for part in parts if isinstance(part, Term)))
    return tuple(found)


# -- shorter clauses --------------------------------------------------------------------------------------------


def _shortened(clauses: list[Clause], domain: Sequence[Term], solver: Solver) -> tuple[Clause, ...]:
    """Drop parts of clauses that the other clauses exclude, and clauses that the others imply. Short ones first."""
    asked = 0
    before = solver.statistics.work
    stated: dict[Clause, Value] = {}
    with_classes: dict[Term, bool] = {}

    def of_clause(clause: Clause) -> Value:
        if clause not in stated:
            stated[clause] = disj(*clause)
        return stated[clause]

    def has_classes(condition: Term) -> bool:
        if condition not in with_classes:
            with_classes[condition] = _is_about_classes(condition)
        return with_classes[condition]

    def contradicts(others: Iterable[Clause], more: Iterable[Value]) -> bool:
        nonlocal asked
        terms = [*domain, *map(of_clause, others), *more]
        if any(each is False for each in terms):
            return True
        question = [each for each in terms if isinstance(each, Term) and not has_classes(each)]
        asked += 1
        is_left = asked <= MOST_ASKED and solver.statistics.work - before < MOST_WORK
        return is_left and solver.contradict(question)

    clauses.sort(key=len)
    for at, clause in enumerate(clauses):
        for part in reversed(clause):
            rest = tuple(each for each in clauses[at] if each is not part)
            others = [*clauses[:at], *clauses[at + 1 :]]
            if contradicts(others, [part, *(not_(each) for each in rest)]):
                clauses[at] = rest
    kept = list(dict.fromkeys(clauses))
    for clause in sorted(kept, key=len, reverse=True):
        others = [each for each in kept if each is not clause]
        if contradicts(others, [not_(each) for each in clause]):
            kept = others
    return tuple(sorted(kept, key=len))


def _is_about_classes(condition: Term) -> bool:
    """True if a part of the condition is on classes. Solvers do not know these."""
    return any(is_about_classes(each) for each in walk(condition))


# -- overflow ---------------------------------------------------------------------------------------------------


def wrapping(path: Path) -> Iterator[tuple[Term, Term]]:
    """The operations of a path that may overflow, each with the condition under which it does."""
    shown = [path.returned] if isinstance(path.returned, Term) else []
    seen: dict[Term, None] = {}
    for value in (*path.constraints, *shown):
        seen.update(dict.fromkeys(each for each in walk(value) if each.op in ("add", "sub", "mul", "neg")))
    for each in seen:
        condition = _leaves_range(each)
        if isinstance(condition, Term):
            yield each, condition


def _leaves_range(term: Term) -> Value:
    """The condition under which a sum, difference or product overflows. It is False for products of longs."""
    if term.op == "neg":
        (operand,) = term.args
        return eq(operand, -(1 << (31 if term.sort is BV32 else 63)))
    left, right = term.args[:2]
    if term.sort is BV32:
        wide = {"add": add, "sub": sub, "mul": mul}[term.op](i2l(left), i2l(right), 64)
        return not_(eq(wide, i2l(term)))
    if term.op == "mul":
        return False
    if term.op == "add":
        return lt(and_(xor(left, term, 64), xor(right, term, 64), 64), 0)
    return lt(and_(xor(left, right, 64), xor(left, term, 64), 64), 0)
