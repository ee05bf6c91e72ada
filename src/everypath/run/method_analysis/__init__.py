"""The analysis of one method: explore, build test cases, replay them on the JVM, and report.

A `Session` analyses one `Unit` after the other and returns a `MethodReport` for each. The package may import all
packages of ``run`` except ``test_writing`` and ``scheduling``.
"""

from everypath.run.method_analysis.descriptions import build_case
from everypath.run.method_analysis.garbage_collection import Garbage
from everypath.run.method_analysis.session import Session

__all__ = ["Garbage", "Session", "build_case"]
