from __future__ import annotations

import pytest

from everypath.vm.compiled import compiler


@pytest.fixture(scope="package", autouse=True)
def soon_compiled():
    """The machine's tests are tests of tier 1, too: what runs twice is compiled."""
    usual, compiler.HOT = compiler.HOT, 2
    yield
    compiler.HOT = usual
