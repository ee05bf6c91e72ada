"""Postconditions and assertions from the command line: three answers, counterexamples of the JVM, exit codes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.support import everypath

SUM = "(long) a + b"
SATURATED = f"{SUM} > Integer.MAX_VALUE ? Integer.MAX_VALUE : {SUM} < Integer.MIN_VALUE ? Integer.MIN_VALUE : a + b"
IN_RANGE = "result < a.length && result >= -a.length - 1"
LAW = "result == x && size == old(size)"


@pytest.fixture(scope="module")
def classes(java_classes: Callable[..., Path]) -> Path:
    return java_classes("conditions")


def proved(classes: Path, tmp_path: Path, only: str, *options: str) -> tuple[list[dict], int, str]:
    """The proofs of a method, the exit code and what was printed."""
    file = tmp_path / "out.json"
    done = everypath("check", str(classes), "--only", only, *options, "--json", str(file), cwd=tmp_path)
    return json.loads(file.read_text()).get("proofs", []), done.returncode, done.stdout


@pytest.mark.parametrize(
    ("only", "assume", "ensure", "verdict"),
    [
        ("Laws#abs", "true", "result >= 0", "fails"),
        ("Laws#abs", "x != Integer.MIN_VALUE", "result >= 0", "holds"),
        ("Laws#max", "true", "result >= a && result >= b && (result == a || result == b)", "holds"),
        ("Laws#signum", "true", "result * result <= 1 && (result > 0) == (x > 0) && (result < 0) == (x < 0)", "holds"),
        ("Laws#saturatingAdd", "true", f"result == ({SATURATED})", "holds"),
        ("Laws#saturatingAdd", "true", "result == a + b", "fails"),
        ("Laws#search", "a != null", IN_RANGE, "bounded"),
        ("Laws#search", "a != null && a.length <= 3", IN_RANGE, "holds"),
        ("Stack#pushed", "true", LAW, "bounded"),
        ("Stack#lost", "true", LAW, "fails"),
        ("Stack#pop", "size > 1", "result == old(items[size - 1]) && size == old(size) - 1 && size > 0", "bounded"),
    ],
)
def test_each_law_gets_its_answer(
    classes: Path, tmp_path: Path, only: str, assume: str, ensure: str, verdict: str
) -> None:
    (proof,), code, printed = proved(classes, tmp_path, only, "--assume", assume, "--ensure", ensure)
    assert (proof["verdict"], code) == (verdict, 1 if verdict == "fails" else 0), printed
    assert ("expression" in proof) == (verdict == "fails")
    if verdict == "bounded":
        assert proof["reasons"]


def test_a_counterexample_is_shown(classes: Path, tmp_path: Path) -> None:
    (proof,), _, printed = proved(classes, tmp_path, "Laws#abs", "--ensure", "result >= 0")
    assert proof["expression"] == "Laws.abs(Integer.MIN_VALUE)"
    assert proof["result"] == "-2147483648"
    assert "Laws.abs(int): ensures result >= 0: fails" in printed
    assert "input    Laws.abs(Integer.MIN_VALUE) returns -2147483648   replayed on JDK" in printed


@pytest.mark.parametrize(
    ("assume", "options", "verdict", "shown"),
    [
        ("a != null && b != null", [], "fails", "Walks.mark(a, a)"),
        ("a != null && b != null && a != b", [], "holds", ""),
        ("a != null && b != null && noshare(a, b)", [], "holds", ""),
        ("a != null && b != null", ["--aliasing", "off"], "unknown", ""),
    ],
)
def test_what_is_written_through_another_name(
    classes: Path, tmp_path: Path, assume: str, options: list[str], verdict: str, shown: str
) -> None:
    """The condition alone looks at ``a`` after the call: that ``b`` may be the same object matters all the same."""
    ensure = ("--ensure", "a.data == old(a.data)")
    (proof,), _, printed = proved(classes, tmp_path, "Walks#mark", "--assume", assume, *ensure, *options)
    assert proof["verdict"] == verdict, printed
    assert proof.get("expression", "").endswith(shown)


def test_a_method_without_result_shows_none(classes: Path, tmp_path: Path) -> None:
    (proof,), _, printed = proved(classes, tmp_path, "Stack#push", "--ensure", "size == old(size)")
    assert "result" not in proof
    assert f"input    {proof['expression']}   replayed on JDK" in printed


def test_assertions_are_proofs_too(classes: Path, tmp_path: Path) -> None:
    proofs, code, _ = proved(classes, tmp_path, "Laws#half")
    assert [(each["kind"], each["verdict"]) for each in proofs] == [("assert", "fails")]
    assert code == 1
    proofs, code, _ = proved(classes, tmp_path, "Laws#half", "--assume", "x >= 0")
    assert [(each["kind"], each["verdict"]) for each in proofs] == [("assert", "holds")]
    assert code == 0


def test_annotations_by_simple_name(classes: Path, tmp_path: Path) -> None:
    """Of any package, with class retention, one condition or several."""
    proofs, code, printed = proved(classes, tmp_path, "Annotated#*")
    assert code == 1
    assert {(each["method"], each["condition"]): each["verdict"] for each in proofs} == {
        ("inverse", "result <= 100"): "holds",
        ("inverse", "result * x == 100"): "fails",
        ("first", "result == a[0]"): "holds",
    }
    assert "ArithmeticException" not in printed
    assert "Annotated.wrong(int): skipped" in printed
    assert "no 'y' here (parameters: x)" in printed


def test_a_precondition_that_admits_nothing_says_so(classes: Path, tmp_path: Path) -> None:
    proofs, code, printed = proved(classes, tmp_path, "Laws#fee", "--assume", "age > 30", "--assume", "age < 20")
    assert (proofs, code) == ([], 0)
    assert "the precondition 'age > 30 && age < 20' admits no input\n" in printed


def test_conditions_of_a_file(classes: Path, tmp_path: Path) -> None:
    """Tables of patterns, and lists; the conditions of a file hold for the methods that its patterns match."""
    (tmp_path / "everypath.toml").write_text(
        '[assume]\n"Laws#fee" = ["age > 30"]\n"Laws#in*" = "a != null && i >= 0 && i < a.length"\n'
        '[ensure]\n"Laws#max" = "result >= a"\n'
    )
    proofs, code, printed = proved(classes, tmp_path, "Laws#*", "--jobs", "1")
    assert code == 1  # the assertion
    assert [each["condition"] for each in proofs if each["kind"] == "ensure"] == ["result >= a"]
    assert "ArithmeticException" not in printed
    assert "Laws.index" not in printed


@pytest.mark.parametrize(
    ("only", "options", "condition", "printed"),
    [
        ("ratio", [], "x != y", '  nothing throws if   @Requires("x != y")\n'),
        ("abs", ["--no-overflow"], "x != Integer.MIN_VALUE", "nothing throws or overflows if"),
        ("max", [], "true", ""),
    ],
)
def test_paths_offer_the_inferred_precondition(
    classes: Path, tmp_path: Path, only: str, options: list[str], condition: str, printed: str
) -> None:
    owner = "Guards" if only == "ratio" else "Laws"
    file = tmp_path / "out.json"
    done = everypath("paths", f"{classes}#{only}", "--only", f"{owner}#{only}", *options, "--json", file, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    (method,) = json.loads(file.read_text())["methods"]
    assert method["requires"] == {"condition": condition, "exact": True}
    assert printed in done.stdout


def test_following_one_path_proves_nothing_of_the_others(classes: Path, tmp_path: Path) -> None:
    file = tmp_path / "out.json"
    wanted = ("--only", "Laws#abs", "--path", "T", "--ensure", "result == -x", "--json", file)
    done = everypath("paths", f"{classes}#abs", *wanted, cwd=tmp_path)
    (proof,) = json.loads(file.read_text())["proofs"]
    assert proof["verdict"] == "bounded", done.stdout
    assert "holds up to the bound: one path only" in done.stdout


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--assume", "age > 30 && (member"], ["--assume: expected ')', not the end", "age > 30 && (member", "^"]),
        (["--ensure", "result > ago"], ["--ensure, Laws.fee: no 'ago' here (parameters: age, member)"]),
        (["--assume", "Other#*: a > 1"], ["no method that is analysed matches the pattern before 'a > 1'"]),
        (["--assume", "age > 3L + null"], ["'+' cannot stand between long and null"]),
    ],
)
def test_a_bad_condition_gets_a_line_and_a_caret(
    classes: Path, tmp_path: Path, options: list[str], expected: list[str]
) -> None:
    done = everypath("check", str(classes), "--only", "Laws#fee", *options, cwd=tmp_path)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    for each in expected:
        assert each in done.stderr
