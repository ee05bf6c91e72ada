"""What a listener hears of an exploration while it goes on; nothing is told, and nothing is asked, where there is none.

Listeners look and do not touch: they may raise, which ends the exploration, and must not change what they are shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from everypath.state import Fork, Place, State


class Listener(Protocol):
    """Hears of one exploration."""

    def forked(self, fork: Fork) -> None:
        """A side was not taken and waits."""

    def cut(self, bound: str, place: Place | None, state: State) -> None:
        """A bound keeps a state back."""

    def refuted(self, fork: Fork) -> None:
        """A side that waited has no input."""
