"""The whole run: which methods are analysed, by which workers, when and for how long, and the merged result.

`resources` is entered by each command: a temporary folder and a limit on memory. `analyse` runs a `Workload` within its
budget and returns an `Analysis`. It makes an `AnalysisPlan` and notifies a
`Listener` of the progress. This front door names only what is needed before the first line is printed; the scheduler
and the workers are loaded later. The package may import all other packages of ``run``.
"""

from everypath.run.scheduling.analysis import Saver, analyse, nothing_reserved, time_for_writing
from everypath.run.scheduling.assembling import interim_analysis
from everypath.run.scheduling.plan import AnalysisPlan, Listener, plan, prepare
from everypath.run.scheduling.resources import resources

__all__ = [
    "AnalysisPlan",
    "Listener",
    "Saver",
    "analyse",
    "interim_analysis",
    "nothing_reserved",
    "plan",
    "prepare",
    "resources",
    "time_for_writing",
]
