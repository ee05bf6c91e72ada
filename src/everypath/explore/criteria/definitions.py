"""Def-use coverage of the entry's local variables: every assignment reaches each use that it can reach."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

from everypath.explore.criteria.goal import Goal
from everypath.state import Ending
from everypath.vm.tracing import blocks_of

if TYPE_CHECKING:
    from everypath.classfile import Instruction
    from everypath.explore.goals import Goals
    from everypath.program import Method
    from everypath.program.flow import Block
    from everypath.state import State

_LOAD: Final = re.compile(r"[ilfda]load(_\d)?$")
_STORE: Final = re.compile(r"[ilfda]store(_\d)?$")

PARAMETER: Final = -1
"""The pc at which parameters, and ``this``, have their values."""

Definition: TypeAlias = "tuple[int, int]"
"""A local variable and the pc at which it is assigned."""

Pair: TypeAlias = "tuple[int, int, int]"
"""A local variable, the pc of an assignment and the pc of a use."""


def _local(instruction: Instruction) -> int:
    name = instruction.name
    return int(name[-1]) if name[-2] == "_" else instruction.operand


def _used(instruction: Instruction) -> int | None:
    return _local(instruction) if instruction.name == "iinc" or _LOAD.match(instruction.name) else None


def _assigned(instruction: Instruction) -> int | None:
    return _local(instruction) if instruction.name == "iinc" or _STORE.match(instruction.name) else None


class DefUseCriterion:
    """Pairs of an assignment and a use with no other assignment between them on some path."""

    is_endless = False

    def __init__(self, goals: Goals) -> None:
        self.method = goals.entry
        self._blocks = self.method.flow.blocks
        self._goals = {pair: self._goal(pair) for pair in sorted(_pairs(self.method))}
        self._left = dict(self._goals)

    def goals(self) -> Sequence[Goal]:
        """All of them."""
        return tuple(self._goals.values())

    def take(self, state: State) -> bool:
        """Note the pairs on the path."""
        before = len(self._left)
        blocks = blocks_of(state)
        last = dict.fromkeys(self.method.parameter_slots, PARAMETER)
        for start, following in pairwise((*blocks, None)):
            if start is None:
                continue
            block = self._blocks[start]
            instructions = self.method.instructions[block.first : block.last + 1]
            if self._is_left_half_way(block, following, state):
                for each in instructions:  # nobody knows how far it came
                    local = _assigned(each)
                    if local is not None:
                        last.pop(local, None)
                continue
            for each in instructions:
                used, assigned = _used(each), _assigned(each)
                if used is not None and used in last:
                    self._left.pop((used, last[used], each.pc), None)
                if assigned is not None:
                    last[assigned] = each.pc
        return len(self._left) < before

    def left(self) -> Sequence[Goal]:
        """The pairs that no path has."""
        return tuple(self._left.values())

    @staticmethod
    def _is_left_half_way(block: Block, following: int | None, state: State) -> bool:
        if following is None:
            return state.ending is not Ending.RETURNED
        return following not in block.successors

    def _goal(self, pair: Pair) -> Goal:
        local, assigned, used = pair
        code = self.method.code
        names = [] if code is None else code.local_variables
        name = next(
            (each.name for each in names if each.index == local and each.start <= used < each.start + each.length),
            f"local {local}",
        )
        line = self.method.line(used)
        origin = "passed" if assigned == PARAMETER else f"assigned in line {self.method.line(assigned)}"
        return Goal(used, line, f"uses {name} as {origin}")


def _pairs(method: Method) -> set[Pair]:
    """The pairs that the code allows for, by reaching definitions (Aho, Lam, Sethi and Ullman, 9.2.4)."""
    blocks = method.flow.blocks
    if not blocks:
        return set()
    entry = next(iter(blocks))
    reaching: dict[int, set[Definition]] = {entry: {(local, PARAMETER) for local in method.parameter_slots}}
    work = [entry]
    found: set[Pair] = set()
    while work:
        block = blocks[work.pop()]
        current = {*reaching[block.start]}
        anywhere = {*current}
        for each in method.instructions[block.first : block.last + 1]:
            used, assigned = _used(each), _assigned(each)
            if used is not None:
                found.update((local, pc, each.pc) for local, pc in current if local == used)
            if assigned is not None:
                current = {one for one in current if one[0] != assigned} | {(assigned, each.pc)}
                anywhere.add((assigned, each.pc))
        for targets, flowing in ((block.successors, current), (block.handlers, anywhere)):
            for target in targets:
                known = reaching.get(target)
                if known is None or not flowing <= known:
                    reaching[target] = (known or set()) | flowing
                    work.append(target)
    return found
