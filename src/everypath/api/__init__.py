"""everypath from Python: paths as they are found, whole analyses, and what a program may bring of its own.

The names are also those of the package itself (``everypath.explore``), and are imported when they are first used. What
they return is small and stays as it is documented in ``docs/api.md``; ``raw`` is what lies below and may change.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from everypath.api.events import Block, Cut, Fork, Query, Refuted
    from everypath.api.exploring import Exploration, MethodResult, explore
    from everypath.api.jobs import check, paths
    from everypath.api.path import Path, Replay
    from everypath.api.values import JavaObject
    from everypath.errors import EverypathError, UsageError

_HOMES = {
    **dict.fromkeys(("Block", "Cut", "Fork", "Query", "Refuted"), "api.events"),
    **dict.fromkeys(("Exploration", "MethodResult", "explore"), "api.exploring"),
    **dict.fromkeys(("check", "paths"), "api.jobs"),
    **dict.fromkeys(("Path", "Replay"), "api.path"),
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
    "check",
    "explore",
    "paths",
]


def __getattr__(name: str) -> object:
    """The public name, from the module that defines it."""
    if name not in _HOMES:
        raise AttributeError(f"module 'everypath' has no attribute {name!r}")
    value: object = getattr(import_module(f"everypath.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
