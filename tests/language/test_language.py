"""The language, construct by construct: every subject's methods on small numbers, in our machine and in the JVM."""

from __future__ import annotations

import pytest
from tests.conftest import TESTS
from tests.language.support import Language, compiled

from everypath.bridge import Bridge

SUBJECTS = sorted(path.stem for path in (TESTS / "java" / "language").glob("*.java"))
ARGUMENTS = {"Messages": range(38)}


@pytest.fixture(scope="module")
def language(jdk):
    classes = compiled(jdk, "language")
    with Bridge(jdk, [classes]) as bridge:
        yield Language(bridge, classes)


@pytest.mark.parametrize("subject", SUBJECTS)
def test_as_the_jvm(language, subject):
    told = language.compare(subject, ARGUMENTS.get(subject, range(8)))
    assert told
    wrong = [each for each in told if not each.agrees]
    assert not wrong, "\n".join(f"{w.name}({w.argument}): {w.ours} instead of {w.wanted}" for w in wrong[:12])
