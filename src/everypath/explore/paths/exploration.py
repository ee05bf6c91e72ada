"""The result of exploring one entry: paths, cuts, failures and counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from everypath.dataclass import dataclass, field
from everypath.explore.paths.result_records import LemmaCounts
from everypath.state import COUNTED, Ending, Place, Reason

if TYPE_CHECKING:
    from everypath.explore.paths.criterion_result import CriterionResult
    from everypath.explore.paths.path import Path
    from everypath.explore.paths.result_records import Claim, Refutation, UnreachableCode
    from everypath.program import Method


@dataclass(frozen=True, slots=True)
class BoundCut:
    """The number of paths that a bound (``loop``, ``calls``, ``length``, ``time``…) cut at a place, and that are still
    parked there.
    """

    bound: str
    place: Place | None
    paths: int


@dataclass(frozen=True, slots=True)
class Failure:
    """An engine error met on a path: a bug in everypath; ``trace`` is for the log."""

    message: str
    place: Place | None
    trace: str


@dataclass(frozen=True, slots=True)
class UnreachedLine:
    """A line of the entry that no path reached. It is ``proved`` unreachable if the exploration was exhaustive.

    ``reason`` is the code of the cause that stopped the paths that came nearest to the line: a bound, a restriction on
    how inputs are built, or an unsupported feature. It is ``inputs`` if all these paths are infeasible, but not all
    kinds of inputs were tried, and empty if the line is proved unreachable.
    """

    line: int
    proved: bool
    reason: str = ""


@dataclass(frozen=True)
class Statistics:
    """Counts of one exploration.

    ``explored`` counts the finished paths, ``endings`` the same by `Ending`. ``refuted_by_solver`` counts the branches
    that a solver refuted, ``refuted_without_solver`` those that were refuted without one, ``unknown`` those that the
    solvers could not decide. ``discarded`` counts the paths that ended while an input was set up, ``states`` the runs
    of the machine.
    """

    explored: int = 0
    refuted_by_solver: int = 0
    refuted_without_solver: int = 0
    unknown: int = 0
    discarded: int = 0
    states: int = 0
    endings: Mapping[Ending, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Exploration:
    """The result of exploring one entry.

    ``status`` is ``complete``, ``bounded``, ``partial``, ``skipped`` or ``failed`` (design, rule 2). ``stop`` names the
    stop rule that ended the exploration early, if one did. ``cuts`` are paths that a longer run could finish.
    ``restrictions`` are choices of inputs that were not tried (other constructors, additional calls, more classes).
    Where a path depends on what was not tried, they are among the cuts, too: see `Path.left_out`.
    """

    entry: Method
    paths: tuple[Path, ...]
    statistics: Statistics
    covered: frozenset[int]
    unreached: tuple[UnreachedLine, ...]
    cuts: tuple[BoundCut, ...] = ()
    restrictions: tuple[BoundCut, ...] = ()
    reasons: tuple[Reason, ...] = ()
    failures: tuple[Failure, ...] = ()
    stop: str | None = None
    skipped: str | None = None
    refutations: tuple[Refutation, ...] = ()
    """The infeasible sides of decisions, if `ExploreOptions.refuted` or a descriptor was requested."""
    criteria: tuple[CriterionResult, ...] = ()
    """The results of the requested criteria."""
    longest_feasible_prefix: str = ""
    """The longest prefix of the requested descriptor that some input takes; empty if no descriptor was requested."""
    claims: tuple[Claim, ...] = ()
    """The postconditions with their counterexamples."""
    excluded: tuple[UnreachableCode, ...] = ()
    """The code that no path reaches since it needs a state of the receiver that calls never produce."""
    all_kinds: bool = False
    """True if no path leaves inputs out (`Path.left_out`)."""
    exhaustive: bool = False
    """True if every path of every input was explored: it is complete, and no single path was asked for."""
    lemmas: LemmaCounts = field(default_factory=lambda: LemmaCounts())
    """The counts of lemmas and their use."""
    cut_short: bool = False
    """True if another round may show more, although no stop rule cut a path: the time was over with optional work left
    (`everypath.explore.search.further_arguments`), or receivers and seed inputs were not all tried.
    """

    @property
    def contradictions(self) -> tuple[Refutation, ...]:
        """The refuted sides of the control node after `longest_feasible_prefix`.

        They show why no path has the requested descriptor. Empty if no descriptor was requested.
        """
        return tuple(
            each
            for each in self.refutations
            if each.descriptor == self.longest_feasible_prefix
            and each.kind in COUNTED
            and is_in(each.place, self.entry)
        )

    @property
    def status(self) -> str:
        """One of the five statuses; see the class."""
        if self.skipped is not None:
            return "skipped"
        if self.failures:
            return "failed"
        if any(reason.code != "alias" for reason in self.reasons):
            return "partial"
        if self.cuts or self.stop is not None or self.reasons or self.statistics.unknown:
            return "bounded"
        return "complete"


def is_in(place: Place | None, method: Method) -> bool:
    """True if a place lies in a method's own code."""
    known = (place.class_name, place.method, place.descriptor) if place is not None else None
    return known == (method.owner.name, method.name, method.descriptor)
