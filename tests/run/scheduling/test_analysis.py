"""What is reserved of a budget for writing tests."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from everypath.run.scheduling import time_for_writing
from everypath.run.scheduling.analysis import (
    LEAST_WRITING_PART,
    MOST_BUSY_MEASURED,
    MOST_WRITING_PART,
    OWN_LOAD,
    START_IN_TESTS,
)
from everypath.work import TEST, Steps


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Sets the load of a machine with two processors."""
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    return lambda load: monkeypatch.setattr(os, "getloadavg", lambda: (load, 0.0, 0.0))


def test_what_writing_needs_is_reserved_in_limits_if_it_is_known(load: Callable[[float], None]) -> None:
    load(OWN_LOAD)
    assert time_for_writing(60.0, 5_000, 12.5) == 12.5
    assert time_for_writing(60.0, 5_000, 0.5) == pytest.approx(LEAST_WRITING_PART * 60.0)
    assert time_for_writing(60.0, 5, 500.0) == pytest.approx(MOST_WRITING_PART * 60.0)


def test_without_measurements_more_tests_need_more(load: Callable[[float], None]) -> None:
    load(OWN_LOAD)
    assert time_for_writing(60.0, 1_000) > time_for_writing(60.0, 500) >= TEST * 500


def test_a_busy_machine_needs_more(load: Callable[[float], None]) -> None:
    load(OWN_LOAD + 4.0)
    assert time_for_writing(60.0, 5_000, 12.5) == 12.5 * MOST_BUSY_MEASURED
    assert time_for_writing(60.0, 900) == pytest.approx(2 * TEST * (900 + START_IN_TESTS))


def test_a_budget_of_work_depends_on_the_tests_alone() -> None:
    budget = Steps(2_000_000)
    assert time_for_writing(budget, 250, 0.1) == time_for_writing(budget, 250, 9.9) == pytest.approx(TEST * 250)
