"""From a finished path to its test case.

`CaseBuilder.build` returns the `TestCase` of a path, or a `NoCase` with the reason why there is none. `SuiteOptions`
say which inputs are allowed. Imports all packages below it.
"""

from everypath.suite.cases.builder import CaseBuilder, build_case
from everypath.suite.cases.context import SuiteOptions

__all__ = ["CaseBuilder", "SuiteOptions", "build_case"]
