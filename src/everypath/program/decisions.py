"""The decisions of a method: its branches, those of a short-circuit chain merged, and the loops that they end.

How source constructs are counted is described in `everypath.program.control`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from everypath.classfile import opcodes
from everypath.dataclass import dataclass
from everypath.program.operand_stack import wide_entries

if TYPE_CHECKING:
    from everypath.classfile import Instruction
    from everypath.program.flow import Block, Loop
    from everypath.program.model import Method

Kind: TypeAlias = Literal["if", "while", "do", "loop", "switch"]

TRUE, FALSE, DEFAULT, CAUGHT = "T", "F", "D", "E"
"""Letters of a descriptor: the outcomes of a condition, the default of a switch, the entry of a handler."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One branch of the code, or a short-circuit chain of branches, entered at ``entry``. ``exits`` are distinct."""

    entry: int
    blocks: frozenset[int]
    exits: tuple[int, ...]


class Decisions:
    """The decisions of one method. ``all`` are in the order of the code. ``order`` is the rank of each block that is
    reached without an exception, in reverse postorder.
    """

    def __init__(self, method: Method) -> None:
        self.method = method
        self._flow = method.flow
        self.order = _reverse_postorder(self._flow.blocks)
        self.all = _decisions(method)
        self._decision_at = {block: decision for decision in self.all for block in decision.blocks}
        self._roles = {header: self._role(loop) for header, loop in self._flow.loops.items()}
        self._letters = {decision: self._letters_of(decision) for decision in self.all}

    def at(self, block: int) -> Decision | None:
        """The decision that a block is part of, None if it is part of none."""
        return self._decision_at.get(block)

    def role(self, loop: Loop) -> tuple[Kind, Decision | None]:
        """The kind of a loop, and the decision that ends it; None if no single decision does."""
        return self._roles[loop.header]

    def letters(self, decision: Decision) -> tuple[str, ...]:
        """The letters of a decision's exits."""
        return self._letters[decision]

    def name(self, decision: Decision) -> str:
        """The kind of the control node of a decision: that of the loop that it ends, ``if`` or ``switch``."""
        kinds = [kind for kind, own in self._roles.values() if own is decision]
        return kinds[0] if kinds else "switch" if len(decision.exits) > 2 else "if"

    def branch(self, decision: Decision) -> int:
        """The pc of the first branch of a decision."""
        return self.method.instructions[self._flow.blocks[decision.entry].last].pc

    def _role(self, loop: Loop) -> tuple[Kind, Decision | None]:
        """A loop ends where its first decision leaves it, or else the decision at its end."""
        if not loop.is_reducible:
            return "loop", None
        decision = self._decision_at.get(loop.header)
        if decision is not None and decision.entry == loop.header and self._leaves(decision, loop):
            return ("do" if loop.header in decision.exits else "while"), decision
        latches = [each for each in self.all if loop.header in each.exits and self._leaves(each, loop)]
        return ("do", max(latches, key=lambda each: max(each.blocks))) if latches else ("loop", None)

    def _leaves(self, decision: Decision, loop: Loop) -> bool:
        inside = [each in loop.body for each in decision.exits]
        return len(inside) == 2 and sorted(inside) == [False, True] and decision.blocks <= loop.body

    def _letters_of(self, decision: Decision) -> tuple[str, ...]:
        last = self._flow.blocks[max(decision.blocks)]
        switch = self.method.instructions[last.last].switch
        if switch is not None:
            clauses = [each for each in decision.exits if each != switch.default]
            return tuple(DEFAULT if each == switch.default else _number(clauses.index(each)) for each in decision.exits)
        for header, (_, own) in self._roles.items():
            if own is decision:
                body = self._flow.loops[header].body
                return tuple(TRUE if each in body else FALSE for each in decision.exits)
        body_of_if = last.end if last.end in decision.exits else min(decision.exits)
        return tuple(TRUE if each == body_of_if else FALSE for each in decision.exits)


def _number(index: int) -> str:
    """The letter of a clause of a switch: its number in the order of the code, counted from 1."""
    return str(index + 1) if index < 9 else f"({index + 1})"


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


def _decisions(method: Method) -> tuple[Decision, ...]:
    """The decisions of a method: its branches, with those of one short-circuit chain merged."""
    blocks = method.flow.blocks
    predecessors: dict[int, set[int]] = {}
    for start, block in blocks.items():
        for successor in (*block.successors, *block.handlers):
            predecessors.setdefault(successor, set()).add(start)
    decisions = {
        start: Decision(start, frozenset((start,)), b.successors) for start, b in blocks.items() if _decides(method, b)
    }
    shapes = wide_entries(method) if len(decisions) > 1 else {}
    pure = {start for start in decisions if _is_condition(method, blocks[start], shapes)}
    merged = True
    while merged:
        merged = False
        for start in sorted(decisions, reverse=True):
            whole = _with_next(decisions[start], decisions, pure, predecessors)
            if whole is not None:
                for each in whole.blocks - {start}:
                    decisions.pop(each, None)
                decisions[start] = whole
                merged = True
                break
    return tuple(decisions[start] for start in sorted(decisions))


def _with_next(
    decision: Decision, decisions: dict[int, Decision], pure: set[int], predecessors: dict[int, set[int]]
) -> Decision | None:
    """Merge a decision with the one that follows on one of its sides, if both together have two outcomes."""
    if len(decision.exits) != 2:
        return None
    for exit_, other in (decision.exits, decision.exits[::-1]):
        following = decisions.get(exit_)
        if following is None or following is decision or len(following.exits) != 2 or other not in following.exits:
            continue
        if (
            following.blocks <= pure
            and predecessors[exit_] <= decision.blocks
            and decision.entry not in following.blocks
        ):
            return Decision(decision.entry, decision.blocks | following.blocks, following.exits)
    return None


def _decides(method: Method, block: Block) -> bool:
    last = method.instructions[block.last]
    branches = last.opcode in opcodes.CONDITIONAL_BRANCHES or last.switch is not None
    return branches and len(block.successors) > 1


def _is_condition(method: Method, block: Block, shapes: dict[int, tuple[bool, ...]]) -> bool:
    """True if a block does nothing but evaluate a condition: no statement ends within it, that is the operand stack is
    never back to what it was.
    """
    inside: list[Instruction] = method.instructions[block.first + 1 : block.last + 1]
    base = shapes.get(method.instructions[block.first].pc)
    return base is not None and all(len(shapes.get(each.pc, ())) > len(base) for each in inside)
