"""Collects the infeasible sides of decisions, each with an unsatisfiable core.

A side is refuted by the solver, by the candidate classes of an input, by an aliasing question, or directly by the
conditions of the path. Its core is minimal: without any one of these conditions the side would not be refuted. Sides
are collected only on request (`ExploreOptions.refuted`, `ExploreOptions.path`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from everypath.dataclass import dataclass, replace
from everypath.explore.paths import Refutation
from everypath.explore.session.initial_states import repeated_conditions
from everypath.inputs.construction import is_building
from everypath.inputs.shapes import AliasSubstitution, name_of, shape_of
from everypath.solver import Unsat
from everypath.state import class_constraint, discard, is_about_classes, place_of
from everypath.term import Term, has_class, not_
from everypath.vm.observers import descriptor_of

if TYPE_CHECKING:
    from everypath.inputs import SymbolicInputs
    from everypath.inputs.shapes import AliasQuery
    from everypath.program import Program
    from everypath.solver import Solver
    from everypath.state import Fork, Place, State

EXECUTIONS = "explore.executions"
"""The attachment with one `_Execution` for each frame whose current instruction has taken a decision."""

_ONE_OF_ALL = frozenset({"class", "dispatch"})
"""Kinds of questions that go through all classes or targets in turn. The last one is not asked, so it has no side."""


@dataclass(frozen=True, slots=True)
class _Execution:
    """One execution of an instruction: its frame's depth, its pc, the step in which it ``began``, and the number of
    conditions (``known``) that the path had then.

    ``steps`` is the step in which it asked last. It is ``interrupted`` while frames run above it after which the
    instruction is executed again.
    """

    depth: int
    pc: int
    began: int
    known: int
    steps: int
    interrupted: bool = False


class Refutations:
    """Collects refuted sides: those of pending forks, and as the `Observer` of states those that need no solver."""

    def __init__(self, program: Program, inputs: SymbolicInputs, solver: Solver, count: Callable[[], None]) -> None:
        self._found: dict[tuple[object, ...], Refutation] = {}
        self._program = program
        self._inputs = inputs
        self._solver = solver
        self._count = count
        self._reported: set[tuple[object, ...]] = set()

    @property
    def found(self) -> tuple[Refutation, ...]:
        """The refuted sides so far, in the order in which they were found."""
        return tuple(self._found.values())

    # -- forks --------------------------------------------------------------------------------------------------

    def fork(self, fork: Fork, condition: Term, core: Sequence[Term]) -> None:
        """Record a fork that the solver refuted; its ``core`` need not be minimal, and is empty if there is none."""
        smallest = self._solver.core(core or (*fork.state.path, condition))
        if not smallest:  # the conditions fold to a contradiction: one of them is the negation of another
            smallest = self._smallest((*fork.state.path, condition), self._contradict)
        self._add(fork.state, fork.kind, condition, smallest)

    def fork_of_class(self, fork: Fork, condition: Term) -> None:
        """Record a fork that needs a class which the input cannot have."""
        self._add_class(fork.state, fork.kind, condition, fork.state.path)

    def alias(self, fork: Fork, question: AliasQuery) -> None:
        """Record an aliasing question if the path's conditions contradict that the two inputs are one object."""
        state = fork.state
        renaming = AliasSubstitution(state, question)
        added = [each for each in renaming.added() if isinstance(each, Term)]

        def contradict(conditions: Sequence[Term]) -> bool:
            renamed = [renaming.value(each) for each in conditions]
            if any(each is False for each in renamed):
                return True
            terms = [*added, *(each for each in renamed if isinstance(each, Term))]
            return self._contradict(terms) or self._without_class(terms)

        if not contradict(state.path):
            return
        core = self._smallest(state.path, contradict)
        names = (question.earlier, question.later)
        place = _in_target_code(state)
        self._keep(state, Refutation(place, fork.kind, (), core, shape_of(state), names, self._candidates(state, core)))

    # -- the observer of states: sides that the conditions of the path refute -----------------------------------

    def asked(self, state: State) -> None:
        """The current instruction is about to take a decision."""
        where = state.checkpoint or state
        if not where.frames:
            return
        depth, pc = len(where.frames), where.frames[-1].pc
        executions = _executions(state)
        kept = tuple(each for each in executions if each.depth < depth)
        same = next((each for each in executions if each.depth == depth and each.pc == pc), None)
        if same is not None and (same.steps == where.steps or same.interrupted):
            current = replace(same, steps=where.steps, interrupted=False)
        else:
            current = _Execution(depth, pc, where.steps, len(state.path), where.steps)
        state.attach(EXECUTIONS, (*kept, current))

    def again(self, state: State) -> None:
        """Frames were pushed above an instruction that is executed again afterwards."""
        *before, last = _executions(state) or (None,)
        if last is not None:
            state.attach(EXECUTIONS, (*before, replace(last, interrupted=True)))

    def refuted(self, state: State, condition: Term, kind: str) -> None:
        """Record a side that the path's earlier conditions refute. Null checks are left out."""
        if kind == "null":
            return
        before = self._known_before(state)
        if before is None:
            return
        if class_constraint(condition) is not None:
            self._add_class(state, kind, condition, before, once=True)
            return
        negation = not_(condition)
        if isinstance(negation, Term):
            reasons = _parts(negation)
            if {part for each in before for part in _parts(each)}.issuperset(reasons):
                self._add(state, kind, condition, (*reasons, *_parts(condition)), once=True)

    def refuted_class(self, state: State, ref: Term, bits: int, kind: str, *, inside: bool) -> None:
        """Record that the candidates of an input refute that its class is in ``bits`` (``inside``), or not."""
        if kind in _ONE_OF_ALL and not inside:
            return
        before = self._known_before(state)
        names = self._program.hierarchy.names_of(self._inputs.declared(state, ref) & bits)
        if before is None or not names:
            return
        condition = has_class(ref, names)
        side = condition if inside else not_(condition)
        if isinstance(side, Term):
            self._add_class(state, kind, side, before, once=True)

    def refuted_alias(self, state: State, left: Term, right: Term) -> None:
        """Record that the classes of two inputs refute that they are one object."""
        before = self._known_before(state)
        if before is None:
            return
        refs = (left, right)
        known = [each for each in before if (found := class_constraint(each)) is not None and found[0] in refs]

        def contradict(conditions: Sequence[Term]) -> bool:
            return not self._left(state, left, conditions) & self._left(state, right, conditions)

        if not contradict(known) or (contradict(()) and self._may_have_a_common_subclass(state, left, right)):
            return
        core = self._smallest(known, contradict)
        shape = shape_of(state)
        names = tuple(sorted((name_of(left), name_of(right)), key=list(shape.nodes).index))
        key = (*self._key(state), names)
        if key not in self._reported:
            self._reported.add(key)
            candidates = self._candidates(state, core)
            assert len(names) == 2
            self._keep(state, Refutation(state.here(), "alias", (), core, shape, (names[0], names[1]), candidates))
            self._count()

    def _known_before(self, state: State) -> list[Term] | None:
        """The conditions that the path had before the current instruction, without those taken over from another path.

        None if the question is not one of target code: a setup call asks it, a postcondition after the last frame, or
        code whose forks are discarded.
        """
        executions = _executions(state)
        if state.control.sink is discard or not executions or is_building(state):
            return None
        if not state.frames or not state.frames[-1].method.owner.is_target:
            return None
        return state.path[repeated_conditions(state) : executions[-1].known]

    def _may_have_a_common_subclass(self, state: State, left: Term, right: Term) -> bool:
        """True if a class that is no candidate may be a subtype of both declared types."""
        shape = shape_of(state)
        classes = [self._program.find(shape.node(name_of(ref)).descriptor[1:-1]) for ref in (left, right)]
        one, other = classes
        if one is None or other is None or one.is_subtype_of(other) or other.is_subtype_of(one):
            return True
        return (one.is_interface and not other.is_final) or (other.is_interface and not one.is_final)

    # -- making cores small -------------------------------------------------------------------------------------

    def _contradict(self, conditions: Sequence[Term]) -> bool:
        numeric = [each for each in conditions if not is_about_classes(each)]
        return isinstance(self._solver.check(numeric), Unsat)

    def _without_class(self, conditions: Sequence[Term]) -> bool:
        """True if conditions on classes leave some reference without any class."""
        left: dict[Term, int] = {}
        for each in conditions:
            constraint = class_constraint(each)
            if constraint is not None:
                ref, names, holds = constraint
                bits = self._program.hierarchy.bits_of(names)
                left[ref] = left.get(ref, -1) & (bits if holds else ~bits)
        return not all(left.values())

    def _left(self, state: State, ref: Term, conditions: Iterable[Term]) -> int:
        """The candidate classes of a reference that satisfy its class conditions, as bits."""
        left = self._inputs.declared(state, ref)
        for each in conditions:
            constraint = class_constraint(each)
            if constraint is not None and constraint[0] is ref:
                bits = self._program.hierarchy.bits_of(constraint[1])
                left &= bits if constraint[2] else ~bits
        return left

    @staticmethod
    def _smallest(conditions: Sequence[Term], contradict: Callable[[Sequence[Term]], bool]) -> tuple[Term, ...]:
        """A minimal subset of some conditions that still contradict each other; later conditions are preferred."""
        kept = [part for each in conditions for part in _parts(each)]
        for each in list(kept):
            rest = [other for other in kept if other is not each]
            if contradict(rest):
                kept = rest
        return tuple(kept)

    # -- recording ----------------------------------------------------------------------------------------------

    def _add_class(self, state: State, kind: str, side: Term, before: Sequence[Term], *, once: bool = False) -> None:
        constraint = class_constraint(side)
        assert constraint is not None
        ref = constraint[0]
        known = [each for each in before if (found := class_constraint(each)) is not None and found[0] is ref]

        def contradict(conditions: Sequence[Term]) -> bool:
            return not self._left(state, ref, (*conditions, side))

        if contradict(known):
            self._add(state, kind, side, (*self._smallest(known, contradict), side), once=once)

    def _add(self, state: State, kind: str, side: Term, core: Sequence[Term], *, once: bool = False) -> None:
        """Record a refuted side; ``once``: only the first time if an instruction is executed again."""
        if once:
            key = (*self._key(state), side)
            if key in self._reported:
                return
            self._reported.add(key)
            self._count()
        decided = frozenset(_parts(side))
        of_path = tuple(each for each in core if each not in decided)
        of_side = tuple(each for each in core if each in decided)
        candidates = self._candidates(state, core)
        place = _in_target_code(state)
        self._keep(state, Refutation(place, kind, of_side or (side,), of_path, shape_of(state), None, candidates))

    def _key(self, state: State) -> tuple[object, ...]:
        """A key that distinguishes one execution of an instruction on one path from all others."""
        last = _executions(state)[-1]
        return (last.depth, last.began, state.here(), hash(tuple(state.path[: last.known])))

    def _keep(self, state: State, refutation: Refutation) -> None:
        key = (refutation.place, refutation.kind, refutation.alias, refutation.core, refutation.decision)
        known = self._found.get(key)
        if known is None:
            self._found[key] = replace(refutation, descriptor=descriptor_of(state))
        else:
            self._found[key] = replace(known, sides=known.sides + 1, descriptor=descriptor_of(state))

    def _candidates(self, state: State, conditions: Iterable[Term]) -> tuple[tuple[Term, frozenset[str]], ...]:
        """The candidate classes of the references in conditions on classes."""
        refs = [found[0] for each in conditions if (found := class_constraint(each)) is not None]
        names = self._program.hierarchy.names_of
        return tuple((ref, names(self._inputs.declared(state, ref))) for ref in dict.fromkeys(refs))


def _executions(state: State) -> tuple[_Execution, ...]:
    found = state.attachments.get(EXECUTIONS)
    return found if isinstance(found, tuple) else ()


def _in_target_code(state: State) -> Place | None:
    """The innermost place of a state in target code; else its innermost place."""
    frame = next((each for each in reversed(state.frames) if each.method.owner.is_target), None)
    return place_of(frame) if frame is not None else state.here()


def _parts(condition: Term) -> list[Term]:
    """The conjuncts of a condition; the condition itself if it is no conjunction."""
    found, waiting = [], [condition]
    while waiting:
        part = waiting.pop()
        if part.op == "conj":
            waiting += reversed([each for each in part.args if isinstance(each, Term)])
        else:
            found.append(part)
    return found
