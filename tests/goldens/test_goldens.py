"""Ten small projects get exactly the findings and the tests that are recorded beside them, byte for byte.

What differs on purpose is written anew by `python -m tests.goldens --update`; read the diff before it is committed.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.goldens.running import NAMES, compiled, differences, findings_of, recorded, suite_of


def test_there_are_ten_projects_and_each_finds_something() -> None:
    assert len(NAMES) == 10
    assert all("error EP" in recorded(name, "findings")["check.txt"] for name in NAMES)
    assert all(recorded(name, "tests") for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_the_findings_are_those_recorded(name: str, tmp_path: Path) -> None:
    changes = differences(recorded(name, "findings"), findings_of(name, compiled(name, tmp_path)))
    assert not changes, f"\n{changes}"


@pytest.mark.parametrize("name", NAMES)
def test_the_tests_are_those_recorded(name: str, tmp_path: Path) -> None:
    jobs = 1 + NAMES.index(name) % 2  # how many there are makes no difference, but one process takes less
    changes = differences(recorded(name, "tests"), suite_of(name, compiled(name, tmp_path), jobs=jobs))
    assert not changes, f"\n{changes}"


def test_a_difference_is_shown_line_by_line() -> None:
    changes = differences({"a.txt": "same\nold\n", "gone.txt": "x\n"}, {"a.txt": "same\nnew\n"})
    assert "-old" in changes
    assert "+new" in changes
    assert "got gone.txt (no such file)" in changes
