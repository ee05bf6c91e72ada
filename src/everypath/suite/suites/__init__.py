"""Test classes compiled, run, checked and written.

`prepare` groups cases into classes and `write_tests` returns the `Suite` of those tests that compile and pass in every
run (`Checker`, `Hits`). `FailingTest` is a test that shows a bug. Imports all packages below it.
"""

from everypath.suite.suites.checker import Checker, Dropped, ManyFailuresError
from everypath.suite.suites.failing_tests import FailingTest, check_failing, is_ill_typed, prepare_failing
from everypath.suite.suites.final_run import FinalRun
from everypath.suite.suites.known_tests import KnownTests, PassedClass, TimedRun
from everypath.suite.suites.stability import OUT_OF_TIME, Hits
from everypath.suite.suites.writer import Parts, Suite, own_files, prepare, write_tests

__all__ = [
    "OUT_OF_TIME",
    "Checker",
    "Dropped",
    "FailingTest",
    "FinalRun",
    "Hits",
    "KnownTests",
    "ManyFailuresError",
    "Parts",
    "PassedClass",
    "Suite",
    "TimedRun",
    "check_failing",
    "is_ill_typed",
    "own_files",
    "prepare",
    "prepare_failing",
    "write_tests",
]
