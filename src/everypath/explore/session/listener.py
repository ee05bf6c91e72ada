"""The protocol of listeners, which are notified of forks, cuts and infeasible branches during an exploration.

A listener must not change the objects that it is given. An exception that it raises ends the exploration.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from everypath.state import Fork, Place, State


class Listener(Protocol):
    """Is notified of the events of one exploration."""

    def forked(self, fork: Fork) -> None:
        """A state left a fork; its other side is pending."""

    def cut(self, bound: str, place: Place | None, state: State) -> None:
        """A bound keeps a state back."""

    def refuted(self, fork: Fork) -> None:
        """A pending fork is infeasible."""
