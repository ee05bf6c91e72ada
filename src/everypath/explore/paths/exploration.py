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
class Cut:
    """Paths that a bound cut (``loop``, ``calls``, ``length``, ``time``…) at a place: how many are still parked
    there.
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
    """A line of the entry that no path reached; ``proved``: the exploration was exhaustive within the whole domain.

    ``reason`` is the code of what stopped the paths that came nearest to it: a bound, a restriction on how inputs are
    built, what is unsupported, ``inputs`` where all were refuted but not all kinds of inputs were tried. Empty where
    proved.
    """

    line: int
    proved: bool
    reason: str = ""


@dataclass(frozen=True)
class Statistics:
    """Counts of one exploration.

    ``explored`` are finished paths; ``infeasible`` were refuted by solving; ``pruned`` by an obvious contradiction
    with no solver; ``unknown`` are those the solvers gave up; ``discarded`` ended while an input was set up.
    ``endings`` counts the finished paths by `Ending`; ``states`` are runs of the machine.
    """

    explored: int = 0
    infeasible: int = 0
    pruned: int = 0
    unknown: int = 0
    discarded: int = 0
    states: int = 0
    endings: Mapping[Ending, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Exploration:
    """The result of exploring one entry.

    ``status`` is ``complete``, ``bounded``, ``partial``, ``skipped`` or ``failed`` (design, rule 2). ``stop`` names the
    stop rule that ended the exploration early, if one did. ``cuts`` are left for a longer run, ``restrictions`` name
    choices of inputs that were not tried (other constructors, further calls, more classes): they do not make a method
    bounded, but nothing is proved while there are any. Where calls built inputs and a block of the entry was not
    reached, one of the cuts stands for the objects that further calls would give.
    """

    entry: Method
    paths: tuple[Path, ...]
    statistics: Statistics
    covered: frozenset[int]
    unreached: tuple[UnreachedLine, ...]
    cuts: tuple[Cut, ...] = ()
    restrictions: tuple[Cut, ...] = ()
    reasons: tuple[Reason, ...] = ()
    failures: tuple[Failure, ...] = ()
    stop: str | None = None
    skipped: str | None = None
    refutations: tuple[Refutation, ...] = ()
    """The sides of decisions that no input takes, where that was asked for."""
    criteria: tuple[CriterionResult, ...] = ()
    """What became of the criteria that were asked for."""
    furthest: str = ""
    """Where one descriptor was to be followed: the longest part of it that some input takes."""
    claims: tuple[Claim, ...] = ()
    """What is known of the postconditions."""
    excluded: tuple[UnreachableCode, ...] = ()
    """What no path shows because it needs a state of the receiver that calls never give."""
    all_kinds: bool = False
    """Whether the inputs that were tried are of all kinds there are: none was built by calls, a stub, or of one of
    several classes.
    """
    exhaustive: bool = False
    """Whether every path of every input was explored: nothing was cut, restricted, discarded or built in one of several
    ways."""
    lemmas: LemmaCounts = field(default_factory=lambda: LemmaCounts())
    """What lemmas did."""
    cut_short: bool = False
    """Whether time ended what was spare only (`everypath.explore.search.further_arguments`)."""

    @property
    def contradictions(self) -> tuple[Refutation, ...]:
        """Where one descriptor was to be followed and no path has it: the refuted sides of the control node at which
        the inputs that come `furthest` go the other way.
        """
        return tuple(
            each
            for each in self.refutations
            if each.descriptor == self.furthest and each.kind in COUNTED and is_in(each.place, self.entry)
        )

    @property
    def status(self) -> str:
        """How far the exploration came."""
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
    """Whether a place lies in a method's own code."""
    known = (place.class_name, place.method, place.descriptor) if place is not None else None
    return known == (method.owner.name, method.name, method.descriptor)
