from pathlib import Path

import pytest
from tests.classfile.support import jdks

from everypath.classfile import Jdk, JImage


@pytest.fixture(scope="session")
def jdk() -> Jdk:
    return Jdk.find()


@pytest.fixture(scope="session")
def image(jdk) -> JImage:
    return jdk.image()


@pytest.fixture(scope="session")
def subjects(java_classes) -> Path:
    return java_classes("classfile")


@pytest.fixture(scope="session", params=jdks(), ids=lambda jdk: f"jdk{jdk.feature}")
def each_jdk(request) -> Jdk:
    return request.param
