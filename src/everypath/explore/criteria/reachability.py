"""Reachability analysis: finds the code that may still run from a state.

The analysis uses only control flow and calls (`everypath.program.call_graph`), no values: blocks of the methods on the
stack of the state, and all methods that may be called from there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

from everypath.explore.search import Worklist, pc_of
from everypath.inputs.stubs import PROLOGUE
from everypath.program import called_from, callees

if TYPE_CHECKING:
    from everypath.explore.search import Goals
    from everypath.program import Method
    from everypath.state import Fork, State

MOST_METHODS = 200
"""The most methods of target code that are analysed, the nearest to the entry first."""

Position: TypeAlias = "frozenset[tuple[Method, int]] | None"
"""The current blocks of the frames of a state, by method and start; None if any code may be reachable."""

T = TypeVar("T")


class ReachabilityAnalysis:
    """Finds the code that states of one exploration may reach."""

    def __init__(self, goals: Goals) -> None:
        self._goals = goals
        self._program = goals.machine.program
        self._entry = goals.entry
        self.methods = called_from(self._program, self._entry, MOST_METHODS)
        self._whole = len(self.methods) < MOST_METHODS
        self._within: dict[tuple[Method, int], frozenset[int]] = {}
        self._below: dict[tuple[Method, int], frozenset[Method]] = {}
        self._everything: dict[Method, frozenset[Method]] = {}

    def position(self, state: State) -> Position:
        """The position of a state."""
        if not state.frames or PROLOGUE in state.attachments:
            return None
        found = set()
        for frame in state.frames:
            method = frame.method
            if frame.pc < 0 or not method.owner.is_target:
                return None  # other code may call any method back
            found.add((method, method.flow.block_at(pc_of(frame)).start))
        return frozenset(found)

    def of_fork(self, fork: Fork) -> Position:
        """The position of a fork; None for an aliasing question, whose path begins anew."""
        return None if "alias" in (fork.kind, fork.bound) else self.position(fork.state)

    def may_reach(self, positions: Iterable[Position], method: Method, pc: int) -> bool:
        """True if a state at one of these positions may reach an instruction."""
        block = method.flow.block_at(pc).start
        return any(self._may_reach(each, method, block) for each in positions)

    def _may_reach(self, position: Position, method: Method, block: int) -> bool:
        if position is None or not self._whole:
            return True
        for at, start in position:
            if at is method and block in self._blocks(at, start):
                return True
            if method in self._called(at, start):
                return True
        return False

    def _blocks(self, method: Method, start: int) -> frozenset[int]:
        """The blocks of a method that are reachable from one of them, with that one."""
        found = self._within.get((method, start))
        if found is None:
            blocks = method.flow.blocks
            seen = {start}
            waiting = [start]
            while waiting:
                block = blocks[waiting.pop()]
                for each in (*block.successors, *block.handlers):
                    if each not in seen:
                        seen.add(each)
                        waiting.append(each)
            found = self._within[method, start] = frozenset(seen)
        return found

    def _called(self, method: Method, start: int) -> frozenset[Method]:
        """The methods that may be entered from a block of a method, or from a block reachable from it."""
        found = self._below.get((method, start))
        if found is None:
            reachable = self._blocks(method, start)
            calls = callees(self._program, method)
            below: set[Method] = set()
            for pc, each in calls.items():
                if method.flow.block_at(pc).start in reachable:
                    below.update(*(self._all_below(one) for one in each.methods))
                    below.update(self._called_back() if each.is_open else ())
            found = self._below[method, start] = frozenset(below)
        return found

    def _all_below(self, method: Method) -> frozenset[Method]:
        """A method and all methods that its call may enter."""
        found = self._everything.get(method)
        if found is None:
            reached = called_from(self._program, method, MOST_METHODS)
            below = set(reached)
            if any(each.is_open for one in reached for each in callees(self._program, one).values()):
                below.update(self._called_back())
            found = self._everything[method] = frozenset(below)
        return found

    def _called_back(self) -> frozenset[Method]:
        """The methods that other code may call back: all known ones, but the entry only if it overrides a method of
        other code, or if target code calls it.
        """
        entry, program = self._entry, self._program
        called = any(entry in each.methods for one in self.methods for each in callees(program, one).values())
        theirs = [each for each in entry.owner.supertypes if not each.is_target]
        overrides = not entry.is_static and any(each.declared_method(entry.name, entry.descriptor) for each in theirs)
        return frozenset(each for each in self.methods if each is not entry or called or overrides)


class PositionedWorklist(Generic[T]):
    """A worklist that knows the positions of its items."""

    def __init__(self, inner: Worklist[T], position: Callable[[T], Position]) -> None:
        self._inner = inner
        self._position = position
        self._of: dict[int, Position] = {}
        self.positions: Counter[Position] = Counter()

    def push(self, item: T) -> None:
        """Add an item."""
        position = self._of[id(item)] = self._position(item)
        self.positions[position] += 1
        self._inner.push(item)

    def pop(self) -> T | None:
        """Take the next item, None if there is none."""
        item = self._inner.pop()
        if item is not None:
            position = self._of.pop(id(item))
            self.positions[position] -= 1
            if not self.positions[position]:
                del self.positions[position]
        return item

    def __len__(self) -> int:
        return len(self._inner)
