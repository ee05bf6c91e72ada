from __future__ import annotations

import pytest
from tests.library.support import World, compiled

from everypath.bridge import Bridge
from everypath.classfile import Jdk
from everypath.vm.compiled import compiler


@pytest.fixture(scope="package", autouse=True)
def soon_compiled():
    """The library's tests are tests of tier 1, too: what runs twice is compiled."""
    usual, compiler.HOT = compiler.HOT, 2
    yield
    compiler.HOT = usual


@pytest.fixture(scope="session")
def world():
    jdk = Jdk.find()
    classes = compiled(jdk)
    with Bridge(jdk, [classes]) as bridge:
        yield World(bridge, [classes])
