"""The layout is that of google-java-format: the real program changes nothing in a written file."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest
from tests.compiling import QUICK
from tests.suite.support import Lab

from everypath.suite import write_tests
from everypath.suite.formatting import COLUMNS, Parser, UnreadableError, laid_out
from everypath.suite.formatting.expression_layout import ExpressionLayout
from everypath.suite.formatting.syntax import Code
from everypath.suite.formatting.tokens import MOST_NESTED
from everypath.suite.source import MARK

EXPECTED = Path(__file__).parents[1] / "expected"
PACKAGES = ("api", "code", "file", "parser", "tree", "util")


def formatted(files: Iterable[Path], jar: Path) -> None:
    """Have the real program format files in place."""
    exports = [f"--add-exports=jdk.compiler/com.sun.tools.javac.{each}=ALL-UNNAMED" for each in PACKAGES]
    done = subprocess.run(
        ["java", *QUICK, *exports, "-jar", jar, "--replace", *files],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]


def test_code_of_all_kinds(google_java_format: Path, tmp_path: Path) -> None:
    text = (EXPECTED / "Laid.java.txt").read_text()
    lines = laid_out(text)
    file = tmp_path / "Laid.java"
    file.write_text("\n".join(["class Laid {", *lines, "}", ""]))
    formatted([file], google_java_format)
    assert file.read_text().split("\n")[1:-2] == lines
    assert [each for each in lines if len(each) > COLUMNS and "withoutanyblanks" not in each] == []


def test_written_tests(lab: Lab, google_java_format: Path, tmp_path: Path) -> None:
    names = ("Account", "Values", "Shapes", "Shapes$Point", "Shapes$Inner", "Odd$Pair", "Odd$Ring", "Collected")
    cases = [case for name in names for case in lab.cases(f"sample/{name}")]
    suite = write_tests(cases, lab.builder, lab.bridge, forced_states=True)
    files, _ = suite.save(tmp_path)
    formatted(files, google_java_format)
    assert suite.tests > 100
    assert [each.read_text() for each in files] == [f"{MARK}\n{each.text}" for each in suite.sources]


@pytest.mark.parametrize(
    "text",
    ["void a() { if (b) c(); }", "void a() { int = 2; }", "int a", "void a() { b(1 }", "void a(List<int) {}", "#"],
)
def test_other_code_is_refused(text: str) -> None:
    with pytest.raises(UnreadableError):
        Parser(text).members()


@pytest.mark.parametrize("depth", [10, 20, MOST_NESTED - 5])
def test_deep_expressions_take_little_work(depth: int, monkeypatch: pytest.MonkeyPatch) -> None:
    calls, original = 0, ExpressionLayout.code

    def counted(self: ExpressionLayout, code: Code, *, annotated: bool = False) -> None:
        nonlocal calls
        calls += 1
        original(self, code, annotated=annotated)

    monkeypatch.setattr(ExpressionLayout, "code", counted)
    expression = "x"
    for number in range(depth):
        expression = f"new Wrapper{number}({expression}, true, Other.of(1))"
    lines = laid_out(f"void deep() {{ int y = a.call({expression}); }}")
    assert lines
    assert calls < 40 * depth * depth


def test_nesting_that_is_too_deep_is_refused() -> None:
    with pytest.raises(UnreadableError, match="nested"):
        laid_out("void a() { b" + "(" * 500 + "1" + ")" * 500 + "; }")
