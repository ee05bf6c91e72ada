"""How the control nodes of a method are nested: a node lies in the state of another whose outcome alone leads to it.

What follows an outcome that the other side never joins (``if (done) return; …``) is nested in the other outcome, as if
``else`` stood there. What stands in a loop is nested in its body; what follows it is not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from everypath.dataclass import dataclass, field
from everypath.program.flow import dominators

if TYPE_CHECKING:
    from everypath.program.control import ControlNode, ControlTree, Kind, Unit
    from everypath.program.flow import Loop


@dataclass(eq=False)
class _Open:
    """A node whose children are not known yet. ``owner`` is the node and the state around it."""

    kind: Kind
    unit: Unit | None
    loop: Loop | None
    states: tuple[str, ...]
    exits: tuple[int, ...]
    owner: _Owner = None
    children: dict[int, list[_Open]] = field(default_factory=dict)


_Owner: TypeAlias = "tuple[_Open, int] | None"


def nest(tree: ControlTree) -> tuple[ControlNode, ...]:
    """The outermost nodes of a method, with all others nested in them."""
    order = list(tree.order)
    if not order:
        return ()
    order.sort(key=tree.order.__getitem__)
    loops = {header: loop for header, loop in tree.method.flow.loops.items() if header in tree.order}
    of_loop = {header: _open_loop(tree, loop) for header, loop in loops.items()}
    of_unit = {each.unit: each for each in of_loop.values() if each.unit is not None}
    for unit in tree.units:
        if unit not in of_unit and unit.entry in tree.order:
            of_unit[unit] = _open(tree, unit)
    _place(tree, order, of_loop, of_unit)
    outermost: list[_Open] = []
    for each in {id(one): one for one in (*of_loop.values(), *of_unit.values())}.values():
        if each.owner is None:
            outermost.append(each)
        else:
            node, state = each.owner
            node.children.setdefault(state, []).append(each)
    return _close(tree, outermost)


def _open(tree: ControlTree, unit: Unit) -> _Open:
    letters = tree.letters(unit)
    last = tree.method.flow.blocks[max(unit.blocks)].last
    is_switch = tree.method.instructions[last].switch is not None
    ways = list(zip(letters, unit.exits, strict=True))
    if not is_switch:
        ways.sort()  # F before T
    states, exits = tuple(letter for letter, _ in ways), tuple(block for _, block in ways)
    return _Open("switch" if is_switch else "if", unit, None, states, exits)


def _open_loop(tree: ControlTree, loop: Loop) -> _Open:
    kind, unit = tree.role(loop)
    if unit is None:
        return _Open(kind, None, loop, ("",), (loop.header,))
    made = _open(tree, unit)
    made.kind, made.loop = kind, loop
    return made


def _place(tree: ControlTree, order: list[int], of_loop: dict[int, _Open], of_unit: dict[Unit, _Open]) -> None:
    """Find the owner of every block, and with it that of every node."""
    flow = tree.method.flow
    predecessors: dict[int, list[int]] = {block: [] for block in order}
    for block in order:
        for successor in flow.blocks[block].successors:
            predecessors[successor].append(block)
    above = dominators(order, predecessors)
    owners: dict[int, _Owner] = {}
    for block in order:
        owner: _Owner = None
        if block != order[0]:
            unit = tree.unit_at(above[block])
            before = {each for each in predecessors[block] if tree.order[each] < tree.order[block]}
            if unit is not None and block in unit.exits and before <= unit.blocks:
                node = of_unit[unit]
                owner = (node, node.exits.index(block))
            else:
                owner = owners[unit.entry if unit is not None else above[block]]
        while owner is not None and owner[0].loop is not None and block not in owner[0].loop.body:
            owner = owner[0].owner
        loop = of_loop.get(block)
        if loop is not None:
            loop.owner = owner
            if loop.kind != "while":
                owner = (loop, len(loop.states) - 1)
        owners[block] = owner
    for unit, node in of_unit.items():
        if node.loop is None:
            node.owner = owners[unit.entry]


def _close(tree: ControlTree, nodes: list[_Open]) -> tuple[ControlNode, ...]:
    from everypath.program.control import ControlNode

    closed = []
    for each in nodes:
        children = tuple(_close(tree, each.children.get(state, [])) for state in range(len(each.states)))
        if each.unit is not None:
            pc = tree.method.instructions[tree.method.flow.blocks[each.unit.entry].last].pc
            blocks = each.unit.blocks
        else:
            assert each.loop is not None
            pc, blocks = each.loop.header, frozenset((each.loop.header,))
        line = tree.method.line(pc)
        closed.append(ControlNode(each.kind, pc, line, blocks, each.states, each.exits, each.loop, children))
    return tuple(sorted(closed, key=lambda node: min(node.pc, node.loop.header if node.loop else node.pc)))
