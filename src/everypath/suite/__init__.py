"""From a path to a test: the input rebuilt, an oracle, the replay on the JVM, and JUnit source.

`CaseBuilder.build` makes a `TestCase` of a finished path, `verify_many` asks the JVM, `minimise` shortens the input of
a confirmed exception, `select` keeps the cases that add something, `write_tests` prints, compiles and runs them.
"""

from everypath.suite.case import NoCase, Outcome, Site, TestCase, Throw, Verdict
from everypath.suite.cases import CaseBuilder, SuiteOptions, build_case
from everypath.suite.checking import Checker, Dropped
from everypath.suite.course import Courses
from everypath.suite.drawing import draw_all
from everypath.suite.failing import FailingTest, check_failing, is_ill_typed, prepare_failing
from everypath.suite.files import MARKED_LINES, is_kept, save_source
from everypath.suite.frameworks import framework_named
from everypath.suite.junit import TestClass, TestSource
from everypath.suite.minimise import minimise, without_spare_calls
from everypath.suite.mutants import Mutant, mutants_of
from everypath.suite.refuted import RefutedSide, refuted_side
from everypath.suite.select import Keep, Known, select
from everypath.suite.stable import Hits
from everypath.suite.verify import (
    MISSING_CLASS,
    Replaying,
    case_plan,
    judge,
    run_unpredicted,
    tells_apart,
    verify,
    verify_fresh,
    verify_many,
)
from everypath.suite.write import Parts, Suite, own_files, prepare, write_tests

__all__ = [
    "MARKED_LINES",
    "MISSING_CLASS",
    "CaseBuilder",
    "Checker",
    "Courses",
    "Dropped",
    "FailingTest",
    "Hits",
    "Keep",
    "Known",
    "Mutant",
    "NoCase",
    "Outcome",
    "Parts",
    "RefutedSide",
    "Replaying",
    "Site",
    "Suite",
    "SuiteOptions",
    "TestCase",
    "TestClass",
    "TestSource",
    "Throw",
    "Verdict",
    "build_case",
    "case_plan",
    "check_failing",
    "draw_all",
    "framework_named",
    "is_ill_typed",
    "is_kept",
    "judge",
    "minimise",
    "mutants_of",
    "own_files",
    "prepare",
    "prepare_failing",
    "refuted_side",
    "run_unpredicted",
    "save_source",
    "select",
    "tells_apart",
    "verify",
    "verify_fresh",
    "verify_many",
    "without_spare_calls",
    "write_tests",
]
