"""The endings of a path, the reasons why a path may be inexact, and the bounds of a path."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from everypath.dataclass import dataclass
from everypath.errors import EverypathError

if TYPE_CHECKING:
    from everypath.state.places import Place


class Ending(Enum):
    """The ways in which a path ends."""

    RETURNED = "returned"
    THREW = "threw"
    INFEASIBLE = "infeasible"
    BOUND = "bound"
    UNSUPPORTED = "unsupported"
    CONTAINED = "contained"
    DIVERGED = "diverged"
    SOLVER_UNKNOWN = "solver-unknown"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason why a path is not exact.

    ``code`` is one of ``havoc`` (an unknown result is a fresh symbol), ``concretise``, ``alias`` (two references that
    may alias were assumed to be distinct: the method is bounded, not partial), ``missing-class``, ``unsupported``,
    ``contained`` (a method of the JDK that reaches out of its JVM, which is refused),
    ``boot`` (a static field of the JDK that depends on the machine). ``detail`` names the construct.
    """

    code: str
    detail: str
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits of one path, all of them counts. Iterative deepening replaces `Control.bounds` by larger ones."""

    loop: int = 4
    """Symbolic decisions per frame and branching point inside a loop, while the loop around it is not entered anew."""
    calls: int = 8
    """Frames on the stack that have taken symbolic decisions."""
    conditions: int = 200
    """Length of the path condition."""
    length: int = 16
    """Length of input strings and arrays (an assumption, not a condition; used by `inputs` and `library`)."""
    block: int | None = None
    """Entries into the same basic block of target code, added up over all activations of its method on the call stack;
    concrete loops count, too (PET's block-k, `everypath.vm.core.coverage_bounds`)."""
    depth: int | None = None
    """Derivation steps: blocks of target code that are entered, and builtins in them (PET's depth-k, see there)."""
    steps: int = 2_000_000
    """Calls and backward jumps."""
    frames: int = 9_000
    """Frames before a StackOverflowError is predicted."""
    elements: int = 1 << 16
    """An array of primitives with more elements than this is kept as a solver array."""
    heap: int = 1 << 28
    """Bytes of a single array above which an OutOfMemoryError is predicted."""


class BoundReached(EverypathError):
    """A bound cut the path. The state stands at the start of the instruction and can be resumed under larger bounds."""

    def __init__(self, bound: str, place: Place | None = None) -> None:
        super().__init__(f"{bound} bound reached" + (f" at {place}" if place else ""))
        self.bound = bound
        self.place = place


REFLECTED = "reflected"
"""Prefix of the kind of a decision on the target of reflection; the name of the target follows."""
