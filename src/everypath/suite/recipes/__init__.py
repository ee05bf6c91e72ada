"""From the shape of an input and a model to the statements that build the input in Java.

`build_input` returns the recipe in `Built`, or raises `NotBuildable`. `Members` knows which classes, methods and fields
Java code in a given package may use. `SourceFacts` are the facts that decide how source names a class.
Imports `testcase` and `stubs`.
"""

from everypath.suite.recipes.accessibility import Members
from everypath.suite.recipes.builder import Built, build_input
from everypath.suite.recipes.environment import (
    changes_environment,
    is_for_replays,
    names_property,
    shown_statements,
    variable_set_by,
)
from everypath.suite.recipes.nulls import answers_null, breaks_annotations, passes_null
from everypath.suite.recipes.simple_objects import NotBuildable, has_simple_class, simplest_object
from everypath.suite.recipes.source_facts import SourceFacts
from everypath.suite.recipes.stub_builder import class_stub, interface_stub
from everypath.suite.recipes.variable_names import VariableNames

__all__ = [
    "Built",
    "Members",
    "NotBuildable",
    "SourceFacts",
    "VariableNames",
    "answers_null",
    "breaks_annotations",
    "build_input",
    "changes_environment",
    "class_stub",
    "has_simple_class",
    "interface_stub",
    "is_for_replays",
    "names_property",
    "passes_null",
    "shown_statements",
    "simplest_object",
    "variable_set_by",
]
