"""Completes the inputs of a finished path: objects that it never read, and classes that it never tested.

A test needs an object and a class. The simplest of each is taken. If there is to be one test for each class that takes
the path, `other_classes` gives the ended state once for each other class.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeAlias

from everypath.dataclass import replace
from everypath.errors import UnsupportedError
from everypath.inputs.candidates import Candidate, Kind
from everypath.inputs.construction import DISCARDED
from everypath.inputs.shapes import (
    CHOICES,
    FieldsInput,
    InputShape,
    Node,
    NotConstructible,
    Undecided,
    complete_clones,
    record,
    shape_of,
)
from everypath.state import BoundReached, Ending, Fork, LazyArray, State, is_possible, learn
from everypath.term import Term, Value, evaluate, has_class, is_null, ref_var
from everypath.vm.core import Rethrow, Retry
from everypath.vm.references import STORES, class_value_input, class_value_owner, has_observed_class

if TYPE_CHECKING:
    from everypath.inputs.lazy.symbolic_inputs import SymbolicInputs

Solve: TypeAlias = Callable[[Fork], State | None]

MOST_TRIALS = 12
"""The number of paths through the calls of a recipe that are tried if the witness builds no object."""

_EFFORT = {kind: number for number, kind in enumerate(Kind)}
"""The effort of making an object of a kind."""


def complete(inputs: SymbolicInputs, state: State, solve: Solve) -> None:
    """Complete a finished state: give each reference that is not null but was never used its simplest object, and each
    object whose class is open its simplest class.

    The machine runs the recipes that this needs, and keeps no fork. ``solve`` returns the state of a fork, None if the
    fork is infeasible.
    """
    types = state.types.copy()
    for value in has_observed_class(state):
        if value is state.result or any(value is each for each in _everything_held(state)):
            state.note_use_of_class(class_value_input(value))
    for name in list(shape_of(state).nodes):
        node = shape_of(state).node(name)
        if isinstance(node.build, FieldsInput):
            _settle_class(inputs, state, types, node, node.build)
        if _is_missing(state, node) and _is_used(shape_of(state), name):
            _make(inputs, state, node, solve)
    complete_clones(state)
    for value in has_observed_class(state):
        owner = class_value_owner(inputs.machine, state, value)
        state.decided[value] = inputs.machine.class_object(state, state.object(owner).cls)


def _everything_held(state: State) -> Iterator[Value | None]:
    """What the objects and static fields of a state hold."""
    for obj in (*state.heap.values(), *state.open.values()):
        yield from obj.slots.values() if isinstance(obj, LazyArray) else obj.fields
    yield from state.statics.values()


def other_classes(inputs: SymbolicInputs, state: State, taken: InputShape, solve: Solve) -> Iterator[State]:
    """Yield copies of a finished, incomplete state: one for each further class of each input that takes the same path.

    The classes in the shape ``taken`` are left out. A copy is complete, except for classes without possible objects.
    """
    for name in list(shape_of(state).nodes):
        node = shape_of(state).node(name)
        if not (isinstance(node.build, FieldsInput) or _is_missing(state, node)) or not _is_used(taken, name):
            continue
        ref = ref_var(name)
        bits = inputs.candidates(state, ref)
        shown = getattr(taken.node(name).build, "class_name", None)
        for candidate in inputs.candidates_at(node):
            this = _of_class(ref, candidate)
            if not candidate.bit & bits or candidate.forced or candidate.cls.name == shown:
                continue
            if not is_possible(state.types, state.kin, this, inputs.program.hierarchy.bits_of):
                continue
            copy = state.fork()
            learn(copy.types, copy.kin, this, inputs.program.hierarchy.bits_of)
            complete(inputs, copy, solve)
            if getattr(shape_of(copy).node(name).build, "class_name", None) == candidate.cls.name:
                yield copy


def _is_missing(state: State, node: Node) -> bool:
    """True if a reference is not null in the witness, but the path never used its object."""
    ref = ref_var(node.name)
    if not isinstance(node.build, Undecided) or state.decided.get(ref) is not None:
        return False
    return not evaluate(is_null(ref), state.witness)


def _is_used(shape: InputShape, name: str) -> bool:
    return any(node.name == name for node in shape.reachable())


def _of_class(ref: Term, candidate: Candidate) -> Term:
    condition = has_class(ref, frozenset((candidate.cls.name,)))
    assert isinstance(condition, Term)
    return condition


def _settle_class(inputs: SymbolicInputs, state: State, types: dict[Term, int], node: Node, build: FieldsInput) -> None:
    """Give an object with several possible classes the simplest one that is consistent with earlier choices."""
    ref, bits_of = ref_var(node.name), inputs.program.hierarchy.bits_of
    if not state.kin and types.get(ref) == 1 << inputs.program.klass(build.class_name).number:
        return  # no other class is left, and no other input is of one with it
    for chosen in inputs.candidates_at(node):
        this = _of_class(ref, chosen)
        if types.get(ref, 0) & chosen.bit and is_possible(types, state.kin, this, bits_of):
            learn(types, state.kin, this, bits_of)
            break
    else:
        return
    if chosen.cls.name == build.class_name:
        return
    obj = state.writable(state.decided[ref])
    obj.cls = chosen.cls
    created = inputs.created(state, node, chosen)
    record(state, replace(node, build=replace(created, fields=build.fields)))


def _make(inputs: SymbolicInputs, state: State, node: Node, solve: Solve) -> None:
    """Make an object for a reference that the path never used, of the class with the least effort.

    It gets a forced state only if the path restricted its class and no other candidate is left. If the calls that build
    it throw for the arguments of the witness, other arguments are tried.
    """
    ref = ref_var(node.name)
    bits = inputs.candidates(state, ref)
    narrowed = bits != inputs.declared(state, ref)
    tested = narrowed or ref in state.questions or ref in state.kin or STORES in state.attachments
    alive = [each for each in inputs.candidates_at(node) if each.bit & bits and (narrowed or not each.forced)]
    for number, candidate in enumerate(sorted(alive, key=lambda each: (each.forced, _EFFORT[each.kind]))):
        if number and inputs.machine.expired():
            return  # it stays undecided
        trial = state.fork()
        trial.frames = []
        trial.reopen()
        trial.types[ref] = candidate.bit
        trial.attachments.pop(CHOICES, None)
        inputs.machine.initialise(trial, candidate.cls)
        made = _made(inputs, trial, ref, solve) if trial.ending is None else None
        if made is not None:
            known = len(state.path)
            state.adopt(made)
            state.limits |= frozenset(state.path[known:])  # they come from building the object, not from the path
            record(state, replace(shape_of(state).node(node.name), unused=True, tested=tested))
            return
    if narrowed:
        names = tuple(sorted(each.cls.name for each in inputs.candidates_at(node) if each.bit & bits))
        record(state, replace(node, build=NotConstructible(names)))


def _made(inputs: SymbolicInputs, trial: State, ref: Term, solve: Solve) -> State | None:
    """Return the state with the object, by the first of a few paths through the calls that build it; else None."""
    forks = list[Fork]()
    machine = inputs.machine
    with machine.using(replace(machine.context, sink=forks.append)):
        waiting: list[State | None] = [trial]
        for number in range(MOST_TRIALS):
            if number and machine.expired():
                return None
            found = waiting.pop() if waiting else None
            while found is None and forks:
                fork = forks.pop(0)
                found = solve(fork) if fork.kind != "limit" or fork.bound == "recipe" else None
            if found is None:
                return None
            if _runs(inputs, found, ref):
                return found
    return None


def _runs(inputs: SymbolicInputs, trial: State, ref: Term) -> bool:
    """Run the calls that build an object. True if the object exists afterwards."""
    try:
        if not trial.frames:
            inputs.materialise(trial, ref)
    except Retry:
        pass
    except (BoundReached, Rethrow, UnsupportedError):
        return False
    if trial.ending is None and trial.frames:
        inputs.machine.run(trial)
    made = trial.decided.get(ref) and trial.ending in (None, Ending.RETURNED)
    return bool(made) and DISCARDED not in trial.attachments
