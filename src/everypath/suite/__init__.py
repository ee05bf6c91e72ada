"""From a path to a test: the input rebuilt, an oracle, the replay on the JVM, and JUnit source.

``build_case`` makes a `TestCase` of a finished path, ``verify`` asks the JVM, ``minimise`` shortens the input,
``select`` keeps the cases that add something, ``write_tests`` prints, compiles and runs them.
"""

from everypath.suite.case import NoCase, Outcome, Site, TestCase, Throw, Verdict

__all__ = ["NoCase", "Outcome", "Site", "TestCase", "Throw", "Verdict"]
