"""The control nodes of a method, recovered from its bytecode, and how many paths they allow for.

Lee, Morris, Parker, Bundell and Lam, "Using Symbolic Execution to Guide Test Generation" (CTB), section IV and the
appendix: `if`, `while`/`for`, `do` and `switch` are control nodes, nested in each other; a path is described by one
letter for each time a node is evaluated, and the number of potential paths is given by a recurrence over the tree of
nodes. What `javac` makes of source that CTB would count otherwise counts as it is compiled:

- A short-circuit chain (``a && b || c``) that goes two ways in all is one node. So are nested ``if``s without ``else``
  and with nothing between them, which compile to the same code. A conditional expression is an ``if``.
- A switch has a state for each place that it goes to, the default among them, whether it is written or not.
- Implicit exceptions are no nodes. What an exception handler does is no potential path; a path that goes through one
  has the letter ``E`` there, and those of the nodes that follow.
- ``while (true)`` asks nothing, and is a loop all the same (kind ``loop``).

The *iterations* of a loop are the times that its body is entered: from the condition at its head (``while``), or at its
head where the condition stands at the end, or nowhere in particular (``do``, ``loop``).
"""

from __future__ import annotations

import heapq
import re
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from everypath.classfile import opcodes
from everypath.dataclass import dataclass
from everypath.program.shapes import wide_entries

if TYPE_CHECKING:
    from everypath.classfile import Instruction
    from everypath.program.flow import Block, Loop
    from everypath.program.model import Method

Kind: TypeAlias = Literal["if", "while", "do", "loop", "switch"]

TRUE, FALSE, DEFAULT, CAUGHT = "T", "F", "D", "E"
"""Letters of a descriptor: which way a condition went, the default of a switch, that a handler was entered."""


@dataclass(frozen=True, eq=False)
class ControlNode:
    """One control node.

    ``pc`` and ``line`` are those of its first branch. ``blocks`` are the starts of the basic blocks of its condition,
    more than one for a short-circuit chain. ``states`` are the letters of its outcomes and ``exits`` the blocks that
    they lead to. ``children`` are the nodes nested in each state; those of a loop are all in the last one, its body.
    """

    kind: Kind
    pc: int
    line: int
    blocks: frozenset[int]
    states: tuple[str, ...]
    exits: tuple[int, ...]
    loop: Loop | None
    children: tuple[tuple[ControlNode, ...], ...] = ()

    def states_of_children(self) -> tuple[tuple[str, tuple[ControlNode, ...]], ...]:
        """The states with the nodes nested in each."""
        return tuple(zip(self.states, self.children, strict=True))

    def recurrence(self, limit: int) -> int:
        """The potential paths through this node by the recurrence of CTB's appendix; all of it, where nothing leaves
        the node but by its own outcomes.
        """
        products = []
        for nested in self.children:
            product = 1
            for node in nested:
                product *= node.recurrence(limit)
            products.append(product)
        if self.kind in ("if", "switch"):
            return sum(products)
        return sum(products[-1] ** times for times in range(0 if self.kind == "while" else 1, limit + 1))


@dataclass(frozen=True, slots=True)
class Unit:
    """A decision as the code takes it: one branch, or a chain of them, entered at ``entry``; ``exits`` are distinct."""

    entry: int
    blocks: frozenset[int]
    exits: tuple[int, ...]


_Ways: TypeAlias = "dict[tuple[int, bool], int]"
"""Ways out of a part of the code, by the block that they lead to (-1: the end) and whether that is backwards."""


class Step(NamedTuple):
    """Going from one block of a method to another: the letter that this writes (or none), the loops that are entered
    from outside, and those whose body is entered.
    """

    letter: str
    entered: tuple[int, ...]
    iterates: tuple[int, ...]


