"""Records that are part of an exploration's result: unreachable code, postconditions, lemmas, infeasible branches."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from everypath.dataclass import dataclass, field

if TYPE_CHECKING:
    from everypath.explore.paths.path import Path
    from everypath.inputs import InputShape
    from everypath.inputs.conditions import Condition
    from everypath.state import Place
    from everypath.term import Term

NEVER = "unreachable"
"""The reason that no sequence of calls produces an object in such a state."""

NOT_BY_CALLS = "unreachable-by-calls"
"""The reason that no sequence of up to a number of calls does."""


@dataclass(frozen=True)
class UnreachableCode:
    """A line of the entry, or an exception at a place, that needs a state of the receiver which calls do not produce.

    ``needs`` are the states that it needs, each a conjunction over the receiver's fields; they are empty if no state of
    the receiver leads there. ``holds`` are invariants that contradict all of them. Without invariants, ``calls`` is the
    longest number of calls after the constructor that was searched. ``reason`` is `NEVER` or `NOT_BY_CALLS`.
    """

    reason: str
    line: int
    thrown: str = ""
    place: Place | None = None
    needs: tuple[tuple[Term, ...], ...] = ()
    holds: tuple[Term, ...] = ()
    calls: int = 0


@dataclass
class Claim:
    """A postcondition with the paths on which it fails, and the reasons why it is unknown on others."""

    condition: Condition
    number: int
    checked: int = 0
    """The number of paths on which it was checked."""
    counterexamples: list[Path] = field(default_factory=list)
    unknown_reasons: dict[str, int] = field(default_factory=dict)
    """The numbers of paths on which it is unknown, by reason."""

    def count_unknown(self, reason: str) -> None:
        """Count one more path on which it is unknown."""
        self.unknown_reasons[reason] = self.unknown_reasons.get(reason, 0) + 1


@dataclass
class LemmaCounts:
    """Counts of lemmas in one exploration.

    ``built`` lemmas, calls that ``used`` one, calls that were ``inlined`` instead, by reason, equivalence classes of
    lemmas that were ``refuted`` at a call without a fork, and the ``steps`` and ``forks`` of building lemmas.
    """

    built: int = 0
    used: int = 0
    refuted: int = 0
    steps: int = 0
    forks: int = 0
    inlined: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, eq=False)
class Refutation:
    """An infeasible side of a decision.

    ``decision`` is that side as conditions. ``core`` is a minimal set of conditions of the path that contradict it; if
    it is empty, the declared types alone refute the side. With an ``alias``, the side is that the two named inputs are
    one object. ``candidates`` are the candidate classes of the inputs in conditions on classes. ``sides`` counts how
    often the same side was refuted, over all paths. ``descriptor`` is the trace of the last such path up to there;
    empty if paths are not traced.
    """

    place: Place | None
    kind: str
    decision: tuple[Term, ...]
    core: tuple[Term, ...]
    shape: InputShape
    alias: tuple[str, str] | None = None
    candidates: tuple[tuple[Term, frozenset[str]], ...] = ()
    sides: int = 1
    descriptor: str = ""
