"""Once with the real thing: what our stand-in for JUnit accepts, JUnit 5 runs and passes."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from tests.suite.support import Lab

from everypath.suite import select, write_tests

ARTIFACT = "org.junit.platform:junit-platform-console-standalone:1.10.2"
FOLDER = Path(__file__).parents[1] / ".cache" / "lib"


@pytest.fixture(scope="module")
def console() -> Path:
    """The console launcher, fetched from Maven Central once."""
    jar = FOLDER / "junit-platform-console-standalone-1.10.2.jar"
    if not jar.exists():
        mvn = shutil.which("mvn")
        if mvn is None:
            pytest.skip("no mvn on the path")
        command = [mvn, "-q", "dependency:copy", f"-Dartifact={ARTIFACT}", f"-DoutputDirectory={FOLDER}"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, cwd=FOLDER.parents[1])
        if done.returncode or not jar.exists():
            pytest.skip("JUnit cannot be fetched")
    return jar


def test_the_samples_pass_under_junit(lab: Lab, console: Path, tmp_path: Path) -> None:
    cases = []
    for name in ("sample/Account", "sample/Values", "sample/Shapes", "sample/Shapes$Point", "sample/Odd"):
        cases += [each.case for each in select(lab.verdicts(name))]
    suite = write_tests(cases, lab.builder, lab.bridge, forced_states=True)
    files = suite.save(tmp_path / "src")
    classes = tmp_path / "classes"
    path = f"{lab.classes}:{console}"
    subprocess.run(["javac", "-Xlint:-options", "-nowarn", "-d", classes, "-cp", path, *files], check=True, timeout=60)
    command = [
        "java",
        "-ea",
        "-jar",
        console,
        "execute",
        "-cp",
        f"{classes}:{lab.classes}",
        "--scan-class-path",
        classes,
    ]
    done = subprocess.run([*command, "--details", "summary"], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout[-3000:]
    assert f"{suite.tests} tests successful" in done.stdout
