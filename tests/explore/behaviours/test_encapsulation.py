"""Encapsulation: which code can write the fields of a class, and what then counts as unreachable."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.explore.lab import Lab

from everypath.explore import ClassSummaries, Exploration, ExploreOptions, Explorer
from everypath.explore.behaviours import Encapsulation, depends_on_statics, encapsulation_of
from everypath.explore.limits import WHOLE, RoundLimits
from everypath.inputs import InputOptions, SymbolicInputs
from everypath.inputs.construction import Api
from everypath.program import Method
from everypath.run.engine import SUMMARY_OPTIONS
from everypath.solver import Solver
from everypath.term import BV32, le, var

PACKAGE = "enclosed"


@pytest.fixture(scope="module")
def lab(java_classes: Callable[..., Path]) -> Iterator[Lab]:
    made = Lab(java_classes("calls"))
    yield made
    made.bridge.close()


@pytest.fixture(scope="module")
def behaviours(lab: Lab) -> ClassSummaries:
    def explored(method: Method, inputs: SymbolicInputs, solver: Solver) -> Explorer:
        return Explorer(lab.machine, method, SUMMARY_OPTIONS, solver, inputs=inputs)

    return ClassSummaries(lab.machine, explored)


def enclosed(lab: Lab, name: str) -> Encapsulation | None:
    return encapsulation_of(lab.program, Api(lab.program, PACKAGE), lab.program.klass(f"enclosed/Enclosed${name}"))


def found(lab: Lab, name: str) -> tuple[set[str], set[str], bool] | None:
    """Fields, writers and whether nothing inherited runs them; None where other code decides states."""
    known = enclosed(lab, name)
    if known is None or not known.is_whole:
        return None
    return {each.name for each in known.fields}, {each.name for each in known.writers}, known.inherits_no_code


@pytest.mark.parametrize(
    ("name", "fields", "writers"),
    [
        ("Plain", {"size", "items"}, {"<init>", "push", "reset"}),
        ("Made", {"count"}, {"make", "turn"}),
        ("Even", {"turns"}, {"<init>", "twice"}),
        ("Pair", {"value"}, {"<init>", "spoil"}),
        ("Base", {"own"}, {"<init>", "add"}),
        ("Telling", {"size"}, {"<init>", "add"}),
    ],
)
def test_writers_are_known(lab: Lab, name: str, fields: set[str], writers: set[str]) -> None:
    assert found(lab, name) == (fields, writers, True)


@pytest.mark.parametrize("name", ["Open", "Shared", "Late", "Sent", "Limited", "Native", "Instance"])
def test_something_else_may_write(lab: Lab, name: str) -> None:
    assert found(lab, name) is None


def test_only_forged_streams_make_other_objects_where_all_fields_are_written(lab: Lab) -> None:
    known = enclosed(lab, "Sent")
    assert known is not None
    assert known.is_serializable
    assert not known.deserialised


def test_writers_that_depend_on_statics_are_named(lab: Lab) -> None:
    known = enclosed(lab, "Limited")
    assert known is not None
    assert {each.name for each in known.of_statics} == {"add"}


def test_what_an_interface_adds_may_call_more_than_once(lab: Lab) -> None:
    known = found(lab, "Stepper")
    assert known is not None
    assert not known[2]


def test_what_depends_on_statics(lab: Lab) -> None:
    assert depends_on_statics(lab.program, lab.method("enclosed/Enclosed$Limited", "add"))
    assert not depends_on_statics(lab.program, lab.method("enclosed/Enclosed$Limited", "large"))


def explored(lab: Lab, behaviours: ClassSummaries, name: str, method: str, *, forced: bool = False) -> Exploration:
    entry = lab.method(f"enclosed/Enclosed${name}", method)
    inputs = SymbolicInputs(lab.program, entry, InputOptions(PACKAGE, forced_states=forced))
    options = ExploreOptions(seconds=20.0)
    return Explorer(lab.machine, entry, options, Solver(), inputs=inputs, behaviours=behaviours).run()


@pytest.mark.parametrize(
    ("name", "method", "expected"),
    [
        ("Plain", "broken", ("unreachable", ["(not (lt this.items.length this.size))"], 0)),
        ("Made", "broken", None),  # a choice of values is no line
        ("Even", "odd", ("unreachable-by-calls", [], 4)),
        ("Slow", "done", ("unreachable-by-calls", [], 4)),  # it takes twenty
        ("Limited", "large", None),
        ("Pair", "spoilt", None),
        ("Base", "never", ("unreachable", [], 0)),
        ("Stepper", "six", None),
    ],
)
def test_lines_that_calls_do_not_reach(
    lab: Lab, behaviours: ClassSummaries, name: str, method: str, expected: tuple[str, list[str], int] | None
) -> None:
    result = explored(lab, behaviours, name, method)
    lines = [each for each in result.excluded if not each.thrown]
    assert [(each.reason, [str(one) for one in each.holds], each.calls) for each in lines] == (
        [expected] if expected else []
    )
    for each in lines:
        (line,) = [line for line in result.unreached if line.line == each.line]
        assert (line.reason, line.proved) == (each.reason, each.reason == "unreachable")


def test_proved_lines_leave_nothing_open(lab: Lab, behaviours: ClassSummaries) -> None:
    assert all(each.proved for each in explored(lab, behaviours, "Plain", "broken").unreached)
    assert not all(each.proved for each in explored(lab, behaviours, "Even", "odd").unreached)


def test_invariants_are_proved_only_of_what_is_whole(lab: Lab, behaviours: ClassSummaries) -> None:
    api = Api(lab.program, PACKAGE)

    def known(name: str) -> tuple[bool, bool]:
        cls = lab.program.klass(f"enclosed/Enclosed${name}")
        return behaviours.of_class(cls, api).proved, behaviours.all_changes(cls, api) is not None

    assert known("Plain") == (True, True)
    assert known("Stepper") == (True, False)
    assert known("Telling") == (False, False)  # a caller's code runs half-way
    assert known("Open") == (False, False)


def test_an_object_that_its_constructor_let_go_before_it_threw_counts(lab: Lab, behaviours: ClassSummaries) -> None:
    behaviour = behaviours.of(
        lab.method("enclosed/Enclosed$Leaking", "<init>"), lab.program.klass("enclosed/Enclosed$Leaking"), PACKAGE
    )
    assert behaviour is not None
    left = [each for each in behaviour.changes if not each.returned]
    assert [value for each in left for symbol, value in each.after.items() if str(symbol) == "this.size"] == [-1]


def test_methods_are_explored_in_rounds_that_whoever_asks_goes_on_with(lab: Lab) -> None:
    begun = []

    class Slow(Explorer):
        def run(
            self, seconds: float | None = None, on_path: object = None, round_limits: RoundLimits = WHOLE
        ) -> Exploration:
            assert seconds == math.inf
            assert 0 < round_limits.effort < 1
            result = super().run(20.0)
            begun.append(self)
            return replace(result, stop="time") if len(begun) < 3 else result

    behaviours = ClassSummaries(
        lab.machine, lambda method, inputs, solver: Slow(lab.machine, method, SUMMARY_OPTIONS, solver)
    )
    cls = lab.program.klass("enclosed/Enclosed$Plain")
    one, other = (behaviours.explore_rounds(lab.method(cls.name, "push"), cls, PACKAGE) for _ in range(2))
    assert next(one, "over") is None
    assert list(other) == [None]
    assert list(one) == []
    assert len(begun) == 3
    assert len(set(map(id, begun))) == 1
    assert behaviours.of(lab.method(cls.name, "push"), cls, PACKAGE) is not None
    assert len(begun) == 3


def test_other_methods_have_their_turn_before_all_of_a_class_are_explored_for_one(lab: Lab) -> None:
    begun: list[str] = []

    def noted(method: Method, inputs: SymbolicInputs, solver: Solver) -> Explorer:
        begun.append(method.name)
        return Explorer(lab.machine, method, SUMMARY_OPTIONS, solver, inputs=inputs)

    entry = lab.method("enclosed/Enclosed$Plain", "broken")
    inputs = SymbolicInputs(lab.program, entry, InputOptions(PACKAGE))
    explorer = Explorer(
        lab.machine, entry, ExploreOptions(), Solver(), inputs=inputs, behaviours=ClassSummaries(lab.machine, noted)
    )
    first = explorer.run(20.0, round_limits=RoundLimits(last_round=False))
    assert begun == ["broken"]
    assert first.cut_short
    assert not first.excluded
    second = explorer.run(20.0, round_limits=RoundLimits(last_round=False))
    assert {"push", "reset"} <= set(begun)
    assert not second.cut_short
    assert {each.reason for each in second.excluded} == {"unreachable"}


def test_another_object_is_changed(lab: Lab, behaviours: ClassSummaries) -> None:
    cls = lab.program.klass("enclosed/Enclosed$Pair")
    behaviour = behaviours.of(lab.method(cls.name, "spoil"), cls, PACKAGE)
    assert behaviour is not None
    assert [list(each.after.values()) for each in behaviour.others if each.returned] == [[-3]]
    assert behaviours.of_class(cls, Api(lab.program, PACKAGE)).invariants == (le(var("this.value", BV32), 0),)


def test_forced_states_keep_invariants(lab: Lab, behaviours: ClassSummaries) -> None:
    plain = explored(lab, behaviours, "Plain", "broken", forced=True)
    assert -1 not in {path.returned for path in plain.paths}
    assert [each.reason for each in plain.unreached] == ["unreachable"]
    even = explored(lab, behaviours, "Even", "odd", forced=True)
    assert any(path.forced and path.returned == 1 for path in even.paths)  # no invariant excludes seven turns
    assert set(lab.outcomes(even)) == {"confirmed"}
