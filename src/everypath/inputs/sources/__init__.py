"""."""

from everypath.inputs.sources.environment import is_main, standard_input, surrounding
from everypath.inputs.sources.havoc import unknown
from everypath.inputs.sources.static_fields import (
    BEFOREHAND,
    StaticInputs,
    changed_statics,
    kept_statics,
    known_statics,
    written_statics,
)

__all__ = [
    "BEFOREHAND",
    "StaticInputs",
    "changed_statics",
    "is_main",
    "kept_statics",
    "known_statics",
    "standard_input",
    "surrounding",
    "unknown",
    "written_statics",
]
