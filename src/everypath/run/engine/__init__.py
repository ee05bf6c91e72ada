"""The parts of everypath connected in one worker process: program, library, solver, machine, bridge.

`Engine` makes the exploration of each entry method; `ProgramRuns` draws inputs for that of a program. `Work` is the
state of one method between its rounds, `ObjectSearch` makes its objects, `Stopwatch` has its timings, `Meter` its work,
`Allowance` what a round of it may use. The package may import ``coverage``, ``contracts`` and ``workload``.
"""

from everypath.run.engine.allowance import Allowance, ClockAllowance, WorkAllowance
from everypath.run.engine.engine import SUMMARY_OPTIONS, Engine, bounds_of
from everypath.run.engine.member_replay import find_member, replay_members
from everypath.run.engine.meter import Meter, ReplayMeter
from everypath.run.engine.method_work import BATCH, Description, Work
from everypath.run.engine.object_search import ObjectSearch
from everypath.run.engine.program_runs import ProgramRuns
from everypath.run.engine.stopwatch import Stopwatch

__all__ = [
    "BATCH",
    "SUMMARY_OPTIONS",
    "Allowance",
    "ClockAllowance",
    "Description",
    "Engine",
    "Meter",
    "ObjectSearch",
    "ProgramRuns",
    "ReplayMeter",
    "Stopwatch",
    "Work",
    "WorkAllowance",
    "bounds_of",
    "find_member",
    "replay_members",
]
