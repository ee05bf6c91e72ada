"""Counts the potential paths through the blocks of a method, with a limit on the iterations of each loop."""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING, TypeAlias

from everypath.unrolled import Unrolled, unrolled

if TYPE_CHECKING:
    from everypath.program.decisions import Decisions
    from everypath.program.flow import Loop

_Exits: TypeAlias = "dict[tuple[int, bool], int]"
"""The number of paths out of a part of the code, by the block that they lead to (-1: the end of the method) and whether
it lies backwards."""


class PathCounter:
    """Counts the paths through the blocks of a method, loop by loop, each with at most ``limit`` iterations."""

    def __init__(self, decisions: Decisions, limit: int) -> None:
        self._decisions = decisions
        self._limit = limit
        self._blocks = decisions.method.flow.blocks
        self._loops = decisions.method.flow.loops
        self._known: dict[tuple[int | None, int], _Exits] = {}

    def through(self, loop: Loop | None, start: int) -> _Exits:
        """Count the paths from ``start`` out of a loop (None: the method), by the block that they lead to (-1: the end
        of the method) and whether it lies backwards.
        """
        return unrolled(self._counted(loop, start))

    def _counted(self, loop: Loop | None, start: int) -> Unrolled[_Exits]:
        key = (loop.header if loop is not None else None, start)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = yield self._through(loop, start)
        return known

    def _through(self, loop: Loop | None, start: int) -> Unrolled[_Exits]:
        if loop is None:
            once: tuple[_Exits, dict[int, int]] = yield self._once(None, start, stays=True)
            return once[0]
        kind, _ = self._decisions.role(loop)
        found: _Exits = {}
        current = {start: 1}
        times = self._limit + 1 if kind == "while" else self._limit
        for time in range(times):
            following: dict[int, int] = {}
            for head, count in sorted(current.items()):
                left, again = yield self._once(loop, head, stays=kind != "while" or time < self._limit)
                for exit_, paths in left.items():
                    found[exit_] = found.get(exit_, 0) + count * paths
                for block, paths in again.items():
                    following[block] = following.get(block, 0) + count * paths
            current = following
            if not current:
                break
        return found

    def _once(self, loop: Loop | None, start: int, *, stays: bool) -> Unrolled[tuple[_Exits, dict[int, int]]]:
        """Count the paths from ``start`` that leave the loop, and those that jump back to begin an iteration. Without
        ``stays``, the condition at its head leaves the loop.
        """
        order = self._decisions.order
        left: _Exits = {}
        again: dict[int, int] = {}
        counts = {start: 1}
        queue = [(order[start], start)]
        while queue:
            _, block = heapq.heappop(queue)
            count = counts.pop(block, 0)
            following = yield self._successors(loop, block, stays=stays or block != start)
            for target, backwards, paths in following:
                if target < 0 or (loop is not None and target not in loop.body):
                    left[target, backwards] = left.get((target, backwards), 0) + count * paths
                elif backwards:
                    again[target] = again.get(target, 0) + count * paths
                else:
                    if target not in counts:
                        heapq.heappush(queue, (order[target], target))
                    counts[target] = counts.get(target, 0) + count * paths
        return left, again

    def _successors(self, loop: Loop | None, block: int, *, stays: bool) -> Unrolled[list[tuple[int, bool, int]]]:
        """The successors of a block, a decision or a nested loop: the target, whether it lies backwards, and the number
        of paths to it.
        """
        inner = self._inner(loop, block)
        if inner is not None:
            exits_of_inner: _Exits = yield self._counted(inner, block)
            return [(target, back, paths) for (target, back), paths in exits_of_inner.items()]
        order = self._decisions.order
        decision = self._decisions.at(block)
        if decision is None:
            successors = self._blocks[block].successors
            return [(each, order[each] <= order[block], 1) for each in successors] or [(-1, False, 1)]
        exits = list(decision.exits)
        if loop is not None and not stays:
            exits = [each for each in exits if each not in loop.body]
        last = max(order[each] for each in decision.blocks)
        return [(each, order[each] <= last, 1) for each in exits]

    def _inner(self, loop: Loop | None, block: int) -> Loop | None:
        """The outermost loop inside this loop that contains a block. None if there is none."""
        found = self._decisions.method.flow.loop_at(block)
        while found is not None and found.parent is not loop:
            found = found.parent
        return found
