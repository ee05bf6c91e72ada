"""An error of the engine outside of any test class: the tests are written anew, or those that were saved stay."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from everypath.api import Job, Silent
from everypath.run import resolve
from everypath.run.test_writing import Generated, generate
from everypath.run.test_writing.preparing import Preparing

ERROR = "nothing can be prepared"


def written(classes: Path, folder: Path) -> Generated:
    job = Job((str(classes),), resolve({"budget": "60s", "jobs": "1"}, folder, {}), writes=True)
    return generate(job.workload, job.analyse(Silent()), folder / "tests", time.time() + 60)


def failing(monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    """Let the first calls of `Preparing` fail."""
    original, left = Preparing.__init__, [times]

    def prepare(self: Preparing, *given: object) -> None:
        left[0] -= 1
        if left[0] >= 0:
            raise MemoryError(ERROR)
        original(self, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(Preparing, "__init__", prepare)


@pytest.fixture(scope="module")
def classes(java_classes: Callable[..., Path]) -> Path:
    return java_classes("mutants")


def test_one_error_loses_nothing(classes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "plain").mkdir()
    (tmp_path / "again").mkdir()
    plain = written(classes, tmp_path / "plain")
    failing(monkeypatch, 1)
    again = written(classes, tmp_path / "again")
    assert plain.files
    assert [each.read_text() for each in again.files] == [each.read_text() for each in plain.files]
    assert again.analysis.summary == plain.analysis.summary


def test_an_error_that_stays_is_the_reason_for_each_test(
    classes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing(monkeypatch, 2)
    found = written(classes, tmp_path)
    tested = [method for method in found.analysis.methods if method.tests]
    assert found.files == ()
    assert found.dropped
    assert all(ERROR in each.reason for each in found.dropped)
    assert {method.status.value for method in tested} == {"failed"}
