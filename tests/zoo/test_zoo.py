"""The zoo's own logic: measuring a command, traces, keys, the table, and a whole run on a jar that is made here."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from benchmarks.fetching import CONSOLE, JACOCO_AGENT, JACOCO_CLI, FetchError, fetched
from benchmarks.outside import unpacked
from benchmarks.zoo import __main__ as zoo
from benchmarks.zoo import measuring, processes, table
from benchmarks.zoo.libraries import Library, libraries
from benchmarks.zoo.measuring import Places, traces_of
from benchmarks.zoo.processes import measured
from benchmarks.zoo.results import Key, Result, TestsRun, Trace, load, save

KEY = Key("tiny", "org.example:tiny:1", 10, (), "abc")
LIBRARY = Library("tiny", "org.example:tiny:1", ("parser",))

TRACEBACK = """Analysing 1 class
Traceback (most recent call last):
  File "/x/everypath/a.py", line 1, in first
    second()
  File "/x/everypath/b.py", line 2, in second
    raise KeyError("name")
KeyError: 'name'
1 error
"""


def result(**changes: object) -> Result:
    fields: dict = {"exit": 0, "seconds": 9.0, "megabytes": 700.0, "tests": 3, "methods": 4, **changes}
    return Result(KEY, **fields)


class TestList:
    def test_it_holds_libraries_of_all_kinds(self):
        found = libraries()
        assert len(found) >= 30
        assert len({each.coordinates for each in found}) == len(found)
        kinds = {kind for each in found for kind in each.kinds}
        wanted = "parser collections numbers text bytecode logging HTTP injection dates compression templating"
        special = {"Kotlin", "Scala", "Groovy", "module-info", "multi-release", "no debug information", "obfuscated"}
        assert kinds >= {*wanted.split(), *special}

    def test_each_has_a_version_of_its_own(self):
        for each in libraries():
            assert len(each.coordinates.split(":")) == 3, each.name
            assert each.version[:1].isdigit(), each.name


class TestMeasured:
    def run(self, code: str, folder: Path, limit: float = 30.0) -> processes.Measured:
        return measured([sys.executable, "-c", code], folder, dict(os.environ), folder / "out.txt", limit)

    def test_exit_code_and_output(self, tmp_path):
        found = self.run("print('seen'); raise SystemExit(3)", tmp_path)
        assert (found.exit, found.left) == (3, ())
        assert (tmp_path / "out.txt").read_text() == "seen\n"

    def test_memory_of_all_processes_together(self, tmp_path, monkeypatch):
        monkeypatch.setattr(processes, "SAMPLING", 0.1)
        child = "block = b'x' * (60 << 20); print(flush=True); input()"
        pipes = "stdin=subprocess.PIPE, stdout=subprocess.PIPE"
        both = f"[subprocess.Popen([sys.executable, '-c', {child!r}], {pipes}) for _ in (1, 2)]"
        ready = "[each.stdout.readline() for each in both]; time.sleep(1)"
        code = f"import subprocess, sys, time; both = {both}; {ready}; [each.communicate(b'\\n') for each in both]"
        found = self.run(code, tmp_path)
        assert 120 < found.megabytes < 300
        assert len(found.largest) == 3

    def test_a_process_that_is_left_over_is_named_and_killed(self, tmp_path, monkeypatch):
        monkeypatch.setattr(processes, "GRACE", 0.2)
        child = "import time; print(flush=True); time.sleep(60)"
        started = f"subprocess.Popen([sys.executable, '-c', {child!r}], start_new_session=True, stdout=subprocess.PIPE)"
        code = f"import subprocess, sys; {started}.stdout.readline()"
        found = self.run(code, tmp_path)
        assert found.exit == 0
        assert [each.endswith(child) for each in found.left] == [True]
        assert not Path(f"/proc/{found.left[0].split()[0]}").exists()

    def test_a_run_that_does_not_end_is_killed(self, tmp_path, monkeypatch):
        monkeypatch.setattr(processes, "SAMPLING", 0.1)
        found = self.run("import time; time.sleep(60)", tmp_path, limit=0.3)
        assert found.exit is None
        assert found.left == ()

    def test_other_children_are_neither_counted_nor_killed(self, tmp_path):
        other = subprocess.Popen([sys.executable, "-c", "block = b'x' * (200 << 20); input()"], stdin=subprocess.PIPE)
        try:
            found = self.run("pass", tmp_path)
            assert other.poll() is None
            assert found.megabytes < 150
        finally:
            other.communicate(b"\n", timeout=30)
        assert other.returncode == 0


class TestTraces:
    def test_a_traceback_is_cut_out(self):
        (trace,) = traces_of(TRACEBACK)
        assert trace.text.startswith("Traceback")
        assert trace.text.endswith("KeyError: 'name'")
        assert trace.cause == "KeyError: 'name' (File \"/x/everypath/b.py\", line 2, in second)"

    def test_a_log_names_the_method(self):
        traces = list(traces_of(f"== a.B#c()V\n{TRACEBACK}\n== a.B#d()V\n{TRACEBACK}"))
        assert [each.method for each in traces] == ["a.B#c()V", "a.B#d()V"]
        assert traces[0].cause == traces[1].cause

    def test_an_error_while_another_one_is_handled_is_one_trace(self):
        chain = "\nDuring handling of the above exception, another exception occurred:\n\n"
        second = TRACEBACK.replace("KeyError: 'name'", "EngineError: no text").removeprefix("Analysing 1 class\n")
        (trace,) = traces_of(f"{TRACEBACK.removesuffix('1 error' + chr(10))}{chain}{second}")
        assert trace.text.count("Traceback") == 2
        assert trace.cause.startswith("EngineError: no text")

    def test_an_error_of_a_java_thread(self):
        text = 'Exception in thread "main" java.lang.IllegalStateException: x\n\tat a.B.c(B.java:1)\n\tat a.B.d(X)\n'
        (trace,) = traces_of(text)
        assert trace.cause.endswith("IllegalStateException: x (at a.B.c(B.java:1))")

    def test_other_output_has_none(self):
        assert list(traces_of("== a.B#c()V\n1 error\nKeyError\n")) == []


class TestResults:
    def test_what_is_saved_is_what_is_loaded(self, tmp_path):
        whole = result(
            largest=(("1 java", 300.0),),
            traces=(Trace("Traceback\nKeyError: 1", "a.B#c()V"),),
            failed=(("a.B#c()V", "error KeyError"),),
            findings={"error": 1, "warning": 2, "note": 3},
            not_compiling={"a/BTest.java": ("3: cannot find symbol",)},
            runs=(TestsRun("plain", 3, (("a.BTest.c", "AssertionError"),)),),
            branches=(1, 2),
            instructions=(3, 4),
        )
        save(whole, tmp_path / "tiny.json")
        assert load(tmp_path / "tiny.json") == whole

    def test_a_damaged_file_counts_as_none(self, tmp_path):
        (tmp_path / "tiny.json").write_text('{"key": {}')
        assert load(tmp_path / "tiny.json") is None
        assert load(tmp_path / "absent.json") is None

    def test_problems(self):
        assert list(result().problems(800.0)) == []
        assert list(result(seconds=13.0).problems()) == []
        assert list(result(seconds=13.1).problems()) == ["budget: 13.1 s of 10 s"]
        assert list(result(exit=None, seconds=5.0).problems()) == ["killed after 5 s"]
        assert list(result(exit=1).problems(600.0)) == ["exit code 1", "memory: 700 MB of 600 MB"]
        assert list(result(failed=(("a.B#c()V", "error KeyError"),)).problems()) == ["failed: a.B#c()V: error KeyError"]
        runs = (TestsRun("plain", 3, (("a.BTest.c", "AssertionError"),)), TestsRun("other", 0, (), "no test ran"))
        assert list(result(runs=runs).problems()) == [
            "test failed (plain): a.BTest.c: AssertionError",
            "tests (other): no test ran",
        ]


class TestGoingOn:
    @pytest.fixture
    def measurements(self, tmp_path, monkeypatch) -> list[Key]:
        made: list[Key] = []

        def measure(key: Key, *_: object) -> Result:
            made.append(key)
            return result() if key == KEY else Result(key, 0, 1.0, 1.0)

        monkeypatch.setattr(zoo, "CACHE", tmp_path)
        monkeypatch.setattr(zoo, "jars_of", lambda *_: [])
        monkeypatch.setattr(zoo, "measure", measure)
        return made

    def test_what_is_measured_is_kept(self, measurements):
        first = zoo.result_of(LIBRARY, KEY, again=False)
        assert zoo.result_of(LIBRARY, KEY, again=False) == first
        assert measurements == [KEY]

    def test_it_is_measured_again_on_demand_and_after_a_change(self, measurements):
        changed = Key("tiny", "org.example:tiny:1", 10, (), "def")
        for key, again in ((KEY, False), (KEY, True), (changed, False), (changed, False)):
            zoo.result_of(LIBRARY, key, again=again)
        assert measurements == [KEY, KEY, changed]

    def test_the_table_takes_results_of_older_sources_too(self, measurements):
        zoo.result_of(LIBRARY, KEY, again=False)
        assert zoo.kept(Key("tiny", "org.example:tiny:1", 10, (), "def")) == result()
        assert zoo.kept(Key("tiny", "org.example:tiny:1", 20, (), "abc")) is None


def test_the_table_counts_each_test_once_and_adds_up():
    runs = tuple(TestsRun(name, 3, (("a.BTest.c", "x"),)) for name in ("plain", "other"))
    one = result(runs=runs, branches=(1, 4), instructions=(10, 20), findings={"error": 2, "note": 1})
    text = table.table([(LIBRARY, one), (LIBRARY, result(seconds=11.0, branches=(1, 4)))])
    first, _, *rows, together = text.splitlines()
    assert first.startswith("| library | kinds | methods | failed |")
    assert rows[0] == "| tiny 1 | parser | 4 | 0 | 2 | 0 | 1 | 3 | 1 | 0 | 25.0 % | 50.0 % | 9.0 | 700 |"
    assert together == "| together | 2 libraries | 8 | 0 | 2 | 0 | 1 | 6 | 1 | 0 | 25.0 % | 50.0 % | 11.0 | 700 |"


def test_the_table_of_a_page_is_replaced():
    assert table.with_table("# A\n\n| x |\n|---|\n\nend\n", "| y |\n") == "# A\n\n| y |\n\nend\n"
    assert table.with_table("# A\n", "| y |\n") == "# A\n| y |\n"


def test_a_multi_release_jar_is_unpacked_as_the_jvm_loads_it(tmp_path):
    with zipfile.ZipFile(tmp_path / "a.jar", "w") as archive:
        for name in ("", "META-INF/versions/9/", "META-INF/versions/17/", "META-INF/versions/21/"):
            archive.writestr(f"{name}p/A.class", name or "base")
            archive.writestr(f"{name}module-info.class", name)
        archive.writestr("META-INF/versions/11/p/B.class", "11")
        archive.writestr("p/text.txt", "")
    folder = unpacked(tmp_path / "a.jar", tmp_path / "classes", 17)
    found = {str(each.relative_to(folder)): each.read_text() for each in folder.rglob("*") if each.is_file()}
    assert found == {"p/A.class": "META-INF/versions/17/", "p/B.class": "11"}


@pytest.fixture(scope="module")
def measured_jar(java_classes: Callable[..., Path], tmp_path_factory: pytest.TempPathFactory) -> Result:
    """The result of a whole run on a jar with one small class."""
    try:
        for each in (CONSOLE, JACOCO_AGENT, JACOCO_CLI):
            fetched(each)
    except FetchError as problem:
        pytest.skip(str(problem))
    folder = tmp_path_factory.mktemp("zoo")
    classes = java_classes("students", "students/Calculator.java")
    with zipfile.ZipFile(folder / "calculator.jar", "w") as archive:
        for each in classes.rglob("*.class"):
            archive.write(each, each.relative_to(classes))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(measuring, "KILLED_AFTER", (1.0, 600.0))  # the machine may be busy
        key = replace(KEY, seconds=60)
        return measuring.measure(key, [folder / "calculator.jar"], Places(folder / "work"), folder / "cache")


def test_a_whole_run(measured_jar):
    assert measured_jar.exit == 0
    assert measured_jar.tests > 0
    assert [(each.name, each.failed, each.problem) for each in measured_jar.runs] == [
        (name, (), "") for name in measuring.RUNS
    ]
    assert {each.ran for each in measured_jar.runs} != {0}
    assert measured_jar.not_compiling == {}
    assert measured_jar.traces == measured_jar.failed == ()
    assert measured_jar.left_files == measured_jar.left_processes == ()
    covered, total = measured_jar.instructions
    assert 0 < covered <= total
    assert measured_jar.megabytes > 50
