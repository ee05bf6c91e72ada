"""Explore methods of the subjects and let the JVM judge every path."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path

from everypath.bridge import Bridge
from everypath.classfile import ClassPath, Jdk
from everypath.explore import Exploration, ExploreOptions, Explorer
from everypath.explore.outcome import LEFT_OUT
from everypath.inputs import InputOptions, SymbolicInputs
from everypath.library import CallRules, JdkLibrary
from everypath.program import Method, Program
from everypath.solver import Solver
from everypath.suite import CaseBuilder, Outcome, TestCase, TraceComparator, verify_many, write_tests
from everypath.vm import Machine

#: Seconds of this process: how many others share the machine must not decide what is found.
CLOCK = time.process_time
WRONG = {Outcome.DIVERGED, Outcome.NOT_TRIGGERED, Outcome.OTHER_EXCEPTION}


def is_explored(result: Exploration) -> bool:
    """True if nothing but inputs that were left out keeps an exploration from being complete."""
    if result.status == "complete":
        return True
    is_cut = bool(result.stop or result.reasons) or result.status != "bounded"
    return not is_cut and {cut.bound for cut in result.cuts} <= {*LEFT_OUT}


class Lab:
    def __init__(self, classes: Path, rules: CallRules | None = None) -> None:
        jdk = Jdk.find()
        self.bridge = Bridge(jdk, [classes])
        self.program = Program(ClassPath([classes]), jdk.image())
        library = JdkLibrary(self.program, self.bridge, rules=rules)
        self.machine = Machine(self.program, library, SymbolicInputs(self.program))
        self.solver = Solver()
        self.builder = CaseBuilder(self.program)
        self.trace_comparator = TraceComparator(self.machine, self.bridge)

    def method(self, class_name: str, name: str, descriptor: str = "") -> Method:
        methods = self.program.klass(class_name).methods
        return next(each for each in methods if each.name == name and descriptor in ("", each.descriptor))

    def explore(
        self,
        class_name: str,
        name: str,
        descriptor: str = "",
        *,
        forced_states: bool = False,
        symbolic_statics: bool = False,
        aliasing: str = "full",
        **options: object,
    ) -> Exploration:
        method = self.method(class_name, name, descriptor)
        package = class_name.rpartition("/")[0]
        options_of_inputs = InputOptions(package, forced_states, symbolic_statics, aliasing)
        inputs = SymbolicInputs(self.program, method, options_of_inputs)
        given = ExploreOptions(**({"seconds": 20.0} | options))
        explorer = self.explorer = Explorer(self.machine, method, given, self.solver, CLOCK, inputs)
        result = explorer.run()
        assert not result.failures, result.failures[0].trace
        return result

    def outcomes(self, result: Exploration) -> Counter[str]:
        """What the JVM says about the paths: their cases by outcome."""
        built = [self.builder.build(path) for path in result.paths]
        cases = [each for each in built if isinstance(each, TestCase)]
        found = Counter(each.outcome.value for each in built if not isinstance(each, TestCase))
        verdicts = verify_many(cases, self.bridge, self.program.is_target_name, self.trace_comparator)
        found.update(each.outcome.value for each in verdicts)
        for each in verdicts:
            if each.outcome in WRONG:
                print(each)  # pytest shows it where the test fails
        return found

    def cases(self, result: Exploration) -> list[TestCase]:
        """The cases of the paths that have one."""
        built = [self.builder.build(path) for path in result.paths]
        return [each for each in built if isinstance(each, TestCase)]

    def suite(self, result: Exploration) -> int:
        """How many tests of the paths compile and pass."""
        cases = self.cases(result)
        written = write_tests(cases, self.builder, self.bridge)
        assert not written.dropped, written.dropped
        return len(cases)
