"""Collections, streams, numbers and times: the goals written in the subjects are met, predictions hold on the JVM."""

from __future__ import annotations

import os

import pytest
from tests.busy import budget
from tests.whole.running import JAVA, goals, missed, run

LONG = pytest.mark.skipif("EVERYPATH_LONG" not in os.environ, reason="takes a minute: EVERYPATH_LONG=1 runs it")
METHODS = [
    pytest.param(folder, source.stem, method, marks=marks)
    for folder, marks in (("collections", ()), ("collections_long", LONG))
    for source in sorted((JAVA / folder).glob("*.java"))
    for method, wanted in goals(source).items()
    if wanted
]


@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    found: dict[str, dict[str, dict]] = {}

    def of(folder: str, subject: str, method: str) -> dict:
        if folder not in found:
            out = tmp_path_factory.mktemp(folder) / "out.json"
            document, _ = run("check", JAVA / folder, "--budget", budget(200), json_file=out)
            found[folder] = {f"{row['class']}.{row['method']}": row for row in document["methods"]}
        return found[folder][f"collections.{subject}.{method}"]

    return of


def test_there_are_enough_methods():
    assert len(METHODS) >= 60


@pytest.mark.parametrize(("folder", "subject", "method"), METHODS)
def test_goals_are_met(reports, folder, subject, method):
    report = reports(folder, subject, method)
    assert not missed(goals(JAVA / folder / f"{subject}.java")[method], report), report


@pytest.mark.parametrize(("folder", "subject", "method"), METHODS)
def test_predictions_equal_the_jvm(reports, folder, subject, method):
    report = reports(folder, subject, method)
    assert report["status"] != "failed"
    assert not {"diverged", "not-triggered", "other-exception"} & report["outcomes"].keys(), report
