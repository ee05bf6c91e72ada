"""The part of a program's API by which tests build objects."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from everypath.errors import TargetError
from everypath.inputs.code_facts import representative_classes
from everypath.inputs.construction.accessibility import Accessibility
from everypath.inputs.construction.builders import Builders
from everypath.inputs.construction.creators import Creators
from everypath.inputs.construction.field_assignment import FieldAssignment
from everypath.inputs.construction.recipe_plans import RecipePlans
from everypath.inputs.construction.setup_calls import SetupCalls
from everypath.program import program_cache

if TYPE_CHECKING:
    from everypath.program import Method, Program

MOST_CALLS = 4
"""The most calls on an object after its creator, if no option says otherwise."""

MOST_REPRESENTATIVES = 12
"""The most classes of the analysed code that are inputs of reflective code."""


class _Shared(NamedTuple):
    """The parts that are the same for all entries of a program whose tests are in one package."""

    accessibility: Accessibility
    creators: Creators
    fields: FieldAssignment
    setup_calls: SetupCalls
    builders: Builders


@program_cache(64)
def _shared_parts(program: Program, package: str) -> _Shared:
    accessibility = Accessibility(program, package)
    creators = Creators(program, accessibility)
    return _Shared(
        accessibility,
        creators,
        FieldAssignment(program, accessibility, creators),
        SetupCalls(program, accessibility, creators),
        Builders(program, accessibility, creators),
    )


class Api:
    """The classes, creators and methods that a test class in ``package`` may use to build inputs of ``entry``.

    ``accessibility``, ``creators``, ``fields`` and ``setup_calls`` are the same for all entries; ``plans`` prefers
    calls that write what ``entry`` reads, and makes at most ``most_calls`` calls after a creator.
    """

    def __init__(
        self, program: Program, package: str, most_calls: int = MOST_CALLS, entry: Method | None = None
    ) -> None:
        self.program = program
        self.package = package
        self.most_calls = most_calls
        self.entry = entry
        self.accessibility, self.creators, self.fields, self.setup_calls, builders = _shared_parts(program, package)
        self.plans = RecipePlans(program, self.creators, self.setup_calls, builders, most_calls, entry)

    @cached_property
    def representative_classes(self) -> tuple[str, ...]:
        """The classes of the analysed code that a test can name and that are inputs of reflective code."""
        program = self.program
        names = (name for name in program.reflect.analysed if self._is_named(name))
        return representative_classes(program, names, MOST_REPRESENTATIVES)

    def _is_named(self, name: str) -> bool:
        try:
            cls = self.program.find(name)
        except TargetError:
            return False
        return cls is not None and self.accessibility.class_accessible(cls)
