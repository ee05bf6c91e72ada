"""Symbolic execution for Java: bugs proved on a real JVM, and JUnit tests worth keeping.

From Python: ``for path in everypath.explore("Fee.java#fee"): …`` (``docs/api.md``).
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from everypath.api import (
        Block,
        Cut,
        EverypathError,
        Exploration,
        Fork,
        JavaObject,
        MethodResult,
        Path,
        Query,
        Refuted,
        Replay,
        UsageError,
        check,
        explore,
        paths,
    )

__all__ = [
    "Block",
    "Cut",
    "EverypathError",
    "Exploration",
    "Fork",
    "JavaObject",
    "MethodResult",
    "Path",
    "Query",
    "Refuted",
    "Replay",
    "UsageError",
    "__version__",
    "check",
    "explore",
    "paths",
]


def __getattr__(name: str) -> object:
    """A name of the Python interface, which is loaded when it is first used."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from everypath import api

    return getattr(api, name)


class _Package(ModuleType):
    """The package, in which ``explore`` is the function; the room of this name is found as ``everypath.explore``."""

    @property
    def explore(self) -> object:
        """The function."""
        return __getattr__("explore")

    @explore.setter
    def explore(self, room: object) -> None:
        """Importing the room would put it here."""


sys.modules[__name__].__class__ = _Package
