"""PET's two coverage criteria as bounds of a path: block-k and depth-k.

PET runs a constraint logic program decompiled from the bytecode; its criteria bound the derivation of that program
(Gomez-Zamalloa, Albert, Puebla: Test Case Generation for Object-Oriented Imperative Languages in CLP, 2010, Sect. 4.1).

- *block-k* counts, at each atom, the same predicate on the *ancestor stack*: a block of a loop once for each
  iteration, and again in each active call of its method. Here: the entries into the first block of a loop or of a
  method, added up over all activations of the method on the call stack. A path enters no block more often than k times.
- *depth-k* "simply limits the number of derivation steps". A step resolves one atom: the predicate of a block or
  method, or a builtin of its grammar (Sect. 2.1: arithmetic, comparisons, type tests, and what creates, reads or writes
  objects and arrays). In that program, loads, stores, constants, jumps, returns and null tests are variables and clause
  heads, not atoms. So entering a block counts one, and each builtin in it one more, or two if it may throw: an
  exception is an arc of the control flow graph, and the code after the builtin is another block (`nullcheck`, Fig. 2).

Both count in target code only, and only on the entry's own derivation. Calls that build an input and class initialisers
are not counted.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from everypath.classfile import OPCODE_NAMES
from everypath.dataclass import dataclass
from everypath.state import BoundReached

if TYPE_CHECKING:
    from everypath.classfile import Instruction
    from everypath.state import Bounds, Frame, State


_ARRAYS = {"arraylength", "newarray", "anewarray", "multianewarray"}
_THROWING = _ARRAYS | {"getfield", "putfield", "checkcast", "invokevirtual", "invokeinterface"}
_THROWING |= {"idiv", "irem", "ldiv", "lrem"}
_PLAIN = {"getstatic", "putstatic", "new", "instanceof", "iinc", "lcmp", "fcmpl", "fcmpg", "dcmpl", "dcmpg"}
_PLAIN |= {"ifeq", "ifne", "iflt", "ifge", "ifgt", "ifle", "tableswitch", "lookupswitch"}
_ARITHMETIC = {"add", "sub", "mul", "div", "rem", "neg", "shl", "shr", "ushr", "and", "or", "xor"}
_CONVERSIONS = tuple(f"{kind}2" for kind in "ilfd")


def _steps_of(name: str) -> int:
    """The number of derivation steps of an instruction, besides the one of its block."""
    if name in _THROWING or name[1:] in ("aload", "astore"):
        return 2
    if name in _PLAIN or name[1:] in _ARITHMETIC or name.startswith(("if_", *_CONVERSIONS)):
        return 1
    return 0


STEPS: Final[tuple[int, ...]] = tuple(_steps_of(name) for name in OPCODE_NAMES)
"""Derivation steps by opcode."""


def derivation_steps(block: Iterable[Instruction]) -> int:
    """The number of derivation steps of entering a basic block with these instructions."""
    return 1 + sum(STEPS[each.opcode] for each in block)


@dataclass(frozen=True, slots=True)
class CoverageBounds:
    """The limits k of block-k and depth-k; None if the criterion is not used."""

    block: int | None
    depth: int | None

    def enter(self, state: State, index: int, steps: int, *, counted: bool) -> None:
        """Count the entry into the block with its leader at the translated ``index``.

        ``counted``: it is the first block of a loop or of the method. Raises `BoundReached` if a limit would be passed;
        the state is then at the leader, and nothing was counted.
        """
        frames = state.frames
        if any(map(_is_foreign, frames)):
            return
        frame = frames[-1]
        if self.depth is not None and state.depth + steps > self.depth:
            frame.pc = index
            raise BoundReached("depth", state.here())
        if counted and self.block is not None:
            method = frame.method
            visits = sum(each.visits.get(index, 0) for each in frames if each.method is method and each.visits)
            if visits >= self.block:
                frame.pc = index
                raise BoundReached("block", state.here())
            frame.visits = frame.visits or {}
            frame.visits[index] = frame.visits.get(index, 0) + 1
        if self.depth is not None:
            state.depth += steps


def coverage_bounds_of(bounds: Bounds) -> CoverageBounds | None:
    """The coverage bounds among ``bounds``; None if neither is set."""
    return None if bounds.block is None and bounds.depth is None else CoverageBounds(bounds.block, bounds.depth)


def _is_foreign(frame: Frame) -> bool:
    """True if a frame does not belong to the entry's derivation.

    `Machine.push_call` pushed it for an instruction that is executed again afterwards.
    """
    return frame.hooks is not None and frame.hooks.abrupt is not None
