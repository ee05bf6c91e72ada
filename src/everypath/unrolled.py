"""Recursion without Python's stack, for data whose depth has no limit.

A recursive function is written as a generator: it yields the generator of each inner call, and gets its result back.
`unrolled` runs such a generator with a stack of its own.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeAlias, TypeVar

__all__ = ["Unrolled", "unrolled"]

T = TypeVar("T")

Unrolled: TypeAlias = Generator["Unrolled[Any]", Any, T]
"""A call that yields its inner calls and returns a ``T``."""


def unrolled(call: Unrolled[T]) -> T:
    """The result of a call. An exception of an inner call is raised at its ``yield``, as in plain recursion."""
    stack: list[Unrolled[Any]] = [call]
    result: Any = None
    error: BaseException | None = None
    while stack:
        try:
            inner = stack[-1].send(result) if error is None else stack[-1].throw(error)
        except StopIteration as done:
            stack.pop()
            result, error = done.value, None
        except BaseException as raised:
            stack.pop()
            if not stack:
                raise
            error = raised
        else:
            stack.append(inner)
            result, error = None, None
    value: T = result
    return value
