"""Coverage as the JVM measured it: goals of paths and tests, source lines, and the tests that a project has already.

`goals_of`, `covered_by` and `kept_of` count blocks and branches; `goals_of_target` lists them one by one.
`coverage_by_line` combines the replays of all methods by source line. `measure` runs the existing tests. The package
may import ``workload`` and ``results``.
"""

from everypath.run.coverage.existing_tests import known_to, measure
from everypath.run.coverage.goal_list import goals_of_target
from everypath.run.coverage.goals import Own, covered_by, goals_by_part, goals_of, is_testable, kept_of
from everypath.run.coverage.lines import Line, LineState, coverage_by_line
from everypath.run.coverage.open_jumps import OpenJumps
from everypath.run.coverage.swept import SweptCoverage, executed_code

__all__ = [
    "Line",
    "LineState",
    "OpenJumps",
    "Own",
    "SweptCoverage",
    "coverage_by_line",
    "covered_by",
    "executed_code",
    "goals_by_part",
    "goals_of",
    "goals_of_target",
    "is_testable",
    "kept_of",
    "known_to",
    "measure",
]
