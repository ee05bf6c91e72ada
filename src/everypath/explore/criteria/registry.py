"""The table of coverage criteria, the protocol that they follow, and their results.

A criterion is a small object with the five members of `Criterion`. It is made for one entry, is shown every path that
ended, and says which of its goals are left; when no criterion has any left, exploring stops. Whoever brings one of his
own adds how it is made as a plug-in (`everypath.plugins`).

- ``statement``: every line of the entry. ``branch``: every outcome of every control node. ``condition``: both ways of
  every condition of its chains. ``mcdc``: every condition of a chain decides the outcome by itself (two evaluations
  that differ in it and in the outcome, and agree in all other conditions that both ask).
- ``exceptions``: every instruction that can throw, of the entry and of the analysed code that it calls, with each
  exception that it throws by itself, leaves the entry so; and every ``throw``; and every exception that comes out of
  a call of other code.
- ``def-use``: every assignment of a local variable, field, static field or element reaches each of its uses that it
  can reach.
- ``path``: every path, so that nothing but the bounds ends exploring; ``loop-K``, ``block-K`` and ``depth-K`` are the
  same with their bound: iterations of every loop (CTB), visits of every block and derivation steps (PET).
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
    """What one criterion asks for, of one entry."""

    @property
    def is_endless(self) -> bool:
        """Whether it is met only when there is nothing left to explore."""

    def goals(self) -> Sequence[Goal]:
        """All goals, in the order of the code."""

    def take(self, state: State) -> bool:
        """A path has ended so: true if it meets a goal that none met before."""

    def left(self) -> Sequence[Goal]:
        """The goals that no path met yet."""


class PathCriterion:
    """Every path is a goal of its own: exploring goes on until there is none left."""

    is_endless = True

    def goals(self) -> Sequence[Goal]:
        """None that could be listed."""
        return ()

    def take(self, state: State) -> bool:
        """Every path shows something new."""
        return True

    def left(self) -> Sequence[Goal]:
        """None that could be listed."""
        return ()


Making: TypeAlias = "Callable[[Goals], Criterion]"
"""How a criterion is made: of the goals of the exploration, which know its entry and its machine."""


class _Foreign:
    """A criterion that is not ours: what it raises is told as its failure."""

    def __init__(self, name: str, criterion: object) -> None:
        if not isinstance(criterion, Criterion):
            raise plugins.PluginFailedError(
                f"{name}: a criterion needs is_endless, goals, take and left, and {criterion!r} lacks one"
            )
        self._name = name
        self._criterion = criterion

    @property
    def is_endless(self) -> bool:
        """Whether it is met only when there is nothing left to explore."""
        with plugins.guarded(self._name):
            return self._criterion.is_endless

    def goals(self) -> Sequence[Goal]:
        """All goals."""
        with plugins.guarded(self._name):
            return tuple(self._criterion.goals())

    def take(self, state: State) -> bool:
        """A path has ended so."""
        with plugins.guarded(self._name):
            return bool(self._criterion.take(state))

    def left(self) -> Sequence[Goal]:
        """The goals that no path met yet."""
        with plugins.guarded(self._name):
            return tuple(self._criterion.left())


def foreign(name: str, make: Callable[..., object]) -> Making:
    """A criterion of a plug-in or a caller as one of ours: its failures are told under its name."""

    def making(goals: Goals) -> Criterion:
        with plugins.guarded(name):
            criterion = make(goals)
        return _Foreign(name, criterion)

    making.__name__ = name
    return making


CRITERIA: plugins.Registry[Making] = plugins.Registry(
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
    foreign,
)
"""The criteria by name, then those of plug-ins."""

WATCHING = frozenset({"def-use"})
"""Criteria that look at what the entry reads and writes beside local variables (`everypath.vm.observers.accesses`)."""

BOUNDED = ("loop", "block", "depth")
"""Bounds that make a criterion of all paths within them."""

_BOUNDED: TypeAlias = "re.Match[str] | None"


def is_criterion(name: str) -> bool:
    """Whether there is such a criterion."""
    return name in CRITERIA or _bounded(name) is not None


def bounds_of(criteria: Sequence[str | Making]) -> Mapping[str, int]:
    """The bounds that criteria fix; of two for one bound, the smaller."""
    found: dict[str, int] = {}
    for each in criteria:
        bounded = _bounded(each) if isinstance(each, str) else None
        if bounded is not None:
            bound, most = bounded[1], int(bounded[2])
            found[bound] = min(most, found.get(bound, most))
    return found


def known_names() -> tuple[str, ...]:
    """What criteria are called."""
    return (*CRITERIA.names, *(f"{bound}-K" for bound in BOUNDED))


def made(criteria: Sequence[str | Making], goals: Goals) -> dict[str, Criterion]:
    """The criteria of these names, and those that are given themselves, by their own names.

    Raises ``ValueError`` for a name that is none.
    """
    found = {}
    for each in criteria:
        if not isinstance(each, str):
            found[name_of(each)] = each(goals)
            continue
        making = CRITERIA.find("path" if _bounded(each) else each)
        if making is None:
            raise ValueError(f"no criterion {each}; there are {', '.join(known_names())}")
        found[each] = making(goals)
    return found


def name_of(making: Making) -> str:
    """What a criterion is called that is given itself."""
    return str(getattr(making, "__name__", "criterion"))


def _bounded(name: str) -> _BOUNDED:
    return re.fullmatch(r"(loop|block|depth)-(\d+)", name)


def results(
    criteria: Mapping[str, Criterion], exploration: Exploration, is_past: Callable[[Goal], bool]
) -> tuple[CriterionResult, ...]:
    """What became of the criteria of an exploration; ``is_past`` tells that all ways to a goal were explored."""
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
