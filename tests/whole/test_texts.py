"""Conditions on strings as people write them are met: every goal of the subject, in one run with a small budget."""

from __future__ import annotations

import os

import pytest
from tests.whole.running import JAVA, goals, missed, run

SUBJECT = JAVA / "texts" / "Texts.java"
WHOLE = "EVERYPATH_CONFORMANCE" in os.environ
QUICK = (
    "trimmed",
    "pattern",
    "padded",
    "hexadecimal",
    "ignoringCase",
    "letters",
    "suffix",
    "joined",
    "repeated",
    "order",
)
METHODS = [name for name, wanted in goals(SUBJECT).items() if wanted and (WHOLE or name in QUICK)]


@pytest.fixture(scope="module")
def methods(tmp_path_factory):
    chosen = [] if WHOLE else [option for name in METHODS for option in ("--only", f"*#{name}")]
    document, _ = run(
        "check",
        SUBJECT,
        *chosen,
        "--budget",
        "300s" if WHOLE else "60s",
        json_file=tmp_path_factory.mktemp("texts") / "t",
    )
    return {method["method"]: method for method in document["methods"]}


@pytest.mark.parametrize("name", METHODS)
def test_goals_are_met(methods, name):
    assert not missed(goals(SUBJECT)[name], methods[name]), methods[name]


@pytest.mark.parametrize("name", METHODS)
def test_predictions_equal_the_jvm(methods, name):
    outcomes = methods[name]["outcomes"]
    assert not {"diverged", "not-triggered", "other-exception"} & outcomes.keys()
    assert outcomes.get("confirmed", 0) == len(methods[name]["cases"])
