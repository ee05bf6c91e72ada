"""Recovers the control nodes of a method from its bytecode and counts the potential paths through them.

Lee, Morris, Parker, Bundell and Lam, "Using Symbolic Execution to Guide Test Generation" (CTB), section IV and the
appendix: `if`, `while`/`for`, `do` and `switch` are control nodes, nested in each other; a path is described by one
letter for each time a node is evaluated, and the number of potential paths is given by a recurrence over the tree of
nodes. Bytecode is counted here, not source, so some counts differ from CTB's:

- A short-circuit chain (``a && b || c``) with two outcomes is one node. So are nested ``if``s without ``else`` and
  without code between them, which compile to the same code. A conditional expression is an ``if``.
- A switch has a state for each of its targets. The default is one of them, also if the source does not write it.
- Implicit exceptions are no nodes. Potential paths do not enter exception handlers. The descriptor of a path that
  enters one has the letter ``E`` there, then the letters of the nodes that follow.
- ``while (true)`` evaluates no condition, but it is a loop (kind ``loop``).

An *iteration* of a loop is one entry of its body: from the condition at its head (``while``), or at its head if the
condition is at the end (``do``) or there is no single one (``loop``).
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from everypath.program.caching import program_cache
from everypath.program.decisions import CAUGHT, Decisions
from everypath.program.nesting import ControlNode, nest
from everypath.program.path_counts import PathCounter

if TYPE_CHECKING:
    from everypath.program.flow import Loop
    from everypath.program.model import Method


class Step(NamedTuple):
    """The step from one block of a method to another: the letter that it adds to the descriptor (or none), the loops
    that it enters from outside, and the loops whose body it enters.
    """

    letter: str
    entered: tuple[int, ...]
    iterates: tuple[int, ...]


@program_cache(4096)
def control_tree(method: Method) -> ControlTree:
    """Return the control tree of a method."""
    return ControlTree(method)


class ControlTree:
    """The control nodes of one method. It counts the potential paths and names them by descriptors."""

    def __init__(self, method: Method) -> None:
        self.method = method
        self.decisions = Decisions(method)
        self._flow = method.flow
        self._steps: dict[tuple[int | None, int], Step] = {}

    # -- the tree -----------------------------------------------------------------------------------------------

    @cached_property
    def nodes(self) -> tuple[ControlNode, ...]:
        """The outermost nodes, in the order of the code."""
        return nest(self.decisions)

    def recurrence(self, limit: int) -> int:
        """CTB's recurrence over the tree. It equals `potential`, except if a ``break``, ``return`` or ``throw`` leaves
        more than one node at once, or a clause of a switch falls through into the next.
        """
        product = 1
        for node in self.nodes:
            product *= node.recurrence(limit)
        return product

    # -- counting -----------------------------------------------------------------------------------------------

    def potential(self, limit: int) -> int:
        """The number of paths from the first block to a return or an explicit throw on which each entry of a loop leads
        to at most ``limit`` iterations. This is the number of descriptors.

        If only their conditions leave the loops, CTB's recurrence gives the same number. A ``break``, ``continue`` or
        ``return`` inside a loop counts as one more exit.
        """
        if not self.decisions.order:
            return 0
        counter = PathCounter(self.decisions, limit)
        return sum(counter.through(None, 0).values())

    # -- descriptors --------------------------------------------------------------------------------------------

    def step(self, before: int | None, block: int) -> Step:
        """The step from block ``before`` (None: the call of the method) to ``block``."""
        key = (before, block)
        known = self._steps.get(key)
        if known is None:
            known = self._steps[key] = self._step(before, block)
        return known

    def descriptor(self, blocks: tuple[int, ...]) -> str:
        """The descriptor of a path that enters these blocks in this order."""
        letters = ""
        before: int | None = None
        for block in blocks:
            letters += self.step(before, block).letter
            before = block
        return letters

    def check(self, descriptor: str) -> None:
        """Raise ``ValueError``, with the column of the letter, for a descriptor (`parse_descriptor`) that no potential
        path has under any limit on loops.
        """
        letters = re.findall(r"\(\d+\)|.", descriptor)
        if CAUGHT in letters:
            return  # the block after a handler depends on the exception
        block, used, seen = next(iter(self._flow.blocks)), 0, set[int]()
        while True:
            decision = self.decisions.at(block)
            if decision is not None:
                states = self.decisions.letters(decision)
                asked = (
                    f"the {self.decisions.name(decision)} of line {self.method.line(self.decisions.branch(decision))}"
                )
                if used == len(letters):
                    raise ValueError(f"column {used + 1}: it ends where {asked} asks for one of {', '.join(states)}")
                if letters[used] not in states:
                    message = f"'{letters[used]}' is no outcome of {asked}: {', '.join(states)}"
                    raise ValueError(f"column {used + 1}: {message}")
                block = decision.exits[states.index(letters[used])]
                used += 1
                seen = set()
                continue
            following = self._flow.blocks[block].successors
            if not following or block in seen:
                break
            seen.add(block)
            block = following[0]
        if used < len(letters):
            raise ValueError(f"column {used + 1}: the method ends before '{letters[used]}'")

    def _step(self, before: int | None, block: int) -> Step:
        loops = [loop for loop in self._flow.loops.values() if block in loop.body]
        entered = tuple(loop.header for loop in loops if before is None or before not in loop.body)
        iterates = tuple(loop.header for loop in loops if self._iterates(loop, before, block))
        return Step(self._letter(before, block), entered, iterates)

    def _iterates(self, loop: Loop, before: int | None, block: int) -> bool:
        kind, decision = self.decisions.role(loop)
        if kind != "while" or decision is None:
            return block == loop.header
        return before in decision.blocks and block in decision.exits

    def _letter(self, before: int | None, block: int) -> str:
        if before is None:
            return ""
        decision = self.decisions.at(before)
        if decision is None:
            return "" if block in self._flow.blocks[before].successors else CAUGHT
        if block in decision.exits:
            return self.decisions.letters(decision)[decision.exits.index(block)]
        return "" if block in decision.blocks and block in self._flow.blocks[before].successors else CAUGHT


def parse_descriptor(text: str) -> str:
    """Return a descriptor as people write it (``T TTF TF F``) without its spaces. Raises ``ValueError`` with the column
    of the first char that is no letter of a descriptor.
    """
    at = 0
    letters = ""
    while at < len(text):
        here = text[at]
        if here == "(":
            end = text.find(")", at)
            if end < 0 or not text[at + 1 : end].isdecimal() or int(text[at + 1 : end]) < 10:
                raise ValueError(f"column {at + 1}: '(' begins the number of a clause from 10 up, as in (10)")
            letters += f"({int(text[at + 1 : end])})"
            at = end
        elif here in "TFDE123456789":
            letters += here
        elif not here.isspace():
            raise ValueError(f"column {at + 1}: '{here}' is none of T, F, a clause 1 to 9 or (10), D, E")
        at += 1
    return letters
