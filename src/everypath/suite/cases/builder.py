"""Builds the test cases of a program, one for each finished path."""

from __future__ import annotations

from everypath.classfile import dotted
from everypath.dataclass import replace
from everypath.explore.paths import Path
from everypath.program import Method, Program
from everypath.solver import Solver
from everypath.state import Ending
from everypath.suite.cases.case_path import CasePath
from everypath.suite.cases.context import CaseContext, SuiteOptions
from everypath.suite.cases.path_case import PathCase
from everypath.suite.cases.path_text import PathText
from everypath.suite.descriptions import (
    THIS_INPUT,
    ConditionTextCache,
    Described,
    describe,
)
from everypath.suite.drawings import Links
from everypath.suite.recipes import Members, NotBuildable, build_input, shown_statements
from everypath.suite.source import one_line
from everypath.suite.testcase import (
    NoCase,
    Outcome,
    Recipe,
    TestCase,
)
from everypath.term import Model
from everypath.vm import Machine

__all__ = ["CaseBuilder", "build_case"]


def build_case(path: Path, program: Program, options: SuiteOptions | None = None) -> TestCase | NoCase:
    """The test case of one path; use a `CaseBuilder` for many."""
    return CaseBuilder(program, options).build(path)


class CaseBuilder:
    """Builds the cases of one program, and caches facts of its classes.

    With the ``machine`` that ran the paths, objects are also inspected through their own methods.
    """

    def __init__(self, program: Program, options: SuiteOptions | None = None, machine: Machine | None = None) -> None:
        self.context = CaseContext(program, options or SuiteOptions(), machine)
        self._entry: Method | None = None
        self._reading = ConditionTextCache()
        self._described: dict[int, tuple[Path, Described]] = {}
        """By the identity of the path, which is stored to keep it alive."""

    @property
    def options(self) -> SuiteOptions:
        """Options for inputs."""
        return self.context.options

    @property
    def solver(self) -> Solver:
        """The solver that shortens conditions."""
        return self.context.solver

    @property
    def links(self) -> Links:
        """The fields that link objects of the program to structures."""
        return self.context.links

    def members(self, package: str) -> Members:
        """The classes and members that a test in this package (with slashes) may name."""
        return self.context.members(package)

    def is_jdk(self, class_name: str) -> bool:
        """True for a class of the JDK."""
        return self.context.is_jdk(class_name)

    def test_package(self, class_name: str) -> str:
        """The package (with slashes) of the tests of a class: its own package, another one for JDK classes."""
        return self.context.test_package(class_name)

    def build(
        self, path: Path, known_condition: str | None = None, *, raw: bool = False, asserted: bool = True
    ) -> TestCase | NoCase:
        """The case of a path that returned or threw, or the outcome that explains why there is none.

        ``known_condition`` is the text of the condition if the caller has it, or an empty text if it is not needed.
        With ``raw``, the condition is not shortened. Without ``asserted``, the only assertion is that the result is an
        object of the input.
        """
        if path.ending not in (Ending.RETURNED, Ending.THREW):
            return NoCase(_OUTCOMES.get(path.ending, Outcome.NO_TEST), path.ending.value)
        try:
            case_path = CasePath(self.context, path)
            text = PathText(case_path, self.reading(path.entry), known_condition, raw=raw)
            return PathCase(case_path, text, asserted=asserted).build()
        except NotBuildable as reason:
            return NoCase(reason.outcome, reason.detail)

    def witness(self, path: Path) -> Model:
        """The witness of a path that its case uses."""
        return CasePath(self.context, path).witness

    def reading(self, entry: Method) -> ConditionTextCache:
        """The caches of the shortened and printed conditions of an entry; only those of the last entry are kept."""
        if entry is not self._entry:
            self._entry = entry
            self._reading = ConditionTextCache()
            self._described = {}
        return self._reading

    def described(self, path: Path) -> Described:
        """The texts of a path; cached like the conditions of the entry."""
        reading = self.reading(path.entry)
        known = self._described.get(id(path))
        if known is None:
            known = self._described[id(path)] = path, describe(path, self.solver, reading=reading)
        return known[1]

    def condition(self, path: Path) -> str:
        """The text of the path condition."""
        return PathText(CasePath(self.context, path), self.reading(path.entry), None, raw=False).condition()

    def unpredicted(self, path: Path) -> TestCase | NoCase:
        """The case of a path that met an unsupported feature: an input without a prediction."""
        entry = path.entry
        members = self.members(self.test_package(entry.owner.name))
        member = members.called(entry.owner.name, entry.name, entry.descriptor)
        try:
            recipe = build_input(path.shape, path.witness, members, member).recipe
        except NotBuildable as reason:
            return NoCase(reason.outcome, reason.detail)
        if recipe.forced and not self.options.forced_states:
            return NoCase(Outcome.NO_TEST, "the input needs a forced state")
        condition = self.condition(path)
        return replace(self.case_of(entry, recipe), condition=condition, null_args=path.null_args, path=path.number)

    def case_of(self, entry: Method, recipe: Recipe) -> TestCase:
        """The case of a call without a prediction."""
        return TestCase(
            entry.owner.name,
            entry.name,
            entry.descriptor,
            recipe,
            one_line(recipe.call, shown_statements(recipe.setup)),
            forced=recipe.forced,
            package=dotted(self.test_package(entry.owner.name)),
            condition=THIS_INPUT,
            effect="not predicted",
            jdk_target=self.is_jdk(entry.owner.name),
            unpredicted=True,
        )


_OUTCOMES = {
    Ending.INFEASIBLE: Outcome.CONTRADICTION,
    Ending.SOLVER_UNKNOWN: Outcome.UNSOLVED,
    Ending.BOUND: Outcome.PATH_TOO_LONG,
    Ending.DIVERGED: Outcome.DIVERGED,
    Ending.CONTAINED: Outcome.CONTAINED,
}
