"""Tests for JUnit 4 and TestNG compile against the real frameworks and pass there."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from tests import compiling
from tests.cli.support import ROOT, everypath
from tests.conftest import fetched

SOURCE = ROOT / "tests" / "java" / "frameworks" / "Mixed.java"
JARS = {
    "junit4": ("junit:junit:4.13.2", "org.hamcrest:hamcrest-core:1.3"),
    "testng": ("org.testng:testng:7.10.2", "com.beust:jcommander:1.82", "org.slf4j:slf4j-api:2.0.13"),
}
RUNNERS = {
    "junit4": (["org.junit.runner.JUnitCore", "mixed.MixedTest"], re.compile(r"OK \((\d+) tests\)")),
    "testng": (["org.testng.TestNG", "-testclass", "mixed.MixedTest"], re.compile(r"Passes: (\d+), Failures: 0")),
}


@pytest.mark.parametrize("framework", JARS)
def test_the_tests_pass_under_the_real_framework(framework: str, tmp_path: Path) -> None:
    jars = [str(fetched(each)) for each in JARS[framework]]
    done = everypath(
        "generate", SOURCE, "--symbolic-statics", "--framework", framework, "-o", tmp_path / "tests", cwd=tmp_path
    )
    written = re.search(r"Wrote 1 test class, (\d+) tests\. Compiled and run: (\d+) passed\.", done.stdout)
    assert written is not None, done.stdout + done.stderr
    assert written[1] == written[2]
    test = tmp_path / "tests" / "mixed" / "MixedTest.java"
    classes = tmp_path / "classes"
    classes.mkdir()
    path = ":".join([str(classes), *jars])
    assert compiling.ran("-Xlint:all", "-cp", path, "-d", classes, SOURCE, test) == (0, "")
    runner, passed = RUNNERS[framework]
    ran = subprocess.run(
        ["java", *compiling.QUICK, "-cp", path, *runner],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        cwd=tmp_path,
    )
    found = passed.search(ran.stdout)
    assert found is not None, ran.stdout[-3000:] + ran.stderr[-2000:]
    assert found[1] == written[1]
