"""The texts of a test case: the condition and the effect of its path."""

from __future__ import annotations

from functools import cached_property

from everypath.inputs import EnumInput, promised
from everypath.state import Ending
from everypath.suite.cases.case_path import CasePath
from everypath.suite.descriptions import (
    ConditionPrinter,
    ConditionTextCache,
    constants_of,
    effect_text,
    readable,
)
from everypath.suite.input_classes import InputClasses
from everypath.suite.testcase import Expected
from everypath.term import Term, Value, ref_var
from everypath.vm.references import class_value_candidates, is_class_value

__all__ = ["PathText"]


class PathText:
    """Prints the condition of a path and terms over its inputs.

    ``known`` is the text of the condition if the caller has it, or an empty text if it is not needed. With ``raw``, the
    condition is not shortened.
    """

    def __init__(self, case_path: CasePath, reading: ConditionTextCache, known: str | None, *, raw: bool) -> None:
        self._on = case_path
        self._reading = reading
        self._known = known
        self._classes = InputClasses.of_path(case_path.path)
        self._terms = self._shown(raw=raw)

    @cached_property
    def printer(self) -> ConditionPrinter:
        """Prints terms over the inputs."""
        path, shape = self._on.path, self._on.shape
        shown = [] if path.returned is None else [path.returned]
        constants = [ref_var(each.name) for each in shape.reachable() if isinstance(each.build, EnumInput)]
        written = (value for _, value in self._on.written)
        return ConditionPrinter(shape, [*self._terms, *shown, *written, *constants], self._reading, self._classes)

    def _shown(self, *, raw: bool) -> tuple[Term, ...]:
        """The conditions to print; their names are also those of the effect."""
        path = self._on.path
        if self._known is not None:
            return path.condition if self._known else ()
        if raw:
            return path.condition
        solver = self._on.context.solver if path.ending is Ending.THREW else None
        limits, known = path.state.limits, promised(path.state)
        return readable(path.condition, path.shape.lengths, limits, solver, self._reading, self._classes, known)

    def condition(self) -> str:
        """The text of the path condition."""
        if self._known is not None:
            return self._known
        return self.printer.condition(self._terms, constants_of(self._on.shape, self.printer))

    def returned(self, expected: Expected) -> str:
        """The effect of a path that returned."""
        result = self._on.state.result
        shown = None if result is None else self._class_or_value(result)
        return effect_text(self._on.entry.returns, shown, expected, lambda value: self.printer.java(value))

    def _class_or_value(self, result: Value) -> Value:
        """The result to print: the class of an input stays ``x.getClass()`` if the path left it open."""
        state = self._on.state
        if is_class_value(result) and class_value_candidates(state, result).bit_count() > 1:
            return result
        return state.reference(result)
