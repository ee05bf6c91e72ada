"""An assertion that only a null argument makes fail is a warning, as a null dereference is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.compiling import javac

from everypath.classfile import Jdk
from everypath.cli.commands import run

SOURCE = """
class Guarded {
    private String kept;

    static int plain(String text) {
        assert text != null : "text is null";
        return 1;
    }

    static int inside(String text, int x) {
        return x > 3 ? plain(text) : 0;
    }

    static int stored(String text, int[] numbers) {
        assert text != null;
        int sum = 0;
        for (Object each : new Object[] {numbers}) {
            sum++;
        }
        return sum;
    }

    static int other(String text, int x) {
        assert x != 7 : "x is 7";
        return 1;
    }

    static int assigned(String text, int x) {
        text = x > 5 ? null : "a";
        assert text != null;
        return 1;
    }

    int field() {
        assert kept != null;
        return 1;
    }
}
"""
LEVELS = {
    **dict.fromkeys(("plain", "inside", "stored"), "warning"),
    **dict.fromkeys(("other", "assigned", "field"), "error"),
}


@pytest.mark.parametrize("debug", ["-g", "-g:none"])
def test_the_levels(tmp_path: Path, debug: str) -> None:
    source, out = tmp_path / "Guarded.java", tmp_path / "out.json"
    source.write_text(SOURCE)
    javac(debug, "-d", tmp_path / "classes", source, tool=Jdk.find().javac)
    run(["check", str(tmp_path / "classes"), "--json", str(out), "--budget", "60s", "--jobs", "1"])
    found = json.loads(out.read_text())["findings"]
    assert {row["method"]: row["level"] for row in found if row["rule"] == "EP007"} == LEVELS


def test_findings_that_need_null_can_be_left_out(tmp_path: Path) -> None:
    source, out = tmp_path / "Guarded.java", tmp_path / "out.json"
    source.write_text(SOURCE)
    run(["check", str(source), "--json", str(out), "--budget", "60s", "--jobs", "1", "--null-args", "never"])
    assert {row["method"] for row in json.loads(out.read_text())["findings"]} == {"other", "assigned", "field"}
