"""Findings are replayed once more in a new JVM before they are reported."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from everypath.bridge import Bridge
from everypath.classfile import ClassPath
from everypath.program import Program
from everypath.run.levels import Level
from everypath.run.process import OutOfTimeError, end_alarm
from everypath.run.results import Finding, TestFile
from everypath.run.workload import ClassFinder, ErrorLog, Workload, error_text, rewrite_sources
from everypath.suite import (
    CaseBuilder,
    Dropped,
    FailingTest,
    SuiteOptions,
    TestCase,
    TestSource,
    Throw,
    check_failing,
    framework_named,
    is_ill_typed,
    prepare_failing,
    verify_fresh,
    verify_many,
)
from everypath.work import TEST

#: Seconds beyond the budget that confirming may take; what is not reached keeps the verdict of its first replay.
EXTRA_SECONDS = 1.0


class Confirmer:
    """One new JVM for the findings of a run; it boots while the run goes on."""

    def __init__(self, workload: Workload) -> None:
        finder = ClassFinder(workload)
        own = tuple(name for name in workload.classes if finder.classpath.find(name) is None)
        self._program = Program(ClassPath(workload.classpath, workload.jdk.feature), finder.image, workload.classes)
        self._bridge = Bridge(workload.jdk, workload.classpath, fresh=True, instrument=own)
        rewrite_sources(self._bridge, workload)
        self._assertions = workload.assertions
        self._forced_states = workload.options.forced_states
        self._framework = framework_named(workload.options.framework)
        self.has_hung = False
        """True if something hung, in a run whose work is counted."""
        self._log = ErrorLog(workload)
        self.failed: dict[str, str] = {}
        """The cases that an error of the engine kept from being replayed or written, by id, each with the error."""

    @property
    def effort(self) -> float:
        """The work of all replays so far, in seconds of effort."""
        return self._bridge.effort

    def close(self) -> None:
        """End the JVM."""
        self._bridge.close()

    def start(self) -> None:
        """Start the JVM, since there will be findings to confirm."""
        self._bridge.start()

    def confirm(self, cases: Sequence[TestCase], deadline: float) -> frozenset[str]:
        """Replay cases. Returns the ids of those that did not happen again.

        Each runs in class loaders of its own. A case that differs there gets a JVM for itself: only what differs even
        alone is lost.
        """
        lost: set[str] = set()
        try:
            with end_alarm(_left(deadline), "the replay of findings", TEST * len(cases)):
                for case in cases:
                    with self._contained(case):
                        if not self._happens_again(case):
                            lost.add(case.id)
        except OutOfTimeError:
            self.has_hung = math.isinf(deadline)
        return frozenset(lost)

    def _happens_again(self, case: TestCase) -> bool:
        is_target = self._program.is_target_name
        if verify_many([case], self._bridge, is_target)[0].confirmed:
            return True
        return verify_fresh(case, self._bridge, is_target).confirmed

    @contextmanager
    def _contained(self, *cases: TestCase) -> Iterator[None]:
        """An error of the engine in the block is logged. The methods of the cases are failed; their findings stay."""
        try:
            yield
        except Exception as problem:  # noqa: BLE001 - it costs the test or the second replay of some findings
            self._log.note_current(doing=f"confirming {cases[0].expression if cases else 'findings'}")
            self.failed |= {case.id: error_text(problem) for case in cases}

    def ill_typed(self, findings: Sequence[Finding], cases: Mapping[str, TestCase], deadline: float) -> frozenset[str]:
        """The cases of failing casts that only code without type arguments can bring about, by id: the compiler refuses
        what the case calls (heap pollution, JLS 4.12.2).
        """
        casts = [each for each in findings if each.exception == "java.lang.ClassCastException"]
        tested = self.tests(casts, cases, deadline) if casts else ()
        return frozenset(each.case for each in tested if is_ill_typed(each.untested))

    def tests(self, findings: Sequence[Finding], cases: Mapping[str, TestCase], deadline: float) -> tuple[Finding, ...]:
        """The findings, each with a test that fails because of it, where one can be written and there is time.

        Checks of arguments (notes) and calls that only should not be there get none.
        """
        builder = CaseBuilder(self._program, SuiteOptions(forced_states=self._forced_states))
        tests: dict[str, FailingTest] = {}
        lost: dict[str, str] = {}
        for finding in findings:
            case = cases.get(finding.case)
            if case is None or case.throws is None or not finding.exception or finding.level is Level.NOTE:
                continue
            made: FailingTest | Dropped = Dropped(case.expression, "an error of everypath")
            with self._contained(case):
                made = self._test(finding, case, case.throws, builder)
            if isinstance(made, FailingTest):
                tests[finding.id] = made
            else:
                lost[finding.id] = made.reason
        sources: dict[str, TestSource] = {}
        try:
            with end_alarm(_left(deadline), "the tests of findings", TEST * len(tests)):
                shown = {finding.id: cases[finding.case] for finding in findings if finding.id in tests}
                bad = dict.fromkeys(tests, "an error of everypath")
                with self._contained(*shown.values()):
                    if tests:
                        sources, bad = check_failing(tests, builder, self._bridge, assertions=self._assertions)
                lost |= bad
        except OutOfTimeError:
            self.has_hung = math.isinf(deadline)
            self._bridge.close()
            lost |= dict.fromkeys(tests, "no time was left to compile and run the test")
        files = {key: TestFile(source.path, source.text) for key, source in sources.items()}
        return tuple(replace(each, test=files.get(each.id), untested=lost.get(each.id, "")) for each in findings)

    def _test(self, finding: Finding, case: TestCase, throw: Throw, builder: CaseBuilder) -> FailingTest | Dropped:
        throw = replace(throw, message=finding.message)
        when = f", when {_one_line(finding.condition)}" if finding.condition != "true" else ""
        comment = (f"{finding.rule} {_one_line(finding.headline)}", f"at {finding.location}{when}")
        name = f"Finding{finding.id}"
        return prepare_failing(
            case, throw, name, comment, builder, forced_states=self._forced_states, framework=self._framework
        )


def _left(deadline: float) -> float:
    """The seconds until confirming must end, for a deadline in seconds of `time.time`."""
    return max(deadline - time.time(), 0.0) + EXTRA_SECONDS


def _one_line(text: str) -> str:
    """A text for a line comment: without line ends and Unicode escapes."""
    return "".join(each if each.isprintable() else " " for each in text).replace("\\u", "\\ u")
