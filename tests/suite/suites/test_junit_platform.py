"""Tests that pass with the bridge's stand-in for JUnit also pass with the real JUnit 5."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.compiling import QUICK, javac
from tests.explore.lab import Lab as ExploreLab
from tests.suite.support import Lab

from everypath.suite import Suite, select, write_tests


def test_the_samples_pass_under_junit(lab: Lab, console: Path, tmp_path: Path) -> None:
    cases = []
    for name in ("sample/Account", "sample/Values", "sample/Shapes", "sample/Shapes$Point", "sample/Odd"):
        cases += [each.case for each in select(lab.verdicts(name))]
    suite = write_tests(cases, lab.builder, lab.bridge, forced_states=True)
    done = run_under_junit(suite, lab.classes, console, tmp_path)
    assert done.returncode == 0, done.stdout[-3000:]
    assert f"{suite.tests} tests successful" in done.stdout


def test_tests_that_assign_static_fields_pass_in_any_order_and_beside_others(
    java_classes: Callable[..., Path], console: Path, tmp_path: Path
) -> None:
    made = ExploreLab(java_classes("inputs"))
    cases = []
    for name in ("isBelow", "look", "cached", "left", "count", "guess", "other", "lazily", "nested", "logged"):
        cases += made.cases(made.explore("statics/Counter", name, symbolic_statics=True, forced_states=True))
    suite = write_tests(cases, made.builder, made.bridge, forced_states=True)
    made.bridge.close()
    assert {each.reason for each in suite.dropped} == {
        "the call changes the object that Counter.log was initialised with"
    }
    assert all("\n@Isolated\n" in source.text for source in suite.sources)
    for seed in (1, 2):
        order = [
            "--config=junit.jupiter.testmethod.order.default=org.junit.jupiter.api.MethodOrderer$Random",
            f"--config=junit.jupiter.execution.order.random.seed={seed}",
        ]
        done = run_under_junit(suite, java_classes("inputs"), console, tmp_path, *order, *BESIDE_OTHERS)
        assert done.returncode == 0, done.stdout[-3000:]
        assert f"{suite.tests} tests successful" in done.stdout


BESIDE_OTHERS = (
    "--config=junit.jupiter.execution.parallel.enabled=true",
    "--config=junit.jupiter.execution.parallel.mode.default=concurrent",
    "--config=junit.jupiter.execution.parallel.config.strategy=fixed",
    "--config=junit.jupiter.execution.parallel.config.fixed.parallelism=8",
)


def run_under_junit(
    suite: Suite, subjects: Path, console: Path, folder: Path, *options: str, jvm: Sequence[str] = ("-ea",)
) -> subprocess.CompletedProcess[str]:
    """Compile the tests of a suite and run them all in one JVM with the real JUnit; ``jvm`` are options of the JVM."""
    files, _ = suite.save(folder / "src")
    classes = folder / "classes"
    path = f"{subjects}:{console}"
    javac("-Xlint:-options", "-nowarn", "-d", classes, "-cp", path, *files)
    command = ["java", *QUICK, *jvm, "-jar", console, "execute", "-cp", f"{classes}:{subjects}"]
    command += ["--scan-class-path", classes, "--details", "summary", *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
