"""Which code may still run where a state stands: what no waiting state has ahead of it, no further path comes to.

By control flow and calls alone (`everypath.program.call_graph`), whatever the values: blocks of the methods in which
the state stands, and all of those that may be called from there.
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
"""So many methods of the analysed code are looked into, the nearest to the entry first."""

Position: TypeAlias = "frozenset[tuple[Method, int]] | None"
"""The blocks in which a state stands, by method and start; None where any code may lie ahead."""

T = TypeVar("T")


class ReachabilityAnalysis:
    """What lies ahead of states of one exploration."""

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
        """Where a state stands."""
        if not state.frames or PROLOGUE in state.attachments:
            return None
        found = set()
        for frame in state.frames:
            method = frame.method
            if frame.pc < 0 or not method.owner.is_target:
                return None  # code of others may call anything back
            found.add((method, method.flow.block_at(pc_of(frame)).start))
        return frozenset(found)

    def of_fork(self, fork: Fork) -> Position:
        """The same for what waits; an alias begins anew."""
        return None if "alias" in (fork.kind, fork.bound) else self.position(fork.state)

    def may_reach(self, positions: Iterable[Position], method: Method, pc: int) -> bool:
        """Whether one of the states that stand there may come to an instruction."""
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
        """The blocks of a method that may follow one of them, that one included."""
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
        """The methods that may be entered from a block of a method, or from one that follows it."""
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
        """A method and all that its call may enter."""
        found = self._everything.get(method)
        if found is None:
            reached = called_from(self._program, method, MOST_METHODS)
            below = set(reached)
            if any(each.is_open for one in reached for each in callees(self._program, one).values()):
                below.update(self._called_back())
            found = self._everything[method] = frozenset(below)
        return found

    def _called_back(self) -> frozenset[Method]:
        """What code of others may call: all that was found, but the entry only where it overrides something of theirs,
        or is called from within.
        """
        entry, program = self._entry, self._program
        called = any(entry in each.methods for one in self.methods for each in callees(program, one).values())
        theirs = [each for each in entry.owner.supertypes if not each.is_target]
        overrides = not entry.is_static and any(each.declared_method(entry.name, entry.descriptor) for each in theirs)
        return frozenset(each for each in self.methods if each is not entry or called or overrides)


class PositionedWorklist(Generic[T]):
    """A worklist that tells where what waits in it stands."""

    def __init__(self, inner: Worklist[T], position: Callable[[T], Position]) -> None:
        self._inner = inner
        self._standing = position
        self._of: dict[int, Position] = {}
        self.positions: Counter[Position] = Counter()

    def push(self, item: T) -> None:
        """Add an item."""
        position = self._of[id(item)] = self._standing(item)
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
