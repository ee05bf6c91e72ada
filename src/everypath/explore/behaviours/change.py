"""What a method does to objects of a class: the classes of its paths, each with its condition and its effect."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias

from everypath.dataclass import dataclass
from everypath.state import Ending, Place
from everypath.term import (
    Term,
    Value,
)

if TYPE_CHECKING:
    from everypath.program import Field, Method
    from everypath.term import Model


Symbols: TypeAlias = "Mapping[Field, tuple[Term, ...]]"


@dataclass(frozen=True, eq=False)
class SummaryCase:
    """One equivalence class of a method, or of what creates an object.

    ``conditions`` are over the symbols of the fields before, and any other symbols, which are the method's own. What
    says nothing of the fields is left out: ``free_values`` has values for it.
    ``after`` maps symbols of fields to what they are afterwards, None where that is not known; those that are missing
    stay as they were. ``detail``, ``place`` and ``covered`` tell how the path ended and what it entered.
    """

    method: Method
    conditions: tuple[Term, ...]
    after: Mapping[Term, Value | None]
    ending: Ending
    detail: str
    place: Place | None
    covered: frozenset[int]
    free_values: Model
    made: bool = False
    """Whether the object is one that the method made: there was none before."""

    @property
    def returned(self) -> bool:
        """Whether the call comes back: what throws sets no object up."""
        return self.ending is Ending.RETURNED


@dataclass(frozen=True)
class MethodSummary:
    """All changes that a method makes of its object, or of the one that it creates, and what it does to ``others`` of
    that class. ``whole``: every path of every input is among them.
    """

    changes: tuple[SummaryCase, ...]
    others: tuple[SummaryCase, ...]
    whole: bool


@dataclass(frozen=True)
class ClassSummary:
    """How objects of a class come into being and change: by ``creators`` and ``mutators`` that a test may call.

    ``changes`` are all of these and of what else writes. ``invariants``, over the symbols of the fields, hold after
    each of them. ``proved``: no other code writes, so they hold of every object between calls.
    """

    creators: tuple[SummaryCase, ...]
    mutators: tuple[SummaryCase, ...]
    changes: tuple[SummaryCase, ...]
    invariants: tuple[Term, ...]
    proved: bool = False
