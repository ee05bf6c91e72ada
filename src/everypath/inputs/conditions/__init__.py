"""Conditions in Java syntax over the inputs of a method: preconditions, and postconditions of its calls.

`check` parses an expression and types it against a method (`Condition`), `holds` evaluates it in an
`EvaluationContext`, and `Prologue` assumes preconditions before a path begins. `Structures` checks properties of linked
objects as they are materialised. May import `stubs` and the packages below it.
"""

from everypath.inputs.conditions.evaluator import EvaluationContext, UndefinedError, holds, value_of
from everypath.inputs.conditions.heap_properties import Structures
from everypath.inputs.conditions.preconditions import Prologue, arguments_of, look, past_of, settled
from everypath.inputs.conditions.state_lookup import StateContext
from everypath.inputs.conditions.syntax import ConditionError, parse
from everypath.inputs.conditions.type_checker import Condition, check
from everypath.inputs.conditions.typed_tree import Input, Old
from everypath.inputs.stubs import PROLOGUE, UNMET

__all__ = [
    "PROLOGUE",
    "UNMET",
    "Condition",
    "ConditionError",
    "EvaluationContext",
    "Input",
    "Old",
    "Prologue",
    "StateContext",
    "Structures",
    "UndefinedError",
    "arguments_of",
    "check",
    "holds",
    "look",
    "parse",
    "past_of",
    "settled",
    "value_of",
]
