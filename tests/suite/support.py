"""Helpers for the tests of `everypath.suite`: explore a subject, build its cases, and replay them."""

from __future__ import annotations

from pathlib import Path as Folder

from tests.explore.lab import CLOCK

from everypath.bridge import Bridge
from everypath.classfile import ClassPath, Jdk
from everypath.explore import ExploreOptions, explore
from everypath.explore.paths import Path
from everypath.inputs import InputOptions, SymbolicInputs
from everypath.library import JdkLibrary
from everypath.program import Program
from everypath.suite import CaseBuilder, NoCase, SuiteOptions, TestCase, TraceComparator, Verdict, verify_many
from everypath.vm import Machine


class Lab:
    """One JVM and one machine over a class directory."""

    def __init__(self, classes: Folder) -> None:
        jdk = Jdk.find()
        self.classes = classes
        self.bridge = Bridge(jdk, [classes])
        self.program = Program(ClassPath([classes]), jdk.image())
        inputs = SymbolicInputs(self.program)
        self.machine = Machine(self.program, JdkLibrary(self.program, self.bridge), inputs)
        inputs.bind(self.machine)
        self.builder = CaseBuilder(self.program, SuiteOptions())
        self.trace_comparator = TraceComparator(self.machine, self.bridge)
        self.known: dict[tuple[str, ...], list[Verdict]] = {}

    def built(self, class_name: str, *methods: str) -> list[TestCase | NoCase]:
        """The cases of some methods of a class, all of them by default."""
        return [self.builder.build(path) for path in self.paths(class_name, *methods)]

    def paths(self, class_name: str, *methods: str) -> list[Path]:
        """The paths of some methods of a class, all of them by default."""
        found: list[Path] = []
        for method in self.program.klass(class_name).methods:
            if not method.has_code or method.is_synthetic or method.name == "<clinit>":
                continue
            if methods and method.name not in methods:
                continue
            given = InputOptions(package=self.builder.test_package(class_name))
            inputs = SymbolicInputs(self.program, method, given)
            result = explore(self.machine, method, ExploreOptions(seconds=10), clock=CLOCK, inputs=inputs)
            assert not result.failures, result.failures[0].trace
            assert not {each.code for each in result.reasons} & {"time", "memory"}, result.reasons
            found += result.paths
        return found

    def cases(self, class_name: str, *methods: str) -> list[TestCase]:
        """Only what became a case."""
        return [each for each in self.built(class_name, *methods) if isinstance(each, TestCase)]

    def verdicts(self, class_name: str, *methods: str) -> list[Verdict]:
        """The cases, replayed; remembered."""
        key = (class_name, *methods)
        if key not in self.known:
            cases = self.cases(class_name, *methods)
            self.known[key] = verify_many(cases, self.bridge, self.program.is_target_name, self.trace_comparator)
        return self.known[key]
