"""Chooses the class of an input reference on a path among its candidates."""

from __future__ import annotations

from collections.abc import Sequence

from everypath.classfile import class_of_descriptor, intersected
from everypath.inputs.candidates import (
    Candidate,
    prefer_likely,
    together,
    with_low_priority,
)
from everypath.inputs.lazy.context import InputContext, root_places
from everypath.inputs.shapes import (
    Node,
    as_condition,
    name_of,
    shape_of,
)
from everypath.state import NOTHING_ASKED, State
from everypath.term import Term, has_class, not_


class CandidateChoice:
    """Keeps the candidates of the references of a state, and splits them by forks if one must be chosen.

    ``receivers`` are the candidates for the receiver of the entry, set with its arguments. ``arguments`` are the
    names of the places of its receiver and parameters.
    """

    def __init__(self, context: InputContext) -> None:
        self._context = context
        self.receivers: tuple[Candidate, ...] = ()
        entry = context.entry
        places = root_places(entry, is_program=context.options.program) if entry is not None else []
        self.arguments = frozenset(place.name for place in places)

    def candidates(self, state: State, ref: Term) -> int:
        """The candidate classes of a reference as a bit set."""
        bits = state.types.get(ref)
        if bits is None:
            bits = 0
            for each in self.candidates_at(shape_of(state).node(name_of(ref))):
                bits |= each.bit
            state.types[ref] = bits
        return bits

    def defer_candidates(self, state: State, ref: Term) -> int:
        """Park the late candidates of a reference if there are others. Return the bit of the first that remains."""
        bits = self.candidates(state, ref)
        node = shape_of(state).node(name_of(ref))
        alive = [each for each in self._ranked(state, node) if each.bit & bits]
        plain = frozenset(each.cls.name for each in alive if not each.late)
        if plain and len(plain) < len(alive):
            these = has_class(ref, plain)
            state.offer(as_condition(not_(these)), "limit", "candidates", with_low_priority(state, node))
            state.assume(as_condition(these))
        return next((each.bit for each in alive if not plain or not each.late), 0)

    def non_exact(self, state: State, ref: Term) -> int:
        """The candidates of a reference whose objects may be of a subclass, as a bit set."""
        bits = self.candidates(state, ref)
        alive = [each for each in self.candidates_at(shape_of(state).node(name_of(ref))) if each.bit & bits]
        return self._context.program.bits_of(each.cls for each in alive if not self._context.known.is_exact(each))

    def possible(self, state: State, ref: Term, classes: int) -> int:
        """Those of some classes, a bit set, that the object of a reference may have though they are no candidates."""
        node, program = shape_of(state).node(name_of(ref)), self._context.program
        declared = program.find(class_of_descriptor(node.descriptor))
        if declared is None or node.name == "this" or self._context.known.is_closed(node.descriptor):
            return 0
        tests = state.questions.get(ref, NOTHING_ASKED).tests
        wanted = [(declared, True), *((program.find(name), holds) for name, holds in tests.items())]
        return program.bits_of(
            each
            for each in program.classes_of(classes)
            if all(cls is not None and each.is_subtype_of(cls) is holds for cls, holds in wanted)
        )

    def declared(self, state: State, ref: Term) -> int:
        """The candidate classes of a reference before the path has restricted its class."""
        node = shape_of(state).nodes.get(name_of(ref))
        return 0 if node is None else self._context.program.bits_of(each.cls for each in self.candidates_at(node))

    def candidates_at(self, node: Node) -> tuple[Candidate, ...]:
        """The candidates for a place, in the order in which they are tried."""
        if node.name == "this" and self.receivers:
            return self.receivers
        found = self._context.known.of(node.descriptor, node.generic)
        if node.exact:
            return tuple(each for each in found if each.cls.name == node.exact)
        if self._context.handled is not None and node.name == self._context.handled.proxy:
            found = (*self._context.handled.proxies, *found)
        return found if node.name in self.arguments else tuple(each for each in found if not each.rooted)

    def _ranked(self, state: State, node: Node) -> Sequence[Candidate]:
        """The candidates for a place on this path, in the order in which they are tried."""
        declared = self._context.program.find(class_of_descriptor(node.descriptor)) if node.variable else None
        return prefer_likely(state, node, declared, self.candidates_at(node))

    def is_allowed(self, candidate: Candidate) -> bool:
        """True if a test may make such an object: a forced state needs ``--forced-states``."""
        return self._context.options.forced_states or not candidate.forced

    def choose_class(self, state: State, ref: Term, node: Node) -> Candidate | None:
        """Choose the first remaining candidate, with those that need not be distinguished from it yet. The others go to
        the sink as one fork, which is split further when it is selected. None if no candidate remains.
        """
        bits = self.candidates(state, ref)
        alive = [each for each in self._ranked(state, node) if each.bit & bits]
        if not alive:
            return None
        chosen = alive[0]
        taken = together(alive)
        others = [each for each in alive if each not in taken]
        if others:
            these = has_class(ref, frozenset(each.cls.name for each in taken))
            late = all(each.late for each in others)
            bound, found = ("candidates", with_low_priority(state, node)) if late else (None, None)
            state.offer(as_condition(not_(these)), "limit" if late else "class", bound, found)
            state.assume(as_condition(these))
        elif (
            intersected(chosen.cls.name) and len(self.candidates_at(node)) > 1
        ):  # people read "A & B" rather than "no plain stub"
            state.assume(as_condition(has_class(ref, frozenset((chosen.cls.name,)))))
        return chosen
