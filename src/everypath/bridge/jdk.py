"""The JDK that the bridge starts, as far as the bridge needs to know it."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol


class Jdk(Protocol):
    """An installed JDK."""

    @property
    def home(self) -> Path:
        """The installation folder."""

    @property
    def feature(self) -> int:
        """The feature release: 17, 21, 25."""

    @property
    def version(self) -> str:
        """The full version."""

    @property
    def java(self) -> Path:
        """The launcher."""

    @property
    def javac(self) -> Path:
        """The compiler."""
