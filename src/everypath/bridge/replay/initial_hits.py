"""The probes that static initialisers passed whose effects later replays share, and which therefore run only once."""

from __future__ import annotations

from everypath.bridge.messages import CLASS_BITS, ProbeTable

__all__ = ["InitialHits"]


class InitialHits:
    """Collects what initialisers passed; one set for each replay in which some ran."""

    def __init__(self) -> None:
        self._sets: set[frozenset[int]] = set()
        self.all: frozenset[int] = frozenset()
        """All probes."""

    def add(self, hits: frozenset[int]) -> None:
        """Add the probes of the initialisers of one replay."""
        self._sets.add(hits)
        self.all |= hits

    def of(self, table: ProbeTable) -> frozenset[int]:
        """The probes of replays in which the initialiser of a class ran."""
        method = table.method("<clinit>", "()V")
        if method is None:
            return frozenset()
        first = (table.number << CLASS_BITS) + method.first
        own = range(first, first + len(method.probes))
        return frozenset().union(*(passed for passed in self._sets if not passed.isdisjoint(own)))
