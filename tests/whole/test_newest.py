"""A whole run on every JDK found, and the language of Java 25 on one that knows it."""

from __future__ import annotations

import pytest
from tests.busy import budget
from tests.conftest import JDKS
from tests.whole.running import JAVA, run

SEEDS = {"ExtraMath": 6, "Div": 5, "ZeroDivisor": 4, "ArrayCreation": 3}
MODERN = {
    "twice": {"EP001"},
    "area": {"EP001", "EP020"},
    "kind": {"EP001"},
    "nested": {"EP001"},
    "color": {"EP001", "EP002"},
    "qualified": {"EP002", "EP020"},
    "unused": {"EP002"},
    "flexible": {"EP020"},
    "nest": {"EP001"},
    "iface": {"EP001"},
}


def test_the_seeds_on_each_jdk(jdk, tmp_path):
    files = [JAVA / "seeds" / f"{name}.java" for name in SEEDS]
    document, _ = run("check", "--jdk", jdk.home, *files, "--budget", budget(60), json_file=tmp_path / "out.json")
    found = {finding["class"]: finding for finding in reversed(document["findings"])}
    assert {name: found[name]["line"] for name in SEEDS} == SEEDS
    assert {finding["outcome"] for finding in document["findings"]} == {"confirmed"}


@pytest.mark.skipif(JDKS[-1].feature < 25, reason="the subject needs Java 25")
def test_the_language_of_java_25(tmp_path):
    only = [part for name in MODERN for part in ("--only", f"*#{name}")]
    document, _ = run(
        "check", "--jdk", JDKS[-1].home, JAVA / "newest", *only, "--budget", budget(60), json_file=tmp_path / "out.json"
    )
    found: dict[str, set[str]] = {}
    for finding in document["findings"]:
        assert finding["outcome"] == "confirmed"
        found.setdefault(finding["method"], set()).add(finding["rule"])
    assert {name: found.get(name, set()) for name in MODERN} == MODERN
