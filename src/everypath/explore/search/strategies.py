"""Worklists, which order pending items, and the strategies that make them.

Items of equal rank are taken in the order of their arrival, so every run takes the same order.
"""

from __future__ import annotations

import heapq
import random
from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Generic, Protocol, TypeAlias, TypeVar, runtime_checkable

from everypath import plugins
from everypath.dataclass import dataclass

if TYPE_CHECKING:
    from everypath.state import Fork

T = TypeVar("T")

Rank = tuple[int, ...]
"""The rank of an item; smaller ranks come first."""


@runtime_checkable
class Worklist(Protocol[T]):
    """The pending items of an exploration."""

    def push(self, item: T) -> None:
        """Add an item."""

    def pop(self) -> T | None:
        """Take the next item, None if there is none."""

    def __len__(self) -> int: ...


class DepthFirst(Generic[T]):
    """The newest item first."""

    def __init__(self) -> None:
        self._items: list[T] = []

    def push(self, item: T) -> None:
        """Add an item."""
        self._items.append(item)

    def pop(self) -> T | None:
        """Take the newest item; None if there is none."""
        return self._items.pop() if self._items else None

    def __len__(self) -> int:
        return len(self._items)


class BreadthFirst(Generic[T]):
    """The oldest item first."""

    def __init__(self) -> None:
        self._items: deque[T] = deque()

    def push(self, item: T) -> None:
        """Add an item."""
        self._items.append(item)

    def pop(self) -> T | None:
        """Take the oldest item; None if there is none."""
        return self._items.popleft() if self._items else None

    def __len__(self) -> int:
        return len(self._items)


class BestFirst(Generic[T]):
    """The item with the smallest rank first, the oldest among equals.

    ``rank`` gives for each item a function that returns its present rank. Items that always have the same rank share
    one function. A rank may grow while its items are pending, since other paths reach their goals. It is computed again
    when its items have the smallest known rank, and they are put back if another rank is smaller then.
    """

    def __init__(self, rank: Callable[[T], Callable[[], Rank]]) -> None:
        self._rank = rank
        self._alike: dict[Callable[[], Rank], deque[tuple[int, T]]] = {}
        self._heap: list[tuple[Rank, int, Callable[[], Rank]]] = []
        """For each rank function its last rank, and the arrival number of its oldest item."""
        self._arrivals = 0
        self._size = 0

    def push(self, item: T) -> None:
        """Add an item."""
        self._arrivals += 1
        self._size += 1
        present = self._rank(item)
        waiting = self._alike.get(present)
        if waiting is None:
            waiting = self._alike[present] = deque()
            heapq.heappush(self._heap, (present(), self._arrivals, present))
        waiting.append((self._arrivals, item))

    def pop(self) -> T | None:
        """Take the item with the smallest present rank; None if there is none."""
        heap = self._heap
        while heap:
            before, arrival, present = heap[0]
            rank = present()
            if rank != before:
                heapq.heapreplace(heap, (rank, arrival, present))
                continue
            waiting = self._alike[present]
            _, item = waiting.popleft()
            self._size -= 1
            if waiting:
                heapq.heapreplace(heap, (rank, waiting[0][0], present))
            else:
                del self._alike[present]
                heapq.heappop(heap)
            return item
        return None

    def __len__(self) -> int:
        return self._size


class Generational(Generic[T]):
    """The children of finished paths, generation by generation, the best of each first (concolic testing, SAGE).

    Items that are pushed between two calls of `pop` are the children of the item that was popped last: each negates one
    constraint of its path.
    """

    def __init__(self, rank: Callable[[T], Callable[[], Rank]]) -> None:
        self._generations: list[BestFirst[T]] = []
        self._rank = rank
        self._next = 0

    def push(self, item: T) -> None:
        """Add a child of the present path."""
        while len(self._generations) <= self._next:
            self._generations.append(BestFirst(self._rank))
        self._generations[self._next].push(item)

    def pop(self) -> T | None:
        """Take the best item of the oldest generation that has one; None if there is none."""
        for number, generation in enumerate(self._generations):
            item = generation.pop()
            if item is not None:
                self._next = number + 1
                return item
        return None

    def __len__(self) -> int:
        return sum(map(len, self._generations))


