"""Whole explorations: the paths that are found, what the JVM says to them, how they end, and what is claimed."""

from __future__ import annotations

import math

import pytest
from tests.explore.lab import Lab, is_explored

from everypath.explore import ExploreOptions, Explorer
from everypath.explore.limits import RoundLimits
from everypath.inputs import FieldsInput, RecipeInput, Stub, SymbolicInputs, TextInput
from everypath.solver import Solver
from everypath.state import Bounds, Ending
from everypath.term import evaluate

S = "explored/Subjects"

EXPECTED = {
    # method: (values returned, exceptions thrown)
    (S, "choose"): ({"2", None}, {"ArithmeticException"}),
    (S, "third"): ({None}, {"NullPointerException"}),
    (S, "paint"): ({"1", "2", "3"}, {"NullPointerException"}),
    (S, "secondMore"): ({"0", "1"}, {"NullPointerException", "IndexOutOfBoundsException"}),
    (S, "lookUp"): ({None}, {"NullPointerException"}),
    (S, "apply"): ({"0", "1"}, {"NullPointerException"}),
    (S, "steady"): ({"0", "1"}, {"NullPointerException"}),
    (S, "present"): ({"0", "1"}, set()),
    (S, "kind"): ({"1", "2", "3", "4"}, set()),
    (S, "sum"): ({"0", "1"}, {"NullPointerException"}),
    (f"{S}$Account", "state"): ({"0", "1"}, set()),
    (f"{S}$Account", "<init>"): ({None}, {"IllegalArgumentException"}),
    (f"{S}$Range", "isEmpty"): ({"0", "1"}, set()),
    (f"{S}$Range", "isWrong"): ({"0"}, set()),
    (f"{S}$Pair", "weigh"): ({None}, set()),
}


@pytest.mark.parametrize(("class_name", "name"), EXPECTED)
def test_all_endings_are_found_and_confirmed(lab: Lab, class_name: str, name: str) -> None:
    result = lab.explore(class_name, name)
    returned, thrown = EXPECTED[class_name, name]
    values = {
        str(path.returned) if isinstance(path.returned, int) and path.entry.returns in ("I", "Z") else None
        for path in result.paths
        if path.ending is Ending.RETURNED
    }
    assert values == returned
    assert {path.thrown.rpartition("/")[2] for path in result.paths if path.thrown} == thrown
    assert set(lab.outcomes(result)) == {"confirmed"}


def test_paths_that_show_something_new_are_kept_however_many_there_are(lab: Lab) -> None:
    every, some = lab.explore(S, "kind"), lab.explore(S, "kind", kept=1)
    assert {str(path.returned) for path in some.paths} == {str(path.returned) for path in every.paths}
    fewer = lab.explore(S, "sum", kept=1)
    assert {path.thrown for path in fewer.paths} == {path.thrown for path in lab.explore(S, "sum").paths}
    assert [cut.bound for cut in fewer.cuts if cut.bound == "kept"]


def test_every_witness_satisfies_its_path_and_no_other(lab: Lab) -> None:
    result = lab.explore(S, "choose")
    for path in result.paths:
        fitting = [other for other in result.paths if all(evaluate(c, path.witness) for c in other.constraints)]
        assert fitting == [path]


def test_dead_code_is_proved_where_all_inputs_were_tried(lab: Lab) -> None:
    result = lab.explore(S, "choose")
    assert result.status == "complete"
    (line,) = result.unreached
    assert line.proved


def test_nothing_is_proved_about_objects_built_by_recipes(lab: Lab) -> None:
    result = lab.explore(f"{S}$Account", "state")
    assert result.unreached
    assert not any(line.proved for line in result.unreached)


def test_setup_that_throws_is_no_path_of_the_entry(lab: Lab) -> None:
    result = lab.explore(f"{S}$Account", "state")
    assert result.statistics.discarded
    assert all(path.ending is Ending.RETURNED for path in result.paths)


