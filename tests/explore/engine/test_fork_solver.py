"""Forks whose queries are hard: put off, and answered in the end."""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.explore.lab import Lab

from everypath.explore import Exploration, ExploreOptions, Explorer
from everypath.inputs import SymbolicInputs
from everypath.solver import Solver
from everypath.state import Fork

solving = importlib.import_module("everypath.explore.engine.fork_solver")
METHODS = [("IntArithmetic", "product"), ("IntArithmetic", "evenSquare")]


@pytest.fixture(scope="module")
def lab(java_classes: Callable[..., Path]) -> Iterator[Lab]:
    made = Lab(java_classes("solving"))
    yield made
    made.bridge.close()


def begun(lab: Lab, owner: str, name: str) -> Explorer:
    method = lab.method(f"solving/{owner}", name)
    return Explorer(lab.machine, method, ExploreOptions(), Solver(), inputs=SymbolicInputs(lab.program, method))


def shown(result: Exploration) -> tuple[str, list[int], set[tuple[str, str | None]]]:
    lines = [each.line for each in result.unreached]
    return result.status, lines, {(str(path.returned), path.thrown) for path in result.paths}


@pytest.mark.parametrize(("owner", "name"), METHODS)
def test_what_was_put_off_is_answered_in_the_end(
    lab: Lab, owner: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solving, "FIRST_TRY_WORK", math.inf)
    expected = begun(lab, owner, name)
    result = shown(expected.run(20.0))
    assert expected.forks._hard_work == 0
    monkeypatch.setattr(solving, "FIRST_TRY_WORK", 1e-6)
    explorer = begun(lab, owner, name)
    assert shown(explorer.run(20.0)) == result
    assert explorer.forks._hard_work > 0
    assert explorer.session.deferred.forks == []


def test_what_is_put_off_waits_until_the_rest_took_as_much(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "FIRST_TRY_WORK", 1e-6)
    explorer = begun(lab, "IntArithmetic", "product")
    forks, asked = explorer.forks, []
    solve = forks.solve

    def noted(fork: Fork) -> object:
        asked.append((fork, explorer.session.deferred.due is fork, len(explorer.session.pending)))
        return solve(fork)

    monkeypatch.setattr(forks, "solve", noted)
    explorer.run(20.0)
    again = [(fork, waiting) for fork, due, waiting in asked if due]
    assert again
    assert all(fork in [each for each, due, _ in asked if not due] for fork, _ in again)
    assert all(waiting == 0 for _, waiting in again)  # nothing took so long that hard ones would come sooner
