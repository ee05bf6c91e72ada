"""Seeds: inputs that ran on the JVM, which an exploration goes on from."""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Callable, Iterator
from pathlib import Path as Folder

import pytest
from tests.explore.lab import Lab

from everypath.explore import Exploration, ExploreOptions, Explorer, Path
from everypath.explore.limits import RoundLimits
from everypath.explore.search import Seed, run_seed
from everypath.inputs import InputOptions, SymbolicInputs
from everypath.inputs.shapes import choices_of
from everypath.solver import Limits, Solver
from everypath.state import Bounds
from everypath.term import BV32, Model, digest, var

CLASS = "explored/Scrambled"

LIMITS = Limits(timeout=20.0, resources=20_000)
"""What a query may cost, counted in steps of the solver: the same on every machine."""

TAKEN = frozenset({-1})
"""Blocks of a seed that no path covers, so that it is run."""


class Given:
    """Seeds that were found before."""

    def __init__(self, *seeds: Seed) -> None:
        self.seeds = list(seeds)
        self.finished = False

    def run(self, seconds: float) -> list[Seed]:
        self.finished = True
        return self.seeds


def inputs_of(lab: Lab, class_name: str, name: str) -> SymbolicInputs:
    return SymbolicInputs(lab.program, lab.method(class_name, name), InputOptions(class_name.rpartition("/")[0]))


def explored(lab: Lab, class_name: str, name: str, *seeds: Seed) -> Exploration:
    method, inputs = lab.method(class_name, name), inputs_of(lab, class_name, name)
    options = ExploreOptions(seconds=20.0)
    source = Given(*seeds) if seeds else None
    result = Explorer(lab.machine, method, options, Solver(LIMITS), inputs=inputs, seeds=source).run()
    assert not result.failures, result.failures[0].trace
    return result


def classes(result: Exploration) -> Iterator[tuple[object, ...]]:
    for path in result.paths:
        yield frozenset(digest(each) for each in path.constraints), path.ending, path.thrown


def seed_of(path: Path) -> Seed:
    """The input of a path."""
    return Seed(path.witness, TAKEN, {name: number for name, number in choices_of(path.state).items() if number})


def scrambled(value: int) -> int:
    """What ``Scrambled.mixed`` computes before it decides."""
    h = signed(value)
    for _ in range(6):
        h = signed(signed(h * 0x9E3779B1) ^ signed(((h & MASK) >> 15) * (h | 1)))
    return h


MASK = (1 << 32) - 1


def signed(value: int) -> int:
    return ((value & MASK) ^ 1 << 31) - (1 << 31)


def unscrambled() -> int:
    """A number for which ``Scrambled.mixed`` returns 1."""
    return next(each for each in range(10_000) if math.fmod(scrambled(each), 43) == 3)


def test_seeds_reach_what_no_solver_finds(lab: Lab) -> None:
    """The path of such a seed is an ordinary one: a test comes of it, and the JVM confirms it."""
    without = explored(lab, CLASS, "mixed")
    seeded = explored(lab, CLASS, "mixed", Seed(Model({var("x", BV32): unscrambled()}), TAKEN))
    assert {each.line for each in without.unreached} == {11}
    assert not seeded.unreached
    assert set(lab.outcomes(seeded)) == {"confirmed"}


def test_the_forks_beside_a_seed_are_explored(lab: Lab) -> None:
    result = explored(lab, CLASS, "beyond", Seed(Model({var("x", BV32): unscrambled()}), TAKEN))
    assert {path.returned for path in result.paths} == {0, 1, 2}
    assert set(lab.outcomes(result)) == {"confirmed"}


def test_the_path_of_a_seed_is_bounded_by_the_texts_it_brings(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    """`String.trim` and its like look at every char up to the bound on lengths."""
    method = lab.method("explored/Identities", "trimmed")
    inputs = inputs_of(lab, "explored/Identities", "trimmed")
    explorer = Explorer(lab.machine, method, ExploreOptions(seconds=20.0), Solver(LIMITS), inputs=inputs, seeds=Given())
    explorer.run()
    lengths = []
    monkeypatch.setattr(type(lab.machine), "run", lambda machine, state: lengths.append(machine.control.bounds.length))
    for length in (3, 40, 1 << 20):
        seed = Seed(Model({var("s.length", BV32): length}))
        assert explorer.session.first is not None
        run_seed(lab.machine, explorer.session.first.fork(), inputs, seed, frozenset())
    assert lengths == [lab.machine.control.bounds.length, 40, 1024]


def test_what_cannot_be_reached_stays_proved(lab: Lab) -> None:
    result = explored(lab, CLASS, "never", Seed(Model({var("x", BV32): 3}), TAKEN))
    assert [(each.line, each.proved) for each in result.unreached] == [(34, True)]
    assert result.status == "complete"


@pytest.fixture(scope="module")
def solving(java_classes: Callable[..., Folder]) -> Iterator[Lab]:
    made = Lab(java_classes("solving"))
    yield made
    made.bridge.close()


def test_a_path_that_a_seed_took_is_not_found_twice(solving: Lab) -> None:
    method = solving.method("solving/Loops", "collatz")
    inputs = inputs_of(solving, "solving/Loops", "collatz")
    ticks = itertools.count()
    explorer = Explorer(
        solving.machine,
        method,
        ExploreOptions(bounds=Bounds(loop=16, steps=200_000)),
        Solver(LIMITS),
        clock=lambda: 0.3 * next(ticks),
        inputs=inputs,
        seeds=Given(Seed(Model({var("n", BV32): 5}), TAKEN)),
    )
    explorer.run(1.0)
    assert explorer.seed_paths
    explorer.session.clock = time.monotonic
    result = explorer.run(60.0)
    assert result.status == "complete"
    assert len(result.paths) == len(set(classes(result)))


def test_seeds_run_before_all_other_paths_are_found(solving: Lab) -> None:
    method, inputs = solving.method("solving/Loops", "collatz"), inputs_of(solving, "solving/Loops", "collatz")
    source = Given(Seed(Model({var("n", BV32): 5}), TAKEN))
    options = ExploreOptions(bounds=Bounds(loop=16, steps=200_000), paths=10)
    explorer = Explorer(solving.machine, method, options, Solver(LIMITS), inputs=inputs, seeds=source)
    explorer.run(60.0, round_limits=RoundLimits(last_round=False))
    assert explorer.seed_paths


@pytest.fixture(scope="module")
def structures(java_classes: Callable[..., Folder]) -> Iterator[Lab]:
    made = Lab(java_classes("structures"))
    yield made
    made.bridge.close()


@pytest.mark.parametrize("early", range(2, 5))
def test_seeds_that_run_early_stand_for_no_other_path(structures: Lab, early: int) -> None:
    lists = "structures/lists/ListTools"
    method, inputs = structures.method(lists, "isTriangle"), inputs_of(structures, lists, "isTriangle")
    source = Given(*map(seed_of, explored(structures, lists, "isTriangle").paths))
    clock = itertools.chain(itertools.repeat(0.0, early), itertools.repeat(0.9)).__next__
    explorer = Explorer(structures.machine, method, ExploreOptions(), Solver(LIMITS), clock, inputs, source)
    result = explorer.run(1.0)
    assert explorer.seed_paths
    assert result.status == "complete"
    assert sorted(path.returned for path in result.paths) == [0, 0, 0, 0, 0, 1]
    assert len({case.expression for case in structures.cases(result)}) == 6
