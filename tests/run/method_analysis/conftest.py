"""A lab for the call sequences of these tests."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.suite.sequences.sequence import SequenceLab


@pytest.fixture(scope="module")
def lab(java_classes: Callable[..., Path]) -> Iterator[SequenceLab]:
    found = SequenceLab(java_classes("sequences"))
    yield found
    found.bridge.close()
