"""The subject of these tests, compiled once."""

from pathlib import Path

import pytest
from tests.conftest import compile_java

SOURCE = Path(__file__).parents[1] / "java" / "api" / "Parcel.java"


@pytest.fixture(scope="session")
def classes():
    return compile_java([SOURCE])
