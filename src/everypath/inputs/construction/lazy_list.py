"""A list whose elements are made when they are asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class LazyList(Generic[T]):
    """The elements of ``source``, each made once. There may be very many: nothing asks for their number."""

    def __init__(self, source: Iterable[T]) -> None:
        self._source = iter(source)
        self._made: list[T] = []

    def has(self, number: int) -> bool:
        """True if there is an element of this number."""
        while number >= len(self._made):
            try:
                self._made.append(next(self._source))
            except StopIteration:
                return False
        return True

    def __getitem__(self, number: int) -> T:
        """The element of this number. Raises `IndexError` if there is none."""
        if not self.has(number):
            raise IndexError(number)
        return self._made[number]

    def __iter__(self) -> Iterator[T]:
        number = 0
        while self.has(number):
            yield self._made[number]
            number += 1

    def __bool__(self) -> bool:
        return self.has(0)
