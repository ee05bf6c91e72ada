"""The goals of an exploration: the blocks of target code, and both sides of every decision in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

from everypath.classfile import access, outermost_class
from everypath.inputs.construction import is_building
from everypath.program import program_cache
from everypath.state import COUNTED, REFLECTED, Ending, Place, StackTrace, entered_blocks, place_of

if TYPE_CHECKING:
    from everypath.program import Method
    from everypath.state import Fork, State
    from everypath.vm.interpreter import Machine

Side: TypeAlias = "tuple[Place | None, str, bool]"
"""One side of a decision: the place, the kind of the decision, and its outcome."""

CUT = frozenset({"limit", "deepened"})
"""Kinds of branches that a bound cut, before and after it was raised."""

MOST_FAILED_ATTEMPTS = 16
"""The number of tries without success after which a side is not promising any more."""

ANYWHERE = -1
"""Stands for the pc of any instruction that throws."""


class Goals:
    """The covered blocks and sides of one exploration, and those that are left.

    A *side* is one outcome of a decision of an instruction (is the branch taken, is the divisor zero).
    ``program``: the entry runs a whole program, and all of it is to be covered.
    """

    def __init__(self, machine: Machine, entry: Method, *, program: bool = False) -> None:
        self.machine = machine
        self._program = program
        self.entry = entry
        self.covered: set[int] = set()
        self.reached_pc: dict[int, int] = {}
        self.sides: set[Side] = set()
        self.attempts: dict[Side, int] = {}
        self._offered: set[Side] = set()
        """Sides in target code with a pending fork that was not tried yet."""
        self.version = 0
        self._uncovered: dict[Method, set[int]] = {}
        self._helpers: dict[Method, bool] = {}
        self._wanted: set[Side] = set()
        """Sides that states which count tried to take."""
        self._tried_at: dict[tuple[str, int], set[Side]] = {}
        self._frontiers: dict[Method, tuple[int, frozenset[int]]] = {}
        self._called: set[Method] = set()
        """The methods that the call itself entered, and not only the setup of its inputs."""
        self._called_blocks: set[int] = set()

    def cover(self, state: State) -> bool:
        """Add the blocks that a state covered; true if one is new. Once the entry is covered, only blocks of the call
        itself count, not those of the setup of inputs.

        A block that an exception or a bound left early counts up to that instruction only. It stays uncovered.
        """
        called = state.covered.keys() - self._called_blocks
        self._called_blocks |= called
        self._called.update(self.machine.blocks[number][0] for number in called)
        fresh = entered_blocks(state) - self.covered
        if not fresh:
            return bool(called)
        is_open = self.open
        left_at = places_left(state)
        found_new, counts = False, bool(called)
        for number in sorted(fresh):
            method, first, last = self.machine.blocks[number]
            reached = max((pc for key, pc in left_at if key == method.key and first <= pc < last), default=last)
            if reached > self.reached_pc.get(number, -1):
                self.reached_pc[number] = reached
                found_new = True
                counts |= is_open or number in state.covered
            if reached == last:
                self.covered.add(number)
                self.uncovered_blocks(method).discard(first)
        if found_new:
            self.version += 1
        return counts

    def note_other_side(self, fork: Fork) -> bool:
        """Note that the state which left this fork took the other side; true if that is new and counts."""
        side = self.side_of(fork)
        return side is not None and self.reached((side[0], side[1], not side[2])) and self.counts(fork.state)

    def reached(self, side: Side) -> bool:
        """Note that a path took this side; true if it is the first."""
        if side in self.sides:
            return False
        self.sides.add(side)
        return True

    def counts(self, state: State) -> bool:
        """True if the coverage of a state counts: once the entry is covered, that of the setup of inputs does not."""
        return self.open or not is_building(state)

    @property
    def open(self) -> bool:
        """True if a block of the entry is not covered."""
        return bool(self.uncovered_blocks(self.entry))

    @property
    def helper_goals_open(self) -> bool:
        """True if a called method that is no entry itself has an uncovered block that is still promising. Only its
        callers can cover it.
        """
        return any(
            self.uncovered_blocks(method) and self._is_helper(method) and self._may_be_entered(method)
            for method in self._called
        )

    def _may_be_entered(self, method: Method) -> bool:
        """True if a side towards an uncovered block of a method was tried less than `MOST_FAILED_ATTEMPTS` times."""
        return any(self._refused_at(method, pc) < MOST_FAILED_ATTEMPTS for pc in self._frontier(method))

    def _refused_at(self, method: Method, pc: int) -> int:
        """The most tries of an untaken side of an instruction; 0 if all its tried sides were taken."""
        sides = self._tried_at.get((method.key, pc), set()) - self.sides
        return max((self.attempts[side] for side in sides), default=0)

    def _frontier(self, method: Method) -> frozenset[int]:
        """The last instructions, by pc, that paths executed before an uncovered block of a method; `ANYWHERE` if an
        exception leads to the block.
        """
        known = self._frontiers.get(method)
        if known is None or known[0] != self.version:
            known = self._frontiers[method] = (self.version, frozenset(self._last_before_uncovered(method)))
        return known[1]

    def _last_before_uncovered(self, method: Method) -> Iterator[int]:
        blocks, missed = method.flow.blocks, self.uncovered_blocks(method)
        entered = ((self.machine.blocks[number], pc) for number, pc in self.reached_pc.items())
        halfway = {first: pc for (owner, first, _), pc in entered if owner is method and first in missed}
        yield from halfway.values()
        for start, block in blocks.items():
            if start in missed:
                continue
            if not missed.isdisjoint(block.successors):
                yield method.instructions[block.last].pc
            if any(each in missed and each not in halfway for each in block.handlers):
                yield ANYWHERE

    def _is_helper(self, method: Method) -> bool:
        """True if a method is no entry and must be covered by its callers.

        These are private methods of the entry's outermost class, or of a whole program, and all but public methods in
        the JDK. Private methods of other classes are covered from the entries of these classes.
        """
        known = self._helpers.get(method)
        if known is None:
            seen = method.access & access.PUBLIC
            of_the_jdk = not seen and self.machine.program.jdk.find(method.owner.name) is not None
            near = self._program or outermost_class(method.owner.name) == outermost_class(self.entry.owner.name)
            known = self._helpers[method] = (method.is_private and near) or of_the_jdk
        return known

    def tried(self, side: Side, state: State) -> None:
        """Note that a state tries to take a side."""
        self.attempts[side] = self.attempts.get(side, 0) + 1
        if self.counts(state):
            self._wanted.add(side)
        place = side[0]
        if place is not None and self.attempts[side] == 1:
            key = f"{place.class_name}.{place.method}{place.descriptor}"
            self._tried_at.setdefault((key, place.pc), set()).add(side)

    def offer(self, fork: Fork) -> None:
        """Note that a fork is pending."""
        side = self.side_of(fork)
        if side is not None and side not in self.attempts and self.is_fresh(fork):
            self._offered.add(side)

    @property
    def remain(self) -> bool:
        """True if a block of the entry is not covered, or a side in target code is not taken.

        No input was found for this side so far, or it was not tried yet.
        """
        missed = (side for side in self.attempts if side not in self.sides)
        if self.open or any(place is not None and place.is_target for place, _, _ in missed):
            return True
        self._offered = {side for side in self._offered if side not in self.sides and side not in self.attempts}
        return bool(self._offered)

    @property
    def promising(self) -> bool:
        """True if a block of the entry is not covered, or a side that counts was tried less than
        `MOST_FAILED_ATTEMPTS` times.
        """
        missed = (
            side for side in self._wanted if side not in self.sides and self.attempts[side] < MOST_FAILED_ATTEMPTS
        )
        return self.open or any(place is not None and place.is_target for place, _, _ in missed)

    @property
    def called(self) -> frozenset[Method]:
        """The methods that the call entered."""
        return frozenset(self._called)

    def uncovered_of(self, method: Method) -> frozenset[int]:
        """The first pcs of the blocks of a method that no path entered."""
        return frozenset(self.uncovered_blocks(method))

    def first_open(self) -> Place:
        """The start of the first uncovered block of the entry. There must be one."""
        method = self.entry
        pc = min(self.uncovered_blocks(method))
        owner = method.owner
        return Place(owner.name, method.name, method.descriptor, pc, method.line(pc), owner.is_target)

    def uncovered_lines(self) -> list[int]:
        """The lines of the entry none of whose blocks was entered, sorted."""
        blocks = self.machine.blocks
        marks = self.machine.link(self.entry).marks.values()
        reached = {blocks[number][1]: self.reached_pc.get(number, -1) for number in marks}
        seen: dict[int, bool] = {}
        block = 0
        for pc, line in _lines(self.entry):
            if pc in reached:
                block = pc
            if line >= 0:
                seen[line] = seen.get(line, False) or pc <= reached.get(block, -1)
        return sorted(line for line, hit in seen.items() if not hit)

    def side_of(self, fork: Fork) -> Side | None:
        """The side that a fork leads to; None for limits and choices."""
        if fork.side is None:
            return None
        kind = "branch" if fork.kind in COUNTED or fork.kind in CUT else fork.kind
        return (fork.place, kind, fork.side)

    def is_fresh(self, fork: Fork) -> bool:
        """True if a fork leads to a side in target code that no path has taken."""
        side = self.side_of(fork)
        if side is None or side in self.sides:
            return False
        return fork.kind.startswith(REFLECTED) or (fork.place is not None and fork.place.is_target)

    def reaches_goal(self, blocks: frozenset[int]) -> bool:
        """True if one of these blocks is not covered."""
        return not blocks <= self.covered

    def uncovered_blocks(self, method: Method) -> set[int]:
        """The first pcs of the uncovered blocks of a method. Callers must not change the set."""
        known = self._uncovered.get(method)
        if known is None:
            known = self._uncovered[method] = self._starts(method)
        return known

    def _starts(self, method: Method) -> set[int]:
        """The first pcs of a method's blocks, as the machine marks them."""
        blocks = self.machine.blocks
        return {blocks[number][1] for number in self.machine.link(method).marks.values()}


@program_cache(1024)
def _lines(method: Method) -> tuple[tuple[int, int], ...]:
    """The pc of each instruction with its line; the line is negative if unknown."""
    return tuple((each.pc, method.line(each.pc)) for each in method.instructions)


def is_in_setup(fork: Fork) -> bool:
    """True if a fork lies in library code that a call runs which builds an input."""
    return not (fork.place is not None and fork.place.is_target) and is_building(fork.state)


def places_left(state: State) -> list[tuple[str, int]]:
    """The method keys and pcs at which a path left blocks early: the stack trace of its exception, or its frames.

    If code constructed the exception, the innermost place of the trace is left out: it is not where it was thrown.
    """
    if state.ending is Ending.THREW:
        trace = state.object(state.thrown).extra
        places = trace.places if isinstance(trace, StackTrace) else ()
        if isinstance(trace, StackTrace) and trace.constructed:
            places = places[1:]
    else:
        places = tuple(place_of(frame) for frame in state.frames)
    return [(f"{each.class_name}.{each.method}{each.descriptor}", each.pc) for each in places]
