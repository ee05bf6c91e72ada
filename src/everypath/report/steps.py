"""Renders the steps of a path class as lines: the source lines, and below each one its conditions and changes."""

from __future__ import annotations

from collections.abc import Iterator

from everypath.report.reasons import one_line
from everypath.report.view import View
from everypath.run.results import PathClass
from everypath.suite.descriptions import Line

__all__ = ["step_lines"]

_DEEPER = "    "
_NO_NUMBER = "-"


def step_lines(each: PathClass, indent: str, view: View) -> Iterator[str]:
    """The lines of the step trace of a path class; none if it has no trace."""
    steps = each.steps
    if steps is None:
        return
    width = max(len(_number(line)) for line in steps.lines)
    yield f"{indent}steps{f'    {one_line(steps.input)}' if steps.input else ''}"
    margin = f"{indent}{' ' * width}"
    for condition in steps.given:
        yield f"{margin} |     given {one_line(condition)}"
    for at, line in enumerate(steps.lines):
        if at == steps.before_gap and steps.left_out:
            yield f"{margin} … {steps.left_out} steps are left out"
        yield from _line(line, indent, width, view)
    if steps.cut:
        yield f"{margin} … the path goes on"


def _line(line: Line, indent: str, width: int, view: View) -> Iterator[str]:
    margin = f"{indent}{' ' * width}"
    deeper = _DEEPER * line.depth
    if line.enters:
        yield f"{margin} | {deeper}{view.paint(one_line(line.enters), 'bold')}   {line.source}"
    source = view.sources.line(line.source, line.number)
    text = source.strip() if source is not None else f"{line.method}, {line.source or line.class_name}"
    yield f"{indent}{_number(line):>{width}} | {deeper}{text}"
    for fact in _facts(line):
        yield f"{margin} | {deeper}{_DEEPER}{fact}"


def _facts(line: Line) -> Iterator[str]:
    for condition in line.conditions:
        yield f"when {one_line(condition)}"
    for change in line.changes:
        yield one_line(str(change))
    if line.thrown:
        yield f"throws {line.thrown.rpartition('.')[2]}"
    if line.returned is not None:
        yield f"returns {one_line(str(line.returned))}"
    elif line.leaves and line.depth and not line.thrown:
        yield "returns"


def _number(line: Line) -> str:
    return str(line.number) if line.number > 0 else _NO_NUMBER
