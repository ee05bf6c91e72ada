"""The options of the inputs of one exploration."""

from __future__ import annotations

from everypath.dataclass import dataclass
from everypath.inputs.construction import MOST_CALLS

MOST_OBJECTS = 100
"""Input objects of one path (design: a finding of growth without bound takes at most 100)."""


@dataclass(frozen=True)
class InputOptions:
    """The options: ``package`` is the package in which a test would stand; ``symbolic_statics``: static fields that are
    not final are inputs, too; ``aliasing`` is one of `everypath.inputs.shapes.aliasing.POLICIES`; ``declared_types``:
    inputs have one class each, without symbolic types; ``setup_calls``: so many calls set an object up after its
    creator, at most; ``program``: ``main`` is called as the JVM calls it, with an array of strings and no null;
    ``free``: the internal name of a class whose objects have free fields, whatever an API builds.
    """

    package: str = ""
    forced_states: bool = False
    symbolic_statics: bool = False
    aliasing: str = "full"
    declared_types: bool = False
    most_objects: int = MOST_OBJECTS
    setup_calls: int = MOST_CALLS
    program: bool = False
    free: str = ""
