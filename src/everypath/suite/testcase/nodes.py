"""The classes of which a test case consists, for modules that store test cases and read them back."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from everypath.suite.testcase import assertions, case, expected, expressions

__all__ = ["NODES"]

NODES: Mapping[str, type] = {
    each.__name__: each
    for module in (expressions, expected, case, assertions)
    for each in vars(module).values()
    if isinstance(each, type) and dataclasses.is_dataclass(each) and each.__module__ == module.__name__
}
"""The data classes of test cases by their simple names."""
