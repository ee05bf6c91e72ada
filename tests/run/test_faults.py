"""Errors injected at random places, and processes killed at random instants: a small share of ``benchmarks.faults``."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks import faults
from benchmarks.same import Result

SEED = 3
FAULTS, KILLS = 5, 4


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> tuple[Result, dict[tuple[str, str], int]]:
    """The result of a run without a fault, and how often each function is called in it."""
    return faults.referred(tmp_path_factory.mktemp("reference"), faults.TARGETS)


@pytest.mark.parametrize("number", range(FAULTS))
def test_an_error_costs_one_unit(
    reference: tuple[Result, dict[tuple[str, str], int]], number: int, tmp_path: Path
) -> None:
    result, counts = reference
    fault = faults.faults_of(FAULTS, counts, SEED)[number]
    _, wrong = faults.tried(fault, tmp_path / "run", faults.TARGETS, result)
    assert not wrong, (str(fault), wrong)


def test_killed_processes_cost_one_unit_each(
    reference: tuple[Result, dict[tuple[str, str], int]], tmp_path: Path
) -> None:
    hits, wrong = faults.killed(KILLS, tmp_path / "run", faults.TARGETS, reference[0], SEED)
    assert hits
    assert not wrong, wrong


def test_a_fault_is_noticed(reference: tuple[Result, dict[tuple[str, str], int]], tmp_path: Path) -> None:
    """What the other tests rest on: an error in the machine loses paths, so the method is failed and differs."""
    result, counts = reference
    place = next(each for each in sorted(counts) if each[1] == "Machine.run")
    fault = faults.Fault("exception", place, 3)
    reached, wrong = faults.tried(fault, tmp_path / "run", faults.TARGETS, result)
    assert reached
    assert not wrong
    assert len(faults.failed(faults.read(tmp_path / "run"))) == 1


def test_an_error_in_what_is_made_early_costs_nothing(
    reference: tuple[Result, dict[tuple[str, str], int]], tmp_path: Path
) -> None:
    fault = faults.Fault("exception", ("everypath.run.test_writing.confirm", "Confirmer.__init__"), 1)
    reached, wrong = faults.tried(fault, tmp_path / "run", faults.TARGETS, reference[0])
    assert reached
    assert not wrong
    assert not faults.failed(faults.read(tmp_path / "run"))
