"""Written tests pass with another locale and time zone, and without ``-ea`` unless the project's tests run with it."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from tests.suite.suites.test_junit_platform import run_under_junit
from tests.suite.support import Lab

from everypath.bridge import Bridge, JvmDefaults, Text, static_call
from everypath.classfile import ClassPath, Jdk, internal_name
from everypath.program import Program
from everypath.suite import CaseBuilder, Suite, SuiteOptions, select, write_tests
from everypath.suite.replay import ELSEWHERE

CHECKED, PRINTED = "elsewhere/Checked", "elsewhere/Printed"
CHARSET_MAY_CHANGE = Jdk.find().feature < 18
ARABIC = (
    *("-Duser.language=ar", "-Duser.country=EG", "-Duser.timezone=Asia/Kathmandu"),
    *("-Dline.separator=\r\n", "-Duser.name=someone"),
)
GERMAN = ("-Duser.language=de", "-Duser.country=DE", "-Duser.timezone=America/Los_Angeles", "-Dfile.encoding=US-ASCII")

SETTINGS = """
package elsewhere;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
class SettingsTest {
  @Test void assertions() { assert false; }
  @Test void locale() { "index".charAt("i".toUpperCase().equals("I") ? 0 : 5); }
  @Test void charset() { "index".charAt("\\u00e9".getBytes().length == 2 ? 0 : 5); }
  @Test void property() { if (System.getProperty("user.name").equals("x")) throw new Error(); }
  @Test void lines() { "index".charAt(String.format("%n").length() == 1 ? 0 : 5); }
  @Test void folder() { "index".charAt(new java.io.File("").getAbsolutePath().equals("/there") ? 5 : 0); }
  @Test void path() { "index".charAt(Path.of("").toAbsolutePath().getNameCount() < 2 ? 5 : 0); }
  @Test void files() { "index".charAt(new java.io.File(".").list().length == 0 ? 0 : 5); }
  @Test void update() { "index".charAt(Runtime.version().toString().contains(".99") ? 5 : 0); }
  @Test void version() { "index".charAt(System.getProperty("java.version").contains(".99") ? 5 : 0); }
  @Test void module() { "index".charAt(String.class.getModule().getDescriptor().toString().contains(".99") ? 5 : 0); }
  @Test void daemon() { "index".charAt(Thread.currentThread().isDaemon() ? 5 : 0); }
  @Test void thread() { "index".charAt(Thread.currentThread().getId() == 1 ? 5 : 0); }
  @Test void country() { System.getProperty("user.country").length(); }
  @Test void zone() { "index".charAt(java.util.TimeZone.getDefault().getRawOffset()); }
}
"""


PROCESS = {"folder", "path", "files", "update", "version", "module", "thread", "daemon"}
"""What is different in another process."""

MANIFEST = """Manifest-Version: 1.0
Implementation-Version: 1.5
Specification-Title: Everywhere

Name: elsewhere/
Implementation-Version: 2.5

