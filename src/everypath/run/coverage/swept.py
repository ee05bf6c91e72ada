"""The code that the call sequences of one process executed: each report has what is new."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from everypath.bridge import Bridge, Coverage, MethodCoverage
from everypath.run.coverage.goals import goals_of
from everypath.run.results import ExecutedCode, Goals

__all__ = ["SweptCoverage", "executed_code"]


def executed_code(class_name: str, method: str, descriptor: str, found: MethodCoverage) -> ExecutedCode:
    """What has run of one method."""
    return ExecutedCode(class_name, method, descriptor, sum(1 << pc for pc in found.instructions), found.branches)


class SweptCoverage:
    """The coverage of all call sequences that a process has replayed. A report has what was new in it only: it would
    grow with the size of the target otherwise.
    """

    def __init__(self, bridge: Bridge, is_target: Callable[[str], bool]) -> None:
        self._bridge = bridge
        self._is_target = is_target
        self._coverage = Coverage(bridge.probes)

    def gained(self, hits: Collection[int]) -> tuple[Goals, tuple[ExecutedCode, ...]]:
        """Add the hits of replays. Returns the goals in the target that are new, and the methods with new ones."""
        new = self._coverage.missing(hits)
        self._coverage.add(new)
        found = {name: bits for name, bits in goals_of(new, self._bridge).items() if self._is_target(name)}
        return found, tuple(code for name in sorted(found) for code in self._grown(name, found[name]))

    def _grown(self, class_name: str, new: int) -> Iterator[ExecutedCode]:
        """What has run of the methods of a class with new probes: a bit for each."""
        table = self._bridge.probes(class_name)
        for name, descriptor, first, probes in sorted(
            (each.name, each.descriptor, each.first, len(each.probes)) for each in (table.methods if table else ())
        ):
            if not new >> first & (1 << probes) - 1:
                continue
            found = self._coverage.method(class_name, name, descriptor)
            if found is not None:
                yield executed_code(class_name, name, descriptor, found)
