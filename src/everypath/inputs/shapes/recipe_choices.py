"""The choices of how to build the inputs of a state, as attachments of the state."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from everypath.state import State

    IsDead = Callable[[int], bool]

CHOICES = "inputs.choices"
"""The attachment that holds the choices made so far: a mapping from a choice's name to its number."""

FORCED = "inputs.forced"
"""The attachment that names the objects which an API builds and whose fields are free all the same."""

REPEATED = "inputs.repeated"
"""The attachment of a path that is run again from its start: the names of the choices that it makes as before."""


LOW_PRIORITY = "inputs.unlikely"
"""The attachment that counts the choices of low priority: the worklist takes such paths late."""


def low_priority_choices(state: State) -> int:
    """The number of choices of a state that have a low priority."""
    count = state.attachments.get(LOW_PRIORITY)
    return count if isinstance(count, int) else 0


def choices_of(state: State) -> dict[str, int]:
    """The number of the chosen plan or candidate by the name of the input; 0 is the simplest."""
    choices = state.attachments.get(CHOICES)
    return choices if isinstance(choices, dict) else {}


def forced(state: State) -> frozenset[str]:
    """The names of the objects whose fields are free although an API builds them."""
    names = state.attachments.get(FORCED)
    return names if isinstance(names, frozenset) else frozenset()


def repeated(state: State) -> frozenset[str]:
    """The names of the choices that are made as before."""
    names = state.attachments.get(REPEATED)
    return names if isinstance(names, frozenset) else frozenset()


MOST_SKIPPED = 100
"""The most impossible numbers that one choice skips. It then takes the next one, in vain, and a fork goes on."""


def choose(state: State, name: str, count: int, bound: str | None, is_dead: IsDead = lambda _: False) -> int:
    """`choose_among` the numbers below ``count``."""
    return choose_among(state, name, lambda number: number < count, bound, is_dead)


def choose_among(
    state: State, name: str, exists: Callable[[int], bool], bound: str | None, is_dead: IsDead = lambda _: False
) -> int:
    """The chosen number: the number chosen before, else 0. A fork with the next number, if that exists, goes to the
    sink. Numbers that became impossible are skipped.
    """
    choices = choices_of(state)
    first = chosen = choices.get(name, 0)
    if name not in repeated(state):
        while chosen - first < MOST_SKIPPED and exists(chosen + 1) and is_dead(chosen):
            chosen += 1
        if exists(chosen + 1):
            state.offer(True, "limit" if bound else "choice", bound, {CHOICES: {**choices, name: chosen + 1}})
    state.attach(CHOICES, {**choices, name: chosen})
    return chosen
