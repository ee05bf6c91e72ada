"""The result of a whole run: the reports of all methods, the findings, and the counts over all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from everypath.dataclass import dataclass, field
from everypath.run.levels import Level
from everypath.run.results.coverage import Count
from everypath.run.results.method_report import Status
from everypath.work import Steps

if TYPE_CHECKING:
    from everypath.run.results.coverage import CurvePoint, Goal, KeptGoals, Part, PartTally
    from everypath.run.results.findings import BaselineFinding, Finding
    from everypath.run.results.method_report import MethodReport


@dataclass(frozen=True)
class Summary:
    """Counts over all methods of a run; `outcomes` are those of all paths (`everypath.suite.testcase.case.Outcome`)."""

    methods: int = 0
    statuses: Mapping[Status, int] = field(default_factory=dict)
    findings: Mapping[Level, int] = field(default_factory=dict)
    tests_written: int = 0
    tests_passed: int = 0
    tests_dropped: Mapping[str, int] = field(default_factory=dict)
    """The numbers of tests that were not written, by the reason."""
    goals: KeptGoals | None = None
    """The number of goals that confirmed paths cover, and how many of them the written tests cover."""
    instructions: Count = Count()
    branches: Count = Count()
    outcomes: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Analysis:
    """The result of one run. `jdk` is the version of the JDK that replayed; `seconds` is wall time of the whole run.

    ``budget`` is that of the run in seconds, or in steps; ``work`` is the counted work, in steps (`everypath.work`).
    ``curve`` shows how goals and findings grew, and ``parts`` what each part of the run did for them. ``goals`` are
    those of the target, one by one, if the option ``goals`` asks for them.
    ``interrupted``: the user stopped the run, and the results are those until then. ``suppressed`` are suppressed
    findings; ``findings`` and the summary are without them. ``fixed`` are the findings of the file ``baseline`` that no
    longer occur. ``writing`` are the seconds in which tests were compiled and run.
    """

    targets: tuple[str, ...]
    jdk: str
    seconds: float
    methods: tuple[MethodReport, ...]
    findings: tuple[Finding, ...]
    summary: Summary
    interrupted: bool = False
    suppressed: tuple[Finding, ...] = ()
    baseline: str | None = None
    fixed: tuple[BaselineFinding, ...] = ()
    writing: float = 0.0
    work: int = 0
    budget: float | Steps | None = None
    curve: tuple[CurvePoint, ...] = ()
    parts: Mapping[Part, PartTally] = field(default_factory=dict)
    goals: tuple[Goal, ...] = ()

    @property
    def covered(self) -> int:
        """The number of goals (blocks and sides of decisions of the target) that the run covered."""
        return sum(each.goals for each in self.parts.values())

    @property
    def open_branches(self) -> Mapping[str, int]:
        """The numbers of branches that nothing covered, by the code of the reason: that of the method, ``unreachable``
        if all of its paths are known.
        """
        found: Counter[str] = Counter()
        for method in self.methods:
            left = method.branches.total - method.branches.covered
            if left:
                found[_why_open(method)] += left
        return dict(found.most_common())


def _why_open(method: MethodReport) -> str:
    if method.status is Status.COMPLETE:
        return "unreachable"
    return method.reasons[0].code if method.reasons else method.status.value


def summarise(methods: Iterable[MethodReport], findings: Iterable[Finding]) -> Summary:
    """Count statuses, findings and coverage."""
    statuses = dict.fromkeys(Status, 0)
    levels = dict.fromkeys(Level, 0)
    instructions = branches = Count()
    outcomes: Counter[str] = Counter()
    total = 0
    for method in methods:
        total += 1
        statuses[method.status] += 1
        instructions += method.instructions
        branches += method.branches
        outcomes.update(method.outcomes)
    for finding in findings:
        levels[finding.level] += 1
    return Summary(total, statuses, levels, instructions=instructions, branches=branches, outcomes=outcomes)
