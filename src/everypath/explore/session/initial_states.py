"""How paths begin: classes initialised, static fields opened, symbols for the arguments.

A path that turns out to need a class initialised before its entry (`everypath.inputs.sources.static_fields`) begins
once more: its
conditions are known from the start this time, so it comes the same way without a decision.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.dataclass import replace
from everypath.explore.paths import UNCERTAIN
from everypath.inputs.shapes import ALIASES, ASSUMED_DISTINCT, CHOICES, FORCED, REPEATED, AliasSubstitution, choices_of
from everypath.inputs.sources import INITIALISED_BEFORE_ENTRY, known_statics
from everypath.program import Class, program_cache

if TYPE_CHECKING:
    from collections.abc import Iterable

    from everypath.inputs import SymbolicInputs
    from everypath.inputs.conditions import Prologue
    from everypath.inputs.shapes import AliasQuery
    from everypath.program import Method
    from everypath.state import Bounds, Fork, State
    from everypath.vm.interpreter import Machine

EARLY = "explore.early"
"""The attachment that holds the classes initialised after the entry's own and before its arguments, in order."""


REPEATED_CONDITIONS = "explore.repeated"
"""The attachment of a path that was begun again: how many of its conditions are those of the path it repeats."""

INITIALISERS_PENDING = "explore.unbegun"
"""The attachment of states in which the initialiser of the entry's class goes another way: the entry comes after it."""

MOST_BEGUN = 8
"""States after initialisers that are kept for the next entries of their classes."""

_KEPT = frozenset({ALIASES, ASSUMED_DISTINCT, CHOICES, FORCED, UNCERTAIN})
"""Attachments that a path keeps when it is begun again."""


class InitialStates:
    """Makes the states on which one entry starts."""

    def __init__(self, machine: Machine, entry: Method, inputs: SymbolicInputs, prologue: Prologue) -> None:
        self.machine = machine
        self.prologue = prologue
        self.entry = entry
        self.inputs = inputs

    def first(self, pair: tuple[str, str] | None = None) -> State:
        """The entry about to run on fresh symbols; ``pair`` makes the first of two arguments the same object as the
        second. Where the initialiser of its class fails, the state has an ending.
        """
        state = self._initialised((), leaving=pair is None)
        if pair is not None:
            state.attachments[CHOICES] = {"alias": 1}
            state.attachments[ALIASES] = dict([pair])
        return state if state.ending is not None else self._started(state, ())

    def after_initialiser(self, state: State) -> State:
        """The entry about to run after its class was initialised in another way (`INITIALISERS_PENDING`)."""
        del state.attachments[INITIALISERS_PENDING]
        state.attachments[EARLY] = ()
        state.reopen()
        return self._started(state, ())

    def again(self, state: State) -> State:
        """The path of a state that wants a class initialised beforehand, from its start.

        Where that initialiser fails before the entry, the fields of the class are no inputs: the path goes on as it
        was.
        """
        wanted = state.attachments[INITIALISED_BEFORE_ENTRY]
        assert isinstance(wanted, Class)
        early, closed = _early(state), known_statics(state).closed
        copy = self._initialised((*early, wanted))
        if copy.ending is not None:
            copy = self._initialised(early)
            closed |= {wanted}
        for key, value in state.attachments.items():
            if key in _KEPT:
                copy.attachments[key] = value
        copy.attachments[REPEATED] = frozenset(choices_of(state))
        self._started(copy, closed)
        copy.witness = state.witness
        for condition in state.path:
            copy.assume(condition)
        copy.attachments[REPEATED_CONDITIONS] = len(copy.path)
        copy.types.update(state.types)
        copy.limits = state.limits
        return copy

    def retraced(self, state: State) -> State:
        """The path of a state from its start, before anything is decided: only how its inputs are built is known."""
        copy = self._initialised(_early(state))
        for key, value in state.attachments.items():
            if key in _KEPT:
                copy.attachments[key] = value
        copy.attachments[REPEATED] = frozenset(choices_of(state))
        if copy.ending is None:
            self._started(copy, known_statics(state).closed)
        copy.witness = state.witness
        return copy

    def aliased(self, state: State, question: AliasQuery) -> State | None:
        """The path of a state that took two inputs as distinct, from its start, on inputs where they are one.

        Its witness is a hint only. None where what the path knows contradicts itself there.
        """
        known = AliasSubstitution(state, question)
        conditions = known.conditions()
        if any(condition is False for condition in conditions):
            return None
        copy = self._initialised(_early(state))
        copy.attachments.update(known.attachments())
        if UNCERTAIN in state.attachments:
            copy.attachments[UNCERTAIN] = state.attachments[UNCERTAIN]
        copy.attachments[REPEATED] = frozenset(choices_of(copy))
        copy.types = known.types()
        self._started(copy, known_statics(state).closed)
        for condition in conditions:
            copy.assume(condition)
        if not all(copy.types.values()):
            return None
        copy.attachments[REPEATED_CONDITIONS] = len(copy.path)
        copy.limits = known.limits()
        copy.witness = copy.witness.with_(dict(known.witness()))
        return copy

    def _initialised(self, early: tuple[Class, ...], *, leaving: bool = False) -> State:
        """Classes whose initialisation precedes the entry's arguments: the entry's own, and those found to matter.

        What ran once, for whatever entry, and decided nothing, is not run again. ``leaving``: the other ways of what
        it decides are to be explored.
        """
        context = self.machine.context
        classes = (self.entry.owner, *early)
        begun, key = _begun_by(self.machine), (context.bounds, classes)
        known = begun.get(key)
        if known is not None:
            state = known.fork()
            state.attachments[EARLY] = early
            return state
        forked = False

        def noted(fork: Fork) -> None:
            nonlocal forked
            forked = True
            if leaving:
                fork.state.attachments[INITIALISERS_PENDING] = True
                context.sink(fork)

        state = self.machine.new_state()
        with self.machine.using(replace(context, sink=noted)):
            for cls in classes:
                if state.ending is None:
                    self.machine.initialise(state, cls)
        state.attachments[EARLY] = early
        if state.ending is None and not forked:
            while len(begun) >= MOST_BEGUN:
                del begun[next(iter(begun))]
            begun[key] = state.fork()
        return state

    def _started(self, state: State, closed: Iterable[Class]) -> State:
        self.inputs.statics.begin(state, closed)
        arguments = self.inputs.arguments(state, self.entry)
        if self.entry.is_constructor:
            arguments.insert(0, self.inputs.new_receiver(state, self.entry.owner))
        return self.prologue.begin(state, arguments)


@program_cache(1)
def _begun_by(machine: Machine) -> dict[tuple[Bounds, tuple[Class, ...]], State]:
    """States in which classes were initialised in this order, under these bounds; the oldest first."""
    return {}


def repeated_conditions(state: State) -> int:
    """How many of the conditions of a state were known when its path began: those of the path it repeats."""
    count = state.attachments.get(REPEATED_CONDITIONS)
    return count if isinstance(count, int) else 0


def _early(state: State) -> tuple[Class, ...]:
    early = state.attachments.get(EARLY)
    return early if isinstance(early, tuple) else ()
