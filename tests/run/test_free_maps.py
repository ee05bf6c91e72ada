"""Maps and sets as data: of any size, with keys that are decided when code looks them up."""

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
    (report,) = everypath.paths(f"domain.Maps#{method}", classes, budget=30).methods
    return str(report.status.value), shown(report.classes), tuple(each.code for each in report.reasons)


def test_a_set_has_an_element_or_not(classes: str) -> None:
    status, found, _ = paths_of("contains", classes)
    assert status == "complete"
    assert found == {
        ("set == null", "throws NullPointerException", (), "confirmed"),
        ("!set.contains(3)", "returns false", (), "confirmed"),
        ("set.contains(3)", "returns true", (), "confirmed"),
    }


def test_a_map_may_refuse_null(classes: str) -> None:
    status, found, _ = paths_of("valueOr0", classes)
    assert status == "complete"
    assert found == {
        ("map == null", "throws NullPointerException", (), "confirmed"),
        ("key == null && map.refusesNull()", "throws NullPointerException", (), "confirmed"),
        ("key == null && !map.refusesNull() && !map.containsKey(null)", "returns 0", (), "confirmed"),
        (
            "key == null && !map.refusesNull() && map.containsKey(null) && map.get(null) == null",
            "returns 0",
            (),
            "confirmed",
        ),
        (
            "key == null && !map.refusesNull() && map.containsKey(null) && map.get(null) != null",
            "returns map.get(null).value",
            (),
            "confirmed",
        ),
        ("key != null && !map.containsKey(key)", "returns 0", (), "confirmed"),
        ("key != null && map.containsKey(key) && map.get(key) == null", "returns 0", (), "confirmed"),
        (
            "key != null && map.containsKey(key) && map.get(key) != null",
            "returns map.get(key).value",
            (),
            "confirmed",
        ),
    }


def test_a_put_is_an_effect(classes: str) -> None:
    status, found, _ = paths_of("put(java.util.HashMap,char,java.lang.String)", classes)
    assert status == "complete"
    added = ("map.size()", "map.size() + 1"), ("map.containsKey(key)", "true"), ("map.get(key)", "value")
    assert {(condition, result, writes) for condition, result, writes, _ in found} == {
        ("map == null", "throws NullPointerException", ()),
        ("!map.containsKey(key)", "returns null", added),
        ("map.containsKey(key)", "returns map.get(key)", (("map.get(key)", "value"),)),
    }


def test_maps_in_fields_are_maps_of_the_class(classes: str) -> None:
    """All writers of the field put a `HashMap` there: it refuses no key."""
    status, found, _ = paths_of("add(java.lang.String,int)", classes)
    assert status == "complete"
    assert all(outcome == "confirmed" for *_, outcome in found)
    assert ("count > 0 && item != null && this.stock.containsKey(item)", "returns") in {
        (condition, result) for condition, result, *_ in found
    }


def test_sets_that_are_one_have_contexts_of_their_own(classes: str) -> None:
    status, found, _ = paths_of("both", classes)
    assert status == "complete"
    results = {condition: result for condition, result, *_ in found}
    assert len(found) == 9
    assert results["one.contains(3) && other.contains(3) && other != one"] == "returns one"
    assert results["one.contains(3) && other == one"] == "returns null"


@pytest.mark.parametrize(("name", "value"), [("replaced", "5"), ("computed", "7")])
def test_what_one_map_writes_the_other_reads(classes: str, name: str, value: str) -> None:
    """These methods write the value of an entry that they found."""
    status, found, _ = paths_of(name, classes)
    assert status == "complete"
    of_one = {result for condition, result, *_ in found if condition.endswith("other == one")}
    assert f"returns {value}" in of_one
    unchanged = {condition for condition, result, *_ in found if result == 'returns other.get("a")'}
    assert unchanged
    assert all("other != one" in condition for condition in unchanged)


@pytest.mark.parametrize(
    ("name", "paths"),
    [
        ("has", 4),
        ("call", 4),
        ("containsNext", 3),
        ("orSeven", 4),
        ("large", 3),
        ("onlyRed", 5),
        ("add(java.util.HashSet,int)", 3),
        ("remove", 5),
        ("count", 4),
        ("clear", 2),
        ("bothKeys", 6),
        ("first", 4),
    ],
)
def test_complete_with_a_test_for_each_path(classes: str, name: str, paths: int) -> None:
    status, found, reasons = paths_of(name, classes)
    assert (status, reasons, len(found)) == ("complete", (), paths)
    assert all(outcome == "confirmed" for *_, outcome in found)


@pytest.mark.parametrize("name", ["sum", "longKeys"])
def test_entries_come_one_by_one(classes: str, name: str) -> None:
    status, found, reasons = paths_of(name, classes)
    assert status == "bounded"
    assert "loop" in reasons
    assert len(found) > 9
    assert all(outcome == "confirmed" for *_, outcome in found)


@pytest.mark.parametrize("name", ["put(java.util.Set)", "isPlain"])
def test_where_maps_differ_a_method_is_bounded(classes: str, name: str) -> None:
    status, _, reasons = paths_of(name, classes)
    assert status == "bounded"
    assert "candidates" in reasons


def test_a_class_of_maps_that_code_tests_for_is_tried(classes: str) -> None:
    status, found, _ = paths_of("isSorted", classes)
    assert status == "complete"
    assert {each[0] for each in found} == {
        "map == null",
        "map instanceof TreeMap",
        "map != null && !(map instanceof TreeMap)",
    }


@pytest.mark.parametrize("name", ["containsPoint", "changed"])
def test_keys_that_code_compares_are_not_decided(classes: str, name: str) -> None:
    status, _, _ = paths_of(name, classes)
    assert status == "bounded"
