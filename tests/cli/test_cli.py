"""The command line from outside: help, exit codes, and one clear line for whatever cannot be used."""

import json
import re
import signal
import struct
import subprocess
import sys
import time
import zipfile

import pytest
from tests.cli.support import SUBJECTS, environment, everypath

from everypath import __version__


@pytest.mark.parametrize(
    "command",
    [[], ["check"], ["generate"], ["why"], ["paths"], ["doctor"], ["demo"], ["explain"], ["config"], ["cache"]],
)
def test_help_fits_the_screen(command):
    done = everypath(*command, "--help")
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) <= 25
    assert max(map(len, done.stdout.splitlines())) <= 100


def test_version():
    assert everypath("--version").stdout == f"everypath {__version__}\n"


def test_help_is_quick_because_no_engine_is_loaded():
    loaded = "[m for m in ('z3', 'bitwuzla', 'rich', 'jinja2') if m in sys.modules]"
    code = f"import sys, everypath.cli.commands; print({loaded})"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, env=environment(), timeout=60, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize(
    "command", [["check", "Fee.java"], ["paths", "Fee.java#fee"], ["generate", "Fee.java", "-o", "tests"]]
)
def test_the_first_line_is_quick_because_no_engine_is_loaded(command, tmp_path):
    (tmp_path / "Fee.java").write_text("class Fee { static int fee(int age) { return age < 18 ? 0 : 5; } }")
    code = f"""
import sys
from everypath.cli import analysing
from everypath.cli.commands import run

def told(line):
    rooms = {{name.split(".")[1] for name in sys.modules if name.startswith("everypath.")}}
    print(line, sorted(rooms & {{"explore", "library", "inputs", "suite", "vm", "solver", "report"}}))

def started(screen, plan):
    told("started")
    sys.exit()

analysing.print_line = lambda stream, line, options: told(line)
analysing.Screen.started = started
run({command!r})
"""
    command = [sys.executable, "-c", code]
    for first in ("Compiling Fee.java", "started"):  # the second time, there is nothing to compile
        done = subprocess.run(
            command, capture_output=True, text=True, env=environment(), cwd=tmp_path, timeout=60, check=False
        )
        assert done.stdout.splitlines()[0] == f"{first} []", done.stdout + done.stderr


@pytest.fixture(scope="module")
def bad(tmp_path_factory):
    """A folder of things that cannot be analysed."""
    folder = tmp_path_factory.mktemp("bad")
    (folder / "empty").mkdir()
    (folder / "Text.class").write_text("this is no class file")
    (folder / "Short.class").write_bytes(struct.pack(">IHH", 0xCAFEBABE, 0, 61) + b"\x00")
    (folder / "Future.class").write_bytes(struct.pack(">IHH", 0xCAFEBABE, 0, 99) + bytes(64))
    (folder / "Broken.java").write_text("class Broken { int f( { } }")
    (folder / "Empty.java").write_text("")
    (folder / "broken.jar").write_bytes(b"PK\x03\x04 and nothing more")
    with zipfile.ZipFile(folder / "none.jar", "w") as jar:
        jar.writestr("readme.txt", "no classes here")
    (folder / "notes.txt").write_text("hello")
    return folder


