"""Path conditions, effects and steps as text for people, and path conditions as SMT-LIB.

`readable` selects the conditions to show and `ConditionPrinter` prints terms as Java over the inputs. `Described` is
the text of an equivalence class, `RefutedSide` that of an infeasible branch, `Lines` that of a step trace.

Imports `testcase`, `recipes`, `prediction` and `formatting`.
"""

from everypath.suite.descriptions.conditions import (
    LONGEST_CONDITION,
    ConditionPrinter,
    ConditionTextCache,
    condition_text,
    condition_texts,
    is_renamed,
    readable,
)
from everypath.suite.descriptions.equivalence_classes import Described, constants_of, describe, shown_value
from everypath.suite.descriptions.infeasible_branches import RefutedSide, refuted_side
from everypath.suite.descriptions.input_share import Share, share_of
from everypath.suite.descriptions.preconditions import requires_text
from everypath.suite.descriptions.smtlib import path_script, side_script
from everypath.suite.descriptions.steps import Line, Lines, lines_of
from everypath.suite.descriptions.string_terms import string_term
from everypath.suite.descriptions.values import (
    THIS_INPUT,
    condition_comment,
    effect_text,
    expected_text,
    is_mentioned,
    is_straight,
    mentioned_parameters,
    value_text,
)

__all__ = [
    "LONGEST_CONDITION",
    "THIS_INPUT",
    "ConditionPrinter",
    "ConditionTextCache",
    "Described",
    "Line",
    "Lines",
    "RefutedSide",
    "Share",
    "condition_comment",
    "condition_text",
    "condition_texts",
    "constants_of",
    "describe",
    "effect_text",
    "expected_text",
    "is_mentioned",
    "is_renamed",
    "is_straight",
    "lines_of",
    "mentioned_parameters",
    "path_script",
    "readable",
    "refuted_side",
    "requires_text",
    "share_of",
    "shown_value",
    "side_script",
    "string_term",
    "value_text",
]
