"""The options of the inputs of one exploration."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from everypath.dataclass import dataclass
from everypath.inputs.candidates import never_free
from everypath.inputs.construction import MOST_CALLS

if TYPE_CHECKING:
    from everypath.program import Class

MOST_OBJECTS = 100
"""The greatest number of input objects of one path (a finding of unbounded growth may use at most 100)."""


@dataclass(frozen=True)
class InputOptions:
    """The options of the inputs.

    ``package`` is the package of the tests. With ``symbolic_statics``, static fields that are not final are inputs.
    ``aliasing`` is one of `everypath.inputs.shapes.aliasing.POLICIES`. With ``declared_types``, each input has one
    class. ``setup_calls`` is the greatest number of calls that set up an object after its creator. With ``program``,
    ``main`` is called as the JVM calls it, with an array of strings and no null. ``is_free`` is true for a class whose
    objects get symbolic fields even if an API builds them. With ``with_data``, lists of the JDK have any size and any
    elements, and optionals any value. With ``keeps_built``, states keep objects as calls built them
    (`everypath.inputs.construction.built_state`).
    """

    package: str = ""
    forced_states: bool = False
    symbolic_statics: bool = False
    aliasing: str = "full"
    declared_types: bool = False
    most_objects: int = MOST_OBJECTS
    setup_calls: int = MOST_CALLS
    program: bool = False
    is_free: Callable[[Class], bool] = never_free
    with_data: bool = False
    keeps_built: bool = False
