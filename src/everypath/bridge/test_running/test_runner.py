"""Compiles and runs tests on the bridge: tests that everypath wrote, and tests that a project has."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from everypath.bridge.jdk_state import LibraryProcess
from everypath.bridge.messages import Compiled, GetStatic, JvmDefaults, Literal, ReplayResult, Status
from everypath.bridge.processes import DEFAULT_TIMEOUT, JavaSide
from everypath.bridge.replay import ReplayRunner
from everypath.bridge.test_running import existing_tests, ordered_tests, parallel_tests
from everypath.bridge.test_running.test_plans import (
    TestVerdict,
    find_tests,
    row_plan,
    stub_classes,
    test_plan,
    verdict,
)
from everypath.bridge.test_running.versions import Versions
from everypath.dataclass import dataclass

__all__ = ["TestRunner"]

_TEST_FUEL, _EACH_FUEL = 50_000_000, 100_000
"""The steps of one test, and those for each of many tests that run one after the other."""


@dataclass(frozen=True)
class RunTogether:
    """The tests (internal class name, method) that failed when they ran one after the other: none if the process ended
    or ran out of time. ``holds_statics``: a class was loaded with static state that tests can change. ``initialised``:
    the classes whose static initialisers have run, but where static state is put back.
    """

    failed: tuple[tuple[str, str], ...]
    holds_statics: bool
    initialised: frozenset[str]


class TestRunner:
    """Compiles tests in the library process and runs them as replays.

    Unless a method says otherwise, a test is given by the internal name of its class and the name of its method,
    and ``classes`` are class files by internal name.
    """

    __test__ = False

    def __init__(self, side: JavaSide, library: LibraryProcess, runner: ReplayRunner) -> None:
        self._side = side
        self._library = library
        self._runner = runner
        self._versions = Versions()
        self._first: dict[str, bool] = {}
        """Whether a class (internal name) fails if it is the first to be initialised."""

    @property
    def framework_stubs(self) -> Mapping[str, bytes]:
        """Stubs of the APIs of JUnit and TestNG, against which written tests are compiled and run."""
        return stub_classes(self._side.junit)

    def compile(self, sources: Mapping[str, str], given: Mapping[str, bytes] | None = None) -> Compiled:
        """Compile tests against the stubs; ``given`` are further classes (internal name to class file)."""
        return self._library.compile(sources, given={**self.framework_stubs, **(given or {})})

    def run(
        self,
        classes: Mapping[str, bytes],
        tests: Sequence[tuple[str, str]] | None = None,
        timeout: float = DEFAULT_TIMEOUT,
        *,
        with_stubs: bool = True,
        defaults: JvmDefaults | None = None,
        restore: bool = False,
    ) -> list[TestVerdict]:
        """Run compiled tests, all of them by default, and return one verdict for each.

        Without ``with_stubs``, the APIs of the frameworks must be on the class path. ``defaults`` are settings of the
        JVM that each test finds. With ``restore``, static state is put back after each. Then it raises ValueError if a
        test has no class file.
        """
        names = self._define(classes, self.framework_stubs if with_stubs else {}, restore=restore)
        chosen = list(find_tests(classes) if tests is None else tests)
        if restore and (missing := {klass for klass, _ in chosen if klass not in names}):
            raise ValueError(f"no class files of {sorted(missing)}, but of {sorted(names)}")
        plans = [test_plan(names.get(klass, klass), method, classes.get(klass)) for klass, method in chosen]
        outcomes = self._runner.replay_many(plans, _TEST_FUEL, timeout, defaults=defaults, restore=restore)
        return [verdict(klass, method, outcome) for (klass, method), outcome in zip(chosen, outcomes, strict=True)]

    def _define(
        self, classes: Mapping[str, bytes], further: Mapping[str, bytes], *, restore: bool
    ) -> Mapping[str, str]:
        """Define classes, and further ones that never change. Returns the names that test classes have there."""
        names, renamed = self._versions.of(classes) if restore else ({}, classes)
        self._runner.define({**further, **renamed}, self._versions.take_replaced())
        return names

    def run_rows(
        self, classes: Mapping[str, bytes], rows: Sequence[tuple[str, str, Sequence[Literal | GetStatic]]]
    ) -> list[TestVerdict]:
        """Run rows of parameterised tests, given by class, method and arguments, and return one verdict for each."""
        self._runner.define({**self.framework_stubs, **classes})
        plans = [row_plan(klass, method, classes[klass], arguments) for klass, method, arguments in rows]
        outcomes = self._runner.replay_many(plans, _TEST_FUEL)
        return [verdict(klass, method, outcome) for (klass, method, _), outcome in zip(rows, outcomes, strict=True)]

    def run_together(
        self,
        classes: Mapping[str, bytes],
        tests: Sequence[tuple[str, str]],
        timeout: float = 20 * DEFAULT_TIMEOUT,
        *,
        defaults: JvmDefaults | None = None,
        restore: bool = False,
    ) -> RunTogether:
        """Run tests one after the other on the same classes. A test may come several times.

        ``defaults`` are settings of the JVM that they find. With ``restore``, classes stay loaded from one call to the
        next, and begin with the static state that they had when they were initialised, which is quick. Then
        ``holds_statics`` is about the classes of all these calls.
        """
        further = {**self.framework_stubs, **stub_classes(self._side.existing)}
        names = self._define(classes, further, restore=restore)
        plan = ordered_tests.plan_of(tests, names, classes)
        (outcome,) = self._runner.replay_many(
            [plan], _TEST_FUEL + _EACH_FUEL * len(tests), timeout, defaults=defaults, statics=True, restore=restore
        )
        failed = tuple(ordered_tests.failed_tests(tests, outcome))
        return RunTogether(failed, outcome.holds_statics, outcome.initialised)

    def fail_first(self, names: Iterable[str]) -> frozenset[str]:
        """The classes (internal names) that cannot be initialised before others are. Each is tried once."""
        new = sorted(set(names) - self._first.keys())
        self._runner.define(stub_classes(self._side.existing))
        plans = [ordered_tests.initialisation_of(each) for each in new]
        outcomes = self._runner.replay_many(plans, _TEST_FUEL, defaults=JvmDefaults())
        self._first |= {name: each.status is Status.THROW for name, each in zip(new, outcomes, strict=True)}
        return frozenset(name for name in names if self._first[name])

    def run_first(
        self, classes: Mapping[str, bytes], tests: Sequence[tuple[str, str]], timeout: float = DEFAULT_TIMEOUT
    ) -> list[tuple[str, str]]:
        """Run each test on new classes, before any other. Returns those that fail or leave a class unusable."""
        self._runner.define({**self.framework_stubs, **classes})
        plans = [test_plan(klass, method, classes.get(klass)) for klass, method in tests]
        outcomes = self._runner.replay_many(plans, _TEST_FUEL, timeout, defaults=JvmDefaults(), statics=True)
        return [
            test for test, each in zip(tests, outcomes, strict=True) if each.status is not Status.OK or each.unusable
        ]

    def run_parallel(
        self, classes: Mapping[str, bytes], tests: Sequence[tuple[str, str]], most: float = math.inf
    ) -> list[tuple[str, str]] | None:
        """Run tests without fixtures in several orders and several threads, and return those that fail.

        Returns None if the process ends or runs out of time, as threads may wait for each other for ever. It has
        ``most`` seconds, or fewer.
        """
        self._runner.define({**self.framework_stubs, **stub_classes(self._side.existing), **classes})
        plan = parallel_tests.plan_of(tests)
        timeout = min(parallel_tests.timeout_of(tests), most)
        outcome = self._runner.replay_many([plan], parallel_tests.FUEL, timeout)[0]
        return parallel_tests.failed_tests(tests, outcome)

    def run_existing(self, framework: str, klass: str, method: str, timeout: float) -> ReplayResult:
        """Run the tests of a project's class (internal name) with the project's framework.

        Runs only the tests called ``method``, all if that is empty. `existing_tests_result` decodes the outcome.
        """
        self._runner.define(stub_classes(self._side.existing))
        plan = existing_tests.plan_of(framework, klass, method)
        return self._runner.replay_many([plan], existing_tests.FUEL, timeout, fallback=True)[0]
