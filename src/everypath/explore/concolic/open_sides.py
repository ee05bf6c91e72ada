"""The open sides of decisions near which a path passes: the goals of a search from call sequences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from everypath.explore.paths import FAR
from everypath.explore.search import distances, pc_of
from everypath.term import Term

if TYPE_CHECKING:
    from everypath.program import Method
    from everypath.state import Fork, Frame, Place

__all__ = ["OpenJumps", "OpenSides", "Side"]

OpenJumps: TypeAlias = "Callable[[Method], Mapping[int, frozenset[int]]]"
"""Gives the open sides of a method: for the pc of each jump or switch with one, the pcs to which they lead."""

Side: TypeAlias = tuple[str, str, str, int, int]
"""A side of a decision: class, method, descriptor, the pc of the jump or switch, and that of its target."""

_ON_FALSE = frozenset({"ifnonnull", "if_acmpne"})
"""The jumps that are taken where the decided condition (is null, is the same object) does not hold."""

IMPLICIT = 4
"""What the distance of a fork to an exception of an instruction counts more than that of others."""

TRIES = 12
"""How often one side is tried from one sequence."""


class OpenSides:
    """The open sides of the target, with those that sequences of this search aim at already."""

    def __init__(self, open_jumps: OpenJumps) -> None:
        self._open_jumps = open_jumps
        self._of_method: dict[Method, dict[int, set[int]]] = {}
        self._distances: dict[Method, dict[int, int]] = {}
        self._tries: dict[Side, int] = {}

    def of(self, method: Method) -> dict[int, set[int]]:
        """The open sides of a method, by the pcs of their decisions."""
        found = self._of_method.get(method)
        if found is None:
            targets = self._open_jumps(method) if method.owner.is_target and method.has_code else {}
            found = self._of_method[method] = {pc: set(each) for pc, each in targets.items() if each}
        return found

    def aims(self, fork: Fork) -> frozenset[Side]:
        """The open sides to which a fork may lead by itself; of a switch these are all its open ones."""
        place = fork.place
        if place is None or not place.is_target or fork.side is None or not fork.state.frames:
            return frozenset()
        method = fork.state.frames[-1].method
        targets = self.of(method).get(place.pc)
        if not targets:
            return frozenset()
        jump = next(each for each in method.instructions if each.pc == place.pc)
        if jump.switch is None:
            taken = fork.side != (jump.name in _ON_FALSE)
            targets = {each for each in targets if (each == jump.operand) == taken}
        else:
            number = _compared_with(fork.condition)
            case = jump.switch.cases.get(number) if number is not None else None
            if case is not None:
                targets = {each for each in targets if (each == case) == fork.side}
        return frozenset((place.class_name, place.method, place.descriptor, place.pc, each) for each in targets)

    def distance(self, fork: Fork) -> int:
        """The blocks between a fork and the nearest open side, `FAR` if there is none, 0 if the fork leads there."""
        if self.aims(fork):
            return 0
        best = FAR
        for inside, frame in enumerate(reversed(fork.state.frames)):
            if 2 * inside >= best:
                break
            best = min(best, 2 * inside + self._from(frame))
        place = fork.place
        implicit = place is not None and place.is_target and fork.kind not in ("branch", "switch", "instanceof")
        return best if best == FAR else 1 + best + IMPLICIT * implicit

    def _from(self, frame: Frame) -> int:
        method = frame.method
        wanted = self.of(method)
        if not wanted:
            return FAR
        known = self._distances.get(method)
        if known is None:
            known = self._distances[method] = distances(method, set(wanted))
        return known.get(method.flow.block_at(pc_of(frame)).start, FAR)

    def try_once(self, sides: frozenset[Side]) -> bool:
        """Note that a query aims at sides. False if each of them was aimed at `TRIES` times."""
        left = [each for each in sides if len(sides) > 1 or self._tries.get(each, 0) < TRIES]
        for each in left:
            self._tries[each] = self._tries.get(each, 0) + 1
        return bool(left)

    def begin(self, tried: Iterable[Side] = ()) -> None:
        """Begin with another sequence: a side may be tried again from there, but for those that were ``tried``."""
        self._tries = dict.fromkeys(tried, TRIES)

    @property
    def tried(self) -> frozenset[Side]:
        """The sides that were tried as often as they may be, from the present sequence."""
        return frozenset(side for side, times in self._tries.items() if times >= TRIES)

    def reached(self, place: Place, sides: frozenset[Side], method: Method) -> None:
        """A sequence was made that leads to sides: they are no goals any more, and are not tried again from there."""
        if len(sides) == 1:
            self._tries.update(dict.fromkeys(sides, TRIES))
        targets = self.of(method).get(place.pc)
        if targets is not None and len(sides) == 1:
            targets.difference_update(each[4] for each in sides)
            if not targets:
                del self.of(method)[place.pc]
            self._distances.pop(method, None)


def _compared_with(condition: bool | Term) -> int | None:
    """The number that a condition compares its operand with; None if it is no comparison with a number."""
    if isinstance(condition, Term) and condition.op == "not":
        inner = condition.args[0]
        condition = inner if isinstance(inner, Term) else False
    if not isinstance(condition, Term) or condition.op != "eq":
        return None
    return next((each for each in condition.args if type(each) is int), None)
