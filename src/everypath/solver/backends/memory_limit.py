"""How much memory one query to a solver may take."""

from __future__ import annotations

from everypath.dataclass import dataclass

MOST_BYTES = 200 << 20
"""The limit where there is enough memory."""


@dataclass
class MemoryLimit:
    """The most ``bytes`` that a solver may take for one query, in this process; then its answer is *unknown*. What it
    takes at once may exceed that: z3 has taken twice as much.

    A solver that finds no more memory ends the process.
    """

    bytes: int = MOST_BYTES

    def within(self, process: float) -> None:
        """Take no more than so many bytes, which the process has for that."""
        self.bytes = min(MOST_BYTES, int(process))

    @property
    def megabytes(self) -> int:
        """The limit in megabytes."""
        return self.bytes >> 20


QUERY_MEMORY = MemoryLimit()
"""The limit of this process."""
