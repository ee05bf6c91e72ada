"""The whole run: which methods are analysed, by which workers, when and for how long, and the merged result.

`analyse` runs a `Workload` within its budget and returns an `Analysis`. It makes an `AnalysisPlan` and tells a
`Listener` about the progress. This front door names only what is needed before the first line is printed; the
scheduler and the workers are loaded later. The package may import all other packages of ``run``.
"""

from everypath.run.scheduling.analysis import Agenda, Listener, analyse, nothing_kept, plan, prepare, time_for_writing

__all__ = ["Agenda", "Listener", "analyse", "nothing_kept", "plan", "prepare", "time_for_writing"]