def test_a_deposit_is_made_only_where_it_opens_something(lab: Lab) -> None:
    result = lab.explore(f"{S}$Account", "state")
    built = [path.shape.node("this").build for path in result.paths]
    assert all(isinstance(each, RecipeInput) for each in built)
    assert isinstance(built[0], RecipeInput)
    assert not built[0].calls
    assert any(isinstance(each, RecipeInput) and [call.name for call in each.calls] == ["deposit"] for each in built)


def test_open_fields_are_no_forced_state(lab: Lab) -> None:
    result = lab.explore(S, "third")
    assert not any(path.forced for path in result.paths)
    builds = [path.shape.node("list").build for path in result.paths]
    assert any(isinstance(each, FieldsInput) for each in builds)


def test_only_the_null_that_is_passed_counts_as_passed(lab: Lab) -> None:
    result = lab.explore(S, "third")
    thrown = [path for path in result.paths if path.thrown]
    assert [path.null_args for path in thrown].count(True) == 1
    assert len(thrown) == 3


def test_stubs_answer_in_the_order_of_the_calls(lab: Lab) -> None:
    result = lab.explore(S, "apply")
    (hit,) = [path for path in result.paths if path.returned == 1]
    stub = hit.shape.node("operator").build
    assert isinstance(stub, Stub)
    values = [answer.slot.concrete(hit.witness) for answer in stub.answers if answer.slot is not None]
    assert values == [12, 5]


def test_a_loop_bound_is_named_and_deepened_while_goals_are_unmet(lab: Lab) -> None:
    result = lab.explore(S, "sum")
    assert any(path.returned == 1 for path in result.paths)
    assert result.status == "bounded"
    assert [cut.bound for cut in result.cuts] == ["loop"]
    assert result.cuts[0].place is not None
    fixed = lab.explore(S, "sum", fixed=frozenset({"loop"}))
    assert not any(path.returned == 1 for path in fixed.paths)
    assert fixed.unreached == ()


def test_nested_loops_run_the_inner_body_bound_times_bound(lab: Lab) -> None:
    result = lab.explore(S, "nested", bounds=Bounds(loop=3), fixed=frozenset({"loop"}))
    assert max(path.returned for path in result.paths if isinstance(path.returned, int)) == 9


def test_a_line_that_throws_is_a_goal_that_is_met(lab: Lab) -> None:
    method = lab.method(S, "refusing")
    explorer = Explorer(lab.machine, method, ExploreOptions(), lab.solver)
    explorer.run()
    assert not explorer.goals.open


@pytest.mark.parametrize("strategy", ["depth-first", "breadth-first", "generational"])
@pytest.mark.parametrize(
    ("class_name", "name", "count"),
    [
        (S, "paint", 4),
        (S, "choose", 3),
        (S, "kind", 6),
        ("explored/Families", "both", 5),
        ("explored/Families", "tested", 5),
        ("explored/Aliases", "conditions", 6),
        ("explored/Aliases", "three", 9),
    ],
)
def test_strategies_agree_on_the_classes(lab: Lab, strategy: str, class_name: str, name: str, count: int) -> None:
    usual, other = lab.explore(class_name, name), lab.explore(class_name, name, strategy=strategy)
    assert is_explored(usual)
    assert is_explored(other)
    assert usual.statistics.explored == other.statistics.explored == count
    assert {frozenset(path.constraints) for path in usual.paths} == {
        frozenset(path.constraints) for path in other.paths
    }


def test_the_same_exploration_twice_is_the_same(lab: Lab) -> None:
    first, second = lab.explore(S, "kind"), lab.explore(S, "kind")
    assert [path.constraints for path in first.paths] == [path.constraints for path in second.paths]
    assert [dict(path.witness) for path in first.paths] == [dict(path.witness) for path in second.paths]


def test_a_budget_in_paths_stops_and_says_so(lab: Lab) -> None:
    result = lab.explore(S, "paint", paths=2)
    assert result.stop == "paths"
    assert result.status == "bounded"
    assert any(cut.bound == "paths" for cut in result.cuts)


def test_two_parameters_may_be_one_object(lab: Lab) -> None:
    result = lab.explore(S, "same")
    assert any(path.returned == 1 for path in result.paths)
    assert set(lab.outcomes(result)) == {"confirmed"}


SHAPES = "explored/Shapes"


