from __future__ import annotations

import itertools

import pytest
from tests.library.inputs import calls_for
from tests.library.support import SOURCES, Ending

SUBJECTS = {"StringSubjects", "BuilderSubjects", "NumberSubjects", "CharacterSubjects", "JdkSubjects"}
NAMES = sorted(
    (path.stem, line.split("(")[0].split()[-1])
    for path in SOURCES.glob("*.java")
    for line in path.read_text().splitlines()
    if line.startswith("    static ") and "(" in line and " class " not in line
)


@pytest.mark.parametrize(("owner", "name"), NAMES)
def test_concrete(setup, owner, name):
    (method,) = [m for m in setup.methods(owner) if m.name == name]
    calls = calls_for(method.parameters)
    wanted = setup.judge(method, calls)
    for arguments, real_results in zip(calls, wanted, strict=True):
        result = setup.concrete(method, arguments)
        assert result.ending in (Ending.RETURNED, Ending.THREW), (arguments, result)
        assert (arguments, result.predicted) == (arguments, real_results)


@pytest.mark.parametrize(("owner", "name"), NAMES)
def test_symbolic(setup, owner, name):
    (method,) = [m for m in setup.methods(owner) if m.name == name]
    results = setup.symbolic(method, most=40)
    assert results
    finished = [r for r in results if r.ending in (Ending.RETURNED, Ending.THREW)]
    unfinished = [r for r in results if r.ending not in (Ending.RETURNED, Ending.THREW, Ending.BOUND)]
    assert not unfinished, unfinished
    real_results = setup.judge(method, [r.arguments for r in finished])
    for result, real in itertools.zip_longest(finished, real_results):
        assert (result.arguments, result.predicted) == (result.arguments, real)
