"""The call sequences of a unit whose decisions are flipped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.dataclass import dataclass

if TYPE_CHECKING:
    from everypath.bridge import KeptSequence
    from everypath.run.results import Goals

__all__ = ["FlipTask", "Seed"]


@dataclass(frozen=True)
class Seed:
    """A sequence of the sweep. ``tried`` are the sides of decisions that an earlier search from it aimed at. If
    something is ``left`` of that search, more time may show more.
    """

    sequence: KeptSequence
    tried: frozenset[tuple[str, str, str, int, int]] = frozenset()
    left: bool = False


@dataclass(frozen=True)
class FlipTask:
    """The ``seeds`` of a unit, and the goals that sequences have ``passed`` already.

    The search from one sequence may take so many ``seconds``. If the task ``extends`` its sequences, calls of methods
    with open sides are appended to them.
    """

    seeds: tuple[Seed, ...]
    passed: Goals
    seconds: float
    extends: bool = False
