"""Symbolic execution for Java: bugs proved on a real JVM, and JUnit tests worth keeping.

From Python: ``for path in everypath.explore("Fee.java#fee"): …`` (``docs/api.md``). Names are imported when they are
first used. What they return is small and stays as it is documented; ``raw`` is what lies below and may change.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from everypath.api.events import Block, Cut, Fork, Query, Refuted
    from everypath.api.exploring import Exploration, explore
    from everypath.api.jobs import check, paths
    from everypath.api.path import Path, Replay
    from everypath.api.results import MethodResult
    from everypath.api.values import JavaObject
    from everypath.errors import EverypathError, UsageError

_HOMES = {
    **dict.fromkeys(("Block", "Cut", "Fork", "Query", "Refuted"), "api.events"),
    **dict.fromkeys(("Exploration", "explore"), "api.exploring"),
    **dict.fromkeys(("check", "paths"), "api.jobs"),
    **dict.fromkeys(("Path", "Replay"), "api.path"),
    "MethodResult": "api.results",
    "JavaObject": "api.values",
    **dict.fromkeys(("EverypathError", "UsageError"), "errors"),
}

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
    """A name of the Python interface, from the module that defines it."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"everypath.{_HOMES[name]}"), name)
    if name != "explore":
        globals()[name] = value
    return value


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
