"""Input, settings and an environment that cannot be used: one clear line, exit code 2, and nothing lost."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from tests.cli.support import SUBJECTS, environment, everypath
from tests.conftest import JDKS, compile_java


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    """A class directory with one good class."""
    folder = tmp_path_factory.mktemp("good") / "classes"
    shutil.copytree(compile_java([SUBJECTS / "Clean.java"]), folder)
    return folder


@pytest.fixture
def mixed(good, tmp_path):
    """The same beside class files that cannot be read."""
    folder = tmp_path / "mixed"
    shutil.copytree(good, folder)
    data = (good / "Clean.class").read_bytes()
    (folder / "Short.class").write_bytes(data[: len(data) // 2])
    (folder / "Text.class").write_text("no class")
    (folder / "Nothing.class").write_bytes(b"")
    (folder / "Future.class").write_bytes(data[:6] + (70).to_bytes(2, "big") + data[8:])
    (folder / "Other.class").write_bytes(data)
    return folder


def is_one_line(done, *says):
    assert done.returncode == 2, done.stdout + done.stderr
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert done.stderr.startswith("everypath: ")
    for each in says:
        assert each in done.stderr


def is_analysed_without(done, *names):
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Analysing 1 class," in done.stdout
    assert "Traceback" not in done.stderr
    for name in names:
        assert name in done.stderr


def test_good_classes_of_a_directory_are_analysed_and_bad_ones_named(mixed):
    done = everypath("check", mixed)
    is_analysed_without(done, "Future.class: class file version 70", "Nothing.class", "Other.class: it holds", "2 more")


def test_good_classes_of_a_jar_are_analysed_and_bad_ones_named(mixed, tmp_path):
    jar = tmp_path / "mixed.jar"
    with zipfile.ZipFile(jar, "w") as archive:
        for file in sorted(mixed.iterdir()):
            archive.write(file, file.name)
    done = everypath("check", jar)
    is_analysed_without(done, *(f"{name}: skipped: " for name in ("Future", "Nothing", "Other", "Short", "Text")))


def test_jars_with_nothing_in_them(good, tmp_path):
    whole = tmp_path / "whole.jar"
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(good / "Clean.class", "Clean.class")
    data = whole.read_bytes()
    (tmp_path / "cut.jar").write_bytes(data[: len(data) // 2])
    (tmp_path / "flipped.jar").write_bytes(data[:60] + bytes(each ^ 0x55 for each in data[60:200]) + data[200:])
    (tmp_path / "nothing.jar").write_bytes(b"")
    zipfile.ZipFile(tmp_path / "empty.jar", "w").close()
    is_one_line(everypath("check", "cut.jar", cwd=tmp_path), "cut.jar: not a readable jar")
    is_one_line(everypath("check", "nothing.jar", cwd=tmp_path), "nothing.jar: not a readable jar")
    is_one_line(everypath("check", "empty.jar", cwd=tmp_path), "a jar without classes")
    flipped = everypath("check", "flipped.jar", cwd=tmp_path)
    assert flipped.returncode == 2
    assert "Traceback" not in flipped.stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--json", "."], ".: is a folder; name a file"),
        (["--sarif", "."], ".: is a folder; name a file"),
        (["--jobs", "1000"], "--jobs: '1000' is more than 128"),
        (["--budget", "0"], "--budget"),
        (["--strategy", "luck"], "--strategy"),
        (["--classpath", "notes.txt"], "notes.txt: not a readable jar"),
    ],
)
def test_options_that_cannot_be_used(good, tmp_path, arguments, says):
    (tmp_path / "notes.txt").write_text("notes")
    is_one_line(everypath("check", good, *arguments, cwd=tmp_path), says)


def test_tests_cannot_be_written_into_a_file(good, tmp_path):
    (tmp_path / "file").write_text("")
    is_one_line(everypath("generate", good, "-o", tmp_path / "file"), "is no folder")
    is_one_line(everypath("generate", good, "-o", tmp_path / "file" / "below"), "file is no folder")


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to the superuser")
def test_folders_that_cannot_be_written(good, tmp_path):
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o500)
    is_one_line(everypath("check", good, "--json", locked / "out.json"), "permission denied")
    is_one_line(everypath("generate", good, "-o", locked / "tests"), "permission denied")


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("everypath.toml", "budget = ", "cannot be read"),
        ("everypath.toml", "budgets = 1", "did you mean 'budget'?"),
        ("everypath.toml", "[budget]", "budget"),
        ("everypath.toml", "json = 5", "json: 5 is not a text"),
        ("everypath.toml", "only = [5]", "only: 5 is not a text"),
        ("everypath.toml", b"\xff\xfe", "cannot be read"),
        ("pyproject.toml", "[tool]\neverypath = 3", "tool.everypath is not a table"),
    ],
)
def test_configuration_files_that_cannot_be_used(good, tmp_path, name, text, says):
    (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    is_one_line(everypath("check", good, cwd=tmp_path), name, says)


def test_a_jre_is_no_jdk(good, tmp_path):
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "java").symlink_to(JDKS[0].java)
    shutil.copy(JDKS[0].home / "release", tmp_path / "release")
    is_one_line(everypath("check", good, "--jdk", tmp_path), "without javac (a JRE)")


@pytest.mark.skipif(len(JDKS) < 2, reason="needs two JDKs")
def test_classes_too_new_for_the_jdk_that_was_asked_for(good, tmp_path):
    data = (good / "Clean.class").read_bytes()
    newer = tmp_path / "Clean.class"
    newer.write_bytes(data[:6] + JDKS[1].newest_class_file.to_bytes(2, "big") + data[8:])
    is_one_line(everypath("check", newer, "--jdk", JDKS[0].home), "a newer JDK is needed")
    assert everypath("check", newer).returncode == 0


# ---- environment


def test_names_and_paths_outside_ascii_in_any_locale(tmp_path):
    source = tmp_path / "ein Wört 日本" / "Uni$Größe.java"
    source.parent.mkdir()
    source.write_text(
        'public class Uni$Größe { static int 値(String ä) { return ä.equals("日") ? 1 / 0 : 2; } }', "utf-8"
    )
    outputs = []
    for locale in ({"LC_ALL": "C.UTF-8"}, {"LC_ALL": "C"}, {"LC_ALL": "C", "PYTHONIOENCODING": "ascii"}):
        out = tmp_path / "out.json"
        done = everypath("check", source, "--json", out, **locale)
        assert done.returncode == 1, done.stdout + done.stderr
        assert "Traceback" not in done.stderr
        outputs.append([(each["id"], each["method"]) for each in json.loads(out.read_text("utf-8"))["findings"]])
    assert {method for _, method in outputs[0]} == {"値"}
    assert outputs[0] == outputs[1] == outputs[2]
    assert everypath("generate", source, "-o", tmp_path / "tästs", LC_ALL="C").returncode == 0
    assert [each.name for each in (tmp_path / "tästs").rglob("*Test.java")]


def test_results_are_written_where_nobody_reads_the_lines(tmp_path):
    out = tmp_path / "out.json"
    check = f"{sys.executable} -m everypath check {SUBJECTS / 'Account.java'} --jobs 1 --json {out}"
    for command in (f"{check} | head -1", f"{check} >&-", f"{check} 2>&-"):
        out.unlink(missing_ok=True)
        done = subprocess.run(
            command, shell=True, capture_output=True, text=True, env=environment(), timeout=90, check=False
        )
        assert "Traceback" not in done.stdout + done.stderr
        assert json.loads(out.read_text())["summary"]["findings"]["error"] == 3


@pytest.mark.skipif(shutil.which("script") is None, reason="needs a pseudo-terminal")
def test_a_terminal_gets_colour_unless_it_is_unwanted():
    command = f"{sys.executable} -m everypath check {SUBJECTS / 'Account.java'} --jobs 1"

    def on_terminal(**changes):
        return subprocess.run(
            ["script", "-qec", command, "/dev/null"],
            capture_output=True,
            text=True,
            env=environment(**changes),
            timeout=90,
            check=False,
            stdin=subprocess.DEVNULL,
        ).stdout

    def last(text):
        return text.splitlines()[-8:]

    assert any("\x1b[31m" in line for line in last(on_terminal(TERM="xterm")))
    for plain in ({"TERM": "xterm", "NO_COLOR": "1"}, {"TERM": "dumb"}):
        assert not any("\x1b[31m" in line for line in last(on_terminal(**plain)))


def test_neither_home_nor_temporary_folder_is_needed(good):
    for changes in ({"HOME": ""}, {"HOME": "/nonexistent"}, {"TMPDIR": "/nonexistent"}):
        done = everypath("check", good, **changes)
        assert (done.returncode, done.stderr) == (0, ""), changes
    done = everypath("check", good, cwd=Path("/proc/self"))
    assert (done.returncode, done.stderr) == (0, "")
