"""Def-use coverage: every assignment reaches each use that it can reach.

A pair is an assignment and a use of one variable, both in the entry's own code, with no other assignment of it between
them on some path (def-clear). Variables are identified by name (`everypath.explore.criteria.variables`). A path has a
pair of a local variable if its blocks contain it. It has a pair of a field, static field or element if it accessed the
same field of the same object, or the same element, and this still had the assigned value at the use.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

from everypath.explore.criteria.variables import ELEMENT, Name, Variables
from everypath.explore.paths import Goal
from everypath.state import Ending
from everypath.term import Concrete, evaluate
from everypath.vm.observers import accesses_of, blocks_of

if TYPE_CHECKING:
    from everypath.explore.search import Goals
    from everypath.program import Block, Method
    from everypath.state import State
    from everypath.term import Value

PARAMETER: Final = -1
"""The pc of the assignment of parameters and ``this``."""

Definition: TypeAlias = "tuple[Name, int]"
"""A variable and the pc at which it is assigned."""

Pair: TypeAlias = "tuple[int, int, Name]"
"""The pc of an assignment, the pc of a use, and their variable."""

_MASKS: Final = {"bastore": 0xFF, "castore": 0xFFFF, "sastore": 0xFFFF}


class DefUseCriterion:
    """Pairs of an assignment and a use with no other assignment between them on some path."""

    is_endless = False

    def __init__(self, goals: Goals) -> None:
        self.method = goals.entry
        self._variables = Variables(goals.machine, goals.entry)
        self._blocks = self.method.flow.blocks
        pairs = sorted(_pairs(self.method, self._variables), key=lambda pair: (pair[1], pair[0], str(pair[2])))
        self._goals = {pair[:2]: self._goal(pair) for pair in pairs}
        self._left = dict(self._goals)
        self._masks = {each.pc: _MASKS[each.name] for each in self.method.instructions if each.name in _MASKS}

    def goals(self) -> Sequence[Goal]:
        """All goals."""
        return tuple(self._goals.values())

    def take(self, state: State) -> bool:
        """Note the pairs on the path; true if one is new."""
        before = len(self._left)
        self._take_locals(state)
        for pair in self._accessed(state):
            self._left.pop(pair, None)
        return len(self._left) < before

    def left(self) -> Sequence[Goal]:
        """The pairs that no path has."""
        return tuple(self._left.values())

    def _take_locals(self, state: State) -> None:
        used, assigned = self._variables.used, self._variables.assigned
        blocks = blocks_of(state)
        last: dict[Name, int] = {(local,): PARAMETER for local in self.method.parameter_slots}
        for start, following in pairwise((*blocks, None)):
            if start is None:
                continue
            block = self._blocks[start]
            partial = self._is_left_partial(block, following, state)
            for each in self.method.instructions[block.first : block.last + 1]:
                use, definition = used.get(each.pc), assigned.get(each.pc)
                if use in last and not partial:  # else it is unknown if the use was executed
                    self._left.pop((last[use], each.pc), None)
                if definition is not None and len(definition) == 1 and isinstance(definition[0], int):
                    last[definition] = each.pc
                    if partial:
                        del last[definition]

    @staticmethod
    def _is_left_partial(block: Block, following: int | None, state: State) -> bool:
        if following is None:
            return state.ending is not Ending.RETURNED
        return following not in block.successors

    def _accessed(self, state: State) -> Iterator[tuple[int, int]]:
        """The pairs of assignments and uses of one place in memory, evaluated under the path's witness.

        If the place has another value than the assigned one, a callee has written it in between: this is no pair.
        """
        last: dict[tuple[Value, Concrete | str], tuple[int, Concrete]] = {}
        for each in accesses_of(state):
            member = each.member if isinstance(each.member, str) else evaluate(each.member, state.witness)
            place = state.reference(each.object), member
            value = evaluate(state.reference(each.value), state.witness)
            if each.writes:
                last[place] = each.pc, value
            elif place in last:
                pc, assigned = last[place]
                if _is_same(assigned, value, self._masks.get(pc)):
                    yield pc, each.pc
                else:
                    del last[place]

    def _goal(self, pair: Pair) -> Goal:
        assigned, used, variable = pair
        line = self.method.line(used)
        origin = "passed" if assigned == PARAMETER else f"assigned in line {self.method.line(assigned)}"
        return Goal(used, line, f"uses {self._variables.text_of(variable, used)} as {origin}")


def _is_same(assigned: Concrete, value: Concrete, mask: int | None) -> bool:
    if mask is not None and isinstance(assigned, int) and isinstance(value, int):
        return assigned & mask == value & mask
    return assigned == value or repr(assigned) == repr(value)  # not a number is itself


def _pairs(method: Method, variables: Variables) -> set[Pair]:
    """The pairs that the code permits, by reaching definitions (Aho, Lam, Sethi and Ullman, 9.2.4)."""
    blocks = method.flow.blocks
    if not blocks:
        return set()
    entry = next(iter(blocks))
    reaching: dict[int, set[Definition]] = {entry: {((local,), PARAMETER) for local in method.parameter_slots}}
    work = [entry]
    found: set[Pair] = set()
    while work:
        block = blocks[work.pop()]
        current = {*reaching[block.start]}
        anywhere = {*current}
        for each in method.instructions[block.first : block.last + 1]:
            used, assigned = variables.used.get(each.pc), variables.assigned.get(each.pc)
            if used is not None:
                found.update((pc, each.pc, name) for name, pc in current if name == used)
            if assigned is not None:
                current = {one for one in current if not _ends(assigned, one[0])} | {(assigned, each.pc)}
                anywhere.add((assigned, each.pc))
        for targets, flowing in ((block.successors, current), (block.handlers, anywhere)):
            for target in targets:
                known = reaching.get(target)
                if known is None or not flowing <= known:
                    reaching[target] = (known or set()) | flowing
                    work.append(target)
    return found


def _ends(assigned: Name, name: Name) -> bool:
    """True if an assignment kills earlier definitions of a name: it is to the same name, or to a prefix of it.

    An assignment to an element kills nothing, since the other elements of the array stay.
    """
    if assigned[-1] == ELEMENT:
        return False
    return name[: len(assigned)] == assigned
