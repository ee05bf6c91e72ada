"""Services of the process: a temporary folder that is always removed, and limits on wall time.

`temporary_folder` is entered by each command. `alarm` raises `OutOfTimeError` in code that does not look at the clock.
The package imports nothing of ``run``.
"""

from everypath.run.process.temporary_folder import remove_folder_of_parent, temporary_folder
from everypath.run.process.timeout import OutOfTimeError, alarm

__all__ = ["OutOfTimeError", "alarm", "remove_folder_of_parent", "temporary_folder"]
