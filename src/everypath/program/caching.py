"""What is remembered of classes and methods beyond one analysis, and forgotten with their program.

A cache of a module that holds one method holds its whole program, with everything that was translated.
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
    """Empty these caches: a program is not used any more."""
    for clear in _caches:
        clear()
