"""Services of the process: a temporary folder that is always removed, and limits on wall time and memory.

`temporary_folder` is entered by each command. `alarm` raises `OutOfTimeError` in code that does not look at the clock,
`safety_net` in code that hangs although its work is counted. `within_memory` keeps all processes of a run within a
limit. The package imports nothing of ``run``.
"""

from everypath.run.process.memory_watch import WORKERS, MemoryWatch, within_memory
from everypath.run.process.temporary_folder import remove_folder_of_parent, temporary_folder
from everypath.run.process.timeout import OutOfTimeError, alarm, end_alarm, safety_net

__all__ = [
    "WORKERS",
    "MemoryWatch",
    "OutOfTimeError",
    "alarm",
    "end_alarm",
    "remove_folder_of_parent",
    "safety_net",
    "temporary_folder",
    "within_memory",
]
