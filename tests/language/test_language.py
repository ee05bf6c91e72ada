"""The language, construct by construct: every subject's methods on small numbers, in our machine and in the JVM."""

from __future__ import annotations

import pytest
from tests.conftest import TESTS, compile_java
from tests.language.support import Language, compiled

from everypath.bridge import Bridge
from everypath.classfile import Jdk

SUBJECTS = sorted(path.stem for path in (TESTS / "java" / "language").glob("*.java"))
ARGUMENTS = {"Messages": range(38)}


@pytest.fixture(scope="module")
def language(jdk):
    classes = compiled(jdk, "language")
    with Bridge(jdk, [classes]) as bridge:
        yield Language(bridge, classes)


def check(language: Language, subject: str, arguments: range) -> None:
    compared = language.compare(subject, arguments)
    assert compared
    wrong = [each for each in compared if not each.agrees]
    assert not wrong, "\n".join(f"{w.name}({w.argument}): {w.ours} instead of {w.wanted}" for w in wrong[:12])


@pytest.mark.parametrize("subject", SUBJECTS)
def test_as_the_jvm(language, subject):
    check(language, subject, ARGUMENTS.get(subject, range(8)))


SYMBOLIC = ("Enumerations", "Flow", "Handles", "Messages", "Recorded", "References", "Variables")


@pytest.mark.parametrize("subject", SYMBOLIC)
def test_symbolically(language, subject):
    compared = language.explore(subject)
    wrong = [each for each in compared if not each.agrees]
    assert not wrong, "\n".join(f"{w.name}({w.argument}): {w.ours} instead of {w.wanted}" for w in wrong[:12])


@pytest.mark.parametrize(("subject", "feature"), [("Switches", 21), ("Flexible", 25)])
def test_newer_language(jdk, subject, feature):
    if jdk.feature < feature:
        pytest.skip(f"needs a JDK of version {feature}")
    source = TESTS / "java" / "language21" / f"{subject}.java"
    classes = compile_java([source, TESTS / "java" / "vm" / "Caller.java"], javac=str(jdk.javac))
    with Bridge(jdk, [classes]) as bridge:
        check(Language(bridge, classes), subject, range(16))


def test_old_class_files():
    """Private access between nested classes by ``access$000``, string switches and enums as javac 8 compiles them."""
    jdk = Jdk.find()
    sources = [TESTS / "java" / "language8" / "Older.java", TESTS / "java" / "vm" / "Caller.java"]
    classes = compile_java(sources, "--release", "8", javac=str(jdk.javac))
    with Bridge(jdk, [classes]) as bridge:
        language = Language(bridge, classes)
        check(language, "Older", range(6))
        assert language.program.klass("Older").major == 52
