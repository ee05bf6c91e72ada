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
"""No sequence of calls gives an object in such a state."""


NOT_BY_CALLS = "unreachable-by-calls"
"""No sequence of so many calls does."""


@dataclass(frozen=True)
class UnreachableCode:
    """A line of the entry, or an exception at a place, that needs a state of the receiver which calls do not give.

    ``needs`` are the states it needs, each a conjunction over the receiver's fields (none: not even such a state does
    it). ``holds`` are invariants that contradict all of them; where there are none, ``calls`` is the number of calls
    after the constructor up to which none gives one. ``reason`` is `NEVER` or `NOT_BY_CALLS`.
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
    """What is known of one postcondition: inputs on which it fails, and why it is not known of some path."""

    condition: Condition
    number: int
    checked: int = 0
    """Paths on which it was judged."""
    counterexamples: list[Path] = field(default_factory=list)
    unknown_reasons: dict[str, int] = field(default_factory=dict)
    """Paths of which it is not known whether it holds, by reason."""

    def count_unknown(self, reason: str) -> None:
        """One path more of which it is not known."""
        self.unknown_reasons[reason] = self.unknown_reasons.get(reason, 0) + 1


@dataclass
class LemmaCounts:
    """What lemmas did in one exploration: ``built``, ``used`` calls, ``inlined`` calls by reason, classes that were
    ``refuted`` at a call without a fork, and the ``steps`` and ``forks`` that building lemmas took.
    """

    built: int = 0
    used: int = 0
    refuted: int = 0
    steps: int = 0
    forks: int = 0
    inlined: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, eq=False)
class Refutation:
    """A side of a decision that no input of the path takes.

    ``decision`` is that side as conditions; ``core`` are conditions of the path that contradict it, none of which can
    be left out. With an ``alias``, the side is that two inputs, named, are one object. Where the core is empty, the
    declared types alone refute the side. ``candidates`` are the classes that an input in a condition on classes may
    have at all. ``sides`` counts how often it was met: on how many paths, and how often on each. ``descriptor`` is how
    the path that met it last came there, where that is traced.
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
