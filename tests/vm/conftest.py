from __future__ import annotations

import pytest

from everypath.vm.compiled import compiler


@pytest.fixture(scope="package", autouse=True)
def compile_early():
    """Compile methods and loops after two calls or iterations: the tests of tier 0 test tier 1, too."""
    usual, compiler.HOT = compiler.HOT, 2
    yield
    compiler.HOT = usual
