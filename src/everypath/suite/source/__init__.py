"""Java source of test classes for JUnit 5, JUnit 4 and TestNG.

`SourceWriter` prints expressions and statements, `tabled` merges similar tests into parameterised ones,
`names_of_tests` chooses the names, and `render` makes the `TestSource` of a `TestClass`.
Imports `testcase`, `recipes`, `prediction` and `formatting`.
"""

from everypath.suite.source.files import MARK, MARKED_LINES, is_kept, replace_file, save_source
from everypath.suite.source.frameworks import JUNIT4, JUNIT5, TESTNG, Framework, framework_named
from everypath.suite.source.parameterised import tabled
from everypath.suite.source.test_class import TestClass, TestMethod, TestSource, render
from everypath.suite.source.test_names import COMPLETES, names_of_tests
from everypath.suite.source.writer import HELPERS, Helpers, SourceWriter, one_line, one_line_of

__all__ = [
    "COMPLETES",
    "HELPERS",
    "JUNIT4",
    "JUNIT5",
    "MARK",
    "MARKED_LINES",
    "TESTNG",
    "Framework",
    "Helpers",
    "SourceWriter",
    "TestClass",
    "TestMethod",
    "TestSource",
    "framework_named",
    "is_kept",
    "names_of_tests",
    "one_line",
    "one_line_of",
    "render",
    "replace_file",
    "save_source",
    "tabled",
]
