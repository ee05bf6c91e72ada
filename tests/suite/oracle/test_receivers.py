"""What assertions and calls are about has the type that declares the member: tests compile, with casts where needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.suite.suites.test_junit_platform import run_under_junit
from tests.suite.support import Lab

from everypath.suite import CaseBuilder, SuiteOptions, select, write_tests


@pytest.fixture(scope="module")
def lab(java_classes: Callable[..., Path]) -> Iterator[Lab]:
    lab = Lab(java_classes("receivers"))
    lab.builder = CaseBuilder(lab.program, SuiteOptions(), lab.machine)
    yield lab
    lab.bridge.close()


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("receivers/Matcher", "((Matcher) (p0, p1) -> 0).size()"),
        ("receivers/Kinds", "Kinds.isLong(Integer.class)"),
        ("receivers/Factory", "assertEquals(2, ((Set) result).size());"),
        ("receivers/Factory", "assertEquals(3, ((Fence) result.lookup()).fences);"),
    ],
)
def test_no_test_is_lost_for_its_type(
    lab: Lab, java_classes: Callable[..., Path], console: Path, tmp_path: Path, name: str, shown: str
) -> None:
    suite = write_tests([each.case for each in select(lab.verdicts(name))], lab.builder, lab.bridge)
    assert suite.dropped == ()
    assert shown in " ".join("\n".join(each.text for each in suite.sources).split())
    done = run_under_junit(suite, java_classes("receivers"), console, tmp_path)
    assert done.returncode == 0, done.stdout[-3000:]
