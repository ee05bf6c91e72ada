"""Class files that replays define beside those of the program.

`stub_class` writes the class of a stub object, `answering` gives sources of unknown values recorded answers, and
`absent_sources` writes classes that the class path lacks. A class that is `recording` hands over what its calls of a
method return. Imports `testcase` only.
"""

from everypath.suite.stubs.absent_classes import absent_sources
from everypath.suite.stubs.recording_classes import TAKE_RECORDED, recording
from everypath.suite.stubs.source_classes import FEED, answering
from everypath.suite.stubs.stub_classes import ANSWERS, Shape, StubClass, stub_class, stubbed

__all__ = [
    "ANSWERS",
    "FEED",
    "TAKE_RECORDED",
    "Shape",
    "StubClass",
    "absent_sources",
    "answering",
    "recording",
    "stub_class",
    "stubbed",
]
