"""The equivalence classes of methods as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from everypath.report.metrics import metrics_of
from everypath.report.reasons import counted, one_line, reason_text
from everypath.run import MethodReport
from everypath.run.results import PathClass

__all__ = ["markdown_text"]


def markdown_text(reports: Sequence[MethodReport]) -> str:
    """A section for each method: its counts, and its classes one by one."""
    return "\n".join(line for report in reports for line in _method(report))


def _method(report: MethodReport) -> Iterator[str]:
    yield f"# `{report.signature}`\n"
    yield f"{report.status.value}, {counted(len(report.classes), 'class').replace('classs', 'classes')}.\n"
    for reason in report.reasons:
        yield f"- because: {reason_text(reason)}"
    if report.reasons:
        yield ""
    tally = report.tally
    if tally is not None and tally.potential is not None:
        infeasible = _or_open(tally.infeasible)
        yield f"Potential paths: {tally.potential}; feasible: {tally.feasible}; infeasible: {infeasible}.\n"
    for number, each in report.shown:
        yield from _class(number, each)
    yield "| metric | value |\n|---|---|"
    for name, value in metrics_of([report]).items():
        if isinstance(value, int):
            yield f"| {name.replace('_', ' ')} | {value} |"
    yield ""


def _or_open(number: int | None) -> str:
    return "not all are decided" if number is None else str(number)


def _class(number: int, each: PathClass) -> Iterator[str]:
    line = f" (line {each.line})" if each.line is not None else ""
    yield f"## {number}. {_code(each.described.result)}{line}\n"
    yield f"- when {_code(each.condition) if each.condition != 'true' else 'always'}"
    for verb, about in (write.line for write in each.described.changes):
        yield f"- {verb} {_code(about)}"
    if each.case is None:
        yield f"- no test: {each.outcome}"
    else:
        yield f"- example {_code(each.case.expression)}: {each.outcome}"
    for context in each.contexts:
        yield f"- context {_code(context.described.condition)}: {_code(context.described.effect)}"
    yield ""


def _code(text: str) -> str:
    text = one_line(text)
    fence = "``" if "`" in text else "`"
    return f"{fence}{text}{fence}"