@pytest.mark.parametrize(
    ("target", "says"),
    [
        ("no/such/place", "no/such/place"),
        ("missing.jar", "missing.jar"),
        ("Missing.java", "Missing.java"),
        ("com.acme.Missing", "com.acme.Missing"),
        ("empty", "empty"),
        ("Text.class", "not a class file"),
        ("Short.class", "truncated"),
        ("Future.class", "newer than"),
        ("Broken.java", "Broken.java:1"),
        ("Empty.java", "Empty.java"),
        ("broken.jar", "broken.jar"),
        ("none.jar", "none.jar"),
        ("notes.txt", "notes.txt"),
    ],
)
def test_targets_that_cannot_be_used(bad, target, says):
    done = everypath("check", target, cwd=bad)
    assert done.returncode == 2, done.stdout + done.stderr
    assert says in done.stderr
    assert done.stderr.startswith("everypath: ")
    assert len(done.stderr.splitlines()) <= (1 if not target.endswith("Broken.java") else 4)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["check", "--budget", "soon"], "--budget: 'soon' is not a duration"),
        (
            ["check", "--budget", "9-stops"],
            "--budget: '9-stops' is not a duration; write 60s, 2m or 1h, or work as 200k",
        ),
        (["check", "--budget", "k-steps"], "--budget: 'k-steps' is no number of steps; write 5000-steps, 200k-steps"),
        (["check", "--jobs", "0"], "--jobs: '0' is not a whole number from 1 up"),
        (["check", "--null-args", "maybe"], "--null-args: 'maybe' is not one of error, warn, never"),
        (["check", "--nonsense"], "--nonsense"),
        (["nonsense"], "nonsense"),
        (["check", "--jdk", "/no/such/jdk", "Clean.java"], "/no/such/jdk"),
        (["check", "--classpath", "/no/such.jar", "Clean.java"], "/no/such.jar"),
        (["check", "--only", "Nothing#x", "Clean.java"], "Nothing#x"),
        (["check", "--json", "no/such/folder/x.json", "Clean.java"], "no/such/folder"),
        (["generate", "Clean.java"], "-o DIR"),
        (["why", "Clean", "Clean.java"], "CLASS#METHOD"),
        (["paths", "Clean.java"], "TARGET#METHOD"),
        (["check", "Clean.java#divid"], "Clean.java matches *#divid; did you mean #divide?"),
        (["check", "Clean.java#divide", "Account.java"], "use --only for methods of several targets"),
        (["check", "Clean.java#divide", "Account.java#share"], "name the files, and the methods with --only"),
        (["check", "Clean.java#divide", "--only", "Clean#get"], "so does --only; use one of them"),
        (["check", "Clean"], "did you mean Clean.java?"),
        (["explain", "EP999"], "there is no rule 'EP999'"),
        (["explain", "null-derefence"], "did you mean EP002?"),
    ],
)
def test_arguments_that_cannot_be_used(arguments, says):
    done = everypath(*arguments, cwd=SUBJECTS)
    assert done.returncode == 2, done.stdout + done.stderr
    assert says in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_no_jdk_is_one_line_that_says_how_to_get_one(tmp_path):
    done = everypath("check", SUBJECTS / "Clean.java", JAVA_HOME=str(tmp_path), PATH="/usr/bin:/bin")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert "JDK" in done.stderr


def test_check_prints_findings_and_a_summary_and_writes_json(tmp_path):
    done = everypath("check", SUBJECTS / "Account.java", "--jobs", "1", "--json", tmp_path / "out.json")
    assert done.returncode == 1, done.stderr
    lines = done.stdout.splitlines()
    first = next(line for line in lines if line.startswith("Analysing"))
    assert first == "Analysing 1 class, 5 methods   [Java source, Java 17]   budget 60 s, 1 worker"
    assert "Account.java:16: error EP001 ArithmeticException: / by zero   Account.share(int)" in lines
    assert lines[-1].split(" · ")[0].startswith("3 errors, 1 warning")
    document = json.loads((tmp_path / "out.json").read_text())
    assert document["schema"] == 1
    assert document["summary"]["findings"]["error"] == 3
    assert document["summary"]["failed"] == 0


def test_json_on_standard_output_is_all_there_is():
    done = everypath("check", SUBJECTS / "Clean.java", "--jobs", "1", "--json", "-")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["summary"]["findings"] == {"error": 0, "warning": 0, "note": 1}


def test_strict_ends_with_3_where_a_method_is_not_complete():
    arguments = ["check", SUBJECTS / "Hostile.java", "--only", "Hostile#loopsForever", "--budget", "4s", "--jobs", "1"]
    assert everypath(*arguments).returncode == 0
    assert everypath(*arguments, "--strict").returncode == 3
    assert everypath("check", SUBJECTS / "Clean.java", "--only", "Clean#divide", "--strict").returncode == 0


