"""Test cases on the JVM: the plan of a replay, and the comparison of its result with the prediction.

`verify_many` replays cases through the bridge and returns a `Verdict` for each. `plan_of` encodes a recipe for the
bridge, `TraceComparator` compares the executed blocks with those of the path, `check_condition` evaluates a
postcondition.
Imports `testcase`, `stubs` and `oracle`.
"""

from everypath.suite.replay.block_traces import TraceComparator
from everypath.suite.replay.comparison import PLAIN
from everypath.suite.replay.elsewhere import ELSEWHERE
from everypath.suite.replay.plans import literal_of, plan_of
from everypath.suite.replay.postconditions import ConditionCheck, admits, check_condition
from everypath.suite.replay.verifier import (
    INITIALISER_ERRORS,
    MISSING_CLASS,
    TOO_LONG,
    Replaying,
    case_plan,
    distinguishes,
    missing_class,
    run_unpredicted,
    verdict_of,
    verify,
    verify_fresh,
    verify_many,
    without_end,
)

__all__ = [
    "ELSEWHERE",
    "INITIALISER_ERRORS",
    "MISSING_CLASS",
    "PLAIN",
    "TOO_LONG",
    "ConditionCheck",
    "Replaying",
    "TraceComparator",
    "admits",
    "case_plan",
    "check_condition",
    "distinguishes",
    "literal_of",
    "missing_class",
    "plan_of",
    "run_unpredicted",
    "verdict_of",
    "verify",
    "verify_fresh",
    "verify_many",
    "without_end",
]
