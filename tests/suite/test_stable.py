"""Nothing flaky is written: a test that other tests or another run can break loses what it asserted, and stays."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from tests.suite.support import Lab
from tests.suite.test_junit_platform import run_under_junit

from everypath.suite import CaseBuilder, SuiteOptions, select, write_tests

SHAKY = "shaky/Statics"


def test_what_depends_on_other_tests_is_not_asserted(
    java_classes: Callable[..., Path], console: Path, tmp_path: Path
) -> None:
    lab = Lab(java_classes("unstable"))
    lab.builder = CaseBuilder(lab.program, SuiteOptions(), lab.machine)
    try:
        cases = [each.case for each in select(lab.verdicts(SHAKY))]
        suite = write_tests(cases, lab.builder, lab.bridge)
    finally:
        lab.bridge.close()
    text = " ".join("\n".join(each.text for each in suite.sources).split())
    assert "assertDoesNotThrow(() -> Statics.next());" in text
    assert "assertDoesNotThrow(() -> Statics.bump(" in text
    assert "assertEquals(-1, Statics.bump(-1));" in text
    assert "Statics.twice(" in text
    bare = re.findall(r"void (\w+)\(\) \{ assertDoesNotThrow", text)
    assert bare
    assert [each for each in bare if "_completes" not in each] == [], "no name tells what is not asserted"
    assert "number()" in text
    assert "assertDoesNotThrow(() -> Statics.times());" in text
    assert "@" not in text.replace("@Test", "").replace("@SuppressWarnings", "")
    assert "full at" not in text
    assert "assertThrows(IllegalStateException.class, () -> Statics.full());" in text
    for seed in range(5):
        order = [
            "--config=junit.jupiter.testmethod.order.default=org.junit.jupiter.api.MethodOrderer$Random",
            f"--config=junit.jupiter.execution.order.random.seed={seed}",
        ]
        done = run_under_junit(suite, lab.classes, console, tmp_path / str(seed), *order)
        assert done.returncode == 0, done.stdout[-3000:]
        assert f"{suite.tests} tests successful" in done.stdout
