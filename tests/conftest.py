"""Java subjects for all tests: sources under tests/java are compiled once and kept until they change."""

from __future__ import annotations

import compileall
import gc
import hashlib
import os
import shutil
import signal
import subprocess
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest
from tests import compiling, preloaded

import everypath
from everypath.classfile import NEWEST_FEATURE, Jdk, installed_jdks
from everypath.run.method_analysis import Garbage

TESTS = Path(__file__).parent
CACHE = TESTS / ".cache"

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in the background of a shell; what tests start inherits it
    signal.signal(signal.SIGINT, signal.default_int_handler)


LONGEST_FIRST = (
    "cli/test_signals.py",
    "goldens",
    "whole/test_structures.py",
    "cli/test_cli.py",
    "language/test_language.py",
    "whole/test_alarms.py",
    "library/test_library_subjects.py",
    "whole/test_surroundings.py",
    "whole/test_reflection.py",
    "bridge/replay/test_survival.py",
    "run/coverage/test_existing_tests.py",
    "run/test_whole_runs.py",
    "whole/test_pet.py",
    "whole/test_modern.py",
    "term/canonical/test_canonical_rules.py",
    "cli/test_missing.py",
    "explore/test_explore.py",
    "bridge/jdk_state/test_library_process.py",
    "explore/lemmas/test_lemmas.py",
    "explore/behaviours/test_random_classes.py",
    "plugins",
    "explore/session/test_refutations.py",
    "whole",
    "cli",
    "conformance",
    "run",
    "explore",
    "library",
    "bridge",
    "solver",
    "api",
    "term",
    "suite",
    "language",
)
"""Files and folders that take longest, by the processor time they were seen to use: a long file at the end would leave
a core idle.
"""

GARBAGE = Garbage()
gc.set_threshold(100_000, 1_000, 1_000)  # what is not so young is looked at between two files


