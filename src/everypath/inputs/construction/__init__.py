"""."""

from everypath.inputs.construction.creators import BOXES, MOST_CALLS, Api, gives_all
from everypath.inputs.construction.recipes import (
    BUILT_AT,
    DISCARDED,
    RecipeRun,
    Step,
    as_built,
    building,
    discarded,
    is_building,
)
from everypath.inputs.construction.setup_sequences import RecipePlan, SetupCall, Trials, named_steps

__all__ = [
    "BOXES",
    "BUILT_AT",
    "DISCARDED",
    "MOST_CALLS",
    "Api",
    "RecipePlan",
    "RecipeRun",
    "SetupCall",
    "Step",
    "Trials",
    "as_built",
    "building",
    "discarded",
    "gives_all",
    "is_building",
    "named_steps",
]
