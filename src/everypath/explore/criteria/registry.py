"""The table of coverage criteria, the protocol that they follow, and their results.

A criterion is an object with the members of `Criterion`. It is made for one entry, gets every ended path, and lists the
goals that are left. When no criterion has any left, the exploration stops. Plug-ins add criteria by the functions that
make them (`everypath.plugins`).

- ``statement``: every line of the entry. ``branch``: every outcome of every control node.
- ``condition``: both outcomes of every condition in a chain such as ``a && b``.
- ``mcdc``: every condition of a chain decides the outcome by itself. Two evaluations of the chain show that: they
  differ in this condition and in the outcome, and agree in all other conditions that both evaluate.
- ``exceptions``: every exception leaves the entry on some path. Goals are the exceptions that instructions of the entry
  and of the target code below it throw, every ``throw`` there, and the exceptions that calls of other code throw.
- ``def-use``: every assignment of a local variable, field, static field or element reaches a use. A goal is a pair of
  an assignment and a use that the control flow connects.
- ``path``: every path, so only bounds end the exploration. ``loop-K``, ``block-K`` and ``depth-K`` are the same within
  one bound: K iterations of every loop (CTB), K visits of every block, or K derivation steps (PET).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias, runtime_checkable

from everypath import plugins
from everypath.explore.criteria.branches import BranchCriterion, ConditionCriterion, IndependenceCriterion
from everypath.explore.criteria.def_use import DefUseCriterion
from everypath.explore.criteria.exceptions import ExceptionCriterion
from everypath.explore.criteria.statements import StatementCriterion
from everypath.explore.paths import CriterionResult, Goal

if TYPE_CHECKING:
    from everypath.explore.paths import Exploration
    from everypath.explore.search import Goals
    from everypath.state import State


@runtime_checkable
class Criterion(Protocol):
    """One coverage criterion for one entry."""

    @property
    def is_endless(self) -> bool:
        """True if it is met only when nothing is left to explore."""

    def goals(self) -> Sequence[Goal]:
        """All goals, in the order of the code."""

    def take(self, state: State) -> bool:
        """Note the final state of a path; true if it meets a goal that no path met before."""

    def left(self) -> Sequence[Goal]:
        """The goals that no path has met."""


class PathCriterion:
    """Every path is a goal: the exploration ends when none is left."""

    is_endless = True

    def goals(self) -> Sequence[Goal]:
        """No goals: paths cannot be listed in advance."""
        return ()

    def take(self, state: State) -> bool:
        """Every path shows something new."""
        return True

    def left(self) -> Sequence[Goal]:
        """No goals: paths cannot be listed in advance."""
        return ()


CriterionFactory: TypeAlias = "Callable[[Goals], Criterion]"
"""A function that makes a criterion from the goals of the exploration, which have its entry and its machine."""


class _GuardedCriterion:
    """The criterion of a plug-in or a caller: an exception that it raises is reported as its failure."""

    def __init__(self, name: str, criterion: object) -> None:
        if not isinstance(criterion, Criterion):
            raise plugins.PluginFailedError(
                f"{name}: a criterion needs is_endless, goals, take and left, and {criterion!r} lacks one"
            )
        self._name = name
        self._criterion = criterion

    @property
    def is_endless(self) -> bool:
        """True if it is met only when nothing is left to explore."""
        with plugins.guarded(self._name):
            return self._criterion.is_endless

    def goals(self) -> Sequence[Goal]:
        """All goals."""
        with plugins.guarded(self._name):
            return tuple(self._criterion.goals())

    def take(self, state: State) -> bool:
        """Note the final state of a path; true if it meets a new goal."""
        with plugins.guarded(self._name):
            return bool(self._criterion.take(state))

    def left(self) -> Sequence[Goal]:
        """The goals that no path has met."""
        with plugins.guarded(self._name):
            return tuple(self._criterion.left())


def guarded_criterion(name: str, make: Callable[..., object]) -> CriterionFactory:
    """The criterion of a plug-in or a caller; its failures are reported under its name."""

    def factory(goals: Goals) -> Criterion:
        with plugins.guarded(name):
            criterion = make(goals)
        return _GuardedCriterion(name, criterion)

    factory.__name__ = name
    return factory


CRITERIA: plugins.Registry[CriterionFactory] = plugins.Registry(
    plugins.CRITERIA,
    {
        "statement": StatementCriterion,
        "branch": BranchCriterion,
        "condition": ConditionCriterion,
        "mcdc": IndependenceCriterion,
        "exceptions": ExceptionCriterion,
        "def-use": DefUseCriterion,
        "path": lambda goals: PathCriterion(),
    },
    guarded_criterion,
)
"""The criteria by name, then those of plug-ins."""

NEEDS_ACCESS_LOG = frozenset({"def-use"})
"""Criteria that need the accesses of the entry to fields and elements (`everypath.vm.observers.accesses`)."""

BOUNDED = ("loop", "block", "depth")
"""Bounds with a criterion of their own: all paths within the bound."""

_BOUNDED: TypeAlias = "re.Match[str] | None"


def is_criterion(name: str) -> bool:
    """True if there is a criterion of this name."""
    return name in CRITERIA or _bounded(name) is not None


def bounds_of(criteria: Sequence[str | CriterionFactory]) -> Mapping[str, int]:
    """The bounds that criteria fix; the smallest if several fix the same bound."""
    found: dict[str, int] = {}
    for each in criteria:
        bounded = _bounded(each) if isinstance(each, str) else None
        if bounded is not None:
            bound, most = bounded[1], int(bounded[2])
            found[bound] = min(most, found.get(bound, most))
    return found


def known_names() -> tuple[str, ...]:
    """The names of all criteria."""
    return (*CRITERIA.names, *(f"{bound}-K" for bound in BOUNDED))


def make_criteria(criteria: Sequence[str | CriterionFactory], goals: Goals) -> dict[str, Criterion]:
    """Make the criteria, which are given by name or by the functions that make them; the result is by name.

    Raises ``ValueError`` for an unknown name.
    """
    found = {}
    for each in criteria:
        if not isinstance(each, str):
            found[name_of(each)] = each(goals)
            continue
        factory = CRITERIA.find("path" if _bounded(each) else each)
        if factory is None:
            raise ValueError(f"no criterion {each}; there are {', '.join(known_names())}")
        found[each] = factory(goals)
    return found


def name_of(factory: CriterionFactory) -> str:
    """The name of a criterion that is given by the function that makes it."""
    return str(getattr(factory, "__name__", "criterion"))


def _bounded(name: str) -> _BOUNDED:
    return re.fullmatch(r"(loop|block|depth)-(\d+)", name)


def results(
    criteria: Mapping[str, Criterion], exploration: Exploration, is_past: Callable[[Goal], bool]
) -> tuple[CriterionResult, ...]:
    """The results of the criteria of an exploration; ``is_past`` is true for goals that no pending state can reach."""
    cuts = sorted({cut.bound for cut in (*exploration.cuts, *exploration.restrictions)})
    reason = exploration.stop if exploration.stop not in (None, "criterion") else ", ".join(cuts)
    whole = exploration.exhaustive
    reason = reason or ("inputs" if exploration.status == "complete" else exploration.status)
    found = []
    for name, criterion in criteria.items():
        left = tuple(criterion.left())
        met = not left and (not criterion.is_endless or exploration.status == "complete")
        proved = tuple(each for each in left if whole or is_past(each))
        is_proved = whole or (bool(left) and len(proved) == len(left))
        why = "" if met else "proved" if is_proved else reason
        found.append(CriterionResult(name, len(criterion.goals()), left, why, met, proved))
    return tuple(found)
