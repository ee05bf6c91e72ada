"""The conversion of one argument of a call of a lambda, as data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.dataclass import dataclass

if TYPE_CHECKING:
    pass


@dataclass(frozen=True, slots=True)
class Conversion:
    """From the type of a value to the type wanted, through the type that type inference found; all descriptors."""

    source: str
    through: str
    wanted: str
