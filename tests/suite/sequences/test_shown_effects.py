"""A test of a call without a result asserts what shows that the call did something."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.support import everypath

FIRST = {
    "setNext": "assertSame(other, setters.next);",
    "setBefore": "assertSame(other, setters.getBefore());",
    "setSize": "assertFalse(setters.isEmpty());",
    "setName": 'assertEquals("Setters text", setters.toString());',
    "open": "assertTrue(setters.isOpen(1));",
    "note": "assertEquals(1, setters.noted());",
    "setNames": "assertSame(given, setters.names());",
    "share": "assertEquals(1, Setters.shared);",
    "count": "assertEquals(1, Setters.counted());",
    "join": "assertSame(second, setters.next);",
}
"""The first assertion of the test of each method that changes something."""


@pytest.fixture(scope="module")
def tests(java_classes: Callable[..., Path], tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """The lines of the written tests of each method."""
    folder = tmp_path_factory.mktemp("written")
    target = java_classes("effects") / "effects" / "Setters.class"
    done = everypath("generate", str(target), "-o", str(folder), "--budget", "60s", cwd=folder)
    assert done.returncode in (0, 1), done.stderr
    found: dict[str, list[str]] = {}
    for text in (folder / "effects" / "SettersTest.java").read_text().split("  void ")[1:]:
        name, _, rest = text.partition("_")
        found.setdefault(name, []).append(rest)
    return found


@pytest.mark.parametrize("method", FIRST)
def test_the_first_assertion_shows_the_effect(method: str, tests: dict[str, list[str]]) -> None:
    asserted = [[line.strip() for line in text.splitlines() if "assert" in line] for text in tests[method]]
    assert FIRST[method] in {each[0] for each in asserted}


def test_what_nobody_sees_is_not_asserted(tests: dict[str, list[str]]) -> None:
    (text,) = tests["hide"]
    assert "unseen" not in text


def test_methods_that_change_the_object_are_not_asked(tests: dict[str, list[str]]) -> None:
    (text,) = tests["open"]
    assert "setters.closed()" not in text
