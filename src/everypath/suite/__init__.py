"""From a path to a test: the input rebuilt, an oracle, the replay on the JVM, and JUnit source.

`CaseBuilder.build` makes a `TestCase` of a finished path, `verify_many` asks the JVM, `minimise` shortens the input of
a confirmed exception, `select` keeps the cases that add something, `write_tests` prints, compiles and runs them.

Packages, lowest first:

- `testcase`: test cases as data, and names, descriptors and literals of Java source
- `stubs`: class files of stub objects and of sources of unknown values
- `recipes`: the statements that build an input
- `prediction`: the values that the symbolic machine predicts
- `formatting`: the layout of Java code
- `descriptions`: conditions, effects and steps as text
- `oracle`: the assertions of a test
- `replay`: test cases on the JVM
- `drawings`: text drawings of linked structures
- `source`: Java source of test classes
- `cases`: the test case of a path
- `selection`: which cases to keep, and shorter inputs
- `suites`: test classes compiled, run, checked and written
"""

from everypath.suite.cases.builder import CaseBuilder, SuiteOptions, build_case
from everypath.suite.descriptions.infeasible_branches import RefutedSide, refuted_side
from everypath.suite.drawings.drawing import draw_all
from everypath.suite.replay.block_traces import Courses
from everypath.suite.replay.verifier import (
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
from everypath.suite.selection.minimiser import minimise, without_spare_calls
from everypath.suite.selection.mutants import Mutant, mutants_of
from everypath.suite.selection.selector import Keep, Known, select
from everypath.suite.source.files import MARKED_LINES, is_kept, save_source
from everypath.suite.source.frameworks import framework_named
from everypath.suite.source.test_class import TestClass, TestSource
from everypath.suite.suites.checker import Checker, Dropped
from everypath.suite.suites.failing_tests import FailingTest, check_failing, is_ill_typed, prepare_failing
from everypath.suite.suites.stability import Hits
from everypath.suite.suites.writer import Parts, Suite, own_files, prepare, write_tests
from everypath.suite.testcase.case import NoCase, Outcome, Site, TestCase, Throw, Verdict

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
