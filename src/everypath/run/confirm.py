"""Findings are replayed once more before they are reported, away from everything that ran before."""

from __future__ import annotations

import time
from collections.abc import Sequence

from everypath.bridge import Bridge
from everypath.classfile import ClassPath
from everypath.program import Program
from everypath.run.alarm import OutOfTimeError, alarm
from everypath.run.work import ClassFinder, Workload
from everypath.suite import TestCase, verify_fresh, verify_many

#: Seconds beyond the budget that confirming may take; what is not reached keeps the verdict of its first replay.
EXTRA = 1.0


def confirm_again(workload: Workload, cases: Sequence[TestCase], deadline: float) -> frozenset[str]:
    """Replay cases in a fresh JVM; the ids of those that did not happen again.

    All run in one new JVM, each in class loaders of its own. A case that differs there gets a JVM for itself: only what
    differs even alone is lost.
    """
    lost: set[str] = set()
    try:
        with alarm(max(deadline - time.time(), 0.0) + EXTRA):
            _confirm(workload, cases, lost)
    except OutOfTimeError:
        pass
    return frozenset(lost)


def _confirm(workload: Workload, cases: Sequence[TestCase], lost: set[str]) -> None:
    finder = ClassFinder(workload)
    own = tuple(name for name in workload.classes if finder.classpath.find(name) is None)
    program = Program(ClassPath(workload.classpath, workload.jdk.feature), finder.image, workload.classes)
    with Bridge(workload.jdk, workload.classpath, fresh=True, instrument=own) as bridge:
        for case in cases:
            if verify_many([case], bridge, program.is_target_name)[0].confirmed:
                continue
            if not verify_fresh(case, bridge, program.is_target_name).confirmed:
                lost.add(case.id)
