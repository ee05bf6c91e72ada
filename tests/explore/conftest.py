from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.explore.lab import Lab


@pytest.fixture(scope="session")
def lab(java_classes: Callable[..., Path]) -> Iterator[Lab]:
    made = Lab(java_classes("explore"))
    yield made
    made.bridge.close()


@pytest.fixture(scope="session")
def conditions(java_classes: Callable[..., Path]) -> Iterator[Lab]:
    made = Lab(java_classes("conditions"))
    yield made
    made.bridge.close()
