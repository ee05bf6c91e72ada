"""Worklists: in which order pending work is taken up. Each is `push` and `pop`; ties go by arrival, so runs repeat."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

T = TypeVar("T")

Rank = tuple[int, ...]
"""What an item is worth; smaller is sooner."""


class Worklist(Protocol[T]):
    """Pending work."""

    def push(self, item: T) -> None:
        """Add an item."""

    def pop(self) -> T | None:
        """Take the next item, None if there is none."""

    def __len__(self) -> int: ...


class DepthFirst(Generic[T]):
    """The youngest item first."""

    def __init__(self) -> None:
        self._items: list[T] = []

    def push(self, item: T) -> None:
        """Add an item."""
        self._items.append(item)

    def pop(self) -> T | None:
        """Take the youngest item."""
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
        """Take the oldest item."""
        return self._items.popleft() if self._items else None

    def __len__(self) -> int:
        return len(self._items)


class BestFirst(Generic[T]):
    """The item with the smallest rank first, the oldest among equals.

    A rank may grow while its item waits (what it led to is reached by others): it is asked again when the item comes
    up, and the item goes back where it is no longer the best. ``rank`` gives what is asked, for each item.
    """

    def __init__(self, rank: Callable[[T], Callable[[], Rank]]) -> None:
        self._rank = rank
        self._heap: list[tuple[Rank, int, Callable[[], Rank], T]] = []
        self._arrivals = 0

    def push(self, item: T) -> None:
        """Add an item."""
        self._arrivals += 1
        present = self._rank(item)
        heapq.heappush(self._heap, (present(), self._arrivals, present, item))

    def pop(self) -> T | None:
        """Take the best item by its present rank."""
        heap = self._heap
        while heap:
            before, arrival, present, item = heap[0]
            rank = present()
            if rank == before or len(heap) == 1 or rank <= min(heap[1:3])[0]:
                heapq.heappop(heap)
                return item
            heapq.heapreplace(heap, (rank, arrival, present, item))
        return None

    def __len__(self) -> int:
        return len(self._heap)


class Generational(Generic[T]):
    """The children of finished paths, generation by generation, the best of each first (concolic testing, SAGE).

    What is pushed until the next `pop` comes from the run of the item popped last: its children, each with one
    constraint of its path mutated.
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
        """Take the best item of the oldest generation that has one."""
        for number, generation in enumerate(self._generations):
            item = generation.pop()
            if item is not None:
                self._next = number + 1
                return item
        return None

    def __len__(self) -> int:
        return sum(map(len, self._generations))


def worklist(strategy: str, rank: Callable[[T], Callable[[], Rank]]) -> Worklist[T]:
    """The worklist of a strategy: ``coverage`` (best first by ``rank``), ``generational`` (the same within each
    generation), ``depth-first`` or ``breadth-first``. Raises `ValueError` for any other.
    """
    match strategy:
        case "depth-first":
            return DepthFirst()
        case "breadth-first":
            return BreadthFirst()
        case "coverage":
            return BestFirst(rank)
        case "generational":
            return Generational(rank)
        case _:
            raise ValueError(f"no strategy {strategy}")
