"""The code that the call sequences of one process executed: each report has what is new."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from everypath.bridge import Bridge, Coverage
from everypath.run.coverage.goals import goals_of
from everypath.run.results import ExecutedCode, Goals

__all__ = ["SweptCoverage"]


class SweptCoverage:
    """The coverage of all call sequences that a process has replayed. A report has what was new in it only: it would
    grow with the size of the target otherwise.
    """

    def __init__(self, bridge: Bridge, is_target: Callable[[str], bool]) -> None:
        self._bridge = bridge
        self._is_target = is_target
        self._coverage = Coverage(bridge.probes)
        self._counts: dict[tuple[str, str, str], tuple[int, int]] = {}

    def gained(self, hits: Collection[int]) -> tuple[Goals, tuple[ExecutedCode, ...]]:
        """Add the hits of replays. Returns the goals in the target that are new, and the methods with new ones."""
        new = set(hits) - self._coverage.hits
        self._coverage.add(new)
        found = {name: bits for name, bits in goals_of(new, self._bridge).items() if self._is_target(name)}
        return found, tuple(code for name in sorted(found) for code in self._grown(name))

    def _grown(self, class_name: str) -> Iterator[ExecutedCode]:
        for (name, descriptor), found in sorted(self._coverage.methods(class_name).items()):
            counts = len(found.instructions), len(found.branches)
            if counts != self._counts.get((class_name, name, descriptor), (0, 0)):
                self._counts[class_name, name, descriptor] = counts
                yield ExecutedCode(
                    class_name, name, descriptor, sum(1 << pc for pc in found.instructions), found.branches
                )
