"""Control flow of a method: basic blocks and natural loops.

Blocks and loops are named by the program counter at which they start. Loops are natural loops (Aho, Lam, Sethi and
Ullman, section 9.6) over dominators computed as by Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm". A
cycle entered at more than one place (irreducible; ``javac`` makes none) counts as a loop of its strongly connected
component.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import pairwise

from everypath.classfile import Handler, Instruction, opcodes
from everypath.dataclass import dataclass, field

_RET = opcodes.OPCODES["ret"]


@dataclass(frozen=True, slots=True)
class Block:
    """A basic block: the instructions ``first`` to ``last`` (indexes, inclusive), with pc ``start`` to before ``end``.

    ``successors`` are the starts of the blocks that may follow normally, the fall-through first. ``handlers`` are the
    starts of the exception handlers that cover a part of the block.
    """

    start: int
    end: int
    first: int
    last: int
    successors: tuple[int, ...]
    handlers: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Loop:
    """A loop: the start of its header block and of all blocks of its body, header included.

    ``latches`` are the blocks that jump back to the header; ``parent`` is the next enclosing loop; ``depth`` is 1 for
    an outermost loop.
    """

    header: int
    body: frozenset[int]
    latches: tuple[int, ...]
    is_reducible: bool = True
    parent: Loop | None = field(default=None, compare=False)

    @cached_property
    def depth(self) -> int:
        """The number of loops around the body, this one included."""
        return 1 if self.parent is None else self.parent.depth + 1

    def encloses(self, other: Loop) -> bool:
        """True if ``other`` is this loop or lies within it."""
        loop: Loop | None = other
        while loop is not None:
            if loop is self:
                return True
            loop = loop.parent
        return False


@dataclass(frozen=True)
class Flow:
    """The control flow of one method: blocks by start, in order, and the loops by header."""

    blocks: dict[int, Block]
    loops: dict[int, Loop]

    @cached_property
    def _starts(self) -> list[int]:
        return list(self.blocks)

    @cached_property
    def _innermost(self) -> dict[int, Loop]:
        found: dict[int, Loop] = {}
        for loop in sorted(self.loops.values(), key=lambda loop: loop.depth):
            found.update(dict.fromkeys(loop.body, loop))
        return found

    def block_at(self, pc: int) -> Block:
        """The block that holds the instruction at ``pc``. Raises ``KeyError`` outside the code."""
        at = bisect_right(self._starts, pc)
        if at == 0:
            raise KeyError(pc)
        return self.blocks[self._starts[at - 1]]

    def loop_at(self, pc: int) -> Loop | None:
        """The innermost loop around the instruction at ``pc``."""
        return self._innermost.get(self.block_at(pc).start)


def leaders(instructions: Sequence[Instruction], handlers: Iterable[Handler], after_invokes: bool = False) -> list[int]:
    """The starts of basic blocks: the entry, branch targets, handlers, and what follows a branch, return or throw.

    With ``after_invokes``, the instructions after calls, to which a machine returns, are starts, too.
    """
    if not instructions:
        return []
    found = {0}
    found.update(handler.handler for handler in handlers)
    for here, following in zip(instructions, [*instructions[1:], None], strict=True):
        opcode = here.opcode
        if opcode in opcodes.BRANCHES or here.switch is not None:
            found.update(here.targets)
        elif not (opcode in opcodes.NO_FALL_THROUGH or (after_invokes and opcode in opcodes.INVOKES)):
            continue
        if following is not None:
            found.add(following.pc)
    return sorted(found)


def control_flow(instructions: Sequence[Instruction], handlers: Sequence[Handler]) -> Flow:
    """The basic blocks and loops of a method's instructions."""
    blocks = _blocks(instructions, handlers)
    return Flow(blocks, _loops(blocks) if blocks else {})


def _blocks(instructions: Sequence[Instruction], handlers: Sequence[Handler]) -> dict[int, Block]:
    if not instructions:
        return {}
    starts = leaders(instructions, handlers)
    index_of = {instruction.pc: index for index, instruction in enumerate(instructions)}
    after_subroutines = tuple(
        following.pc for here, following in pairwise(instructions) if here.opcode in opcodes.SUBROUTINE_JUMPS
    )
    size = instructions[-1].pc + instructions[-1].length
    blocks = {}
    for start, end in zip(starts, [*starts[1:], size], strict=True):
        last = index_of[end] - 1 if end != size else len(instructions) - 1
        final = instructions[last]
        successors = list(final.targets)
        if final.opcode == _RET:
            successors = list(after_subroutines)
        elif final.opcode not in opcodes.NO_FALL_THROUGH and end != size:
            successors.insert(0, end)
        covering = dict.fromkeys(h.handler for h in handlers if h.start < end and start < h.end)
        blocks[start] = Block(start, end, index_of[start], last, tuple(dict.fromkeys(successors)), tuple(covering))
    return blocks


