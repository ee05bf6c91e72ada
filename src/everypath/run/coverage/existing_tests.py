"""The coverage of a project's own tests: each test class runs once on the JVM.

The JVM reports the probes that were passed, the methods that returned, and the exceptions that left methods, with their
origin. So it is known for each case whether a test of it would show anything new.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from everypath.bridge import CLASS_BITS, BlockProbe, Bridge, ReplayResult, Status, existing_tests_result
from everypath.classfile import OPCODES, ClassFile, ClassPath, decode, dotted, internal_name
from everypath.run.results import Entry, Existing
from everypath.suite import KnownCoverage

if TYPE_CHECKING:
    from everypath.run.workload import Workload

__all__ = ["Existing", "known_to", "measure"]

CLASS_LIMIT, TEST_LIMIT = 30.0, 5.0
"""Seconds for the tests of one class, and for one test of a class that does not end."""

HEAP = 512
"""Megabytes for objects of the tests."""

_NEEDED = {
    "junit5": ("org/junit/platform/launcher/core/LauncherFactory", "org/junit/jupiter/engine/JupiterTestEngine"),
    "junit4": ("org/junit/runner/JUnitCore",),
    "testng": ("org/testng/TestNG",),
}
"""The classes that a framework needs to run its tests."""

_API = {"junit5": "org/junit/jupiter/api/Test", "junit4": "org/junit/Test", "testng": "org/testng/annotations/Test"}
_CALLED = {"junit5": "JUnit 5's launcher and engine", "junit4": "JUnit 4", "testng": "TestNG"}
_AGENT = "byte-buddy-agent-"
"""The start of the name of Mockito's agent jar. The agent cannot attach itself to the process."""
_LONGEST = 120
_RETURNS = frozenset(number for name, number in OPCODES.items() if name.endswith("return"))


class TestClass(Protocol):
    """A class of tests."""

    @property
    def name(self) -> str:
        """Its internal name."""

    @property
    def framework(self) -> str:
        """``junit5``, ``junit4`` or ``testng``."""

    @property
    def methods(self) -> tuple[str, ...]:
        """The names of the test methods."""

    @property
    def nested(self) -> tuple[str, ...]:
        """The internal names of nested test classes, whose tests belong to this class."""


class Tests(Protocol):
    """The tests of a project."""

    @property
    def folders(self) -> tuple[Path, ...]:
        """The folders of compiled tests."""

    @property
    def classpath(self) -> tuple[Path, ...]:
        """The class path that the tests need beside that of the project."""

    @property
    def missing(self) -> tuple[str, ...]:
        """The parts of the class path that do not exist."""

    @property
    def uncompiled(self) -> tuple[Path, ...]:
        """Folders of test sources without any compiled class."""

    @property
    def found(self) -> Sequence[TestClass]:
        """The test classes."""


def known_to(existing: Existing, bridge: Bridge) -> KnownCoverage:
    """The coverage in the probe numbers of a bridge on the same class files."""

    def numbered(found: Mapping[str, frozenset[int]]) -> Iterator[int]:
        for name, local in found.items():
            table = bridge.probes(name)
            if table is not None:
                yield from ((table.number << CLASS_BITS) + each for each in local)

    hits, left = frozenset(numbered(existing.hits)), frozenset(numbered(existing.left))
    return KnownCoverage(hits, left, existing.returned, existing.threw)


def measure(workload: Workload, tests: Tests, until: float) -> Existing:
    """Run the tests of a project until a time of `time.time`. Returns their coverage of the target's classes.

    A test that fails, hangs or cannot be run gets a note. The probes that it passed until then count.
    """
    notes = [f"{each}: nothing of it is compiled, so its tests are not counted" for each in tests.uncompiled]
    found = tests.found
    if not found:
        return Existing(notes=(*notes, "no tests are there yet: all are missing"))
    classpath = (*workload.classpath, *tests.folders, *tests.classpath)
    there = ClassPath(classpath, workload.jdk.feature)
    watch = _Recorder(frozenset(workload.classes))
    by_hand: dict[str, None] = {}
    agents = [path for path in classpath if path.name.startswith(_AGENT)]
    with Bridge(workload.jdk, classpath, heap_megabytes=HEAP, fresh=True, exits=True, agents=agents) as bridge:
        for number, each in enumerate(found):
            if time.time() >= until:
                notes.append(f"no time was left for {len(found) - number} of {len(found)} test classes")
                break
            if all(there.find(name) is not None for name in _NEEDED[each.framework]):
                notes += watch.run(bridge, each, until)
            else:
                by_hand[each.framework] = None
                notes += watch.run_by_hand(bridge, each, there)
        left = {name: frozenset(watch.left(bridge, there, name)) for name in watch.hits}
    notes = [*(_by_hand_note(each, tests) for each in by_hand), *notes]
    return Existing(
        watch.tests,
        tuple(each.name for each in found),
        {name: frozenset(passed - left[name]) for name, passed in watch.hits.items()},
        left,
        frozenset(entry for entry, _ in watch.returned),
        frozenset(watch.threw),
        tuple(notes),
    )


def _by_hand_note(framework: str, tests: Tests) -> str:
    lacking = f" (the class path lacks {', '.join(tests.missing[:3])})" if tests.missing else ""
    return f"{_CALLED[framework]} is not on this machine{lacking}: only plain tests without parameters are run"


