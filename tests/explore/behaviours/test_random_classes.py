"""Changes, invariants, call sequences and unreachable states hold for random calls on random classes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.explore.trials import Trials

SEED, CLASSES = 1, 15


@pytest.fixture(scope="module")
def trials(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Trials]:
    folder = tmp_path_factory.mktemp("trials")
    (folder / "classes").mkdir()
    made = Trials(SEED, CLASSES, folder)
    yield made
    made.lab.bridge.close()


def test_every_call_does_what_a_change_says(trials: Trials) -> None:
    assert list(trials.unexplained()) == []
    assert trials.counts["calls"] > 5 * trials.counts["not whole"]


def test_invariants_hold_after_every_sequence_of_calls(trials: Trials) -> None:
    assert list(trials.broken()) == []
    assert trials.counts["invariants"] > CLASSES


def test_call_sequences_found_backwards_reach_their_target(trials: Trials) -> None:
    assert list(trials.off_target(3)) == []
    assert trials.counts["call sequences"] > 3 * CLASSES


def test_what_is_called_unreachable_never_comes(trials: Trials) -> None:
    assert list(trials.seen()) == []
    assert trials.counts["unreachable"]
