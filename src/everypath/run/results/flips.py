"""What came of flipping decisions of call sequences, as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from everypath.dataclass import dataclass, field

if TYPE_CHECKING:
    from everypath.bridge import Step

__all__ = ["Flips", "SeedEnd"]


@dataclass(frozen=True)
class SeedEnd:
    """What came of one sequence of a unit, by its ``number`` there. ``tried`` are the sides of decisions that queries
    aimed at. If something is ``left``, more time may show more.
    """

    number: int
    tried: frozenset[tuple[str, str, str, int, int]] = frozenset()
    left: bool = False


@dataclass(frozen=True)
class Flips:
    """The new sequences of a unit, and what came of its ``seeds``; those that are not named were not run.

    ``solved`` of the ``asked`` queries have an answer. ``endings`` counts how the paths of the sequences ended in the
    machine.
    """

    made: tuple[tuple[Step, ...], ...] = ()
    seeds: tuple[SeedEnd, ...] = ()
    asked: int = 0
    solved: int = 0
    endings: Mapping[str, int] = field(default_factory=dict)
