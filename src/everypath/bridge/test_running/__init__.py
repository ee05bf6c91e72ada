"""Compiles and runs test classes on the bridge.

`TestRunner` does both. Written tests become plans that call their methods, against stubs of JUnit and TestNG
(`test_plans`). Tests that a project has are run by their own framework (`existing_tests`). This package imports all
packages below it.
"""

from everypath.bridge.test_running.existing_tests import ExistingTestsResult, existing_tests_result
from everypath.bridge.test_running.test_plans import TestVerdict
from everypath.bridge.test_running.test_runner import RunTogether, TestRunner

__all__ = ["ExistingTestsResult", "RunTogether", "TestRunner", "TestVerdict", "existing_tests_result"]
