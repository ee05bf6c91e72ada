"""Lines and exceptions that need states of the receiver which no calls produce, as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from everypath.classfile import dotted
from everypath.explore.behaviours import symbols_of
from everypath.inputs import InputShape
from everypath.inputs.shapes import Node, TextInput
from everypath.run.results import Excluded
from everypath.suite.descriptions import ConditionPrinter
from everypath.term import BV16, array_sort, var

if TYPE_CHECKING:
    from everypath.bridge import MethodCoverage
    from everypath.explore import Exploration
    from everypath.program import Class
    from everypath.term import Term

MOST_NEEDS = 3
"""The most needed states that are printed."""


def excluded_of(
    exploration: Exploration, measured: MethodCoverage | None, thrown: frozenset[str]
) -> tuple[Excluded, ...]:
    """The lines and exceptions that need unreachable states. Those that the JVM executed are left out, and those in
    ``thrown``, written as ``java.lang.ArithmeticException:7``.
    """
    ran = measured.lines if measured is not None else frozenset()
    shape = _shape(exploration.entry.owner)
    found = []
    for each in exploration.excluded:
        exception = dotted(each.thrown)
        line = each.line if each.place is None or each.place.is_target else -1
        if f"{exception}:{line}" in thrown if exception else line in ran:
            continue
        printer = ConditionPrinter(shape, [*each.holds, *(one for need in each.needs for one in need)])
        needs = list(dict.fromkeys(_text(printer, need) for need in each.needs))[:MOST_NEEDS]
        holds = _text(printer, each.holds) if each.holds else ""
        found.append(Excluded(each.reason, line, exception, tuple(needs), holds, each.calls))
    return tuple(found)


def _text(printer: ConditionPrinter, conditions: Sequence[Term]) -> str:
    return " && ".join(printer.parts(conditions)) or "true"


def _shape(cls: Class) -> InputShape:
    """A shape that knows of the fields of an object only which hold strings."""
    nodes = {}
    for of, known in symbols_of(cls).items():
        if of.descriptor == "Ljava/lang/String;":
            name = str(known[1].payload).removesuffix(".length")
            nodes[name] = Node(name, of.descriptor, TextInput(known[1], var(name, array_sort(BV16))))
    return InputShape((), nodes)
