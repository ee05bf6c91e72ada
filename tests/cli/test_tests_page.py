"""The page about written tests shows what is written, and every path has a test where that is asked for."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.cli.support import ROOT, everypath

PAGE = (ROOT / "docs" / "tests.md").read_text(encoding="utf-8")


def block(kind: str) -> str:
    found = re.search(rf"^```{kind}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    assert found is not None
    return found.group(1)


def test_the_tests_of_the_page_are_written(tmp_path: Path) -> None:
    (tmp_path / "Grades.java").write_text(block("java"))
    done = everypath("generate", "Grades.java", "-o", "tests", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "tests" / "GradesTest.java").read_text()
    shown = re.split(r"\n(?=  @(?:Parameterized)?Test\n)", block("test"))
    assert len(shown) == 3
    assert [each for each in shown if each.rstrip("\n") not in text] == []


MAX = """class Max {
    static int of(int[] values) {
        int found = values[0];
        for (int at = 1; at < 3; at++) {
            if (values[at] > found) {
                found = values[at];
            }
        }
        return found;
    }
}
"""


def test_all_paths_are_kept_where_that_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "Max.java").write_text(MAX)
    counts = {}
    for options in ((), ("--keep-all",)):
        document = tmp_path / "told.json"
        done = everypath("generate", "Max.java", "-o", "tests", "--json", str(document), *options, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        result = json.loads(document.read_text())
        counts[options] = result["summary"]["tests"]["written"]
        paths = sum(method["outcomes"]["confirmed"] for method in result["methods"])
    assert counts[()] < counts["--keep-all",]
    assert counts["--keep-all",] >= paths