@pytest.mark.parametrize(
    ("target", "signatures"),
    [
        (["Clean.java#divide"], ["Clean.divide(int, int)"]),
        (["Clean.java#divide", "Clean.java#get"], ["Clean.divide(int, int)", "Clean.get(int[], int)"]),
        (["java.util.BitSet#isEmpty"], ["BitSet.isEmpty()"]),
    ],
)
def test_a_target_may_be_one_method(target, signatures, tmp_path):
    done = everypath("check", *target, "-v", "--json", tmp_path / "out.json", cwd=SUBJECTS)
    assert done.returncode == 0, done.stderr
    assert [line.partition(":")[0] for line in done.stdout.splitlines() if "paths, instr" in line] == signatures
    tests = tmp_path / "tests"
    assert everypath("generate", target[0], "-o", tests, cwd=SUBJECTS).returncode == 0
    assert len(list(tests.rglob("*.java"))) == 1


def test_why_takes_a_file_and_a_class_of_the_jdk(tmp_path):
    assert "Clean.divide(int, int): complete" in everypath("why", "Clean.java#divide", cwd=SUBJECTS).stdout
    assert "BitSet.isEmpty(): " in everypath("why", "java.util.BitSet#isEmpty", cwd=tmp_path).stdout


def test_why_shows_everything_about_one_method():
    done = everypath("why", "Account#share", SUBJECTS / "Account.java")
    assert done.returncode == 0, done.stderr
    assert "Account.share(int): bounded" in done.stdout
    assert "other ways to build the inputs" in done.stdout
    assert "paths    " in done.stdout


def test_paths_lists_condition_effect_and_witness(tmp_path):
    out = tmp_path / "out.json"
    done = everypath("paths", f"{SUBJECTS / 'Account.java'}#share", "--json", out)
    assert done.returncode == 0, done.stderr
    assert "Account.share(int): complete" in done.stdout
    assert "throws ArithmeticException" in done.stdout
    assert "example  new Account" in done.stdout
    document = json.loads(out.read_text())
    assert document["exceptional"] == 1
    assert document["feasible"] == len(document["classes"]) - 1 > 0
    assert {"condition", "effect", "expression", "ends"} <= set(document["classes"][0])
    same = everypath("paths", "Account#share", SUBJECTS / "Account.java")
    assert same.stdout.splitlines()[2:] == done.stdout.splitlines()[2:]


def test_paths_counts_potential_paths_where_there_is_no_time_for_all():
    subject = SUBJECTS.parent / "ctb" / "Ctb.java"
    done = everypath("paths", f"{subject}#partition", "--loop", 5, "--budget", "3s")
    potential = r"1962169993 potential paths: at least \d+ feasible, not all of the others are decided\n"
    assert re.search(rf"\n  {potential}", done.stdout), done.stdout


def test_paths_lists_infeasible_sides_too(tmp_path):
    out = tmp_path / "out.json"
    subject = SUBJECTS.parent / "explore" / "explored" / "Refuted.java"
    done = everypath("paths", f"{subject}#range", "--all", "--json", out)
    assert done.returncode == 0, done.stderr
    counts = "complete, 2 paths, 1 infeasible\n  3 potential paths: 2 feasible, 1 infeasible\n"
    assert f"Refuted.range(int): {counts}" in done.stdout
    assert "\n  infeasible: x > 3 and x < 2   at line 42\n" in done.stdout
    document = json.loads(out.read_text())
    side = {
        "line": 42,
        "kind": "branch",
        "condition": "x > 3 and x < 2",
        "core": ["x > 3"],
        "decision": "x < 2",
        "sides": 1,
    }
    assert document["classes"][-1] == {"ends": "infeasible", **side}
    assert document["methods"][0]["infeasible"] == [side]
    assert (document["feasible"], document["infeasible"], document["exceptional"]) == (2, 1, 0)


def test_explain_and_config():
    assert everypath("explain", "ep001").stdout.startswith("EP001 division-by-zero (level by default: error)\n")
    assert len(everypath("explain").stdout.splitlines()) >= 11
    shown = everypath("config", "show", EVERYPATH_BUDGET="7s").stdout
    assert [line.split() for line in shown.splitlines() if line.startswith("budget")] == [
        ["budget", "7s", "environment", "EVERYPATH_BUDGET"]
    ]