class ControlTree:
    """The control nodes of one method. ``nodes`` are the outermost ones, in the order of the code."""

    def __init__(self, method: Method) -> None:
        self.method = method
        self._flow = method.flow
        self._order = _reverse_postorder(self._flow.blocks)
        self._units = _units(method)
        self._unit_of = {block: unit for unit in self._units for block in unit.blocks}
        self._roles = {header: self._role(loop) for header, loop in self._flow.loops.items()}
        self._letters = {unit: self._letters_of(unit) for unit in self._units}
        self._steps: dict[tuple[int | None, int], Step] = {}

    # -- the tree -----------------------------------------------------------------------------------------------

    @cached_property
    def nodes(self) -> tuple[ControlNode, ...]:
        """The outermost nodes."""
        from everypath.program.nesting import nest

        return nest(self)

    def recurrence(self, limit: int) -> int:
        """CTB's recurrence over the tree as it is: `potential`, but where a ``break``, ``return`` or ``throw`` leaves
        more than one node at once, or a clause of a switch runs on into the next.
        """
        product = 1
        for node in self.nodes:
            product *= node.recurrence(limit)
        return product

    # -- counting -----------------------------------------------------------------------------------------------

    def potential(self, limit: int) -> int:
        """How many paths lead from the first block to a return or an explicit throw, where no loop is iterated more
        than ``limit`` times each time it is entered: as many as there are descriptors.

        Where loops are left by their conditions only this is what CTB's recurrence gives; a ``break``, ``continue`` or
        ``return`` inside a loop is one more way to leave it, and counted as such.
        """
        if not self._order:
            return 0
        counter = _Counter(self, limit)
        return sum(counter.through(None, 0).values())

    def unit_at(self, block: int) -> Unit | None:
        """The decision that a block takes part in."""
        return self._unit_of.get(block)

    def role(self, loop: Loop) -> tuple[Kind, Unit | None]:
        """Which kind of loop this is, and the decision that ends it."""
        return self._roles[loop.header]

    def letters(self, unit: Unit) -> tuple[str, ...]:
        """The letters of a decision's exits."""
        return self._letters[unit]

    @property
    def order(self) -> dict[int, int]:
        """The rank of each block that is reached without an exception, in reverse postorder."""
        return self._order

    @property
    def units(self) -> tuple[Unit, ...]:
        """All decisions, in the order of the code."""
        return self._units

    # -- descriptors --------------------------------------------------------------------------------------------

    def step(self, before: int | None, block: int) -> Step:
        """What going from block ``before`` (None: into the method) to ``block`` means."""
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
        path has, whatever the limit on loops.
        """
        letters = re.findall(r"\(\d+\)|.", descriptor)
        if CAUGHT in letters:
            return  # where a handler goes on, only the exception tells
        block, used, seen = next(iter(self._flow.blocks)), 0, set[int]()
        while True:
            unit = self._unit_of.get(block)
            if unit is not None:
                states = self._letters[unit]
                asked = f"the {self._name(unit)} of line {self.method.line(self._branch(unit))}"
                if used == len(letters):
                    raise ValueError(f"column {used + 1}: it ends where {asked} asks for one of {', '.join(states)}")
                if letters[used] not in states:
                    told = f"'{letters[used]}' is no outcome of {asked}: {', '.join(states)}"
                    raise ValueError(f"column {used + 1}: {told}")
                block = unit.exits[states.index(letters[used])]
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

    def _name(self, unit: Unit) -> str:
        kinds = [kind for kind, own in self._roles.values() if own is unit]
        return kinds[0] if kinds else "switch" if len(unit.exits) > 2 else "if"

    def _branch(self, unit: Unit) -> int:
        """The pc of the first branch of a decision."""
        return self.method.instructions[self._flow.blocks[unit.entry].last].pc

    def _step(self, before: int | None, block: int) -> Step:
        loops = [loop for loop in self._flow.loops.values() if block in loop.body]
        entered = tuple(loop.header for loop in loops if before is None or before not in loop.body)
        iterates = tuple(loop.header for loop in loops if self._iterates(loop, before, block))
        return Step(self._letter(before, block), entered, iterates)

    def _iterates(self, loop: Loop, before: int | None, block: int) -> bool:
        kind, unit = self._roles[loop.header]
        if kind != "while" or unit is None:
            return block == loop.header
        return before in unit.blocks and block in unit.exits

    def _letter(self, before: int | None, block: int) -> str:
        if before is None:
            return ""
        unit = self._unit_of.get(before)
        if unit is None:
            return "" if block in self._flow.blocks[before].successors else CAUGHT
        if block in unit.exits:
            return self._letters[unit][unit.exits.index(block)]
        return "" if block in unit.blocks and block in self._flow.blocks[before].successors else CAUGHT

    # -- what the code says -------------------------------------------------------------------------------------

    def _role(self, loop: Loop) -> tuple[Kind, Unit | None]:
        """A loop ends where its first decision leaves it, or else the decision at its end."""
        if not loop.is_reducible:
            return "loop", None
        unit = self._unit_of.get(loop.header)
        if unit is not None and unit.entry == loop.header and self._leaves(unit, loop):
            return ("do" if loop.header in unit.exits else "while"), unit
        latches = [each for each in self._units if loop.header in each.exits and self._leaves(each, loop)]
        return ("do", max(latches, key=lambda each: max(each.blocks))) if latches else ("loop", None)

    def _leaves(self, unit: Unit, loop: Loop) -> bool:
        inside = [each in loop.body for each in unit.exits]
        return len(inside) == 2 and sorted(inside) == [False, True] and unit.blocks <= loop.body

    def _letters_of(self, unit: Unit) -> tuple[str, ...]:
        last = self._flow.blocks[max(unit.blocks)]
        switch = self.method.instructions[last.last].switch
        if switch is not None:
            clauses = [each for each in unit.exits if each != switch.default]
            return tuple(DEFAULT if each == switch.default else _number(clauses.index(each)) for each in unit.exits)
        for header, (_, own) in self._roles.items():
            if own is unit:
                body = self._flow.loops[header].body
                return tuple(TRUE if each in body else FALSE for each in unit.exits)
        body_of_if = last.end if last.end in unit.exits else min(unit.exits)
        return tuple(TRUE if each == body_of_if else FALSE for each in unit.exits)


def parse_descriptor(text: str) -> str:
    """A descriptor as people write it (``T TTF TF F``) without its spaces. Raises ``ValueError`` with the column of
    what is none.
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


