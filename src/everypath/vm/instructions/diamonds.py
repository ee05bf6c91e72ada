"""Finds diamonds: conditional branches of library code whose sides only compute and meet again.

`everypath.vm.instructions.branch_merging` runs both sides of such a branch and joins their results.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.term import OPERAND_SORTS, Sort, Value

if TYPE_CHECKING:
    from everypath.program import Method

from typing import TYPE_CHECKING, Protocol

from everypath.classfile import (
    CONDITIONAL_BRANCHES,
    NO_FALL_THROUGH,
    DoubleConst,
    FloatConst,
    IntConst,
    LongConst,
    MemberRef,
)
from everypath.dataclass import dataclass, field

if TYPE_CHECKING:
    from everypath.classfile import Instruction
    from everypath.program import Class, Method
    from everypath.vm.instructions.code_layout import CodeLayout

MOST_INSTRUCTIONS = 64
"""Instructions on all routes through a diamond together."""


MOST_ROUTES = 16


_SIMPLE = {
    "nop goto goto_w": ">",
    "iconst_m1 iconst_0 iconst_1 iconst_2 iconst_3 iconst_4 iconst_5 bipush sipush iload": ">I",
    "lconst_0 lconst_1 lload": ">J",
    "fconst_0 fconst_1 fconst_2 fload": ">F",
    "dconst_0 dconst_1 dload": ">D",
    "istore ifeq ifne iflt ifge ifgt ifle": "I>",
    "lstore": "J>",
    "fstore": "F>",
    "dstore": "D>",
    "if_icmpeq if_icmpne if_icmplt if_icmpge if_icmpgt if_icmple": "II>",
    "iadd isub imul iand ior ixor ishl ishr iushr": "II>I",
    "ladd lsub lmul land lor lxor": "JJ>J",
    "lshl lshr lushr": "JI>J",
    "fadd fsub fmul fdiv": "FF>F",
    "dadd dsub dmul ddiv": "DD>D",
    "ineg i2b i2c i2s": "I>I",
    "lneg": "J>J",
    "fneg": "F>F",
    "dneg": "D>D",
    "lcmp": "JJ>I",
    "fcmpl fcmpg": "FF>I",
    "dcmpl dcmpg": "DD>I",
    "i2l": "I>J",
    "i2f": "I>F",
    "i2d": "I>D",
    "l2i": "J>I",
    "l2f": "J>F",
    "l2d": "J>D",
    "f2i": "F>I",
    "f2l": "F>J",
    "f2d": "F>D",
    "d2i": "D>I",
    "d2l": "D>J",
    "d2f": "D>F",
}


_EFFECTS = {
    name: (effect.partition(">")[0], effect.partition(">")[2])
    for names, effect in _SIMPLE.items()
    for name in names.split()
}
"""The types that pure instructions pop from the stack and push. Instructions on locals are named without the number."""


_DIVISIONS = {"idiv": "I", "irem": "I", "ldiv": "J", "lrem": "J"}


_CONSTANTS = {IntConst: "I", LongConst: "J", FloatConst: "F", DoubleConst: "D"}


class BranchSite(Protocol):
    """A conditional branch in the code being translated
    (`everypath.vm.instructions.instruction_site.InstructionSite`).
    """

    @property
    def instruction(self) -> Instruction:
        """The branch."""

    @property
    def method(self) -> Method:
        """The method."""

    @property
    def owner(self) -> Class:
        """The class whose code this is."""

    @property
    def layout(self) -> CodeLayout:
        """The layout of the translated code."""

    @property
    def diamond(self) -> Diamond | None:
        """The diamond that the branch opens, if it can be merged."""

    def at(self, instruction: Instruction) -> BranchSite:
        """The site of another instruction of the same method."""


@dataclass(frozen=True, slots=True)
class Diamond:
    """A branch whose sides can be run one after the other: the place where they meet, and the locals they may set."""

    stops: frozenset[int]
    """The translated indexes at which a side ends."""
    stack: tuple[Sort, ...]
    """The operands that both sides leave on what lay there before, bottom first."""
    locals: tuple[tuple[int, Sort], ...]
    """The local variables that some side stores into."""
    reads_this: bool


@dataclass
class _Route:
    """One route from the branch to the place where the sides meet."""

    stack: list[str] = field(default_factory=list)
    constant: Value | None = None
    """The constant on top of the stack, if the last instruction pushed one."""
    this: bool = False
    """True if the receiver lies on top of ``stack``, as ``"this"``."""


class _ImpureError(Exception):
    """The sides do more than compute."""


def find_diamond(site: BranchSite) -> Diamond | None:
    """The diamond that the conditional branch at ``site`` opens, None if its sides do more than compute."""
    search = _Search(site)
    branch = site.instruction
    try:
        search.follow(branch.operand, _Route(), {})
        search.follow(branch.pc + branch.length, _Route(), {})
    except _ImpureError:
        return None
    if len(set(search.stacks)) != 1:
        return None
    stack = search.stacks[0]
    if "this" in stack:
        return None
    sorts = dict.fromkeys(search.stored)
    if len({variable for variable, _ in sorts}) != len(sorts):
        return None
    changed = tuple((variable, OPERAND_SORTS[kind]) for variable, kind in sorts)
    return Diamond(frozenset(search.stops), tuple(OPERAND_SORTS[kind] for kind in stack), changed, search.reads_this)


class _Search:
    """Follows every route from a branch to where its sides meet, with the types on the stack."""

    def __init__(self, site: BranchSite) -> None:
        self.site = site
        method = site.method
        self.instructions = method.instructions
        self.index_of = {instruction.pc: index for index, instruction in enumerate(self.instructions)}
        self.join = join_of(method, site.instruction.pc)
        self.stacks: list[tuple[str, ...]] = []
        self.stored: list[tuple[int, str]] = []
        self.stops: set[int] = set()
        self.reads_this = False
        self.left = MOST_INSTRUCTIONS

    def follow(self, pc: int, route: _Route, stored: dict[int, str]) -> None:
        """Follow one route from ``pc`` to its end. Raises `_ImpureError`."""
        while pc != self.join:
            instruction = self.instructions[self.index_of[pc]]
            if self.join is None and instruction.name in ("ireturn", "lreturn", "freturn", "dreturn"):
                self._end(route, stored, self._slot(pc))
                return
            self.left -= 1
            if self.left < 0:
                raise _ImpureError
            self._step(instruction, route, stored)
            following = pc + instruction.length
            if any(target <= pc for target in instruction.targets):
                raise _ImpureError
            if instruction.opcode in CONDITIONAL_BRANCHES:
                if self.site.at(instruction).diamond is None:  # its own sides meet earlier, or at the same place
                    raise _ImpureError
                self.follow(instruction.operand, _Route(route.stack[:]), dict(stored))
            elif instruction.targets:
                following = instruction.operand
            elif instruction.opcode in NO_FALL_THROUGH:
                raise _ImpureError
            pc = following
        layout = self.site.layout
        entry = layout.entries.get(pc)
        if entry is not None:
            self.stops.add(entry)
        self._end(route, stored, layout.starts[pc])

    def _slot(self, pc: int) -> int:
        return self.site.layout.starts[pc]

    def _end(self, route: _Route, stored: dict[int, str], slot: int) -> None:
        self.stacks.append(tuple(route.stack))
        if len(self.stacks) > MOST_ROUTES:
            raise _ImpureError
        self.stored.extend(stored.items())
        self.stops.add(slot)

    def _step(self, instruction: Instruction, route: _Route, stored: dict[int, str]) -> None:
        name, stack = instruction.name, route.stack
        constant, route.constant = route.constant, None
        if name == "aload_0" and not self.site.method.is_static:
            stack.append("this")
            return
        if name in ("getfield", "getstatic"):
            stack.append(self._field(instruction, stack))
            return
        if name in ("ldc", "ldc_w", "ldc2_w"):
            file = self.site.owner.file
            loaded = file.constant(instruction.operand) if file is not None else None
            kind = _CONSTANTS.get(type(loaded))
            if kind is None or not isinstance(loaded, IntConst | LongConst | FloatConst | DoubleConst):
                raise _ImpureError
            stack.append(kind)
            route.constant = loaded.value
            return
        if name in _DIVISIONS:
            if not constant:
                raise _ImpureError
            taken = given = _DIVISIONS[name]
            taken += given
        elif name == "iinc":
            stored[instruction.operand] = "I"
            return
        elif name == "pop":
            taken, given = (stack[-1] if stack else "?"), ""
        else:
            base = name.partition("_")[0] if name[1:5] in ("load", "stor") else name
            if base not in _EFFECTS:
                raise _ImpureError
            taken, given = _EFFECTS[base]
            if base.endswith("store"):
                variable = int(name[-1]) if name[-2] == "_" else instruction.operand
                stored[variable] = taken
        if len(stack) < len(taken) or stack[len(stack) - len(taken) :] != list(taken):
            raise _ImpureError
        del stack[len(stack) - len(taken) :]
        stack.extend(given)
        route.constant = _pushed(instruction)

    def _field(self, instruction: Instruction, stack: list[str]) -> str:
        """The type of a primitive field of the receiver, or of a static one of this very class."""
        file = self.site.owner.file
        member = file.constant(instruction.operand) if file is not None else None
        if not isinstance(member, MemberRef) or member.descriptor[0] in "L[":
            raise _ImpureError
        if instruction.name == "getstatic":
            if member.owner != self.site.owner.name:
                raise _ImpureError
        elif not stack or stack.pop() != "this":
            raise _ImpureError
        else:
            self.reads_this = True
        return "I" if member.descriptor in "ZBCSI" else member.descriptor


def _pushed(instruction: Instruction) -> Value | None:
    """The number that an instruction pushes in every state."""
    name = instruction.name
    if name in ("bipush", "sipush"):
        return instruction.operand
    if name[1:6] == "const" and name[0] in "il":
        return -1 if name.endswith("m1") else int(name[-1])
    return None


def join_of(method: Method, pc: int) -> int | None:
    """The start of the block that every route from the block of a branch comes to (its immediate postdominator).

    None if routes end before they meet.
    """
    flow = method.flow
    here = flow.block_at(pc).start
    common: list[int] | None = None
    for successor in flow.blocks[here].successors:
        route = _certain(method, successor)
        common = route if common is None else [block for block in common if block in set(route)]
    return common[0] if common else None


def _certain(method: Method, start: int) -> list[int]:
    """The blocks that every route from a block goes through, in order; only forward routes are followed."""
    blocks = method.flow.blocks
    reach: dict[int, list[int]] = {}
    order: list[int] = []
    work = [start]
    while work:  # blocks that can be reached by forward jumps, a small number of them
        block = work.pop()
        if block in order or len(order) > MOST_ROUTES:
            continue
        order.append(block)
        work.extend(successor for successor in blocks[block].successors if successor > block)
    for block in sorted(order, reverse=True):
        routes = [reach[each] for each in blocks[block].successors if each in reach]
        if len(routes) < len(blocks[block].successors) or not routes:
            routes = []
        shared = [each for each in routes[0] if all(each in route for route in routes[1:])] if routes else []
        reach[block] = [block, *shared]
    return reach[start]
