"""The control flow of translated code as structured regions, which become nested ``if`` and ``for`` statements.

A region of code begins at one slot (the method's first, or the head of a loop that is entered from tier 0). Its blocks
are placed by the dominator tree (Ramsey, "Beyond Relooper", 2022): a block with one predecessor is written at the jump
to it; a block with several is written after the block that dominates it; a block after a loop is written after the
loop. Code whose loops have several entries (irreducible; ``javac`` makes none) and subroutines are left to tier 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.classfile import CONDITIONAL_BRANCHES, NO_FALL_THROUGH, OPCODES, SUBROUTINE_JUMPS
from everypath.dataclass import dataclass, field

if TYPE_CHECKING:
    from everypath.classfile import Instruction
    from everypath.vm.instructions import CodeLayout

MOST_BLOCKS = 400
"""The most blocks of one function; a larger method stays in tier 0."""


class UncompilableError(Exception):
    """Code that stays in tier 0; the message says why."""


@dataclass(eq=False, slots=True)
class CompiledBlock:
    """The slots ``start`` to before ``end``, and the slots that may follow, each once."""

    start: int
    end: int
    successors: tuple[int, ...]
    predecessors: int = 0
    """Forward edges into it."""
    dominator: int = -1
    loops: tuple[int, ...] = ()
    """Heads of the loops it belongs to, outermost first, its own last."""


@dataclass(slots=True)
class Regions:
    """The blocks reachable from ``root``, and where each is written."""

    root: int
    blocks: dict[int, CompiledBlock] = field(default_factory=dict)
    order: dict[int, int] = field(default_factory=dict)
    """Reverse postorder."""
    heads: set[int] = field(default_factory=set)
    meets: dict[int, list[int]] = field(default_factory=dict)
    """Block -> blocks written after it, at the same depth of loops, in order."""
    after: dict[int, list[int]] = field(default_factory=dict)
    """Head of a loop -> blocks written after the loop, in order."""
    depth: dict[int, int] = field(default_factory=dict)
    """Of each block in ``meets`` and ``after``: the number of loops around the place where it is written."""

    @property
    def count(self) -> int:
        """The number of slots in all blocks."""
        return sum(block.end - block.start for block in self.blocks.values())


def successors(layout: CodeLayout, index: int) -> tuple[int, ...]:
    """The slots that may follow a slot, each once; for a conditional branch the target comes first."""
    kind, instruction = layout.slots[index]
    if kind == "detour":
        return (layout.starts[instruction.pc],)
    if kind != "instruction":
        return (index + 1,)
    opcode = instruction.opcode
    if opcode in SUBROUTINE_JUMPS or opcode == OPCODES["ret"]:
        raise UncompilableError("subroutine")
    targets = [layout.target(instruction.pc, pc) for pc in _targets(instruction)]
    if opcode in CONDITIONAL_BRANCHES or opcode not in NO_FALL_THROUGH:
        targets.append(index + 1)
    return tuple(dict.fromkeys(targets))


def _decides(layout: CodeLayout, index: int) -> bool:
    """True if a slot is a jump or switch, even if all its targets are the next slot."""
    kind, instruction = layout.slots[index]
    return kind == "instruction" and bool(instruction.targets)


def _targets(instruction: Instruction) -> list[int]:
    if instruction.switch is not None:
        return [*instruction.switch.cases.values(), instruction.switch.default]
    return list(instruction.targets)


def find_regions(layout: CodeLayout, root: int) -> Regions:
    """The regions of the code reachable from slot ``root``. Raises `UncompilableError`."""
    regions = Regions(root)
    _find_blocks(regions, layout)
    _order(regions)
    _dominate(regions)
    _find_loops(regions)
    _place(regions)
    return regions


def _find_blocks(regions: Regions, layout: CodeLayout) -> None:
    starts = {regions.root}
    following: dict[int, tuple[int, ...]] = {}
    todo = [regions.root]
    while todo:
        index = todo.pop()
        while index not in following:
            found = following[index] = successors(layout, index)
            if found != (index + 1,) or _decides(layout, index):
                starts.update(found)
                todo.extend(found)
                break
            index += 1
        else:
            starts.add(index)
    if len(starts) > MOST_BLOCKS:
        raise UncompilableError("large")
    for start in starts:
        end = start
        while following[end] == (end + 1,) and end + 1 not in starts and not _decides(layout, end):
            end += 1
        regions.blocks[start] = CompiledBlock(start, end + 1, following[end])


def _order(regions: Regions) -> None:
    """Number the blocks in reverse postorder."""
    done: list[int] = []
    seen = {regions.root}
    stack = [(regions.root, iter(regions.blocks[regions.root].successors))]
    while stack:
        start, rest = stack[-1]
        for each in rest:
            if each not in seen:
                seen.add(each)
                stack.append((each, iter(regions.blocks[each].successors)))
                break
        else:
            done.append(start)
            stack.pop()
    regions.order = {start: number for number, start in enumerate(reversed(done))}


def _dominate(regions: Regions) -> None:
    """Immediate dominators (Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm")."""
    order, blocks = regions.order, regions.blocks
    sources: dict[int, list[int]] = {start: [] for start in order}
    for start in order:
        for each in blocks[start].successors:
            sources[each].append(start)
    dominators = {regions.root: regions.root}
    changed = True
    while changed:
        changed = False
        for start in order:
            if start == regions.root:
                continue
            found = -1
            for source in sources[start]:
                if source in dominators:
                    found = source if found < 0 else _common(dominators, order, found, source)
            if dominators.get(start) != found:
                dominators[start] = found
                changed = True
    for start, dominator in dominators.items():
        blocks[start].dominator = dominator


def _common(dominators: dict[int, int], order: dict[int, int], one: int, other: int) -> int:
    while one != other:
        while order[one] > order[other]:
            one = dominators[one]
        while order[other] > order[one]:
            other = dominators[other]
    return one


def _find_loops(regions: Regions) -> None:
    blocks, order = regions.blocks, regions.order
    bodies: dict[int, set[int]] = {}
    sources: dict[int, list[int]] = {}
    for start in order:
        for each in blocks[start].successors:
            sources.setdefault(each, []).append(start)
            if order[each] > order[start]:
                blocks[each].predecessors += 1
                continue
            if not _dominates(regions, each, start):
                raise UncompilableError("irreducible")
            bodies.setdefault(each, {each}).add(start)
    for head, body in bodies.items():
        todo = [each for each in body if each != head]
        while todo:
            for source in sources.get(todo.pop(), ()):
                if source not in body:
                    body.add(source)
                    todo.append(source)
    regions.heads = set(bodies)
    for head in sorted(bodies, key=order.__getitem__):
        for each in bodies[head]:
            blocks[each].loops += (head,)


def _dominates(regions: Regions, one: int, other: int) -> bool:
    while regions.order[other] > regions.order[one]:
        other = regions.blocks[other].dominator
    return one == other


def _place(regions: Regions) -> None:
    """Decide where each block is written that is not written at the only jump to it."""
    blocks = regions.blocks
    for start in regions.order:
        if start == regions.root:
            continue
        block = blocks[start]
        above = blocks[block.dominator]
        left = next((head for head in above.loops if head not in block.loops), None)
        if left is not None:
            if not block.successors and block.predecessors == 1:
                continue
            regions.after.setdefault(left, []).append(start)
            regions.depth[start] = above.loops.index(left)
        elif block.predecessors > 1:
            regions.meets.setdefault(block.dominator, []).append(start)
            regions.depth[start] = len(above.loops)