class RandomPath(Generic[T]):
    """A random item, in the same order for the same seed.

    Items that are pushed between two calls of `pop` are the sides that one path did not take. Paths with many decisions
    leave more sides. So that they do not dominate, first a path is drawn and then one of its sides.
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._families: list[list[T]] = []
        self._youngest: list[T] = []
        self._size = 0

    def push(self, item: T) -> None:
        """Add a side of the present path."""
        self._youngest.append(item)
        self._size += 1

    def pop(self) -> T | None:
        """Draw one item; None if there is none."""
        if self._youngest:
            self._families.append(self._youngest)
            self._youngest = []
        if not self._families:
            return None
        at = self._random.randrange(len(self._families))
        family = self._families[at]
        chosen = self._random.randrange(len(family))
        family[chosen], family[-1] = family[-1], family[chosen]
        item = family.pop()
        if not family:
            self._families[at] = self._families[-1]
            self._families.pop()
        self._size -= 1
        return item

    def __len__(self) -> int:
        return self._size


class Interleaved(Generic[T]):
    """Several strategies in turn over the same items. Each takes its first item that no other has taken."""

    def __init__(self, worklists: Sequence[Worklist[Entry[T]]]) -> None:
        self._worklists = worklists
        self._turn = 0
        self._left = 0

    def push(self, item: T) -> None:
        """Add an item."""
        entry = Entry(item)
        self._left += 1
        for each in self._worklists:
            each.push(entry)

    def pop(self) -> T | None:
        """Take the first item of the strategy whose turn it is; None if there is none."""
        if not self._left:
            return None
        chosen = self._worklists[self._turn]
        self._turn = (self._turn + 1) % len(self._worklists)
        while (entry := chosen.pop()) is not None:
            if not entry.taken:
                entry.taken = True
                self._left -= 1
                return entry.item
        return None

    def __len__(self) -> int:
        return self._left


@dataclass(eq=False, slots=True)
class Entry(Generic[T]):
    """An item that several worklists hold."""

    item: T
    taken: bool = False


Strategy: TypeAlias = "Callable[[Callable[[Fork], Callable[[], Rank]], int], Worklist[Fork]]"
"""Makes the worklist of one exploration from a function that ranks forks by coverage, and a seed of random choices."""


class _GuardedStrategy:
    """The worklist of a plug-in or a caller: an exception that it raises is reported as its failure."""

    def __init__(self, name: str, worklist: object) -> None:
        if not isinstance(worklist, Worklist):
            raise plugins.PluginFailedError(
                f"{name}: a worklist needs push, pop and __len__, and {worklist!r} lacks one"
            )
        self._name = name
        self._worklist: Worklist[Fork] = worklist

    def push(self, item: Fork) -> None:
        """Add an item."""
        with plugins.guarded(self._name):
            self._worklist.push(item)

    def pop(self) -> Fork | None:
        """Take the next item, None if there is none."""
        with plugins.guarded(self._name):
            return self._worklist.pop()

    def __len__(self) -> int:
        with plugins.guarded(self._name):
            return len(self._worklist)


def guarded_strategy(name: str, make: Callable[..., object]) -> Strategy:
    """The strategy of a plug-in or a caller; its failures are reported under its name."""

    def strategy(rank: Callable[[Fork], Callable[[], Rank]], seed: int) -> Worklist[Fork]:
        with plugins.guarded(name):
            made = make(rank, seed)
        return _GuardedStrategy(name, made)

    return strategy


STRATEGIES: plugins.Registry[Strategy] = plugins.Registry(
    plugins.STRATEGIES,
    {
        "coverage": lambda rank, seed: BestFirst(rank),
        "generational": lambda rank, seed: Generational(rank),
        "depth-first": lambda rank, seed: DepthFirst(),
        "breadth-first": lambda rank, seed: BreadthFirst(),
        "random": lambda rank, seed: RandomPath(seed),
        "interleaved": lambda rank, seed: Interleaved(
            (BestFirst(lambda entry: rank(entry.item)), RandomPath(seed), DepthFirst())
        ),
    },
    guarded_strategy,
)
"""The strategies by name, the default first, then those of plug-ins."""


def worklist(strategy: str | Strategy, rank: Callable[[Fork], Callable[[], Rank]], seed: int = 0) -> Worklist[Fork]:
    """A new worklist of a strategy, given by its name or itself.

    The names are ``coverage`` (best first by ``rank``), ``generational`` (the same within each generation),
    ``depth-first``, ``breadth-first``, ``random`` (by ``seed``), ``interleaved`` (coverage, random and depth-first in
    turn), and those of plug-ins. Raises `ValueError` for a name that is not in `STRATEGIES`.
    """
    made = STRATEGIES.find(strategy) if isinstance(strategy, str) else strategy
    if made is None:
        raise ValueError(f"no strategy {strategy}; there are {', '.join(STRATEGIES.names)}")
    return made(rank, seed)
