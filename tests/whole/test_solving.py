"""Solving, not guessing: the goals that stand in the subjects are met, each prediction equals the JVM's."""

from __future__ import annotations

import pytest
from tests.busy import budget
from tests.whole.running import JAVA, goals, missed, run

SUBJECTS = sorted((JAVA / "solving").glob("*.java"))
METHODS = [(source.stem, method) for source in SUBJECTS for method, wanted in goals(source).items() if wanted]


@pytest.fixture(scope="module")
def methods(tmp_path_factory):
    document, _ = run(
        "check", JAVA / "solving", "--budget", budget(150), json_file=tmp_path_factory.mktemp("solving") / "out.json"
    )
    found: dict[tuple[str, str], dict] = {}
    for method in document["methods"]:
        simple = method["class"].rsplit(".", 1)[-1]
        name = simple if method["method"] == "<init>" else method["method"]
        found[simple, name] = method
    return found


def test_there_are_enough_methods():
    assert len(METHODS) >= 60


@pytest.mark.parametrize(("subject", "method"), METHODS)
def test_goals_are_met(methods, subject, method):
    report = methods[subject, method]
    wanted = goals(JAVA / "solving" / f"{subject}.java")[method]
    assert not missed(wanted, report), report


@pytest.mark.parametrize(("subject", "method"), METHODS)
def test_predictions_equal_the_jvm(methods, subject, method):
    report = methods[subject, method]
    assert report["status"] != "failed"
    assert not {"diverged", "not-triggered", "other-exception"} & report["outcomes"].keys(), report
    assert report["outcomes"].get("confirmed", 0) == len(report["cases"]), report


@pytest.mark.parametrize(("subject", "method"), METHODS)
def test_all_code_but_the_dead_is_covered_on_the_jvm(methods, subject, method):
    report = methods[subject, method]
    covered, total = report["instructions"]["covered"], report["instructions"]["total"]
    kinds = {goal.word for goal in goals(JAVA / "solving" / f"{subject}.java")[method]}
    if kinds & {"dead", "unreached", "partly-dead"}:
        assert covered < total
    else:
        assert covered == total
