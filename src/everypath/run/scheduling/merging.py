"""The reports of all methods merged: findings are confirmed in a new JVM, and unconfirmed ones are dropped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from everypath.dataclass import replace
from everypath.run.results import MethodReport

if TYPE_CHECKING:
    from everypath.run.results import Finding
    from everypath.run.test_writing import Confirmer
    from everypath.run.workload import Workload
    from everypath.suite import TestCase


class ResultMerger:
    """Merges the findings of a run. A finding that does not happen again in a new JVM remains a case only."""

    def __init__(self, workload: Workload) -> None:
        self._workload = workload
        self._confirmer: Confirmer | None = None

    def prepare(self) -> Confirmer:
        """Load the code that confirms findings and makes reports. It is called while workers are busy."""
        from everypath.run.test_writing import Confirmer  # it loads the machine

        if self._confirmer is None:
            self._confirmer = Confirmer(self._workload)
        return self._confirmer

    def expect(self, report: MethodReport) -> None:
        """Start the JVM if a report has findings, so that it boots while the run goes on."""
        if report.findings:
            self.prepare().start()

    def finalise(
        self, reports: list[MethodReport], deadline: float, end: float, interrupted: bool
    ) -> tuple[list[MethodReport], tuple[Finding, ...]]:
        """The reports and the merged findings, without those that are not confirmed and those that no typed caller can
        cause. The findings have failing tests, if these are wanted and can be made by ``end``, in seconds of
        `time.time`.
        """
        findings = _merged(reports)
        if not findings or interrupted:
            return reports, findings
        tests = {test.id: test for report in reports for test in report.tests}
        seen: set[str] = set()
        while new := [each for each in findings if each.case in tests and each.case not in seen]:
            seen.update(each.case for each in new)
            lost = self._refuted(new, tests, deadline, end)
            reports = [_without(report, lost) for report in reports]
            findings = _merged(reports)
        options = self._workload.options
        if options.verbose or options.findings or self._workload.wants_page:
            findings = self.prepare().tests(findings, tests, end)
        return reports, findings

    def _refuted(
        self, findings: Sequence[Finding], tests: Mapping[str, TestCase], deadline: float, end: float
    ) -> frozenset[str]:
        """The ids of the cases that do not happen again, and of those that no typed caller can cause."""
        lost = self.prepare().confirm([tests[each.case] for each in findings], deadline)
        return lost | self.prepare().ill_typed([each for each in findings if each.case not in lost], tests, end)

    @property
    def effort(self) -> float:
        """The work of all replays that confirm findings, in seconds of effort."""
        return self._confirmer.effort if self._confirmer is not None else 0.0

    @property
    def has_hung(self) -> bool:
        """True if confirming was ended since something hung, in a run whose work is counted."""
        return self._confirmer is not None and self._confirmer.has_hung

    def close(self) -> None:
        """End the JVM."""
        if self._confirmer is not None:
            self._confirmer.close()


def _merged(reports: Iterable[MethodReport]) -> tuple[Finding, ...]:
    from everypath.run.findings import merge_findings  # it loads the machine

    return merge_findings(finding for report in reports for finding in report.findings)


def _without(report: MethodReport, lost: frozenset[str]) -> MethodReport:
    return replace(report, findings=tuple(each for each in report.findings if each.case not in lost))
