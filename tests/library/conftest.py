from __future__ import annotations

import pytest
from tests.library.support import World, compiled

from everypath.bridge import Bridge
from everypath.classfile.jdk import Jdk


@pytest.fixture(scope="session")
def world():
    jdk = Jdk.find()
    classes = compiled(jdk)
    with Bridge(jdk, [classes]) as bridge:
        yield World(bridge, [classes])