class _Recorder:
    """Runs tests and collects their coverage."""

    def __init__(self, targets: frozenset[str]) -> None:
        self._targets = targets
        self.tests = 0
        self.hits: dict[str, set[int]] = {}
        self.returned: set[tuple[Entry, int]] = set()
        self.threw: set[tuple[Entry, str, tuple[str, str, int] | None]] = set()

    def run(self, bridge: Bridge, tests: TestClass, until: float) -> Iterator[str]:
        """Run a class; if it does not end, run each of its tests alone. Yields a line for each problem."""
        limit = min(CLASS_LIMIT, max(until - time.time(), TEST_LIMIT))
        outcome = bridge.tests.run_existing(tests.framework, tests.name, "", limit)
        self._note(bridge, outcome)
        whole = existing_tests_result(outcome)
        name = dotted(tests.name)
        if whole is not None:
            self.tests += whole.tests
            yield from (_failed(f"{name}.{test}", why) for test, why in whole.failed)
        elif outcome.status is Status.THROW:
            yield f"{name} cannot be run: {_threw(outcome)}"
        elif len(tests.methods) + len(tests.nested) < 2:
            yield f"{name} {_ended(outcome)}"
            self.tests += len(tests.methods) if outcome.sink is None else 0
        else:
            yield from self._one_by_one(bridge, tests, until)

    def _one_by_one(self, bridge: Bridge, tests: TestClass, until: float) -> Iterator[str]:
        parts = [(tests.name, method) for method in tests.methods] + [(name, "") for name in tests.nested]
        for number, (name, method) in enumerate(parts):
            shown = dotted(name)
            if time.time() >= until:
                yield f"{dotted(tests.name)}: no time was left for {len(parts) - number} of its tests"
                return
            outcome = bridge.tests.run_existing(tests.framework, name, method, TEST_LIMIT)
            self._note(bridge, outcome)
            ran = existing_tests_result(outcome)
            self.tests += ran.tests if ran is not None else 1 if outcome.sink is None else 0
            if ran is None:
                test_name = f"{shown}.{method}" if method else shown
                yield f"{test_name} {_threw(outcome) if outcome.exception else _ended(outcome)}"
            else:
                yield from (_failed(f"{shown}.{test}", why) for test, why in ran.failed)

    def run_by_hand(self, bridge: Bridge, tests: TestClass, there: ClassPath) -> Iterator[str]:
        """Call the plain tests of a class, with stubs of the framework if it is missing. Yields a line for each
        failure.
        """
        data = there.find(tests.name)
        if data is None:
            return
        chosen = [(tests.name, method) for method in tests.methods]
        with_stubs = there.find(_API[tests.framework]) is None
        for verdict in bridge.tests.run({tests.name: data}, chosen, TEST_LIMIT, with_stubs=with_stubs):
            outcome = verdict.outcome
            self._note(bridge, outcome)
            if outcome.sink is not None:
                yield f"{dotted(tests.name)}.{verdict.method} {_ended(outcome)}"
                continue
            self.tests += 1
            if not verdict.passed:
                why = (
                    _threw(outcome) if outcome.exception else outcome.message or f"it ended with {outcome.status.value}"
                )
                yield _failed(f"{dotted(tests.name)}.{verdict.method}", why)

    def left(self, bridge: Bridge, there: ClassPath, name: str) -> Iterator[int]:
        """The probes of the blocks of a class that contain a return and were only ever left by an exception."""
        table, data = bridge.probes(name), there.find(name)
        if table is None or data is None:
            return
        for method in ClassFile(data).methods:
            probes = table.method(method.name, method.descriptor)
            entry = name, method.name, method.descriptor
            steps = decode(method.code.bytecode) if method.code is not None else []
            returns = {step.pc for step in steps if step.opcode in _RETURNS and (entry, step.pc) not in self.returned}
            for at, probe in enumerate(probes.probes if probes is not None else (), probes.first if probes else 0):
                if at in self.hits[name] and isinstance(probe, BlockProbe) and not returns.isdisjoint(probe.pcs):
                    yield at

    def _note(self, bridge: Bridge, outcome: ReplayResult) -> None:
        if outcome.sink is not None:  # it did not run as it does elsewhere
            return
        names = bridge.numbered()
        for hit in outcome.hits:
            name = names[hit >> CLASS_BITS]
            if name in self._targets:
                self.hits.setdefault(name, set()).add(hit & (1 << CLASS_BITS) - 1)
        for place in outcome.return_sites:
            method, _, pc = place.rpartition("@")
            self.returned.update((entry, int(pc)) for entry in self._entries([method]))
        for each in outcome.escaped_exceptions:
            site = next(
                ((at.klass, at.method, at.line) for at in each.trace if at.klass in self._targets),
                None,
            )
            self.threw.update((entry, each.exception, site) for entry in self._entries([each.method]))

    def _entries(self, methods: Iterable[str]) -> Iterator[Entry]:
        """The target's methods among methods such as ``shop.Fee.fee(IZ)I``."""
        for each in methods:
            named, sign, rest = each.partition("(")
            owner, _, name = named.rpartition(".")
            owner = internal_name(owner)
            if owner in self._targets:
                yield owner, name, sign + rest


def _threw(outcome: ReplayResult) -> str:
    name = (outcome.exception or "").rpartition("/")[2].replace("$", ".")
    return _short(f"{name}: {outcome.message}" if outcome.message else name)


def _failed(test: str, why: str) -> str:
    return f"{test} fails: {_short(why)}"


def _ended(outcome: ReplayResult) -> str:
    if outcome.sink is not None:
        return f"is not measured: it reaches out of its JVM ({outcome.sink})"
    if outcome.status in (Status.TIMEOUT, Status.FUEL):
        return "does not come to an end"
    return f"ends the JVM ({outcome.status.value})"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 3]}..."
