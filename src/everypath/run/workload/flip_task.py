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
    """A sequence of the sweep, with the ``seconds`` that its search may take. ``tried`` are the sides of decisions that
    an earlier search aimed at.
    """

    sequence: KeptSequence
    seconds: float
    tried: frozenset[tuple[str, str, str, int, int]] = frozenset()


@dataclass(frozen=True)
class FlipTask:
    """The ``seeds`` of a unit, and the goals that are ``passed`` already."""

    seeds: tuple[Seed, ...]
    passed: Goals