"""


@pytest.fixture(scope="module")
def lab(java_classes: Callable[..., Path]) -> Lab:
    lab = Lab(java_classes("elsewhere"))
    lab.builder = CaseBuilder(lab.program, SuiteOptions(), lab.machine)
    yield lab
    lab.bridge.close()


def written(lab: Lab, name: str, *, assertions: bool = False) -> Suite:
    cases = [each.case for each in select(lab.verdicts(name))]
    return write_tests(cases, lab.builder, lab.bridge, assertions=assertions)


def text_of(suite: Suite) -> str:
    return " ".join("\n".join(each.text for each in suite.sources).split())


def test_some_place_has_the_next_day_and_some_the_one_before_whatever_the_year() -> None:
    """The first and the last milliseconds of days in UTC are those of another day somewhere."""
    zones = [ZoneInfo(each.zone) for each in ELSEWHERE if each.zone is not None]
    for year in (1970, 2000, 2026):
        first = datetime(year, 1, 1, tzinfo=UTC)
        for moment, days in ((first, -1), (first - timedelta(milliseconds=1), 1)):
            there = {moment.astimezone(zone).date() - moment.date() for zone in zones}
            assert timedelta(days) in there


class TestDefaults:
    """What a run of tests finds in its JVM."""

    @pytest.fixture
    def classes(self, lab: Lab) -> dict[str, bytes]:
        compiled = lab.bridge.tests.compile({"elsewhere/SettingsTest": SETTINGS})
        assert compiled.errors == ()
        return dict(compiled.classes)

    @pytest.mark.parametrize(
        ("defaults", "failing"),
        [
            (JvmDefaults(), {"assertions"}),
            (JvmDefaults(assertions=False), set()),
            (JvmDefaults(locale="tr-TR"), {"assertions", "locale"}),
            (JvmDefaults(assertions=False, zone="America/St_Johns"), {"zone"}),
            (JvmDefaults(assertions=False, properties=(("user.name", "x"),)), {"property"}),
            (JvmDefaults(assertions=False, properties=(("line.separator", "\r\n"),)), {"lines"}),
            (JvmDefaults(assertions=False, properties=(("user.dir", "/there"),)), PROCESS),
            (JvmDefaults(assertions=False, properties=(("user.country", None),)), {"country"}),
            (JvmDefaults(assertions=False, charset="ISO-8859-1"), {"charset"} if CHARSET_MAY_CHANGE else set()),
            (None, {"assertions"}),
        ],
    )
    def test_they_hold_for_one_run(self, lab: Lab, classes: dict[str, bytes], defaults: JvmDefaults, failing: set[str]):
        verdicts = lab.bridge.tests.run(classes, defaults=defaults)
        assert {each.method for each in verdicts if not each.passed} == failing
        names = re.findall(r"@Test void (\w+)", SETTINGS)
        tests = [("elsewhere/SettingsTest", name) for name in names]
        failed = lab.bridge.tests.run_together(classes, tests, defaults=defaults).failed
        assert failed == tuple(each for each in tests if each[1] in failing)


def test_no_thread_has_the_id_of_one_elsewhere(lab: Lab) -> None:
    plan = static_call("elsewhere/Ids", "ofThreads", "()Ljava/lang/String;")
    found = []
    for defaults in (None, JvmDefaults(properties=(("user.dir", "/there"),)), None):
        (result,) = lab.bridge.replay_many([plan], defaults=defaults)
        assert isinstance(result.returned, Text), result
        found.append([int(each) for each in result.returned.value.split()])
    here, there, again = found
    assert here == again
    assert len(here) == len(there) == len(set(there))
    assert set(here).intersection(there) == {1}
    assert max(there) < 40


def test_packages_are_described_as_in_a_jar_and_elsewhere_as_in_a_folder(
    java_classes: Callable[..., Path], tmp_path: Path
) -> None:
    classes, archive = java_classes("elsewhere"), tmp_path / "versions.jar"
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("META-INF/MANIFEST.MF", MANIFEST)
        for each in classes.rglob("*.class"):
            made.write(each, each.relative_to(classes))
    plan = static_call("elsewhere/Ids", "ofPackage", "()Ljava/lang/String;")
    with Bridge(Jdk.find(), [archive]) as bridge:
        found = [
            bridge.replay_many([plan], defaults=each)[0].returned for each in (None, ELSEWHERE[0], JvmDefaults(), None)
        ]
    assert found == [Text("2.5 Everywhere"), Text("null null"), Text("2.5 Everywhere"), Text("2.5 Everywhere")]


@pytest.mark.parametrize(
    ("extra", "package"),
    [
        ({"META-INF/MANIFEST.MF": "Manifest-Version: 1.0\n"}, "elsewhere"),
        ({"META-INF/MANIFEST.MF": "Manifest-Version: 1.0\nSealed: true\n"}, "tests/elsewhere"),
        ({"META-INF/SIGNER.SF": "Signature-Version: 1.0\n"}, "tests/elsewhere"),
    ],
)
def test_tests_of_a_closed_package_lie_in_another_one(
    java_classes: Callable[..., Path], tmp_path: Path, extra: dict[str, str], package: str
) -> None:
    classes = java_classes("elsewhere")
    with zipfile.ZipFile(tmp_path / "closed.jar", "w") as archive:
        for each in classes.rglob("*.class"):
            archive.write(each, each.relative_to(classes))
        for name, text in extra.items():
            archive.writestr(name, text)
    program = Program(ClassPath([tmp_path / "closed.jar"]), Jdk.find().image())
    assert CaseBuilder(program, SuiteOptions()).test_package(CHECKED) == package


def test_without_assertions_no_test_relies_on_them(lab: Lab) -> None:
    suite = written(lab, CHECKED)
    text = text_of(suite)
    assert "Checked.half(" in text
    assert '"odd"' not in text
    assert "assertThrows(AssertionError.class, () -> Checked.explicit(" in text
    assert "assertTrue(Checked.isEnabled())" not in text
    reasons = {each.test: each.reason for each in suite.dropped}
    assert [reason for test, reason in reasons.items() if ".half_throws" in test] == ["it fails without -ea"]


def test_where_the_project_runs_its_tests_with_assertions_they_rely_on_them(lab: Lab) -> None:
    text = text_of(written(lab, CHECKED, assertions=True))
    assert re.search(r"assertThrows\(AssertionError.class, \(\) -> Checked.half\((-?\d*[13579])\)\)", text)
    assert '"odd"' in text
    assert "assertTrue(Checked.isEnabled())" in text


def test_no_test_depends_on_the_locale_or_the_time_zone(lab: Lab) -> None:
    suite = written(lab, PRINTED)
    text = text_of(suite)
    assert '"title"' not in text
    assert '"3.5"' not in text
    assert "Printed.ahead(" in text
    assert '"behind"' not in text
    assert "Printed.plain(" in text
    assert "Printed.bytes(" in text
    assert "Printed.lineEnd(" in text
    assert "Printed.user(" in text
    assert "Printed.hour(" in text
    assert "Printed.folder(" in text
    assert "Printed.path(" in text
    assert re.search(r"assertEquals\([1-9]\d*L?, Printed.(hour|folder|path)", text) is None
    assert '"US"' not in text


@pytest.mark.parametrize("options", [(), ("-ea", *ARABIC), GERMAN], ids=["plain", "Arabic", "German"])
def test_junit_agrees(
    lab: Lab, java_classes: Callable[..., Path], console: Path, tmp_path: Path, options: tuple[str, ...]
) -> None:
    for name in (CHECKED, PRINTED):
        suite = written(lab, name)
        folder = tmp_path / internal_name(name).rpartition("/")[2]
        done = run_under_junit(suite, java_classes("elsewhere"), console, folder, jvm=("-da", *options))
        assert done.returncode == 0, done.stdout[-3000:]
        successful = re.search(r"(\d+) tests successful", done.stdout)
        assert successful is not None
        assert int(successful[1]) == suite.tests, "some locales have digits of their own"
