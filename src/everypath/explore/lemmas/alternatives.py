"""The equivalence classes of a lemma, and the forks to classes that no path has taken yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.dataclass import dataclass, field
from everypath.explore.lemmas.lazy_heap import Access, Materialisation, renamed
from everypath.state import Fork, State
from everypath.term import Term, Value

if TYPE_CHECKING:
    from everypath.explore.lemmas.footprints import Footprint
    from everypath.state import Place

LEMMA = "lemma"
"""The kind of forks that take another equivalence class of a called method."""

ALTERNATIVES = "explore.lemma.others"
"""The attachment of such a fork: the class it leads to, and the classes after it."""


@dataclass(frozen=True)
class LemmaClass:
    """One equivalence class: its conditions over the symbols of the footprint, and the state in which it ended.

    ``state`` is None if the class has to be inlined; ``end`` is the state in any case. ``bound`` names the bound that
    cut the path, if one did.
    """

    conditions: tuple[Term, ...]
    state: State | None
    end: State
    bound: str = ""
    place: Place | None = None
    opened: Materialisation = field(default_factory=dict)
    """The symbols of the objects that it materialised."""
    touches: tuple[Access, ...] = ()
    """Its accesses that matter if two inputs are one object."""
    covered: frozenset[int] = frozenset()
    """The blocks that it enters."""

    def bindings(self, found: Footprint) -> dict[Term, Value]:
        """The values at a call for the symbols of the class."""
        return found.bindings() | (renamed(self.opened, found.names) if self.opened else {})


@dataclass(frozen=True)
class Other:
    """A class of a called method that a path may take: its condition at the call, and the blocks that it enters."""

    condition: Term
    blocks: frozenset[int]


def reachable_blocks(fork: Fork) -> frozenset[int]:
    """The blocks that the class which a fork leads to enters; empty for forks of other kinds."""
    others = fork.state.attachments.get(ALTERNATIVES) if fork.kind == LEMMA else None
    return others[0].blocks if isinstance(others, tuple) else frozenset()


def next_class(fork: Fork) -> Fork | None:
    """The fork for the class after that of a picked fork; None if there is none. One fork holds all further classes,
    as most explorations need few of them.
    """
    others = fork.state.attachments.pop(ALTERNATIVES, None) if fork.kind == LEMMA else None
    if not isinstance(others, tuple) or len(others) == 1:
        return None
    copy = fork.state.fork()
    copy.attachments[ALTERNATIVES] = others[1:]
    return Fork(copy, others[1].condition, fork.place, LEMMA)


__all__ = ["ALTERNATIVES", "LEMMA", "LemmaClass", "Other", "next_class", "reachable_blocks"]
