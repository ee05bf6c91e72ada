"""The reports of all methods merged: findings are confirmed in a new JVM, and unconfirmed ones are dropped."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from everypath.dataclass import replace
from everypath.run.results import MethodReport
from everypath.run.workload import ErrorLog, error_text

if TYPE_CHECKING:
    from everypath.run.results import Finding
    from everypath.run.test_writing import Confirmer
    from everypath.run.workload import Workload
    from everypath.suite import TestCase


T = TypeVar("T")
D = TypeVar("D")


class ResultMerger:
    """Merges the findings of a run. A finding that does not happen again in a new JVM remains a case only."""

    def __init__(self, workload: Workload) -> None:
        self._workload = workload
        self._confirmer: Confirmer | None = None
        self._log = ErrorLog(workload)
        self._errors: list[str] = []
        """The errors of the engine that cost no result: they make the methods with findings failed all the same."""

    def prepare(self) -> Confirmer:
        """Load the code that confirms findings and makes reports. It is called while workers are busy."""
        from everypath.run.test_writing import Confirmer  # it loads the machine

        if self._confirmer is None:
            self._confirmer = Confirmer(self._workload)
        return self._confirmer

    def load(self) -> None:
        """Call `prepare`. An error is logged; what it kept from being made is made where the result is needed."""
        self._try_early(self.prepare, "loading what confirms findings")

    def expect(self, report: MethodReport) -> None:
        """Start the JVM if a report has findings, so that it boots while the run goes on."""
        if report.findings:
            self._try_early(lambda: self.prepare().start(), "starting the JVM that confirms findings")

    def finalise(
        self, reports: list[MethodReport], deadline: float, end: float, interrupted: bool
    ) -> tuple[list[MethodReport], tuple[Finding, ...]]:
        """The reports and the merged findings, without those that are not confirmed and those that no typed caller can
        cause. The findings have failing tests, if these are wanted and can be made by ``end``, in seconds of
        `time.time`; in a run that writes other tests, by the ``deadline`` of confirming.
        """
        findings: tuple[Finding, ...] = ()
        findings = self._attempt(lambda: _merged(reports), findings, "merging the findings")
        if findings and not interrupted:
            reports, findings = self._attempt(
                lambda: self._confirmed(reports, findings, deadline, end),
                (reports, findings),
                "confirming the findings",
            )
        return self._with_errors(reports), findings

    def _try_early(self, make: Callable[[], object], doing: str) -> None:
        """Make something that is made later, too: an error of the engine costs nothing, but is logged."""
        try:
            make()
        except Exception:  # noqa: BLE001 - it is tried again where the result is needed
            self._log.note_current(doing=doing)

    def _attempt(self, make: Callable[[], T], default: D, doing: str) -> T | D:
        """What ``make`` returns, or the default if an error of the engine prevents that, which is logged."""
        try:
            return make()
        except Exception as problem:  # noqa: BLE001 - the reports of all methods are there, and stay
            self._log.note_current(doing=doing)
            self._errors.append(error_text(problem))
            return default

    def _with_errors(self, reports: list[MethodReport]) -> list[MethodReport]:
        """The reports; those with findings, or the last one if there are none, are failed after an error here."""
        if not self._errors or not reports:
            return reports
        found = any(each.findings for each in reports)
        return [
            each.failed(*self._errors) if each.findings or (not found and each is reports[-1]) else each
            for each in reports
        ]

    def _confirmed(
        self, reports: list[MethodReport], findings: tuple[Finding, ...], deadline: float, end: float
    ) -> tuple[list[MethodReport], tuple[Finding, ...]]:
        tests = {test.id: test for report in reports for test in report.tests}
        seen: set[str] = set()
        while new := [each for each in findings if each.case in tests and each.case not in seen]:
            seen.update(each.case for each in new)
            lost = self._refuted(new, tests, deadline, end)
            reports = [_without(report, lost) for report in reports]
            findings = _merged(reports)
        options = self._workload.options
        if options.verbose or options.findings or self._workload.wants_page:
            # what is left then is for the tests that are written
            findings = self.prepare().tests(findings, tests, deadline if self._workload.writes else end)
        failed = self.prepare().failed
        texts = ([failed[each.id] for each in report.tests if each.id in failed] for report in reports)
        reports = [report.failed(*found) if found else report for report, found in zip(reports, texts, strict=True)]
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
            self._attempt(self._confirmer.close, None, "ending the JVM that confirms findings")


def _merged(reports: Iterable[MethodReport]) -> tuple[Finding, ...]:
    from everypath.run.findings import merge_findings  # it loads the machine

    return merge_findings(finding for report in reports for finding in report.findings)


def _without(report: MethodReport, lost: frozenset[str]) -> MethodReport:
    return replace(report, findings=tuple(each for each in report.findings if each.case not in lost))