@pytest.mark.parametrize(
    ("class_name", "name", "returned"),
    [
        (SHAPES, "classify", {1, 2, 3, 4}),
        (SHAPES, "larger", set()),
        (SHAPES, "run", {0}),
        (f"{SHAPES}$Shape", "scaled", set()),
    ],
)
def test_abstract_classes_are_stubbed(lab: Lab, class_name: str, name: str, returned: set[int]) -> None:
    result = lab.explore(class_name, name)
    assert returned <= {path.returned for path in result.paths if isinstance(path.returned, int)}
    assert set(lab.outcomes(result)) == {"confirmed"}
    stubs = [node.build for path in result.paths for node in path.shape.reachable() if isinstance(node.build, Stub)]
    assert stubs
    assert all(each.creator is not None for each in stubs)
    assert lab.suite(result) == len(result.paths)


def test_constants_stand_in_for_constructors(lab: Lab) -> None:
    result = lab.explore(SHAPES, "level")
    assert {path.returned for path in result.paths if path.ending is Ending.RETURNED} == {1, 2, 3}
    assert set(lab.outcomes(result)) == {"confirmed"}


def test_a_path_that_does_not_end_is_parked_when_the_time_is_over(lab: Lab) -> None:
    method = lab.method("explored/Endless", "spin")
    inputs = SymbolicInputs(lab.program, method)
    options = ExploreOptions(bounds=Bounds(steps=1 << 40), fixed=frozenset({"steps"}))
    now = iter(range(1_000_000))
    explorer = Explorer(lab.machine, method, options, lab.solver, lambda: next(now) / 100, inputs)
    first = explorer.run(0.5)
    assert first.stop == "time"
    assert "time" in {cut.bound for cut in first.cuts}
    steps = [state.steps for state in explorer.session.halted]
    assert steps
    explorer.run(0.5)
    assert max(state.steps for state in explorer.session.halted) > max(steps)


def test_a_stub_that_is_asked_for_ever_is_cut(lab: Lab) -> None:
    result = lab.explore("explored/Endless", "asks")
    assert result.stop is None
    assert "steps" in {cut.bound for cut in result.cuts}
    assert lab.outcomes(result) == {"confirmed": len(result.paths)}


def test_an_effort_ends_a_round_at_the_same_place_on_any_machine(lab: Lab) -> None:
    method = lab.method(S, "paint")
    found = []
    for second in (1, 1000):
        clock = iter(range(0, 1 << 40, second)).__next__
        inputs = SymbolicInputs(lab.program, method)
        explorer = Explorer(lab.machine, method, ExploreOptions(), Solver(), clock, inputs)
        first = explorer.run(math.inf, round_limits=RoundLimits(effort=0.002))
        assert first.stop == "time"
        rest = explorer.run(math.inf, round_limits=RoundLimits(effort=10.0))
        found.append([len(first.paths), *(path.constraints for path in rest.paths)])
    assert found[0] == found[1]
    assert 0 < found[0][0] < len(found[0]) - 1


def test_texts_that_matter_to_numbers_are_sampled(lab: Lab) -> None:
    result = lab.explore("explored/Numbers", "read", seconds=6.0)
    assert {path.returned for path in result.paths if path.ending is Ending.RETURNED} == {1, 2, 3, 4, 5, 6, 7}
    assert set(lab.outcomes(result)) == {"confirmed"}
    assert result.status == "bounded"


@pytest.mark.parametrize("name", ["twice", "count"])
def test_default_methods_run_on_stubs(lab: Lab, name: str) -> None:
    result = lab.explore("explored/Defaults", name)
    assert {0, 1} <= {path.returned for path in result.paths if path.ending is Ending.RETURNED}
    assert set(lab.outcomes(result)) == {"confirmed"}


@pytest.mark.parametrize(("name", "returned"), [("kind", {1, 2, 3}), ("shorten", {0, 1})])
def test_builders_with_any_content(lab: Lab, name: str, returned: set[int]) -> None:
    result = lab.explore("explored/Sequences", name)
    assert {path.returned for path in result.paths if path.ending is Ending.RETURNED} == returned
    assert set(lab.outcomes(result)) == {"confirmed"}


