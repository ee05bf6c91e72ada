"""Services of processes: a temporary folder that is always removed, limits on wall time and memory, and processes that
end with the run that started them.

`temporary_folder` is entered by each command. `alarm` raises `OutOfTimeError` in code that does not look at the clock,
`safety_net` in code that hangs although its work is counted. `within_memory` keeps all processes of a run within a
limit. A process that a run starts calls `begin_child` first. What it sends is `packed`: equal strings become one. The
package imports nothing of ``run``.
"""

from typing import TYPE_CHECKING

from everypath.lazy import loader
from everypath.run.process.memory_watch import WORKERS, MemoryWatch, used_memory, within_memory
from everypath.run.process.signals import signals_deferred
from everypath.run.process.temporary_folder import temporary_folder
from everypath.run.process.timeout import OutOfTimeError, alarm, end_alarm, safety_net

if TYPE_CHECKING:
    from everypath.run.process.child import END_SECONDS, begin_child
    from everypath.run.process.packing import packed, unpacked

__all__ = [
    "END_SECONDS",
    "WORKERS",
    "MemoryWatch",
    "OutOfTimeError",
    "alarm",
    "begin_child",
    "end_alarm",
    "packed",
    "safety_net",
    "signals_deferred",
    "temporary_folder",
    "unpacked",
    "used_memory",
    "within_memory",
]

__getattr__ = loader(__name__, {"child": ("END_SECONDS", "begin_child"), "packing": ("packed", "unpacked")})
