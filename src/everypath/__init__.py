"""Symbolic execution for Java: bugs proved on a real JVM, and JUnit tests worth keeping.

From Python: ``for path in everypath.explore("Fee.java#fee"): …`` (``docs/api.md``). Names are imported when they are
first used. What they return is small and stays as it is documented; ``raw`` is what lies below and may change.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING

from everypath.lazy import loader
from everypath.version import __version__

if TYPE_CHECKING:
    from everypath.api import (
        Block,
        Cut,
        Exploration,
        Fork,
        JavaObject,
        MethodResult,
        Path,
        Query,
        Refuted,
        Replay,
        check,
        explore,
        paths,
    )
    from everypath.errors import EverypathError, UsageError

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

__getattr__ = loader(
    __name__,
    {
        "api": (
            *("Block", "Cut", "Exploration", "Fork", "JavaObject", "MethodResult", "Path", "Query", "Refuted"),
            *("Replay", "check", "explore", "paths"),
        ),
        "errors": ("EverypathError", "UsageError"),
    },
)


class _Package(ModuleType):
    """The package. Its attribute ``explore`` is the function; imports find the package ``everypath.explore``."""

    @property
    def explore(self) -> object:
        """The function."""
        return __getattr__("explore")

    @explore.setter
    def explore(self, package: object) -> None:
        """Ignore the package: importing it assigns it here."""


sys.modules[__name__].__class__ = _Package
