"""The goals of the whole target, one by one: what covered each first, or why nothing did."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from everypath.bridge import BlockProbe, EdgeProbe, MethodProbes, ProbeTable
from everypath.classfile import dotted
from everypath.run.results import Goal, Goals, MethodReport, Part, Status

__all__ = ["goals_of_target"]


def goals_of_target(
    classes: Iterable[str],
    probes: Callable[[str], ProbeTable | None],
    covered_first: Mapping[Part, Goals],
    reports: Iterable[MethodReport],
) -> Iterator[Goal]:
    """Yield the goals of some classes, in the order of their code. ``probes`` gives the probes of a class, and
    ``covered_first`` the goals that each part of the run covered first.
    """
    by_method = {(each.class_name, each.method, each.descriptor): each for each in reports}
    for name in classes:
        table = probes(name)
        for method in table.methods if table is not None else ():
            report = by_method.get((dotted(name), method.name, method.descriptor))
            for at, probe in enumerate(method.probes, method.first):
                part = next((part for part, goals in covered_first.items() if goals.get(name, 0) >> at & 1), None)
                yield _goal(method, probe, part, report)


def _goal(method: MethodProbes, probe: BlockProbe | EdgeProbe, part: Part | None, report: MethodReport | None) -> Goal:
    pc, target = (probe.pcs[0], -1) if isinstance(probe, BlockProbe) else (probe.pc, probe.target)
    (line,) = method.lines_of([pc]) or (0,)
    why = "" if part is not None else _why_open(line, report)
    return Goal(dotted(method.klass), method.name, method.descriptor, line, pc, target, part, why)


def _why_open(line: int, report: MethodReport | None) -> str:
    """The code of the reason why no part covered a goal: that of its line, else that of its method."""
    if report is None:
        return "no-entry"
    of_line = next((each for each in report.unreached if each.line == line), None)
    if of_line is not None and (of_line.proved or of_line.reason):
        return "unreachable" if of_line.proved else of_line.reason
    if report.status is Status.COMPLETE:
        return "unreachable"
    return report.reasons[0].code if report.reasons else report.status.value
