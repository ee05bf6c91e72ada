"""From call sequences that ran on the JVM to symbols: sequences with other literals that take open sides of decisions.

`ConcolicSearch` runs a sequence on the machine and flips its decisions; `followed_path` only runs it. `OpenSides` are
the goals of the search. A `Recording` has the results of calls that the machine does not support. The JVM decides what
a `NewSequence` passes. This package imports `paths`, `witnesses` and `search`.
"""

from everypath.explore.concolic.extension import Extender, public_methods
from everypath.explore.concolic.following import FollowedPath, followed_path
from everypath.explore.concolic.open_sides import OpenJumps, OpenSides, Side
from everypath.explore.concolic.recorded import Record, RecordedCall, Recording
from everypath.explore.concolic.search import ConcolicSearch, NewSequence, SeedReport
from everypath.explore.concolic.sequence_code import is_constant

__all__ = [
    "ConcolicSearch",
    "Extender",
    "FollowedPath",
    "NewSequence",
    "OpenJumps",
    "OpenSides",
    "Record",
    "RecordedCall",
    "Recording",
    "SeedReport",
    "Side",
    "followed_path",
    "is_constant",
    "public_methods",
]