def test_doctor():
    done = everypath("doctor")
    assert done.returncode == 0
    assert [line.split()[0] for line in done.stdout.splitlines()] == ["ok"] * 5
    missing = everypath("doctor", "--jdk", "/no/such/jdk")
    assert missing.returncode == 2
    assert "MISSING" in missing.stdout


def test_the_demo(tmp_path):
    done = everypath("demo", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[0].startswith("Wrote 3 classes to everypath-demo/shop")
    assert (tmp_path / "everypath-demo" / "shop" / "Fee.java").is_file()
    assert "Fee.java:13: error EP001 ArithmeticException: / by zero" in done.stdout
    again = everypath("demo", cwd=tmp_path)
    assert again.returncode == 2
    assert "exists already" in again.stderr


def test_generate_writes_tests_that_passed(tmp_path):
    done = everypath("generate", SUBJECTS / "Account.java", "-o", tmp_path, "--jobs", "1")
    assert done.returncode == 0, done.stdout + done.stderr
    assert [path.name for path in tmp_path.rglob("*.java")] == ["AccountTest.java"]
    assert "Not written" not in done.stdout
    assert "passed" in done.stdout


def test_generate_writes_a_test_for_each_class_that_takes_a_path(tmp_path):
    subject = SUBJECTS.parent / "explore" / "explored" / "Families.java"
    for options, tests in (([], 3), (["--per-class"], 6)):
        out = tmp_path / f"tests{tests}"
        only = ("--only", "*Families#exactly")
        done = everypath("generate", subject, *only, "-o", out, *options)
        assert done.returncode == 0, done.stderr
        assert f"Compiled and run: {tests} passed." in done.stdout
        assert (out / "explored" / "FamiliesTest.java").read_text().count("@Test") == tests


def test_an_interrupt_keeps_what_was_found(tmp_path):
    command = [sys.executable, "-m", "everypath", "check", str(SUBJECTS / "Hostile.java"), "--jobs", "1"]
    command += ["--json", str(tmp_path / "out.json"), "--budget", "60s"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment())
    assert process.stdout.readline().startswith("Analysing")
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=30)
    assert process.returncode == 130
    assert out.splitlines()[-1].endswith("interrupted")
    assert json.loads((tmp_path / "out.json").read_text())["interrupted"] is True


def test_a_reader_that_leaves_is_no_error():
    command = f"{sys.executable} -m everypath explain | head -1"
    done = subprocess.run(
        command, shell=True, capture_output=True, text=True, env=environment(), timeout=60, check=True
    )
    assert (done.stdout.count("\n"), done.stderr) == (1, "")


def test_where_the_time_went(tmp_path):
    out = tmp_path / "profile.txt"
    subject = SUBJECTS / "Account.java"
    assert everypath("check", subject, "--profile", out).returncode == 1  # it has findings
    lines = out.read_text().splitlines()
    assert " of them in methods: executing " in lines[0]
    assert sum("Account." in line for line in lines) >= 1
    shown = everypath("check", subject, "--profile", "-")
    assert " of them in methods: executing " in shown.stderr
    assert " of them in methods: executing " not in shown.stdout
    missing = everypath("check", subject, "--profile", tmp_path / "no" / "profile.txt")
    assert missing.returncode == 2
    assert missing.stderr.count("\n") == 1


def test_what_was_compiled_is_written_and_interpreting_gives_the_same(tmp_path):
    subject = SUBJECTS.parent / "vm" / "Control.java"
    dumped = tmp_path / "dumped"
    only = "--only", "Control#huge,Control#finallyReturns", "--sweep", "off"
    arguments = ("check", subject, *only, "--json", tmp_path / "a.json")
    assert everypath(*arguments, "--dump-compiled", dumped).returncode in (0, 1)
    assert list(dumped.glob("handovers.*.txt"))
    assert everypath(*arguments[:-1], tmp_path / "b.json", "--interpret").returncode in (0, 1)
    one, other = (json.loads((tmp_path / name).read_text())["methods"] for name in ("a.json", "b.json"))
    assert [each["cases"] for each in one] == [each["cases"] for each in other]
    refused = everypath("check", subject, "--dump-compiled", subject)
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert "is no folder" in refused.stderr
