"""The open code of a method: the probes of its blocks, jumps and switches that nothing has passed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from everypath.bridge import BlockProbe, EdgeProbe

if TYPE_CHECKING:
    from collections.abc import Mapping

    from everypath.bridge import ProbeTable
    from everypath.program import Method
    from everypath.run.results import Goals

__all__ = ["OpenJumps"]


class OpenJumps:
    """Finds the open sides of methods. ``probes`` gives the probes of a class, ``passed`` are the passed ones."""

    def __init__(self, probes: Callable[[str], ProbeTable | None], passed: Goals) -> None:
        self._probes = probes
        self._passed = passed
        self._next_to: dict[str, int] = {}
        self._blocks: dict[Method, frozenset[int]] = {}

    def __call__(self, method: Method) -> Mapping[int, frozenset[int]]:
        """For the pc of each jump or switch of a method with open sides, the pcs to which they lead."""
        found: dict[int, set[int]] = {}
        for _, pc, target in self.sides(method.owner.name, method.name, method.descriptor):
            found.setdefault(pc, set()).add(target)
        return {pc: frozenset(each) for pc, each in found.items()}

    def blocks(self, method: Method) -> frozenset[int]:
        """The pcs of the instructions in blocks of a method that nothing has entered."""
        known = self._blocks.get(method)
        if known is None:
            known = self._blocks[method] = self._open_blocks(method)
        return known

    def _open_blocks(self, method: Method) -> frozenset[int]:
        table, passed = self._probes(method.owner.name), self._passed.get(method.owner.name, 0)
        of_method = table.method(method.name, method.descriptor) if table is not None else None
        probes = enumerate(of_method.probes, of_method.first) if of_method is not None else ()
        return frozenset(
            pc
            for number, probe in probes
            if isinstance(probe, BlockProbe) and not passed >> number & 1
            for pc in probe.pcs
        )

    def next_to(self, class_name: str) -> int:
        """The passed sides of decisions in a class that have open sides, as bits of their probes."""
        known = self._next_to.get(class_name)
        if known is None:
            known = self._next_to[class_name] = self._found_next_to(class_name)
        return known

    def _found_next_to(self, class_name: str) -> int:
        table, passed = self._probes(class_name), self._passed.get(class_name, 0)
        found = 0
        for method in table.methods if table is not None else ():
            open_at = {pc for _, pc, _ in self.sides(class_name, method.name, method.descriptor)}
            for number, probe in enumerate(method.probes, method.first) if open_at else ():
                if isinstance(probe, EdgeProbe) and probe.pc in open_at:
                    found |= 1 << number & passed
        return found

    def sides(self, class_name: str, name: str, descriptor: str) -> list[tuple[int, int, int]]:
        """The open sides of a method: the numbers of their probes in the class, their pcs and targets."""
        table = self._probes(class_name)
        of_method = table.method(name, descriptor) if table is not None else None
        if of_method is None:
            return []
        passed = self._passed.get(class_name, 0)
        return [
            (of_method.first + at, probe.pc, probe.target)
            for at, probe in enumerate(of_method.probes)
            if isinstance(probe, EdgeProbe) and not passed >> (of_method.first + at) & 1
        ]
