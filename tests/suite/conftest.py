from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.suite.support import Lab


@pytest.fixture(scope="session")
def lab(java_classes: Callable[..., Path]) -> Iterator[Lab]:
    found = Lab(java_classes("suite"))
    yield found
    found.bridge.close()
