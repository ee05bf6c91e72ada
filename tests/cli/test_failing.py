"""`generate --findings`: a test for each bug, which the real JUnit 5 sees fail with exactly its exception."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from xml.etree import ElementTree

from tests.cli.support import ROOT, everypath
from tests.compiling import QUICK, javac

from everypath.suite.source import MARK

BUGS = ROOT / "tests" / "java" / "gate" / "bugs" / "shop" / "Bugs.java"


def test_each_failing_test_fails_as_it_is_to(console: Path, tmp_path: Path) -> None:
    done = everypath("generate", BUGS, "--findings", "-o", "tests", "--json", "found.json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    findings = json.loads((tmp_path / "found.json").read_text())["findings"]
    bugs = {row["id"]: row for row in findings if row["level"] != "note"}
    assert {row["exception"].rpartition(".")[2] for row in bugs.values()} == {
        "ArithmeticException",
        "ArrayIndexOutOfBoundsException",
        "ArrayStoreException",
        "AssertionError",
        "NullPointerException",
        "NumberFormatException",
        "StackOverflowError",
    }
    files = sorted((tmp_path / "tests").rglob("*.java"))
    assert {file.stem for file in files} == {f"BugsFinding{each}Test" for each in bugs}
    assert {file.read_text() for file in files} == {f"{MARK}\n{row['test']}" for row in bugs.values()}
    assert f"Wrote {len(bugs)} failing tests." in done.stdout

    classes, subjects = tmp_path / "classes", tmp_path / "subjects"
    flags = "-g", "-nowarn", "-Xlint:-options"
    javac(*flags, "-d", subjects, BUGS)
    javac(*flags, "-d", classes, "-cp", f"{subjects}:{console}", *files)
    command = ["java", *QUICK, "-jar", console, "execute", "-cp", f"{classes}:{subjects}", "--scan-class-path", classes]
    subprocess.run([*command, "--reports-dir", tmp_path / "reports"], capture_output=True, timeout=120, check=False)
    root = ElementTree.parse(tmp_path / "reports" / "TEST-junit-jupiter.xml").getroot()
    seen = {}
    for case in root.iter("testcase"):
        problem = next(each for each in case if each.tag in ("failure", "error"))
        seen[str(case.get("classname"))[-16:-4]] = problem.get("type"), problem.get("message")
    # An attribute of XML has no line ends.
    shown = {each: row["message"].replace("\n", " ") if row["message"] else None for each, row in bugs.items()}
    assert seen == {each: (row["exception"], shown[each]) for each, row in bugs.items()}


def test_a_verbose_check_shows_everything_about_a_finding(tmp_path: Path) -> None:
    done = everypath("check", BUGS, "-v", "--only", "#parsed", cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    shown = done.stdout.partition("shop/Bugs.java:25: error EP008")[2].splitlines()
    assert shown[4].startswith("    id       ")
    assert shown[8] == "    at       shop.Bugs.parsed(Bugs.java:25)"
    test = next(at for at, line in enumerate(shown) if line.startswith("    test     shop/BugsFinding"))
    assert "            Bugs.parsed('a');" in shown[test:]


HIDDEN = """class Hidden {
    private static int divided(int x) {
        return 1 / x;
    }

    static int shown(int x) {
        return 2 / x;
    }
}
"""


def test_it_says_which_bugs_have_no_test(tmp_path: Path) -> None:
    (tmp_path / "Hidden.java").write_text(HIDDEN)
    done = everypath("generate", "Hidden.java", "--private", "--findings", "-v", "-o", "tests", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (
        "Wrote 1 failing test. Compiled and run: each fails as it is to. Not written: 1 (-v says why)." in done.stdout
    )
    assert done.stdout.rstrip().endswith(": the method is not accessible from a test")
