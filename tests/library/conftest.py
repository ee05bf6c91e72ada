from __future__ import annotations

import pytest
from tests.library.support import Setup, compiled

from everypath.bridge import Bridge
from everypath.classfile import Jdk
from everypath.vm.compiled import compiler


@pytest.fixture(scope="package", autouse=True)
def compile_early():
    """The library's tests also test tier 1: code is compiled when it runs for the second time."""
    usual, compiler.HOT = compiler.HOT, 2
    yield
    compiler.HOT = usual


@pytest.fixture(scope="session")
def setup():
    jdk = Jdk.find()
    classes = compiled(jdk)
    with Bridge(jdk, [classes]) as bridge:
        yield Setup(bridge, [classes])
