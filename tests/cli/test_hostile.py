"""Whole runs over code that exits, loops, eats memory, reaches outside or lies: nothing disturbs the run."""

import json
import os
import re

import pytest
from tests.busy import budget
from tests.cli.support import ROOT, everypath
from tests.conftest import JDKS, compile_java

HOSTILE = sorted((ROOT / "tests" / "java" / "hostile").glob("*.java"))
MISSING = ROOT / "tests" / "java" / "missing" / "Uses.java"


def expected_errors(*classes):
    """(rule, class, method) of the ``finds:`` comments in the sources."""
    found = set()
    for source in HOSTILE:
        if source.stem in classes:
            for rule, method in re.findall(r"// finds: error (\w+) (\w+)", source.read_text()):
                found.add((rule, f"hostile.{source.stem}", method))
    return found


def errors_of(document):
    """The same of the findings of a run."""
    errors = (each for each in document["findings"] if each["level"] == "error")
    return {(each["rule"], each["class"], each["method"]) for each in errors}


def run(tmp_path, *arguments, **changes):
    """A run in an empty folder with one file of the user's; its result, and what it printed to standard error."""
    here = tmp_path / "here"
    here.mkdir()
    (here / "keep.txt").write_text("the user's")
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    out = tmp_path / "out.json"
    done = everypath("check", *arguments, "--json", out, cwd=here, timeout=150, TMPDIR=str(temporary), **changes)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    assert os.listdir(here) == ["keep.txt"]
    assert [name for name in os.listdir(temporary) if not name.endswith(".log")] == []
    assert "Traceback" not in done.stderr
    return json.loads(out.read_text()), done


@pytest.mark.parametrize("jdk", JDKS, ids=[f"jdk{jdk.feature}" for jdk in JDKS])
def test_code_that_ends_the_process_or_reaches_outside(tmp_path, jdk):
    names = ("Ends", "ExitsAtOnce", "FailsAtOnce", "LoopsAtOnce", "World")
    only = [f"--only=hostile.{name}" for name in names]
    document, done = run(tmp_path, compile_java(HOSTILE), *only, "--budget", budget(30), "--jdk", jdk.home)
    assert errors_of(document) == expected_errors(*names)
    assert "printed" not in done.stdout + done.stderr
    assert done.stderr == ""
    status = {(each["class"], each["method"]): each["status"] for each in document["methods"]}
    assert {status["hostile." + name, "any"] for name in ("ExitsAtOnce", "FailsAtOnce", "LoopsAtOnce")} == {"skipped"}
    assert status["hostile.World", "reads"] == "partial"
    (reads,) = (each for each in document["methods"] if each["method"] == "reads")
    assert [(each["code"], each["where"]) for each in reads["reasons"]] == [("boot", "standard input")]
    assert "failed" not in status.values()


def test_code_that_eats_the_stack_or_lies(tmp_path):
    chosen = ("withoutBound", "mutually", "deep", "caught", "huge", "hugeMatrix", "good")
    only = [*(f"--only=hostile.Eats#{name}" for name in chosen), "--only=hostile.Lies#own,hostile.Lies#thrown"]
    document, _ = run(tmp_path, compile_java(HOSTILE), *only, "--budget", budget(30))
    lying = {("EP008", "hostile.Lies", "thrown"), ("EP001", "hostile.Lies", "thrown"), ("EP001", "hostile.Lies", "own")}
    assert errors_of(document) == expected_errors("Eats") | lying
    outcomes = {outcome for each in document["methods"] for outcome in each["outcomes"]}
    assert outcomes.isdisjoint({"diverged", "not-triggered", "other-exception"})


def test_code_that_does_not_come_back(tmp_path):
    chosen = ("inMethod", "inFinally", "sleeps", "inHashMap", "waits", "good")
    only = [f"--only=hostile.Loops#{name}" for name in chosen]
    document, _ = run(tmp_path, compile_java(HOSTILE), *only, "--budget", budget(12))
    assert [(each["rule"], each["method"]) for each in document["findings"]] == [("EP001", "good")]
    assert {each["status"] for each in document["methods"]} <= {"complete", "bounded", "partial"}


def test_classes_that_miss_others(tmp_path):
    classes = tmp_path / "classes"
    whole = compile_java([MISSING])
    (classes / "missing").mkdir(parents=True)
    for file in (whole / "missing").iterdir():
        if not file.name.startswith("Gone"):
            (classes / "missing" / file.name).write_bytes(file.read_bytes())
    document, done = run(tmp_path, classes, "-v")
    assert {(each["rule"], each["method"]) for each in document["findings"]} == {
        ("EP001", "annotated"),
        ("EP001", "good"),
    }
    lacking = {
        (each["class"].rpartition(".")[2], each["method"]): {
            reason["where"] for reason in each["reasons"] if reason["code"] == "missing-class"
        }
        for each in document["methods"]
        if each["status"] not in ("complete", "bounded")
    }
    assert lacking["Uses", "calls"] == {"missing.GoneCalled"}
    assert lacking["Uses", "takes"] == {"missing.GoneArgument"}
    assert lacking["Catches", "good"] == {"missing.GoneException"}
    assert lacking["Child", "statically"] == {"missing.GoneParent"}
    assert lacking["Implements", "value"] == {"missing.GoneInterface"}
    assert lacking["Gathers", "<init>"] == {"missing.GoneArgument"}
    unbuilt = lacking.pop(("Gathers", "size"), set())  # no constructor is found reflectively: no replay
    assert unbuilt <= {"missing.GoneArgument"}
    assert all(lacking.values())
    assert {each["status"] for each in document["methods"]} == {"complete", "bounded", "partial", "skipped"}
    assert done.stderr == ""
