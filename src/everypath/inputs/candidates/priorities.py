"""Prefers likely classes for places whose type is a type variable: most code treats these objects alike.

All places of one type variable first get one class, as in most callers: the class of an object that exists at such a
place, else the simplest. Mixtures of classes are legal (``Map<Object, …>``), so they are tried, but late.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from everypath.dataclass import replace
from everypath.inputs.candidates.candidate import Candidate, Kind
from everypath.inputs.places import ANY_OF_THEM
from everypath.inputs.shapes import LOW_PRIORITY, low_priority_choices, shape_of
from everypath.term import ref_var

if TYPE_CHECKING:
    from everypath.inputs.shapes import Node
    from everypath.program import Class
    from everypath.state import State

__all__ = ["prefer_likely", "with_low_priority"]


def prefer_likely(state: State, node: Node, declared: Class | None, found: Sequence[Candidate]) -> Sequence[Candidate]:
    """The candidates for a place of this declared class on this path. If its type is a type variable and the class
    belongs to the JDK, all candidates but the likely one become late.
    """
    if not node.variable or declared is None or declared.is_target or len(found) < 2:
        return found
    cls = _class_there(state, node.variable)
    likely = (each for each in found if (each.kind is Kind.TEXT if cls is None else each.cls is cls))
    first = next(likely, found[0])
    return [first, *(replace(each, late=True) for each in found if each is not first)]


def _class_there(state: State, variable: str) -> Class | None:
    """The class of an object at another place of a type variable."""
    for name, node in shape_of(state).nodes.items():
        alike = node.variable and (node.variable == variable or ANY_OF_THEM in (node.variable, variable))
        address = state.decided.get(ref_var(name)) if alike else None
        if address:
            return state.object(address).cls
    return None


def with_low_priority(state: State, node: Node) -> dict[str, object] | None:
    """The attachments of a copy of a state in which the place has another class than the likely one."""
    return {LOW_PRIORITY: low_priority_choices(state) + 1} if node.variable else None
