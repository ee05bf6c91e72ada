"""Caches of functions of classes and methods, which are emptied when a program is no longer used.

A cache that holds one method keeps its whole program in memory, with everything that was translated.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from functools import _lru_cache_wrapper

T = TypeVar("T")

_caches: list[Callable[[], None]] = []


def program_cache(maxsize: int) -> Callable[[Callable[..., T]], _lru_cache_wrapper[T]]:
    """`functools.lru_cache` for functions of classes, methods or fields."""

    def decorate(function: Callable[..., T]) -> _lru_cache_wrapper[T]:
        cached = lru_cache(maxsize=maxsize)(function)
        _caches.append(cached.cache_clear)
        return cached

    return decorate


def clear_program_caches() -> None:
    """Empty all these caches. Called when a program is no longer used."""
    for clear in _caches:
        clear()