def _loops(blocks: dict[int, Block]) -> dict[int, Loop]:
    successors = {start: dict.fromkeys((*block.successors, *block.handlers)) for start, block in blocks.items()}
    order, retreating = _depth_first(successors)
    if not retreating:
        return {}
    predecessors: dict[int, list[int]] = {start: [] for start in order}
    for start in order:
        for successor in successors[start]:
            predecessors[successor].append(start)
    dominator = dominators(order, predecessors)
    latches: dict[int, list[int]] = {}
    irreducible: dict[int, list[int]] = {}
    for latch, header in retreating:
        kind = latches if _dominates(dominator, header, latch) else irreducible
        kind.setdefault(header, []).append(latch)
    loops = [Loop(h, _body(h, found, predecessors), tuple(sorted(found))) for h, found in latches.items()]
    for header, found in irreducible.items():
        if header not in latches:
            loops.append(Loop(header, _component(header, successors, predecessors), tuple(sorted(found)), False))
    return _nest(loops)


def _depth_first(successors: dict[int, dict[int, None]]) -> tuple[list[int], list[tuple[int, int]]]:
    """Reachable nodes in reverse postorder, and the edges that lead back to a node on the way to them."""
    entry = next(iter(successors))
    postorder: list[int] = []
    retreating: list[tuple[int, int]] = []
    on_path, seen = {entry}, {entry}
    stack = [(entry, iter(successors[entry]))]
    while stack:
        node, rest = stack[-1]
        for successor in rest:
            if successor in on_path:
                retreating.append((node, successor))
            elif successor not in seen:
                seen.add(successor)
                on_path.add(successor)
                stack.append((successor, iter(successors[successor])))
                break
        else:
            stack.pop()
            on_path.discard(node)
            postorder.append(node)
    postorder.reverse()
    return postorder, retreating


def dominators(order: list[int], predecessors: dict[int, list[int]]) -> dict[int, int]:
    """The immediate dominator of each node of ``order`` (reverse postorder). The entry's is the entry itself."""
    rank = {node: index for index, node in enumerate(order)}
    dominator = {order[0]: order[0]}
    changed = True
    while changed:
        changed = False
        for node in order[1:]:
            known = [predecessor for predecessor in predecessors[node] if predecessor in dominator]
            best = known[0]
            for other in known[1:]:
                while other != best:
                    while rank[other] > rank[best]:
                        other = dominator[other]
                    while rank[best] > rank[other]:
                        best = dominator[best]
            if dominator.get(node) != best:
                dominator[node] = best
                changed = True
    return dominator


def _dominates(dominator: dict[int, int], above: int, node: int) -> bool:
    while node != above:
        parent = dominator[node]
        if parent == node:
            return False
        node = parent
    return True


def _body(header: int, latches: list[int], predecessors: dict[int, list[int]]) -> frozenset[int]:
    body = {header}
    work = list(latches)
    while work:
        node = work.pop()
        if node not in body:
            body.add(node)
            work.extend(predecessors[node])
    return frozenset(body)


def _component(
    header: int, successors: dict[int, dict[int, None]], predecessors: dict[int, list[int]]
) -> frozenset[int]:
    forwards = _reachable(header, successors)
    return frozenset(forwards & _reachable(header, predecessors))


def _reachable(start: int, edges: dict[int, dict[int, None]] | dict[int, list[int]]) -> set[int]:
    seen = {start}
    work = [start]
    while work:
        for node in edges[work.pop()]:
            if node not in seen:
                seen.add(node)
                work.append(node)
    return seen


def _nest(loops: list[Loop]) -> dict[int, Loop]:
    """Give each loop its parent, the smallest loop that holds all of it; sorted by header."""
    nested: list[Loop] = []
    for loop in sorted(loops, key=lambda loop: (-len(loop.body), loop.header)):
        around = [outer for outer in nested if loop.body <= outer.body and outer.header != loop.header]
        parent = around[-1] if around else None
        nested.append(Loop(loop.header, loop.body, loop.latches, loop.is_reducible, parent))
    return {loop.header: loop for loop in sorted(nested, key=lambda loop: loop.header)}
