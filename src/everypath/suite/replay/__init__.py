"""Test cases on the JVM: the plan of a replay, and the comparison of its result with the prediction.

`verify_many` replays cases through the bridge and returns a `Verdict` for each. `plan_of` encodes a recipe for the
bridge, `Courses` compares the executed blocks with those of the path, `judge_condition` evaluates a postcondition.
Imports `testcase`, `stubs` and `oracle`.
"""

from everypath.suite.replay.block_traces import Courses
from everypath.suite.replay.plans import literal_of, plan_of
from everypath.suite.replay.postconditions import Judgement, admits, judge_condition
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

__all__ = [
    "MISSING_CLASS",
    "Courses",
    "Judgement",
    "Replaying",
    "admits",
    "case_plan",
    "judge",
    "judge_condition",
    "literal_of",
    "plan_of",
    "run_unpredicted",
    "tells_apart",
    "verify",
    "verify_fresh",
    "verify_many",
]
