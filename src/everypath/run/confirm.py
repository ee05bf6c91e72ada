"""Findings are replayed once more before they are reported, away from everything that ran before."""

from __future__ import annotations

import time
from collections.abc import Sequence

from everypath.bridge import Bridge
from everypath.classfile import ClassPath
from everypath.program import Program
from everypath.run.alarm import OutOfTimeError, alarm
from everypath.run.bridging import rewrite_sources
from everypath.run.work import ClassFinder, Workload
from everypath.suite import TestCase, verify_fresh, verify_many

#: Seconds beyond the budget that confirming may take; what is not reached keeps the verdict of its first replay.
EXTRA = 1.0


class Confirmer:
    """One new JVM for the findings of a run; it boots while the run goes on."""

    def __init__(self, workload: Workload) -> None:
        finder = ClassFinder(workload)
        own = tuple(name for name in workload.classes if finder.classpath.find(name) is None)
        self._program = Program(ClassPath(workload.classpath, workload.jdk.feature), finder.image, workload.classes)
        self._bridge = Bridge(workload.jdk, workload.classpath, fresh=True, instrument=own)
        rewrite_sources(self._bridge, workload)

    def close(self) -> None:
        """End the JVM."""
        self._bridge.close()

    def start(self) -> None:
        """There will be something to confirm."""
        self._bridge.start()

    def confirm(self, cases: Sequence[TestCase], deadline: float) -> frozenset[str]:
        """Replay cases; the ids of those that did not happen again.

        Each runs in class loaders of its own. A case that differs there gets a JVM for itself: only what differs even
        alone is lost.
        """
        lost: set[str] = set()
        try:
            with alarm(max(deadline - time.time(), 0.0) + EXTRA):
                for case in cases:
                    if verify_many([case], self._bridge, self._program.is_target_name)[0].confirmed:
                        continue
                    if not verify_fresh(case, self._bridge, self._program.is_target_name).confirmed:
                        lost.add(case.id)
        except OutOfTimeError:
            pass
        return frozenset(lost)
