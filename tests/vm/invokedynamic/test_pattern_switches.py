"""Pattern switches, on a JDK that has them."""

from __future__ import annotations

import pytest
from tests.conftest import TESTS, compile_java
from tests.vm.support import ask_java, machine_for, newer_home, printed, run
from tests.vm.test_differential import without_modules


def test_pattern_switches():
    home = newer_home()
    if home is None:
        pytest.skip("no JDK 21 or newer beside the default one")
    sources = [TESTS / "java" / "vm21" / "Patterns.java", TESTS / "java" / "vm" / "Caller.java"]
    classes = compile_java(sources, javac=str(home / "bin" / "javac"))
    machine = machine_for(classes, home=home)
    calls = [("Patterns", name, (kind,), ("I",)) for name in ("any", "dot", "constants") for kind in range(9)]
    for (_, name, args, _), wanted in zip(calls, ask_java(classes, calls, home=home), strict=True):
        got = printed(run(machine, "Patterns", name, *args), "I")
        assert without_modules(got) == without_modules(wanted), (name, args)
