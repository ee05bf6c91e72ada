"""From a path to a test: the input rebuilt, an oracle, the replay on the JVM, and JUnit source.

`CaseBuilder.build` makes a `TestCase` of a finished path, `verify_many` asks the JVM, `minimise` shortens the input of
a confirmed exception, `select` keeps the cases that add something, `write_tests` prints, compiles and runs them.

Packages, lowest first:

- `testcase`: test cases as data, and names, descriptors and literals of Java source
- `stubs`: class files of stub objects and of sources of unknown values
- `recipes`: the statements that build an input
- `prediction`: the values that the symbolic machine predicts
- `formatting`: the layout of Java code
- `input_classes`: the classes that the inputs of a path may have, and Java that tests for them
- `descriptions`: conditions, effects and steps as text
- `predicates`: conditions and effects as Java that is compiled and asked
- `oracle`: the assertions of a test
- `replay`: test cases on the JVM
- `drawings`: text drawings of linked structures
- `source`: Java source of test classes
- `cases`: the test case of a path
- `selection`: which cases to keep, and shorter inputs
- `sequences`: test cases of call sequences, whose end is observed
- `suites`: test classes compiled, run, checked and written
"""

from everypath.suite.cases import CaseBuilder, SuiteOptions, build_case
from everypath.suite.descriptions import THIS_INPUT, RefutedSide, condition_text, refuted_side
from everypath.suite.drawings import draw_all
from everypath.suite.recipes import breaks_annotations
from everypath.suite.replay import (
    MISSING_CLASS,
    TOO_LONG,
    Replaying,
    TraceComparator,
    case_plan,
    distinguishes,
    plan_of,
    run_unpredicted,
    verdict_of,
    verify,
    verify_fresh,
    verify_many,
)
from everypath.suite.selection import Keep, KnownCoverage, Mutant, minimise, mutants_of, select, without_redundant_calls
from everypath.suite.sequences import (
    CallSequence,
    Replayer,
    call_sequence,
    lacks_effect,
    lacks_result,
    observed_case,
    observed_cases,
    observed_plan,
    recipe_of,
    shorter,
    verdict_of_observed,
    with_observed_checks,
    with_shown_effects,
)
from everypath.suite.source import (
    MARKED_LINES,
    TestClass,
    TestSource,
    framework_named,
    is_kept,
    replace_file,
    save_source,
)
from everypath.suite.suites import (
    OUT_OF_TIME,
    Checker,
    Dropped,
    FailingTest,
    FinalRun,
    Hits,
    KnownTests,
    ManyFailuresError,
    Parts,
    PassedClass,
    Suite,
    TimedRun,
    check_failing,
    is_ill_typed,
    own_files,
    prepare,
    prepare_failing,
    write_tests,
)
from everypath.suite.testcase import NoCase, Outcome, Recipe, Site, TestCase, Throw, Verdict, inlined_in_order

__all__ = [
    "MARKED_LINES",
    "MISSING_CLASS",
    "OUT_OF_TIME",
    "THIS_INPUT",
    "TOO_LONG",
    "CallSequence",
    "CaseBuilder",
    "Checker",
    "Dropped",
    "FailingTest",
    "FinalRun",
    "Hits",
    "Keep",
    "KnownCoverage",
    "KnownTests",
    "ManyFailuresError",
    "Mutant",
    "NoCase",
    "Outcome",
    "Parts",
    "PassedClass",
    "Recipe",
    "RefutedSide",
    "Replayer",
    "Replaying",
    "Site",
    "Suite",
    "SuiteOptions",
    "TestCase",
    "TestClass",
    "TestSource",
    "Throw",
    "TimedRun",
    "TraceComparator",
    "Verdict",
    "breaks_annotations",
    "build_case",
    "call_sequence",
    "case_plan",
    "check_failing",
    "condition_text",
    "distinguishes",
    "draw_all",
    "framework_named",
    "inlined_in_order",
    "is_ill_typed",
    "is_kept",
    "lacks_effect",
    "lacks_result",
    "minimise",
    "mutants_of",
    "observed_case",
    "observed_cases",
    "observed_plan",
    "own_files",
    "plan_of",
    "prepare",
    "prepare_failing",
    "recipe_of",
    "refuted_side",
    "replace_file",
    "run_unpredicted",
    "save_source",
    "select",
    "shorter",
    "verdict_of",
    "verdict_of_observed",
    "verify",
    "verify_fresh",
    "verify_many",
    "with_observed_checks",
    "with_shown_effects",
    "without_redundant_calls",
    "write_tests",
]
