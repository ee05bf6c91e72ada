"""Coverage of the analysed classes as the real JVM measured it.

It is computed from the probes that replays passed. Counting follows JaCoCo: instructions of the unchanged bytecode;
branches are the distinct targets of each conditional jump or switch. Unlike JaCoCo, a block left in its middle by an
exception (an explicit ``throw`` above all) counts as covered up to the end of the line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from everypath.bridge.messages import CLASS_BITS, BlockProbe, MethodProbes, ProbeTable
from everypath.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class MethodCoverage:
    """The covered instructions, branches and lines of one method, and how many there are."""

    instructions: frozenset[int]
    instructions_total: int
    branches: frozenset[tuple[int, int]]
    branches_total: int
    lines: frozenset[int]
    lines_total: int

    @property
    def instructions_covered(self) -> int:
        """Number of covered instructions."""
        return len(self.instructions)

    @property
    def branches_covered(self) -> int:
        """Number of covered branches."""
        return len(self.branches)


class Coverage:
    """Accumulates the hits of replays and answers what they covered.

    ``table_of`` is `Bridge.probes`.
    """

    def __init__(self, table_of: Callable[[str], ProbeTable | None]) -> None:
        self._table_of = table_of
        self._hits: set[int] = set()

    def add(self, hits: Iterable[int]) -> None:
        """Count the hits of one more replay."""
        self._hits.update(hits)

    def adds(self, hits: Iterable[int]) -> bool:
        """True if one of these hits is new. Does not count them."""
        return not self._hits.issuperset(hits)

    def missing(self, hits: Iterable[int]) -> set[int]:
        """Those of these hits that were not counted."""
        return set(hits) - self._hits

    @property
    def hits(self) -> frozenset[int]:
        """All probe ids passed so far."""
        return frozenset(self._hits)

    def method(self, klass: str, name: str, descriptor: str) -> MethodCoverage | None:
        """The coverage of a method; None if it has no code or no probes."""
        table = self._table_of(klass)
        method = table.method(name, descriptor) if table is not None else None
        if table is None or method is None or method.note is not None:
            return None
        return self._covered(table, method)

    def methods(self, klass: str) -> dict[tuple[str, str], MethodCoverage]:
        """The coverage of each method of a class, by name and descriptor."""
        table = self._table_of(klass)
        if table is None:
            return {}
        return {
            (method.name, method.descriptor): self._covered(table, method)
            for method in table.methods
            if method.note is None
        }

    def _covered(self, table: ProbeTable, method: MethodProbes) -> MethodCoverage:
        base = (table.number << CLASS_BITS) + method.first
        instructions: set[int] = set()
        branches: set[tuple[int, int]] = set()
        for offset, probe in enumerate(method.probes):
            if base + offset not in self._hits:
                continue
            if isinstance(probe, BlockProbe):
                instructions.update(probe.pcs)
            else:
                branches.add((probe.pc, probe.target))
        return MethodCoverage(
            frozenset(instructions),
            len(method.instructions),
            frozenset(branches),
            len(method.branches),
            method.lines_of(instructions),
            len(method.all_lines),
        )
