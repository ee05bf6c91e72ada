"""Computes how complex code is to explore (Artemis, section 5.2), of one method or of several together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from everypath.run import MethodReport

__all__ = ["metric_lines", "metrics_of"]


def metrics_of(reports: Sequence[MethodReport]) -> dict[str, object]:
    """The metrics by name.

    ``paths`` is the number of explored paths, ``longest_condition`` the number of conditions of the longest path
    condition. ``pruned`` paths were refuted without a solver, ``infeasible`` ones by a solver. ``queries`` counts parts
    of solver queries, ``answered`` counts them by the component that answered.
    """
    answered = sum((Counter(report.spent.answered) for report in reports), Counter[str]())
    conditions = [each.conditions for report in reports for each in report.classes]
    return {
        "paths": sum(report.paths.explored for report in reports),
        "longest_condition": max(conditions, default=0),
        "pruned": sum(report.paths.refuted_without_solver for report in reports),
        "infeasible": sum(report.paths.refuted_by_solver for report in reports),
        "queries": answered.total(),
        "answered": {name: answered[name] for name in sorted(answered)},
    }


def metric_lines(reports: Sequence[MethodReport]) -> Iterator[str]:
    """A line for each method, and one for the total if there are several."""
    for report in reports:
        yield f"{report.signature}: {_line(metrics_of([report]))}"
    if len(reports) > 1:
        yield f"in total: {_line(metrics_of(reports))}"


def _line(found: dict[str, object]) -> str:
    answered = found["answered"]
    assert isinstance(answered, dict)
    places = ", ".join(f"{name} {count}" for name, count in answered.items())
    return (
        f"{found['paths']} paths, longest condition {found['longest_condition']}, {found['pruned']} pruned without a"
        f" solver, {found['infeasible']} refuted, {found['queries']} queries{f' ({places})' if places else ''}"
    )