def _number(index: int) -> str:
    """How a descriptor writes the clause of a switch: counted from 1 in the order of the code."""
    return str(index + 1) if index < 9 else f"({index + 1})"


class _Counter:
    """Counts the ways through the blocks of a method, loop by loop, each iterated at most ``limit`` times."""

    def __init__(self, tree: ControlTree, limit: int) -> None:
        self._tree = tree
        self._limit = limit
        self._blocks = tree.method.flow.blocks
        self._loops = tree.method.flow.loops
        self._known: dict[tuple[int | None, int], _Ways] = {}

    def through(self, loop: Loop | None, start: int) -> _Ways:
        """The ways from ``start`` out of a loop (None: the method), by where they lead and whether that is backwards;
        -1 is the end of the method.
        """
        key = (loop.header if loop is not None else None, start)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._through(loop, start)
        return known

    def _through(self, loop: Loop | None, start: int) -> _Ways:
        if loop is None:
            return self._once(None, start, stays=True)[0]
        kind, _ = self._tree.role(loop)
        found: _Ways = {}
        current = {start: 1}
        times = self._limit + 1 if kind == "while" else self._limit
        for time in range(times):
            following: dict[int, int] = {}
            for head, count in sorted(current.items()):
                left, again = self._once(loop, head, stays=kind != "while" or time < self._limit)
                for exit_, ways in left.items():
                    found[exit_] = found.get(exit_, 0) + count * ways
                for block, ways in again.items():
                    following[block] = following.get(block, 0) + count * ways
            current = following
            if not current:
                break
        return found

    def _once(self, loop: Loop | None, start: int, *, stays: bool) -> tuple[_Ways, dict[int, int]]:
        """The ways from ``start`` until the loop is left, and those back to where it begins again. Without ``stays``
        the condition at its head does not let its body in.
        """
        order = self._tree.order
        left: _Ways = {}
        again: dict[int, int] = {}
        counts = {start: 1}
        queue = [(order[start], start)]
        while queue:
            _, block = heapq.heappop(queue)
            count = counts.pop(block, 0)
            for target, backwards, ways in self._ways(loop, block, stays=stays or block != start):
                if target < 0 or (loop is not None and target not in loop.body):
                    left[target, backwards] = left.get((target, backwards), 0) + count * ways
                elif backwards:
                    again[target] = again.get(target, 0) + count * ways
                else:
                    if target not in counts:
                        heapq.heappush(queue, (order[target], target))
                    counts[target] = counts.get(target, 0) + count * ways
        return left, again

    def _ways(self, loop: Loop | None, block: int, *, stays: bool) -> list[tuple[int, bool, int]]:
        """Where a block, a decision or a nested loop leads to: target, whether backwards, and in how many ways."""
        inner = self._inner(loop, block)
        if inner is not None:
            return [(target, back, ways) for (target, back), ways in self.through(inner, block).items()]
        order = self._tree.order
        unit = self._tree.unit_at(block)
        if unit is None:
            successors = self._blocks[block].successors
            return [(each, order[each] <= order[block], 1) for each in successors] or [(-1, False, 1)]
        exits = list(unit.exits)
        if loop is not None and not stays:
            exits = [each for each in exits if each not in loop.body]
        last = max(order[each] for each in unit.blocks)
        return [(each, order[each] <= last, 1) for each in exits]

    def _inner(self, loop: Loop | None, block: int) -> Loop | None:
        """The outermost loop inside this one that a block lies in."""
        found = self._tree.method.flow.loop_at(block)
        while found is not None and found.parent is not loop:
            found = found.parent
        return found


