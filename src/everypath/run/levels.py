"""How serious a finding is."""

from __future__ import annotations

from enum import Enum


class Level(Enum):
    """How serious a finding is; compared by `rank`."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"

    @property
    def rank(self) -> int:
        """2 for errors, 1 for warnings, 0 for notes."""
        return {"error": 2, "warning": 1, "note": 0}[self.value]

    @property
    def lower(self) -> Level:
        """One level lower; notes stay notes."""
        return {Level.ERROR: Level.WARNING}.get(self, Level.NOTE)
