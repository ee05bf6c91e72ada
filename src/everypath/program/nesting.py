"""Nests the control nodes of a method: a node lies in the state of another node that alone leads to it.

If one outcome of a node never joins the other (``if (done) return; …``), the code that follows is nested in the other
outcome, as if the source had an ``else``. Nodes in a loop are nested in its body; nodes after the loop are not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from everypath.dataclass import dataclass, field
from everypath.program.flow import dominators
from everypath.unrolled import Unrolled, unrolled

if TYPE_CHECKING:
    from everypath.program.decisions import Decision, Decisions, Kind
    from everypath.program.flow import Loop


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
        """The number of potential paths through this node by the recurrence of CTB's appendix. It is exact if control
        leaves the node only by its own outcomes.
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


@dataclass(eq=False)
class _Open:
    """A node whose children are not known yet. ``owner`` is the node and the state that it lies in."""

    kind: Kind
    decision: Decision | None
    loop: Loop | None
    states: tuple[str, ...]
    exits: tuple[int, ...]
    owner: _Owner = None
    children: dict[int, list[_Open]] = field(default_factory=dict)


_Owner: TypeAlias = "tuple[_Open, int] | None"


def nest(decisions: Decisions) -> tuple[ControlNode, ...]:
    """The outermost nodes of a method, with all others nested in them."""
    order = list(decisions.order)
    if not order:
        return ()
    order.sort(key=decisions.order.__getitem__)
    loops = {header: loop for header, loop in decisions.method.flow.loops.items() if header in decisions.order}
    of_loop = {header: _open_loop(decisions, loop) for header, loop in loops.items()}
    of_decision = {each.decision: each for each in of_loop.values() if each.decision is not None}
    for decision in decisions.all:
        if decision not in of_decision and decision.entry in decisions.order:
            of_decision[decision] = _open(decisions, decision)
    _place(decisions, order, of_loop, of_decision)
    outermost: list[_Open] = []
    for each in {id(one): one for one in (*of_loop.values(), *of_decision.values())}.values():
        if each.owner is None:
            outermost.append(each)
        else:
            node, state = each.owner
            node.children.setdefault(state, []).append(each)
    return unrolled(_close(decisions, outermost))


def _open(decisions: Decisions, decision: Decision) -> _Open:
    letters = decisions.letters(decision)
    last = decisions.method.flow.blocks[max(decision.blocks)].last
    is_switch = decisions.method.instructions[last].switch is not None
    outcomes = list(zip(letters, decision.exits, strict=True))
    if not is_switch:
        outcomes.sort()  # F before T
    states, exits = tuple(letter for letter, _ in outcomes), tuple(block for _, block in outcomes)
    return _Open("switch" if is_switch else "if", decision, None, states, exits)


def _open_loop(decisions: Decisions, loop: Loop) -> _Open:
    kind, decision = decisions.role(loop)
    if decision is None:
        return _Open(kind, None, loop, ("",), (loop.header,))
    made = _open(decisions, decision)
    made.kind, made.loop = kind, loop
    return made


def _place(
    decisions: Decisions, order: list[int], of_loop: dict[int, _Open], of_decision: dict[Decision, _Open]
) -> None:
    """Find the owner of every block, and with it that of every node."""
    flow = decisions.method.flow
    predecessors: dict[int, list[int]] = {block: [] for block in order}
    for block in order:
        for successor in flow.blocks[block].successors:
            predecessors[successor].append(block)
    above = dominators(order, predecessors)
    owners: dict[int, _Owner] = {}
    for block in order:
        owner: _Owner = None
        if block != order[0]:
            decision = decisions.at(above[block])
            before = {each for each in predecessors[block] if decisions.order[each] < decisions.order[block]}
            if decision is not None and block in decision.exits and before <= decision.blocks:
                node = of_decision[decision]
                owner = (node, node.exits.index(block))
            else:
                owner = owners[decision.entry if decision is not None else above[block]]
        while owner is not None and owner[0].loop is not None and block not in owner[0].loop.body:
            owner = owner[0].owner
        loop = of_loop.get(block)
        if loop is not None:
            loop.owner = owner
            if loop.kind != "while":
                owner = (loop, len(loop.states) - 1)
        owners[block] = owner
    for decision, node in of_decision.items():
        if node.loop is None:
            node.owner = owners[decision.entry]


def _close(decisions: Decisions, nodes: list[_Open]) -> Unrolled[tuple[ControlNode, ...]]:
    closed = []
    for each in nodes:
        children: tuple[tuple[ControlNode, ...], ...] = ()
        for state in range(len(each.states)):
            children = (*children, (yield _close(decisions, each.children.get(state, []))))
        if each.decision is not None:
            pc = decisions.method.instructions[decisions.method.flow.blocks[each.decision.entry].last].pc
            blocks = each.decision.blocks
        else:
            assert each.loop is not None
            pc, blocks = each.loop.header, frozenset((each.loop.header,))
        line = decisions.method.line(pc)
        closed.append(ControlNode(each.kind, pc, line, blocks, each.states, each.exits, each.loop, children))
    return tuple(sorted(closed, key=lambda node: min(node.pc, node.loop.header if node.loop else node.pc)))
