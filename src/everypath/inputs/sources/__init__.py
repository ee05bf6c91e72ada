"""Inputs other than the receiver and the arguments of an entry.

`StaticInputs` makes static fields inputs, `environment_value` gives the standard input, system properties and
environment variables of a program, `unknown` the results of calls that are havocked or sources of unknown values. May
import `conditions`, `stubs` and the packages below them.
"""

from everypath.inputs.sources.environment import environment_value, is_main, standard_input
from everypath.inputs.sources.havoc import unknown
from everypath.inputs.sources.static_fields import (
    INITIALISED_BEFORE_ENTRY,
    StaticInputs,
    changed_statics,
    is_any_object,
    kept_statics,
    known_statics,
    written_statics,
)

__all__ = [
    "INITIALISED_BEFORE_ENTRY",
    "StaticInputs",
    "changed_statics",
    "environment_value",
    "is_any_object",
    "is_main",
    "kept_statics",
    "known_statics",
    "standard_input",
    "unknown",
    "written_statics",
]