@pytest.mark.parametrize("name", ["token", "buffer"])
def test_factories_of_abstract_classes(lab: Lab, name: str) -> None:
    result = lab.explore(SHAPES, name, seconds=4.0)
    assert {path.returned for path in result.paths if path.ending is Ending.RETURNED} == {0, 1}
    assert set(lab.outcomes(result)) == {"confirmed"}


def test_strings_that_the_code_names_are_tried_first(lab: Lab) -> None:
    result = lab.explore("explored/Words", "command")
    commands = {
        path.returned: build.concrete(path.witness)
        for path in result.paths
        if isinstance(build := path.shape.node("word").build, TextInput) and isinstance(path.returned, int)
    }
    assert {commands.get(number) for number in (1, 2, 3)} == {"start", "stop", "a rather long word"}
    assert set(lab.outcomes(result)) == {"confirmed"}


@pytest.mark.parametrize(
    ("name", "returned"),
    [
        ("same", {0, 1}),
        ("sign", {-1, 0, 1}),
        ("compare", {-1, 0, 1}),
        ("not", {0, 1}),
        ("low", {0, 1, 2, 3}),
        ("never", {0}),
    ],
)
def test_few_results_are_distinguished(lab: Lab, name: str, returned: set[int]) -> None:
    result = lab.explore("explored/Results", name)
    assert {path.returned for path in result.paths if path.ending is Ending.RETURNED} == returned
    assert set(lab.outcomes(result)) == {"confirmed"}
    assert result.status in ("complete", "bounded")


def test_a_choice_of_many_constants_is_distinguished_by_sign(lab: Lab) -> None:
    result = lab.explore("explored/Results", "place")
    returned = {evaluate(path.returned, path.witness) for path in result.paths if path.ending is Ending.RETURNED}
    assert {-1, 0} < returned
    assert len(returned) == 3
    assert set(lab.outcomes(result)) == {"confirmed"}


def test_many_results_are_one_path(lab: Lab) -> None:
    (path,) = lab.explore("explored/Results", "many").paths
    assert not isinstance(path.returned, int)


def test_a_sequence_of_chars_may_be_any_of_the_jdk(lab: Lab) -> None:
    result = lab.explore("explored/Sequences", "which")
    assert {path.returned for path in result.paths if path.ending is Ending.RETURNED} == {1, 2, 3}
    assert set(lab.outcomes(result)) == {"confirmed"}


def test_an_unreached_line_names_what_stopped_the_nearest_paths(lab: Lab) -> None:
    def why(class_name: str, name: str, **options: object) -> list[tuple[int, str]]:
        return [(row.line, row.reason) for row in lab.explore(class_name, name, **options).unreached]

    assert why("explored/Obstacles", "rounds", fixed=frozenset({"loop"})) == [(11, "loop")]
    assert why("explored/Obstacles", "rounds") == []
    assert why("explored/Obstacles", "below", fixed=frozenset({"calls"})) == [(22, "calls")]
    assert {reason for _, reason in why(f"{S}$Account", "state")} == {"recipe"}
    assert [reason for _, reason in why(S, "choose")] == [""]


def test_the_size_of_a_new_array_may_be_negative_and_the_condition_says_so(lab: Lab) -> None:
    result = lab.explore("explored/Sized", "made")
    (shown,) = [each.condition for each in lab.cases(result) if each.throws is None]
    assert shown == "n >= 0"


def test_both_sides_of_a_branch_of_an_initialiser_are_explored(lab: Lab) -> None:
    result = lab.explore("explored/Chance", "kind")
    assert {path.returned for path in result.paths} == {1, 2, 3, 4}
    assert all([root.name for root in path.shape.roots] == ["n"] for path in result.paths)
    assert result.status == "partial"
    assert not set(lab.outcomes(result)) & {"diverged", "other-exception", "not-triggered"}


def test_rejected_setup_sequences_do_not_prolong_the_exploration(lab: Lab) -> None:
    result = lab.explore("explored/Crates", "last")
    assert {path.ending for path in result.paths} == {Ending.RETURNED}
    assert result.statistics.explored < 200
