"""Ranks pending forks: forks to new sides come first, then forks near to uncovered code."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, TypeAlias
from weakref import WeakValueDictionary

from everypath.explore.lemmas import reachable_blocks
from everypath.explore.paths import FAR
from everypath.explore.search.goals import Goals, Side, is_in_setup
from everypath.inputs.stubs import PROLOGUE
from everypath.state import REFLECTED

if TYPE_CHECKING:
    from everypath.program import Method
    from everypath.state import Fork, Frame, State

Position: TypeAlias = "tuple[tuple[int, Method, int], ...]"
"""The methods on the stack of a state, each with its distance offset (two for each inner frame) and its pc."""


class _Prospect(NamedTuple):
    """The values that determine the rank of a fork.

    ``side`` is its side, and ``may_be_fresh`` is true if that side may be new. ``counted`` is true if tries of the side
    count; those of a dispatch do not, since each has a new target. ``in_setup``: see `is_in_setup`. ``blocks`` are
    those that a lemma's class covers. ``position`` is that of its state, ``length`` the number of its conditions.
    """

    side: Side | None
    may_be_fresh: bool
    counted: bool
    in_setup: bool
    blocks: frozenset[int]
    position: Position
    length: int


class GoalRanking:
    """Ranks forks by the goals of one exploration."""

    def __init__(self, goals: Goals) -> None:
        self._goals = goals
        self._distances: dict[Method, dict[int, int]] = {}
        self._distances_version = -1
        self._ranks: WeakValueDictionary[_Prospect, Callable[[], tuple[int, ...]]] = WeakValueDictionary()
        """The functions that compute the ranks of the pending forks."""

    def rank(self, fork: Fork) -> Callable[[], tuple[int, ...]]:
        """A function that gives the rank of a pending fork at any time; smaller ranks come first.

        Forks to new sides come first, then forks near to uncovered code. Forks in library code that a setup call runs
        come last. Forks that always have the same rank share one function.
        """
        side = self._goals.side_of(fork)
        may_be_fresh = fork.kind.startswith(REFLECTED) or (fork.place is not None and fork.place.is_target)
        prospect = _Prospect(
            side,
            may_be_fresh and side is not None,
            side is not None and fork.kind != "dispatch",
            is_in_setup(fork),
            reachable_blocks(fork),
            self._position(fork.state),
            len(fork.state.path),
        )
        present = self._ranks.get(prospect)
        if present is None:
            present = self._ranks[prospect] = self._rank_of(prospect)
        return present

    def _rank_of(self, prospect: _Prospect) -> Callable[[], tuple[int, ...]]:
        side, blocks = prospect.side, prospect.blocks
        version, distance = -1, FAR

        def present() -> tuple[int, ...]:
            nonlocal version, distance
            tried = self._goals.attempts.get(side, 0) if prospect.counted and side is not None else 0
            if prospect.may_be_fresh and side not in self._goals.sides:
                return (0, tried, 0)
            if blocks and self._goals.reaches_goal(blocks):
                return (0, 0, 0)
            if version != self._goals.version:
                version, distance = self._goals.version, self._nearest(prospect.position)
            return ((1 if distance < FAR else 2) + prospect.in_setup, tried + distance, prospect.length)

        return present

    def distance(self, state: State) -> int:
        """Blocks between a state and the nearest uncovered one, through the callers' frames; `FAR` if there is none."""
        return self._nearest(self._position(state))

    def _position(self, state: State) -> Position:
        """The frames of a state that may have goals, the innermost first, with their distance offsets."""
        found = []
        for inside, frame in enumerate(reversed(state.frames)):
            method = frame.method
            if method.owner.is_target or method is self._goals.entry:
                found.append((2 * inside, method, pc_of(frame)))
        if PROLOGUE in state.attachments:
            found.append((2 * len(state.frames), self._goals.entry, 0))
        return tuple(found)

    def _nearest(self, position: Position) -> int:
        best = FAR
        for extra, method, pc in position:
            if extra >= best:
                break
            best = min(best, extra + self._from(method, pc))
        return best

    def _from(self, method: Method, pc: int) -> int:
        if self._distances_version != self._goals.version:
            self._distances.clear()
            self._distances_version = self._goals.version
        missed = self._goals.uncovered_blocks(method)
        if not missed:
            return FAR
        found = self._distances.get(method)
        if found is None:
            found = self._distances[method] = distances(method, missed)
        return found.get(method.flow.block_at(pc).start, FAR)


def pc_of(frame: Frame) -> int:
    """The pc of a frame in its method's bytecode."""
    linked = frame.method.linked
    return linked.pc_of(frame.pc) if linked is not None and frame.pc >= 0 else 0


def distances(method: Method, wanted: set[int]) -> dict[int, int]:
    """For each block, by its first pc, the number of blocks to the nearest one that holds a wanted pc.

    Blocks that lead to none are left out. Edges are followed backwards from the wanted blocks.
    """
    flow = method.flow
    before: dict[int, list[int]] = {}
    for start, block in flow.blocks.items():
        for following in (*block.successors, *block.handlers):
            before.setdefault(following, []).append(start)
    found = dict.fromkeys((flow.block_at(pc).start for pc in wanted), 0)
    queue = deque(found)
    while queue:
        at = queue.popleft()
        for start in before.get(at, ()):
            if start not in found:
                found[start] = found[at] + 1
                queue.append(start)
    return found
