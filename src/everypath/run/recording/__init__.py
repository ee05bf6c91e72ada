"""Test cases that can be replayed later: those of the last run in a folder, and files of test patterns.

`save_last_run` and `load_last_run` keep the cases of a run in the user's cache, by folder. `write_patterns` and
`read_patterns` write and read the exchange format, JSON or XML. The package may import ``results`` and ``options``.
"""

from everypath.run.recording.last_run import LastRun, load_last_run, save_last_run
from everypath.run.recording.pattern_files import Recorded, read_patterns, write_patterns

__all__ = ["LastRun", "Recorded", "load_last_run", "read_patterns", "save_last_run", "write_patterns"]
