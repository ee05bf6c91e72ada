"""The concrete front end: inputs drawn and run on the JVM, which an exploration goes on from."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.explore.lab import Lab

from everypath.explore import Exploration, ExploreOptions, Explorer
from everypath.explore.limits import RoundLimits
from everypath.explore.search import Seed, run_seed
from everypath.inputs import InputOptions, SymbolicInputs
from everypath.inputs.lazy import Sampler
from everypath.run.engine import FrontEnd
from everypath.solver import Limits, Solver
from everypath.state import Bounds
from everypath.suite.recipes import build_input
from everypath.suite.replay import plan_of
from everypath.term import BV32, Model, digest, var

CLASS = "explored/Fuzzed"

LIMITS = Limits(timeout=20.0, resources=20_000)
"""What a query may cost, counted in steps of the solver: the same on every machine."""


def inputs_of(lab: Lab, class_name: str, name: str) -> SymbolicInputs:
    return SymbolicInputs(lab.program, lab.method(class_name, name), InputOptions(class_name.rpartition("/")[0]))


def seeds_of(lab: Lab, class_name: str, name: str) -> list[Seed]:
    lab.machine.link(lab.method(class_name, name))
    front = FrontEnd(lab.bridge, lab.builder, lab.trace_comparator)
    return list(front.fuzzing(inputs_of(lab, class_name, name), lab.method(class_name, name)).run(60.0))


def explored(lab: Lab, class_name: str, name: str, *, fuzz: bool, **options: object) -> Exploration:
    method = lab.method(class_name, name)
    given = ExploreOptions(**({"seconds": 20.0, "suggest": True} | options))
    inputs = inputs_of(lab, class_name, name)
    front = FrontEnd(lab.bridge, lab.builder, lab.trace_comparator)
    source = front.fuzzing(inputs, method) if fuzz else None
    result = Explorer(lab.machine, method, given, Solver(LIMITS), inputs=inputs, seeds=source).run()
    assert not result.failures, result.failures[0].trace
    return result


def classes(result: Exploration) -> Iterator[tuple[object, ...]]:
    for path in result.paths:
        yield frozenset(digest(each) for each in path.constraints), path.ending, path.thrown


@pytest.mark.parametrize("name", ["mixed", "rendered", "counted", "grown", "kinds"])
def test_samples_are_inputs_that_the_jvm_can_build(lab: Lab, name: str) -> None:
    method = lab.method(CLASS, name)
    sampler = Sampler(inputs_of(lab, CLASS, name), method)
    samples = [sampler.plainest(), *(sampler.draw() for _ in range(40))]
    samples += [sampler.draw(samples[each]) for each in range(20)]
    members = lab.builder.members("explored")
    member = members.method(CLASS, method.name, method.descriptor)
    plans = [plan_of(build_input(each.shape, each.model, members, member).recipe) for each in samples]
    statuses = {each.status.value for each in lab.bridge.replay_many(plans)}
    assert statuses <= {"ok", "throw"}
    assert len({repr(sorted(each.genes.items(), key=repr)) for each in samples}) > 12


def test_the_same_samples_are_drawn_each_time(lab: Lab) -> None:
    first, second = (Sampler(inputs_of(lab, CLASS, "grown"), lab.method(CLASS, "grown")) for _ in range(2))
    assert [repr(first.draw().genes) for _ in range(20)] == [repr(second.draw().genes) for _ in range(20)]
    assert [each.model for each in seeds_of(lab, CLASS, "grown")] == [
        each.model for each in seeds_of(lab, CLASS, "grown")
    ]


@pytest.mark.parametrize(("name", "lines"), [("mixed", {11}), ("rendered", {18})])
def test_seeds_reach_what_no_solver_finds(lab: Lab, name: str, lines: set[int]) -> None:
    """The path of such a seed is an ordinary one: a test comes of it, and the JVM confirms it."""
    without = explored(lab, CLASS, name, fuzz=False)
    fuzzed = explored(lab, CLASS, name, fuzz=True)
    assert {each.line for each in without.unreached} == lines
    assert not fuzzed.unreached
    assert set(lab.outcomes(fuzzed)) == {"confirmed"}


def test_the_path_of_a_seed_is_bounded_by_the_texts_it_brings(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    """`String.trim` and its like look at every char up to the bound on lengths."""
    method = lab.method("explored/Identities", "trimmed")
    inputs = inputs_of(lab, "explored/Identities", "trimmed")
    source = FrontEnd(lab.bridge, lab.builder, lab.trace_comparator).fuzzing(inputs, method)
    explorer = Explorer(lab.machine, method, ExploreOptions(seconds=20.0), Solver(LIMITS), inputs=inputs, seeds=source)
    explorer.run()
    lengths = []
    monkeypatch.setattr(type(lab.machine), "run", lambda machine, state: lengths.append(machine.control.bounds.length))
    for length in (3, 40, 1 << 20):
        seed = Seed(Model({var("s.length", BV32): length}))
        assert explorer.session.first is not None
        run_seed(lab.machine, explorer.session.first.fork(), inputs, seed, frozenset())
    assert lengths == [lab.machine.control.bounds.length, 40, 1024]


def test_what_cannot_be_reached_stays_proved(lab: Lab) -> None:
    result = explored(lab, CLASS, "never", fuzz=True)
    assert [(each.line, each.proved) for each in result.unreached] == [(34, True)]
    assert result.status == "complete"


@pytest.fixture(scope="module")
def solving(java_classes: Callable[..., Path]) -> Iterator[Lab]:
    made = Lab(java_classes("solving"))
    yield made
    made.bridge.close()


@pytest.mark.parametrize("name", ["IntArithmetic", "LongArithmetic", "Shifts", "Characters", "Strings", "Objects"])
def test_where_exploration_finishes_the_classes_are_the_same(solving: Lab, name: str) -> None:
    class_name = f"solving/{name}"
    compared = 0
    for method in solving.program.klass(class_name).methods:
        if not method.has_code or "<" in method.name or method.is_synthetic:
            continue
        without = explored(solving, class_name, method.name, fuzz=False)
        fuzzed = explored(solving, class_name, method.name, fuzz=True)
        if without.status == fuzzed.status == "complete":
            compared += 1
            assert set(classes(without)) == set(classes(fuzzed)), method.name
            assert len(without.paths) == len(fuzzed.paths), method.name
    assert compared >= 5


def test_the_forks_beside_a_seed_are_explored(lab: Lab) -> None:
    result = explored(lab, CLASS, "beyond", fuzz=True, suggest=False)
    assert {path.returned for path in result.paths} == {0, 1, 2}
    assert set(lab.outcomes(result)) == {"confirmed"}


class Given:
    """One seed, found before."""

    finished = False

    def __init__(self, seed: Seed) -> None:
        self.seed = seed

    def run(self, seconds: float) -> list[Seed]:
        self.finished = True
        return [self.seed]


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
        seeds=Given(Seed(Model({var("n", BV32): 5}), frozenset({-1}))),
    )
    explorer.run(1.0)
    assert explorer.seed_paths
    explorer.session.clock = time.monotonic
    result = explorer.run(60.0)
    assert result.status == "complete"
    assert len(result.paths) == len(set(classes(result)))


def test_seeds_run_before_all_other_paths_are_found(solving: Lab) -> None:
    method, inputs = solving.method("solving/Loops", "collatz"), inputs_of(solving, "solving/Loops", "collatz")
    source = Given(Seed(Model({var("n", BV32): 5}), frozenset({-1})))
    options = ExploreOptions(bounds=Bounds(loop=16, steps=200_000), paths=10)
    explorer = Explorer(solving.machine, method, options, Solver(LIMITS), inputs=inputs, seeds=source)
    explorer.run(60.0, round_limits=RoundLimits(last_round=False))
    assert explorer.seed_paths


@pytest.fixture(scope="module")
def structures(java_classes: Callable[..., Path]) -> Iterator[Lab]:
    made = Lab(java_classes("structures"))
    yield made
    made.bridge.close()


@pytest.mark.parametrize("early", range(2, 5))
def test_seeds_that_run_early_stand_for_no_other_path(structures: Lab, early: int) -> None:
    lists = "structures/lists/ListTools"
    method, inputs = structures.method(lists, "isTriangle"), inputs_of(structures, lists, "isTriangle")
    source = FrontEnd(structures.bridge, structures.builder, structures.trace_comparator).fuzzing(inputs, method)
    clock = itertools.chain(itertools.repeat(0.0, early), itertools.repeat(0.9)).__next__
    explorer = Explorer(structures.machine, method, ExploreOptions(), Solver(LIMITS), clock, inputs, source)
    result = explorer.run(1.0)
    assert explorer.seed_paths
    assert result.status == "complete"
    assert sorted(path.returned for path in result.paths) == [0, 0, 0, 0, 0, 1]
    assert len({case.expression for case in structures.cases(result)}) == 6