def _reverse_postorder(blocks: dict[int, Block]) -> dict[int, int]:
    """The rank of each block that is reached from the first one without an exception."""
    if not blocks:
        return {}
    entry = next(iter(blocks))
    seen = {entry}
    postorder = []
    stack = [(entry, iter(blocks[entry].successors))]
    while stack:
        block, rest = stack[-1]
        for successor in rest:
            if successor not in seen:
                seen.add(successor)
                stack.append((successor, iter(blocks[successor].successors)))
                break
        else:
            stack.pop()
            postorder.append(block)
    return {block: rank for rank, block in enumerate(reversed(postorder))}


# -- decisions --------------------------------------------------------------------------------------------------------


def _units(method: Method) -> tuple[Unit, ...]:
    """The decisions of a method: its branches, those merged that are one chain."""
    blocks = method.flow.blocks
    predecessors: dict[int, set[int]] = {}
    for start, block in blocks.items():
        for successor in (*block.successors, *block.handlers):
            predecessors.setdefault(successor, set()).add(start)
    units = {
        start: Unit(start, frozenset((start,)), b.successors) for start, b in blocks.items() if _decides(method, b)
    }
    shapes = wide_entries(method) if len(units) > 1 else {}
    pure = {start for start in units if _is_condition(method, blocks[start], shapes)}
    merged = True
    while merged:
        merged = False
        for start in sorted(units, reverse=True):
            whole = _with_next(units[start], units, pure, predecessors)
            if whole is not None:
                for each in whole.blocks - {start}:
                    units.pop(each, None)
                units[start] = whole
                merged = True
                break
    return tuple(units[start] for start in sorted(units))


def _with_next(unit: Unit, units: dict[int, Unit], pure: set[int], predecessors: dict[int, set[int]]) -> Unit | None:
    """A decision together with the one that follows on one of its sides, where both go two ways in all."""
    if len(unit.exits) != 2:
        return None
    for exit_, other in (unit.exits, unit.exits[::-1]):
        following = units.get(exit_)
        if following is None or following is unit or len(following.exits) != 2 or other not in following.exits:
            continue
        if following.blocks <= pure and predecessors[exit_] <= unit.blocks and unit.entry not in following.blocks:
            return Unit(unit.entry, unit.blocks | following.blocks, following.exits)
    return None


def _decides(method: Method, block: Block) -> bool:
    last = method.instructions[block.last]
    branches = last.opcode in opcodes.CONDITIONAL_BRANCHES or last.switch is not None
    return branches and len(block.successors) > 1


def _is_condition(method: Method, block: Block, shapes: dict[int, tuple[bool, ...]]) -> bool:
    """Whether a block does nothing but evaluate a condition: no statement ends within it, that is the operand stack is
    never back to what it was.
    """
    inside: list[Instruction] = method.instructions[block.first + 1 : block.last + 1]
    base = shapes.get(method.instructions[block.first].pc)
    return base is not None and all(len(shapes.get(each.pc, ())) > len(base) for each in inside)
