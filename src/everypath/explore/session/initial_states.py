"""The states on which paths begin: classes are initialised, static fields are inputs, arguments are symbols.

A path may turn out to need a class that is initialised before the entry (`everypath.inputs.sources.static_fields`). It
is then begun again with its conditions assumed from the start, so that it takes the same branches without a decision.
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

EARLY_CLASSES = "explore.early"
"""The attachment that holds the classes initialised after the entry's own and before its arguments, in order."""

REPEATED_CONDITIONS = "explore.repeated"
"""The attachment of a path that was begun again: the number of its conditions that come from the path it repeats."""

INITIALISERS_PENDING = "explore.unbegun"
"""The attachment of states that are still in the initialiser of the entry's class, on another path through it."""

MOST_BEGUN = 8
"""The most states after initialisers that are kept for other entries of the same classes."""

_KEPT = frozenset({ALIASES, ASSUMED_DISTINCT, CHOICES, FORCED, UNCERTAIN})
"""Attachments that a path keeps when it is begun again."""


class InitialStates:
    """Makes the initial states of the paths of one entry."""

    def __init__(self, machine: Machine, entry: Method, inputs: SymbolicInputs, prologue: Prologue) -> None:
        self.machine = machine
        self.prologue = prologue
        self.entry = entry
        self.inputs = inputs

    def first(self, pair: tuple[str, str] | None = None) -> State:
        """The state in which the entry is about to run on fresh symbols.

        With ``pair``, the names of two arguments, the first is the same object as the second. The state has an ending
        if the initialiser of the entry's class fails.
        """
        state = self._initialised((), leaving=pair is None)
        if pair is not None:
            state.attachments[CHOICES] = {"alias": 1}
            state.attachments[ALIASES] = dict([pair])
        return state if state.ending is not None else self._started(state, ())

    def after_initialiser(self, state: State) -> State:
        """The state in which the entry is about to run, after another path through the initialiser of its class
        (`INITIALISERS_PENDING`).
        """
        del state.attachments[INITIALISERS_PENDING]
        state.attachments[EARLY_CLASSES] = ()
        state.reopen()
        return self._started(state, ())

    def again(self, state: State) -> State:
        """The path of a state from its start, with the class initialised before the entry that the state needs.

        If that initialiser fails before the entry, the fields of the class are no inputs, and the path begins without
        it.
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
        """The path of a state from its start, with the same choices of how inputs are built, but without conditions."""
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
        """The path of a state that assumed two inputs to be distinct, from its start, with one object for both.

        Its witness is only a hint. None if the conditions of the path contradict each other then.
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
        """The state after the initialisers that run before the entry: that of its class, then those of ``early``.

        The state is kept for other entries of the class if no initialiser took a decision. ``leaving``: the forks of
        initialisers are explored, too; else they are dropped.
        """
        context = self.machine.context
        classes = (self.entry.owner, *early)
        begun, key = _begun_by(self.machine), (context.bounds, classes)
        known = begun.get(key)
        if known is not None:
            state = known.fork()
            state.attachments[EARLY_CLASSES] = early
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
        state.attachments[EARLY_CLASSES] = early
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
    """The states after initialisers, by the bounds and the classes in their order; the oldest first."""
    return {}


def repeated_conditions(state: State) -> int:
    """The number of conditions that a state took over from the path that it repeats; 0 if it repeats none."""
    count = state.attachments.get(REPEATED_CONDITIONS)
    return count if isinstance(count, int) else 0


def _early(state: State) -> tuple[Class, ...]:
    early = state.attachments.get(EARLY_CLASSES)
    return early if isinstance(early, tuple) else ()
