"""Method summaries: the cases of a method, each with its condition and its effect on the fields of an object."""

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
    """One equivalence class of a method, constructor or factory.

    ``conditions`` are over the symbols of the fields before the call, and over symbols of the method's own. Conditions
    that have nothing to do with the fields are left out; ``free_values`` has values for their symbols.
    ``after`` maps symbols of fields to their values after the call, None if a value is not known; fields that are
    missing do not change. ``detail`` and ``place`` say how the path ended, ``covered`` which blocks it entered.
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
    """True if the method made the object, so that there was none before."""
    deeper: tuple[Term, ...] = ()
    """Further conditions, on fields of the objects in the fields before the call."""

    @property
    def returned(self) -> bool:
        """True if the call returns. Only such calls set an object up."""
        return self.ending is Ending.RETURNED


@dataclass(frozen=True)
class MethodSummary:
    """All cases of a method: ``changes`` are those of its receiver or of the object that it creates, ``others`` those
    of further objects of the class. ``whole``: they include every path of every input.
    """

    changes: tuple[SummaryCase, ...]
    others: tuple[SummaryCase, ...]
    whole: bool


@dataclass(frozen=True)
class ClassSummary:
    """How objects of a class are made and changed, by the ``creators`` and ``mutators`` that a test may call.

    ``changes`` are the cases of these and of all other code that writes the fields. ``invariants``, over the symbols
    of the fields, hold after each case. ``proved``: no other code writes, so they hold for every object between calls.
    """

    creators: tuple[SummaryCase, ...]
    mutators: tuple[SummaryCase, ...]
    changes: tuple[SummaryCase, ...]
    invariants: tuple[Term, ...]
    proved: bool = False
