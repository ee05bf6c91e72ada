"""Code that depends on the machine does not run: the path ends, and its reason names the entry point."""

from __future__ import annotations

import pytest
from tests.library.support import SOURCES, Ending, Setup, compiled

ENTRY_POINTS = {
    "digest": "java.security.MessageDigest.getInstance",
    "log": "java.util.logging.Logger.getLogger",
    "pool": "java.util.concurrent.Executors.newFixedThreadPool",
    "bundle": "java.util.ResourceBundle.getBundle",
}
"""Test methods, and the methods where their paths end."""


@pytest.fixture(scope="module")
def subsystems(setup):
    classes = compiled(setup.bridge.jdk, SOURCES / "subsystems")
    return Setup(setup.bridge, [classes])


@pytest.mark.parametrize(("name", "entry_point"), ENTRY_POINTS.items())
def test_the_path_ends_where_it_enters_a_subsystem(subsystems, name, entry_point):
    (method,) = [m for m in subsystems.methods("Subsystems") if m.name == name]
    (result,) = subsystems.symbolic(method, most=4)
    assert result.ending is Ending.UNSUPPORTED
    assert result.detail == entry_point


@pytest.mark.parametrize("name", ["message", "privileged", "uri"])
def test_what_only_computes_is_run(subsystems, name):
    (method,) = [m for m in subsystems.methods("Subsystems") if m.name == name]
    for result in subsystems.symbolic(method, most=4):
        assert result.ending in (Ending.RETURNED, Ending.THREW)
