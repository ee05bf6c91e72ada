"""Classes over free fields: what a method does with any state of its objects, and an object for each."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import everypath
from everypath.run.results import PathClass

Shown = set[tuple[str, str, tuple[tuple[str, str], ...], str]]


@pytest.fixture(scope="module")
def classes(java_classes: Callable[..., Path]) -> str:
    return str(java_classes("domain"))


def shown(found: tuple[PathClass, ...]) -> Shown:
    return {(each.condition, each.described.result, each.described.writes, each.outcome) for each in found}


def paths_of(method: str, classes: str) -> tuple[str, Shown, tuple[str, ...]]:
    (report,) = everypath.paths(method, classes, budget=20).methods
    return str(report.status.value), shown(report.classes), tuple(each.code for each in report.reasons)


def test_conditions_and_effects_speak_of_fields(classes: str) -> None:
    status, found, reasons = paths_of("domain.Inputs$Counter#up", classes)
    assert found == {
        ("this.state < 3", "returns", (("this.state", "this.state + 1"),), "confirmed"),
        ("this.state >= 3", "returns", (), "confirmed"),
    }
    assert (status, reasons) == ("complete", ())


def test_so_do_those_of_arguments(classes: str) -> None:
    status, found, _ = paths_of("domain.Inputs#counted", classes)
    assert status == "complete"
    assert found == {
        ("counter == null", "throws NullPointerException", (), "confirmed"),
        ("counter != null", "returns counter.state", (), "confirmed"),
    }


def test_invariants_rule_states_out(classes: str) -> None:
    """No call makes the number negative, or another length of the array."""
    status, found, _ = paths_of("domain.Stack#push", classes)
    assert status == "complete"
    assert {(result, outcome) for _, result, _, outcome in found} == {
        ("throws IllegalStateException", "confirmed"),
        ("returns", "confirmed"),
    }
    status, found, _ = paths_of("domain.Stack#isBroken", classes)
    assert (status, {result for _, result, _, _ in found}) == ("complete", {"returns false"})


def test_a_class_without_a_known_object_is_unrealised(classes: str) -> None:
    """Only the twelfth call leads there."""
    status, found, reasons = paths_of("domain.Stack#isFar", classes)
    assert {(result, outcome) for _, result, _, outcome in found} == {
        ("returns false", "confirmed"),
        ("returns true", "unrealised"),
    }
    assert (status, reasons) == ("bounded", ("unrealised",))


def test_written_references_are_named(classes: str) -> None:
    _, found, _ = paths_of("domain.Stack#setName", classes)
    assert {writes for _, _, writes, _ in found} == {(("this.name", "name"),)}


def test_a_list_has_any_size(classes: str) -> None:
    status, found, reasons = paths_of("domain.Inputs#empty", classes)
    assert (status, reasons) == ("complete", ())
    assert found == {
        ("list == null", "throws NullPointerException", (), "confirmed"),
        ("list.size() == 0", "returns true", (), "confirmed"),
        ("list.size() != 0", "returns false", (), "confirmed"),
    }


def test_elements_of_a_list_are_inputs(classes: str) -> None:
    status, found, reasons = paths_of("domain.Lists#swap", classes)
    assert (status, reasons) == ("complete", ())
    assert {(writes, outcome) for _, result, writes, outcome in found if result == "returns"} == {
        ((), "confirmed"),
        ((("list.get(i)", "list.get(j)"), ("list.get(j)", "list.get(i)")), "confirmed"),
    }


def test_lists_in_fields_are_lists_of_the_class(classes: str) -> None:
    status, found, _ = paths_of("domain.Lists#add", classes)
    added = ("this.items.size()", "this.items.size() + 1"), ("this.items.get(this.items.size())", "item")
    assert status == "complete"
    assert ("item != null", "returns", added, "confirmed") in found


@pytest.mark.parametrize("name", ["count", "large", "first", "at", "both", "nested", "less", "same"])
def test_what_is_alike_in_all_lists_is_complete(classes: str, name: str) -> None:
    status, found, reasons = paths_of(f"domain.Lists#{name}", classes)
    assert (status, reasons) == ("complete", ())
    assert all(outcome == "confirmed" for *_, outcome in found)


def test_an_optional_has_any_value(classes: str) -> None:
    status, found, _ = paths_of("domain.Optionals#isThere", classes)
    assert status == "complete"
    assert found == {
        ("it == null", "throws NullPointerException", (), "confirmed"),
        ("it.orElse(null) == null", "returns false", (), "confirmed"),
        ("it.orElse(null) != null", "returns true", (), "confirmed"),
    }


@pytest.mark.parametrize(("name", "paths"), [("length", 3), ("large", 4), ("first", 5), ("name", 2)])
def test_optionals_may_be_anywhere(classes: str, name: str, paths: int) -> None:
    status, found, _ = paths_of(f"domain.Optionals#{name}", classes)
    assert (status, len(found)) == ("complete", paths)
    assert all(outcome == "confirmed" for *_, outcome in found)


def test_there_is_one_empty_optional(classes: str) -> None:
    _, found, _ = paths_of("domain.Optionals#isTheEmptyOne", classes)
    assert {(condition, result) for condition, result, *_ in found} == {
        ("it == null", "returns false"),
        ("it.orElse(null) == null", "returns true"),
        ("it.orElse(null) != null", "returns false"),
    }


def test_the_capacity_of_a_list_is_no_input(classes: str) -> None:
    status, _, _ = paths_of("domain.Lists#reserve", classes)
    assert status == "bounded"


@pytest.mark.parametrize("name", ["put", "isPlain"])
def test_where_lists_differ_a_method_is_bounded(classes: str, name: str) -> None:
    status, _, reasons = paths_of(f"domain.Lists#{name}", classes)
    assert (status, reasons) == ("bounded", ("candidates",))


def test_objects_may_be_one(classes: str) -> None:
    status, found, _ = paths_of("domain.Inputs#both", classes)
    assert status == "complete"
    both = (("one.state", "1"), ("other.state", "2"))
    assert ("one != null && other != null && other != one", "returns 0", both, "confirmed") in found
    assert ("one != null && other == one", "returns 0", (("one.state", "2"),), "confirmed") in found


def test_free_fields_are_shown_before_all_objects_are_tried(classes: str) -> None:
    """Many texts make the object, and longer and longer ones could be tried; it has one field."""
    status, found, _ = paths_of("domain.Inputs$Parsed#isLarge", classes)
    assert status == "complete"
    assert {(condition, result, outcome) for condition, result, _, outcome in found} == {
        ("this.count > 3", "returns true", "confirmed"),
        ("this.count <= 3", "returns false", "confirmed"),
    }


def test_a_write_of_any_object_is_one(classes: str) -> None:
    """The example has the object that the field held before."""
    _, found, _ = paths_of("domain.Kind#set", classes)
    assert ("it instanceof Class", "returns", (("Kind.kind", "it"),), "confirmed") in found


@pytest.mark.parametrize(
    ("method", "effects", "invariants"),
    [
        ("Named#size", {"returns this.name.length()"}, ("this.name != null",)),
        ("Money#last", {"returns this.code.charAt(2)"}, ("this.code.length() == 3",)),
        ("Row#isEmpty", {"returns false", "returns true"}, ("this.cells != null",)),
        ("Age#isAdult", {"returns false", "returns true"}, ("this.years >= 0", "this.years <= 150")),
    ],
)
def test_invariants_need_the_writers_of_their_fields_only(
    classes: str, method: str, effects: set[str], invariants: tuple[str, ...]
) -> None:
    """One that reads the clock, or a text of any length, writes other fields, or by a method that is known."""
    (report,) = everypath.paths(f"domain.Kept${method}", classes, budget=20).methods
    assert report.status.value == "complete"
    assert {each.effect for each in report.classes} == effects
    assert set(report.invariants) == set(invariants)


def test_what_a_constant_array_holds_is_no_invariant(classes: str) -> None:
    (report,) = everypath.paths("domain.Kept$Level#level", classes, budget=20).methods
    assert not report.invariants


def test_inputs_have_the_classes_of_their_fields(classes: str) -> None:
    (report,) = everypath.paths("domain.Kept$Drawing#kind", classes, budget=20).methods
    inputs = {each.effect: each.case.expression for each in report.classes if each.case is not None}
    assert "new Kept.Disc()" in inputs['returns "disc"']
    assert "new Kept.Square()" in inputs['returns "square"']
    assert "null" in inputs['returns "other"']


def test_fields_of_records_are_parameters_too(classes: str) -> None:
    status, found, _ = paths_of("domain.Kept$Range#has", classes)
    assert status == "complete"
    assert {condition for condition, _, _, _ in found} == {
        "number >= this.low && this.high >= number",
        "number < this.low",
        "number >= this.low && this.high < number",
    }
    (report,) = everypath.paths("domain.Kept$Range#width", classes, budget=20).methods
    (only,) = report.classes
    assert [each.operation for each in only.wraps] == ["this.high - this.low"]


def test_fields_of_classes_of_the_jdk_are_parameters_where_these_are_analysed() -> None:
    """Those of a duration are given by its getters."""
    (report,) = everypath.paths("java.util.OptionalInt#isEmpty", budget=20).methods
    assert report.status.value == "complete"
    assert {(each.condition, each.effect, each.outcome) for each in report.classes} == {
        ("!this.isPresent", "returns true", "confirmed"),
        ("this.isPresent", "returns false", "confirmed"),
    }
    (report,) = everypath.paths("java.time.Duration#compareTo", budget=20).methods
    assert {each.condition for each in report.classes if each.ends == "returns"} == {
        "this.getSeconds() == otherDuration.getSeconds()",
        "this.getSeconds() < otherDuration.getSeconds()",
        "otherDuration.getSeconds() < this.getSeconds()",
    }


@pytest.mark.parametrize(
    ("method", "inputs"),
    [
        ("Limit#isLimited", {"this.count == -2": "setCount(-2)"}),
        ("Watch#isOver", {"this.state == Reached.Watch.State.STOPPED": ".start(); watch.stop()"}),
        ("Note#text", {"this.isOld": 'Reached.Note.builder("a").old().build()'}),
        ("Table#isSet", {"at >= 0 && at < this.values.length && this.values[at] != 0": "isSet(70)"}),
    ],
)
def test_calls_are_searched_that_make_an_object_of_a_class(classes: str, method: str, inputs: dict[str, str]) -> None:
    (report,) = everypath.paths(f"domain.Reached${method}", classes, budget=20).methods
    assert report.status.value == "complete"
    assert {each.outcome for each in report.classes} == {"confirmed"}
    found = {each.condition: each.case.expression for each in report.classes if each.case is not None}
    assert all(text in found[condition] for condition, text in inputs.items()), found