def pytest_configure(config: pytest.Config) -> None:
    """everypath is compiled once: where Python is set to write no bytecode, each of the hundreds of processes that the
    tests start would compile all of it, which is half of what a short run costs.
    """
    if not hasattr(config, "workerinput"):
        compileall.compile_dir(Path(everypath.__file__).parent, quiet=2)
    shown = os.environ.get("EVERYPATH_SLOWEST")
    if shown:
        config.pluginmanager.register(Spending(int(shown)), "spending")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long comes first; else the order stays (`--no-loadscope-reorder` keeps it)."""
    rank = {name: at for at, name in enumerate(LONGEST_FIRST)}

    def of(item: pytest.Item) -> int:
        if not item.path.is_relative_to(TESTS):
            return len(rank)
        place = item.path.relative_to(TESTS)
        return rank.get(place.as_posix(), rank.get(place.parts[0], len(rank)))

    items.sort(key=of)


def processor_seconds() -> float:
    """What this process and those that it started and waited for have used, and those that its servers did."""
    return sum(os.times()[:4]) + sum(map(_used_by, [*compiling.servers(), *preloaded.servers()]))


def _used_by(process: int) -> float:
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


class Spending:
    """What tests cost: ``EVERYPATH_SLOWEST=20`` prints the files and tests that took most processor time."""

    def __init__(self, shown: int) -> None:
        self.shown = shown
        self.at = processor_seconds()
        self.tests: Counter[str] = Counter()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        now = processor_seconds()
        report.processor_seconds, self.at = now - self.at, now
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.tests[report.nodeid] += getattr(report, "processor_seconds", 0.0)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        files: Counter[str] = Counter()
        for name, seconds in self.tests.items():
            files[name.partition("::")[0]] += seconds
        terminalreporter.section(f"processor seconds: {self.tests.total():.0f}")
        for found in (files, self.tests):
            for name, seconds in found.most_common(self.shown):
                terminalreporter.write_line(f"{seconds:8.1f}  {name}")


@pytest.fixture(scope="module", autouse=True)
def _tidy() -> Iterator[None]:
    """What the tests of one file leave behind is looked at once, and not again during those that follow."""
    yield
    GARBAGE.look()


def compile_java(sources: list[Path], *flags: str, javac: str | None = None) -> Path:
    """The folder with the classes compiled from these sources by the ``javac`` on the path, or another."""
    javac = javac or shutil.which("javac")
    if javac is None:
        pytest.skip("no javac on the path")
    digest = hashlib.sha256(str((os.path.realpath(javac), flags)).encode())
    for source in sorted(sources):
        digest.update(source.name.encode() + source.read_bytes())
    folder = CACHE / digest.hexdigest()[:20]
    if not folder.exists():
        fresh = folder.with_name(f"{folder.name}.{os.getpid()}")
        fresh.mkdir(parents=True)
        code, printed = compiling.ran("-g", "-parameters", "-nowarn", *flags, "-d", fresh, *sorted(sources), tool=javac)
        if code:
            shutil.rmtree(fresh)
            raise AssertionError(printed)
        try:
            fresh.rename(folder)
        except OSError:
            shutil.rmtree(fresh)  # another process was first
    return folder


def found_jdks() -> list[Jdk]:
    """The default JDK and, where there is a newer one in the usual places, the newest of those."""
    default = Jdk.find()
    others = [jdk for jdk in installed_jdks() if default.feature < jdk.feature <= NEWEST_FEATURE and jdk.has_javac]
    newest = max(others, key=lambda jdk: jdk.feature, default=None)
    return [default] if newest is None else [default, newest]


JDKS = found_jdks()
compiling.stand_in(JDKS[0].java, lambda: compiling.server(JDKS[0].javac))


@pytest.fixture(scope="session", params=JDKS, ids=[f"jdk{jdk.feature}" for jdk in JDKS])
def jdk(request) -> Jdk:
    """Each JDK that the machine is tested on; with only one installed, there is one parameter."""
    return request.param


@pytest.fixture(scope="session")
def java_classes() -> Callable[..., Path]:
    """``java_classes("vm")`` compiles tests/java/vm (all of it, or the named files) and gives the class directory."""

    def compiled(package: str, *files: str, flags: tuple[str, ...] = ()) -> Path:
        folder = TESTS / "java" / package
        sources = [folder / name for name in files] if files else list(folder.rglob("*.java"))
        return compile_java(sources, *flags)

    return compiled


JUNIT = "org.junit.platform:junit-platform-console-standalone:1.10.2"
GOOGLE_JAVA_FORMAT = "com.google.googlejavaformat:google-java-format:1.25.2:jar:all-deps"


LOCAL_REPOSITORY = Path.home() / ".m2" / "repository"
"""Where Maven keeps what it has fetched."""


def fetched(artifact: str) -> Path:
    """A jar from Maven Central, fetched once; skips the test where it cannot be had."""
    folder = CACHE / "lib"
    group, name, version, *rest = artifact.split(":")
    jar = folder / f"{'-'.join((name, version, *rest[1:]))}.jar"
    local = LOCAL_REPOSITORY.joinpath(*group.split("."), name, version, jar.name)
    if local.exists():
        return local  # Maven itself would take seconds to find it
    if not jar.exists():
        mvn = shutil.which("mvn")
        if mvn is None:
            pytest.skip("no mvn on the path")
        command = [mvn, "-q", "-B", "dependency:copy", f"-Dartifact={artifact}", f"-DoutputDirectory={folder}"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, cwd=TESTS)
        if done.returncode or not jar.exists():
            pytest.skip(f"{artifact} cannot be fetched")
    return jar


@pytest.fixture(scope="session")
def console() -> Path:
    """The console launcher of JUnit 5."""
    return fetched(JUNIT)


@pytest.fixture(scope="session")
def google_java_format() -> Path:
    """The program google-java-format."""
    return fetched(GOOGLE_JAVA_FORMAT)
