"""Modern Java (17, and 21 to 25 where a JDK knows it): the goals written in the subjects are met, predictions hold."""

from __future__ import annotations

import functools

import pytest
from tests.busy import budget
from tests.conftest import JDKS
from tests.whole.running import JAVA, goals, missed, run

FOLDERS = {"modern": 17, "modern21": 25}


def _methods() -> list:
    """The methods with goals."""
    found = []
    for folder, release in FOLDERS.items():
        for source in sorted((JAVA / folder).glob("*.java")):
            for method, wanted in goals(source).items():
                marks = [pytest.mark.skipif(JDKS[-1].feature < release, reason=f"the subject needs Java {release}")]
                if wanted:
                    found.append(pytest.param(folder, source.stem, method, marks=marks))
    return found


METHODS = _methods()


@pytest.fixture(scope="module")
def check(tmp_path_factory):
    def analysed(folder: str, seconds: int, *options: str) -> dict[tuple[str, str], dict]:
        jdk = JDKS[0] if FOLDERS[folder] <= JDKS[0].feature else JDKS[-1]
        target = (JAVA / folder, "--jdk", jdk.home, "--budget", budget(seconds), *options)
        document, _ = run("check", *target, json_file=tmp_path_factory.mktemp(folder) / "out.json")
        return {(method["class"].rsplit(".", 1)[-1], method["method"]): method for method in document["methods"]}

    return analysed


@pytest.fixture(scope="module")
def reports(check):
    @functools.cache
    def of(folder: str) -> dict[tuple[str, str], dict]:
        named = [(subject, method) for other, subject, method in (each.values for each in METHODS) if other == folder]
        return check(folder, 25, *(part for subject, method in named for part in ("--only", f"*{subject}#{method}")))

    return of


@pytest.fixture
def alone(check):
    def analysed(folder: str, subject: str, method: str) -> dict:
        return check(folder, 60, "--only", f"*{subject}#{method}")[subject, method]

    return analysed


def test_there_are_enough_methods():
    assert len(METHODS) >= 60


@pytest.mark.parametrize(("folder", "subject", "method"), METHODS)
def test_goals_are_met(reports, alone, folder, subject, method):
    wanted = goals(JAVA / folder / f"{subject}.java")[method]
    report = reports(folder)[subject, method]
    if missed(wanted, report):  # the limits of solvers are wall time, and the machine may be busy: once more by itself
        report = alone(folder, subject, method)
    assert not missed(wanted, report), report


@pytest.mark.parametrize(("folder", "subject", "method"), METHODS)
def test_predictions_equal_the_jvm(reports, folder, subject, method):
    report = reports(folder)[subject, method]
    assert report["status"] != "failed"
    assert not {"diverged", "not-triggered", "other-exception"} & report["outcomes"].keys(), report
