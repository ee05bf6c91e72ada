"""Building objects in tests through the API of a program: constructors, factories, builders and setup calls.

`Api` is what a test class in one package may use; its parts answer for accessibility, creators, fields, setup calls and
plans. A `RecipePlan` is one sequence of calls that builds an object; a `RecipeRun` makes the machine run it on symbolic
arguments. May import `code_facts` and `places` of the inputs.
"""

from everypath.inputs.construction.api import MOST_CALLS, Api
from everypath.inputs.construction.creators import gives_all
from everypath.inputs.construction.jdk_classes import COMPLETE_CREATORS
from everypath.inputs.construction.jdk_values import JDK_VALUES, JdkValue, Layout, field_named, held_numbers, numbers_of
from everypath.inputs.construction.makers import is_created
from everypath.inputs.construction.recipes import (
    BUILT_AT,
    DISCARDED,
    RecipeRun,
    Step,
    as_built,
    building,
    built_state,
    discarded,
    is_building,
    note_as_built,
)
from everypath.inputs.construction.setup_sequences import RecipePlan, SetupCall, TriedPrefixes, named_steps

__all__ = [
    "BUILT_AT",
    "COMPLETE_CREATORS",
    "DISCARDED",
    "JDK_VALUES",
    "MOST_CALLS",
    "Api",
    "JdkValue",
    "Layout",
    "RecipePlan",
    "RecipeRun",
    "SetupCall",
    "Step",
    "TriedPrefixes",
    "as_built",
    "building",
    "built_state",
    "discarded",
    "field_named",
    "gives_all",
    "held_numbers",
    "is_building",
    "is_created",
    "named_steps",
    "note_as_built",
    "numbers_of",
]
