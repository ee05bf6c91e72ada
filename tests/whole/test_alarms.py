"""False alarms: none on classes that keep their own preconditions, and no silence about bugs seeded into copies.

A few of each; ``python -m benchmarks.alarms`` takes all of them, and classes of the JDK.
"""

from __future__ import annotations

import pytest
from tests.busy import budget
from tests.whole.alarms import SOUND, seeds
from tests.whole.running import run

RIGHT = ("BoundedBuffer", "Gauge", "IntStack", "Light", "SearchTree", "Span", "UndoLog")
LONG = ("Ranking",)
"""What it does is explored for as long as there is time."""
SEEDED = ("BoundedBuffer", "IntStack", "Light", "LinkedQueue", "Polynomial", "Span")


@pytest.mark.parametrize(("names", "seconds", "methods"), [(RIGHT, 60, 40), (LONG, 12, 3)], ids=["ends", "goes on"])
def test_no_error_is_reported_of_classes_that_keep_their_own_preconditions(tmp_path, names, seconds, methods):
    only = [part for name in names for part in ("--only", f"sound.{name}#*")]
    document, _ = run("check", SOUND, *only, "--budget", budget(seconds), json_file=tmp_path / "out.json")
    assert len(document["methods"]) > methods
    assert not [each for each in document["findings"] if each["level"] == "error"]
    assert not [each["method"] for each in document["methods"] if each["status"] in ("failed", "skipped")]


@pytest.fixture(scope="module")
def findings(tmp_path_factory):
    folder = tmp_path_factory.mktemp("seeded")
    only = []
    for seed in seeds():
        if seed.class_name in SEEDED:
            seed.write(folder)
            only += ["--only", f"{seed.package}.{seed.class_name}#{seed.method}"]
    document, _ = run("check", folder, *only, "--budget", budget(120), json_file=folder / "out.json")
    return document["findings"]


@pytest.mark.parametrize("seed", [pytest.param(each, id=each.name) for each in seeds() if each.class_name in SEEDED])
def test_a_seeded_bug_is_an_error(findings, seed):
    assert seed.is_found(findings)


def test_there_are_enough_seeds():
    assert len(seeds()) >= 50
    assert len({(seed.class_name, seed.old, seed.new) for seed in seeds()}) == len(seeds())
