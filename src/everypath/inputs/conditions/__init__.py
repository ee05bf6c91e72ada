"""Conditions in Java syntax over the inputs of a method: what is assumed before a call, and what shall hold after it.

`syntax.parse` reads an expression, `checking.check` types it against a method, `evaluating.holds` evaluates it in a
world, `prologue.Prologue` assumes preconditions before a path begins.
"""

from everypath.inputs.assuming import PROLOGUE, UNMET
from everypath.inputs.conditions.checking import Condition, check
from everypath.inputs.conditions.evaluating import UndefinedError, World, holds, value_of
from everypath.inputs.conditions.prologue import (
    Prologue,
    arguments_of,
    look,
    past_of,
    settled,
)
from everypath.inputs.conditions.syntax import ConditionError, parse
from everypath.inputs.conditions.worlds import StateWorld

__all__ = [
    "PROLOGUE",
    "UNMET",
    "Condition",
    "ConditionError",
    "Prologue",
    "StateWorld",
    "UndefinedError",
    "World",
    "arguments_of",
    "check",
    "holds",
    "look",
    "parse",
    "past_of",
    "settled",
    "value_of",
]
