"""Tests are saved while a run goes on: whenever it is killed, what is there compiles and passes."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from benchmarks.same import DEMO
from tests.busy import slowness
from tests.cli.support import environment
from tests.run.test_same import CUT, ROUNDS

from everypath.bridge import Bridge
from everypath.project import open_target
from everypath.run.test_writing import SavedTests
from everypath.suite import TestSource
from everypath.suite.source import MARK

EAGER = """
import runpy
import time
from everypath.cli import early_json, early_saving
from everypath.run.scheduling import merging
from everypath.run.test_writing import early
early_saving.FIRST = early_json.FIRST = {first}
early.WAIT, early.SLOW, early_json.LEAST_PAUSE = 0.1, 100.0, 0.1
if {held}:
    merging.ResultMerger.finalise = lambda *_: time.sleep(600)
runpy.run_module("everypath", run_name="__main__", alter_sys=True)
"""
"""everypath, which begins to save after ``first`` seconds and does not wait for more tests. If it is ``held``, it
never gets to its end.
"""


@pytest.fixture(scope="module")
def targets(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = tmp_path_factory.mktemp("targets")
    (folder / "Cut.java").write_text(CUT)
    (folder / "Rounds.java").write_text(ROUNDS)
    return [str(path) for path in (*sorted(DEMO.glob("*.java")), folder / "Cut.java", folder / "Rounds.java")]


@contextmanager
def generating(
    targets: list[str], tmp_path: Path, first: float, *options: str, held: bool = False
) -> Iterator[subprocess.Popen[str]]:
    """A run of ``generate`` in a process group of its own."""
    program = [
        sys.executable,
        "-c",
        EAGER.format(first=first, held=held),
        "generate",
        *targets,
        "-o",
        str(tmp_path / "tests"),
    ]
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    process = subprocess.Popen(
        [*program, "--separate", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment(TMPDIR=str(temporary)),
        stdin=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate(timeout=60 * slowness())


def sources_in(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text() for path in sorted(folder.rglob("*.java"))}


def check(targets: list[str], sources: dict[str, str]) -> int:
    """Compile test sources and run all their tests, which must pass. Returns how many tests there are."""
    target = open_target(tuple(targets), (), None)
    names = {path.removesuffix(".java"): text for path, text in sources.items()}
    tests = [(name, test) for name, text in names.items() for test in re.findall(r"@Test\s+void (\w+)\(", text)]
    with Bridge(target.jdk, target.classpath, fresh=True) as bridge:
        compiled = bridge.tests.compile(names)
        assert compiled.ok, compiled.errors
        results = bridge.tests.run(compiled.classes, tests)
    assert [(each.klass, each.method, each.outcome) for each in results if not each.passed] == []
    assert len(results) == len(tests)
    return len(tests)


def wait_until(process: subprocess.Popen[str], condition: Callable[[], bool]) -> None:
    """Wait for a moment of a run, which must not be over before that."""
    until = time.monotonic() + 120 * slowness()
    while not condition():
        assert process.poll() is None, process.communicate()[0]
        assert time.monotonic() < until
        time.sleep(0.005)


@pytest.mark.parametrize(("files", "jobs", "number"), [(1, 1, 9), (2, 2, 9), (3, 1, 9), (1, 2, 2), (2, 1, 2)])
def test_what_is_there_when_a_run_is_stopped_compiles_and_passes(
    targets: list[str], tmp_path: Path, files: int, jobs: int, number: int
) -> None:
    folder = tmp_path / "tests"
    with generating(targets, tmp_path, 0.0, "--jobs", str(jobs), "--budget", "60s") as process:
        wait_until(process, lambda: len(list(folder.rglob("*.java"))) >= files)
        os.killpg(process.pid, number)
        out = process.communicate(timeout=60 * slowness())[0]
    assert process.returncode == (-9 if number == 9 else 130), out
    sources = sources_in(folder)
    assert len(sources) >= files
    assert check(targets, sources) >= files


def test_what_was_finished_before_a_late_kill_is_there(targets: list[str], tmp_path: Path) -> None:
    folder, document = tmp_path / "tests", tmp_path / "out.json"
    options = ("--jobs", "2", "--budget", "300s", "--json", str(document))

    def finished() -> set[str]:
        """The classes with tests whose methods all have a report, as the JSON has them."""
        if not document.exists():
            return set()
        found = json.loads(document.read_text())
        assert found["interrupted"] is True, "the run is not over"
        reported = [each for each in found["methods"] if any(case["outcome"] == "confirmed" for case in each["cases"])]
        skipped = {each["class"] for each in found["methods"] if each["status"] == "skipped"}
        return {each["class"] for each in reported} - skipped

    def is_saved() -> bool:
        done = finished()
        return len(done) > 3 and all((folder / f"{name.replace('.', '/')}Test.java").exists() for name in done)

    with generating(targets, tmp_path, 0.0, *options, held=True) as process:
        wait_until(process, is_saved)
        time.sleep(random.Random(7).random())
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate(timeout=60 * slowness())
    assert is_saved()
    assert check(targets, sources_in(folder)) > 3


def test_the_end_is_the_same_as_without_early_saving(targets: list[str], tmp_path: Path) -> None:
    found = {}
    for first in (0.0, 1e9):
        own = tmp_path / str(first)
        old = own / "tests" / "OtherTest.java"
        old.parent.mkdir(parents=True)
        old.write_text(f"{MARK}\nclass OtherTest {{}}\n")
        with generating(targets, own, first, "--jobs", "1", "--budget", "400k-steps") as process:
            out = process.communicate(timeout=120 * slowness())[0]
            assert process.returncode == 0, out
        found[first] = sources_in(own / "tests")
        assert not [path for path in (own / "tests").rglob("*") if path.is_file() and path.suffix != ".java"]
    assert found[0.0] == found[1e9]
    assert len(found[0.0]) > 3


def source(name: str, text: str) -> TestSource:
    return TestSource(name, f"{name}.java", text, ())


def test_files_are_replaced_as_a_whole_and_put_back(tmp_path: Path) -> None:
    (tmp_path / "OldTest.java").write_text("before")
    saved = SavedTests(tmp_path)
    paths, lost = saved.save([source("OldTest", "now"), source("NewTest", "new"), source("KeptTest", "kept")])
    assert paths == [tmp_path / name for name in ("OldTest.java", "NewTest.java", "KeptTest.java")]
    assert not lost
    assert sources_in(tmp_path)["OldTest.java"] == f"{MARK}\nnow"
    saved.save([source("KeptTest", "again")])
    saved.restore({tmp_path / "KeptTest.java"})
    assert sources_in(tmp_path) == {"KeptTest.java": f"{MARK}\nagain", "OldTest.java": "before"}
    assert list(saved.sources) == [tmp_path / "KeptTest.java"]
    assert len(list(tmp_path.iterdir())) == 2


def test_a_file_that_cannot_be_written_leaves_nothing_beside_it(tmp_path: Path) -> None:
    (tmp_path / "BadTest.java").mkdir()
    (tmp_path / "BadTest.java" / "inside").write_text("")
    paths, lost = SavedTests(tmp_path).save([source("BadTest", "text"), source("GoodTest", "text")])
    assert paths == [tmp_path / "GoodTest.java"]
    assert [path for path, _ in lost] == [tmp_path / "BadTest.java"]
    assert lost[0][1]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["BadTest.java", "GoodTest.java"]
