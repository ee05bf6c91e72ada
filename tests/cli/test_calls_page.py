"""The example of docs/calls.md is run as it stands there."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

from tests.preloaded import run

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "calls.md").read_text(encoding="utf-8")


def test_the_harness_of_the_page(tmp_path: Path) -> None:
    (source,) = re.findall(r"```java\n(.*?)```", PAGE, re.DOTALL)
    ((command, shown),) = re.findall(r"```\n\$ everypath (.*?)\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "Harness.java").write_text(source, encoding="utf-8")
    done = run(*shlex.split(command), cwd=tmp_path, timeout=200)
    assert done.returncode == 1, done.stderr
    printed = done.stdout.splitlines()
    for row in shown.splitlines():
        assert row in printed, done.stdout
    assert any("replayed on JDK" in row and "confirmed" in row for row in printed)


HALVES = """
class Halves {
    static int sign(int n) {
        return n > 0 ? 1 : n < 0 ? -1 : 0;
    }

    static int size(String text) {
        return text.equals("") ? 0 : 1;
    }

    static int both(int a, String text) {
        return sign(a) + sign(a - 1) + size(text);
    }

    static int plain(int a) {
        return a / 2;
    }
}
"""


def test_paths_report_what_lemmas_did(tmp_path: Path) -> None:
    (tmp_path / "Halves.java").write_text(HALVES, encoding="utf-8")
    given = ("--calls", "Halves#*=lemma", "--json", "found.json")
    done = run("paths", "Halves.java#both", *given, cwd=tmp_path, timeout=200)
    (row,) = json.loads((tmp_path / "found.json").read_text())["methods"]
    lemmas = row["lemmas"]
    assert lemmas["built"] > 0
    assert lemmas["answered"] > 0
    assert "an assumed length" in lemmas["inlined"] or "a class to be run" in lemmas["inlined"]
    calls = sum(lemmas["inlined"].values())
    assert f"{lemmas['answered']} calls answered, {calls} inlined" in done.stdout
    assert " inlined: " not in done.stdout
    done = run("paths", "Halves.java#both", *given, "-v", cwd=tmp_path, timeout=200)
    for reason, count in lemmas["inlined"].items():
        assert f"{count} call{'' if count == 1 else 's'} inlined: {reason}" in done.stdout
    run("paths", "Halves.java#plain", *given, cwd=tmp_path, timeout=200)
    assert "lemmas" not in json.loads((tmp_path / "found.json").read_text())["methods"][0]


def test_nothing_is_reported_of_potential_paths_where_no_input_is_admitted(tmp_path: Path) -> None:
    (tmp_path / "Halves.java").write_text(HALVES, encoding="utf-8")
    done = run("paths", "Halves.java#sign", "--assume", "n > 3 && n < 2", cwd=tmp_path, timeout=200)
    assert "admits no input" in done.stdout
    assert "potential" not in done.stdout
