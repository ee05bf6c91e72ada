"""Test cases on the JVM: the plan of a replay, and the comparison of its result with the prediction.

`verify_many` replays cases through the bridge and returns a `Verdict` for each. `plan_of` encodes a recipe for the
bridge, `Courses` compares the executed blocks with those of the path, `judge_condition` evaluates a postcondition.
Imports `testcase`, `stubs` and `oracle`.
"""
