import shutil
import subprocess

import pytest
from tests.compiling import javac
from tests.project.support import write

from everypath.classfile import Jdk
from everypath.project import javac as product
from everypath.project import maven

FEE = """package shop;

public class Fee {
    public static int fee(int age) {
        return 100 / (age - 30);
    }

    static class Rate { }
}
"""


@pytest.fixture(scope="session")
def jdk():
    return Jdk.find()


@pytest.fixture(autouse=True)
def own_javac(monkeypatch):
    """What starts ``javac`` is tested with ``javac``."""
    monkeypatch.setattr(product, "subprocess", subprocess)


@pytest.fixture(autouse=True)
def own_cache(monkeypatch, tmp_path_factory):
    """Tests neither see nor fill the user's cache, and have a home of their own."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.delenv("EVERYPATH_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(home / "cache"))
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("GRADLE_USER_HOME", raising=False)
    return home


@pytest.fixture(scope="session")
def built(tmp_path_factory, jdk):
    """Sources and their classes, compiled once: do not change them."""
    folder = tmp_path_factory.mktemp("built")
    source = write(folder / "src" / "shop" / "Fee.java", FEE)
    javac("-g", "-d", folder / "classes", source, tool=jdk.javac)
    return folder


@pytest.fixture
def repository(own_cache):
    return own_cache / ".m2" / "repository"


@pytest.fixture
def no_maven(monkeypatch):
    monkeypatch.setattr(maven, "_ask_maven", lambda folder: None)


@pytest.fixture
def classes(built):
    return lambda goal: shutil.copytree(built / "classes", goal)
