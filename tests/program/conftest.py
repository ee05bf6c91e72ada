import pytest

from everypath.classfile import ClassPath, Jdk
from everypath.program import Program


@pytest.fixture(scope="session")
def jdk():
    return Jdk.find()


@pytest.fixture(scope="session")
def image(jdk):
    return jdk.image()


@pytest.fixture(scope="session")
def subjects(java_classes):
    return java_classes("program")


@pytest.fixture(scope="session")
def program(subjects, image):
    return Program(ClassPath([subjects]), image)
