"""A bridge per JDK, started once for all tests of this folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from everypath.bridge import Bridge
from everypath.classfile import Jdk, installed_jdks

SUBJECTS = ("Shapes.java", "Flow.java", "Evil.java", "Held.java")


def jdks() -> list[Jdk]:
    """The JDK that tests run on by default, and the newest other one where there is one."""
    default = Jdk.find()
    others = {jdk.feature: jdk for jdk in installed_jdks() if jdk.has_javac and jdk.feature > default.feature}
    return [default, *(others[feature] for feature in sorted(others)[-1:])]


@pytest.fixture(scope="session", params=jdks(), ids=lambda jdk: f"jdk{jdk.feature}")
def jdk(request: pytest.FixtureRequest) -> Jdk:
    return request.param


@pytest.fixture(scope="session")
def classes(java_classes: Callable[..., Path]) -> Path:
    return java_classes("bridge", *SUBJECTS)


@pytest.fixture(scope="session")
def bridge(jdk: Jdk, classes: Path) -> Iterator[Bridge]:
    with Bridge(jdk, [classes]) as started:
        yield started
