"""Renders the path classes of a method as lines for the terminal."""

from __future__ import annotations

import json
from collections.abc import Iterator

from everypath.report.reasons import codes_text, counted, one_line, reasons_text
from everypath.report.steps import step_lines
from everypath.report.terminal import infeasible_side_lines
from everypath.report.view import View
from everypath.run import MethodReport
from everypath.run.results import CriterionReport, PathClass, Status

__all__ = ["path_lines"]


def path_lines(report: MethodReport, view: View) -> Iterator[str]:
    """The path classes of one method, numbered, each with its effect, its condition and an input."""
    refuted = report.paths.refuted_by_solver + report.paths.refuted_without_solver
    others = [case for case in report.cases if case.ends == "unpredicted"]
    if report.tally is not None and report.tally.potential is not None:
        tally = report.tally
        refuted = tally.infeasible if tally.infeasible is not None else refuted
    found = "" if report.contexts is None else f", {counted(report.contexts, 'context')}"
    found += "" if report.all_contexts else " at least"
    count = counted(len(report.classes) + len(others), "path") + (f", {refuted} infeasible" if refuted else "") + found
    reasons = reasons_text(report.reasons, view)
    yield f"{view.paint(report.signature, 'bold')}: {report.status.value}, {count}{f': {reasons}' if reasons else ''}"
    yield from _potential(report)
    width = len(str(len(report.classes) + len(others)))
    for number, each in report.shown:
        yield from _class(each, f"{number:>{width}}", view)
    if report.chosen is not None:
        return
    for number, case in enumerate(others, len(report.classes) + 1):
        yield f"  {number:>{width}}  {view.paint(one_line(case.effect), 'bold')}"
        yield f"{' ' * (width + 4)}example  {one_line(case.expression)}   {case.outcome}"
    yield from infeasible_side_lines(report)
    prefix = report.longest_feasible_prefix
    if prefix is not None:
        yield f"  no input takes this path: it can be followed as far as {prefix or 'its start'}"
    for criterion in report.criteria:
        yield from _criterion(criterion)
    yield from _lemmas(report, view)
    yield from _safe(report)
    yield from _invariants(report)
    if report.statics:
        yield f"  static fields     {', '.join(report.statics)}: as initialisation left them"
    for message in report.messages:
        yield f"    {message}"


def _potential(report: MethodReport) -> Iterator[str]:
    """A line with the number of potential paths that are feasible; no line if all are."""
    tally = report.tally
    if tally is None or tally.potential is None or report.chosen is not None or report.status is Status.SKIPPED:
        return
    if tally.infeasible == 0 or tally.potential == tally.feasible:
        return
    found = f"  {counted(tally.potential, 'potential path')}"
    if tally.infeasible is None:
        yield f"{found}: at least {tally.feasible} feasible, not all of the others are decided"
        return
    thrown = tally.potential - tally.feasible - tally.infeasible
    throwing = f", {thrown} throwing" if thrown else ""
    yield f"{found}: {tally.feasible} feasible{throwing}, {tally.infeasible} infeasible"


def _criterion(criterion: CriterionReport) -> Iterator[str]:
    """A line that says if a criterion is met, and a line for each unmet goal."""
    goals = counted(criterion.goals, "goal")
    if criterion.met:
        yield f"  criterion {criterion.name}: met{f', {goals}' if criterion.goals else ''}"
        return
    why = "no input meets them" if criterion.why == "proved" else codes_text(criterion.why)
    left = f"{len(criterion.left)} of {goals} left" if criterion.left else "not met"
    yield f"  criterion {criterion.name}: {left} ({why})"
    some = criterion.why != "proved"
    for goal in criterion.left:
        yield f"    {one_line(goal)}{' (no input meets it)' if some and goal in criterion.proved else ''}"


def _lemmas(report: MethodReport, view: View) -> Iterator[str]:
    """A line with the number of calls that lemmas answered; in a verbose view also the reasons for inlined calls."""
    lemmas = report.lemmas
    if lemmas is None:
        return
    inlined = sum(lemmas.inlined.values())
    beside = f", {inlined} inlined" if inlined else ""
    yield f"  {counted(lemmas.built, 'lemma')}, {counted(lemmas.answered, 'call')} answered{beside}"
    for reason, calls in lemmas.inlined.items() if view.verbose else ():
        yield f"    {counted(calls, 'call')} inlined: {reason}"


def _invariants(report: MethodReport) -> Iterator[str]:
    """The facts that the conditions assume of all objects."""
    if report.invariants:
        yield f"  objects have      {' && '.join(map(one_line, report.invariants))}"


def _safe(report: MethodReport) -> Iterator[str]:
    """The condition under which nothing throws, if some path throws."""
    safe = report.safe
    if safe is None or safe.condition == "true":
        return
    kept = "nothing throws or overflows" if safe.overflow else "nothing throws"
    bound = "" if safe.exact else " (up to the bound)"
    yield f"  {kept} if   @Requires({json.dumps(one_line(safe.condition), ensure_ascii=False)}){bound}"


def _class(each: PathClass, number: str, view: View) -> Iterator[str]:
    line = f" at line {each.line}" if each.line is not None else ""
    indent = " " * (len(number) + 4)
    yield f"  {number}  {view.paint(one_line(each.described.result), 'bold')}{line}"
    for verb, about in (write.line for write in each.described.changes):
        yield f"{indent}{verb:<8} {one_line(about)}"
    yield f"{indent}when     {one_line(each.condition) if each.condition != 'true' else 'always'}"
    for build in each.described.builds:
        yield f"{indent}where    {one_line(build)}"
    if each.share is not None:
        yield f"{indent}covers   {each.share}"
    if each.case is None:
        yield f"{indent}no test  {each.outcome}{f': {one_line(each.detail)}' if each.detail else ''}"
        yield from step_lines(each, indent, view)
        return
    yield f"{indent}example  {one_line(each.case.expression)}   {each.outcome}"
    for drawn in each.case.drawing:
        yield f"{indent}shape    {one_line(drawn)}"
    for wrap in each.wraps:
        yield f"{indent}overflow {one_line(wrap.operation)} wraps around: {one_line(wrap.expression)}   {wrap.outcome}"
    for pattern in each.patterns[1:]:
        yield f"{indent}{pattern.kind:<8} {one_line(pattern.case.expression)}   {pattern.outcome}"
    for at, context in enumerate(each.contexts, 1):
        yield f"{indent}context {at} of {len(each.contexts)}: {one_line(context.described.effect)}"
        yield f"{indent}    when     {one_line(context.described.condition)}"
        yield f"{indent}    example  {one_line(context.expression)}   {context.outcome}"
    if each.detail and each.outcome != "confirmed":
        yield f"{indent}         {one_line(each.detail)}"
    yield from step_lines(each, indent, view)
