"""How much of a result the terminal shows, and with which colours."""

from __future__ import annotations

from collections.abc import Callable

from everypath.dataclass import dataclass
from everypath.report.sources import Sources

Paint = Callable[[str, str], str]
"""Adds one style (``red``, ``bold``, ``dim`` …) to a text."""


def plain(text: str, style: str) -> str:
    """The paint that adds nothing."""
    return text


@dataclass(frozen=True)
class View:
    """How much is shown, and in which colours. Notes are shown if the view is verbose, or if ``notes`` is true."""

    sources: Sources
    paint: Paint = plain
    verbose: bool = False
    notes: bool = False
