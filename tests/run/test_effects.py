"""Effects: every visible write by name, with the objects that the path made, and what was printed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.suite.support import Lab

import everypath
from everypath.library.runtime import printed
from everypath.state.text import Text
from everypath.suite import TestCase, verify_many


@pytest.fixture(scope="module")
def classes(java_classes: Callable[..., Path]) -> Path:
    return java_classes("effects")


@pytest.fixture(scope="module")
def lab(classes: Path) -> Lab:
    return Lab(classes)


def effects(method: str, classes: Path) -> list[tuple[str, list[dict[str, object]]]]:
    """The results of the classes of a method, each with its effect as JSON."""
    (report,) = everypath.paths(f"effects.{method}", str(classes), budget=20).methods
    assert {each.outcome for each in report.classes} == {"confirmed"}
    return [(each.described.result, each.as_json()["writes"]) for each in report.classes]  # type: ignore[misc]


def only(method: str, classes: Path) -> list[dict[str, object]]:
    ((_, found),) = effects(method, classes)
    return found


def field(name: str, value: str) -> dict[str, object]:
    return {"name": name, "value": value}


def test_a_new_object_has_its_fields(classes: Path) -> None:
    (write,) = only("Made#leaf", classes)
    assert write == {
        "place": "this.tree",
        "kind": "field",
        "value": None,
        "text": "Made.Tree(left=null, right=null, value=value + 1)",
        "reason": "a new object",
        "new": {
            "class": "effects.Made$Tree",
            "number": 1,
            "fields": [field("left", "null"), field("right", "null"), field("value", "value + 1")],
        },
    }


def test_a_new_object_may_hold_the_old_value(classes: Path) -> None:
    (write,) = only("Made#above", classes)
    assert write["text"] == "Made.Tree(left=this.tree, right=null, value=value)"


@pytest.mark.parametrize(
    ("method", "text"),
    [
        ("cycle", "Made.Tree#1(left=Made.Tree#1, right=Made.Tree#1, value=value)"),
        (
            "shared",
            "Made.Tree(left=Made.Tree#2(left=null, right=null, value=value), right=Made.Tree#2, value=0)",
        ),
    ],
)
def test_objects_in_several_places_have_numbers(method: str, text: str, classes: Path) -> None:
    (write,) = only(f"Made#{method}", classes)
    assert write["text"] == text


def test_a_result_that_is_stored_is_one_object(classes: Path) -> None:
    ((result, (write,)),) = effects("Made#both", classes)
    assert result == "returns Made.Tree#1(left=null, right=null, value=value)"
    assert (write["text"], write["new"]) == ("Made.Tree#1", {"class": "effects.Made$Tree", "number": 1})


def test_what_is_cut_is_marked(classes: Path) -> None:
    (deep,) = only("Made#deep", classes)
    assert str(deep["text"]).count("Made.Chain(") == 3
    assert "next=an object of Made.Chain" in str(deep["text"])
    (wide,) = only("Made#wide", classes)
    assert wide["text"] == "Made.Wide(d=value, j=7, …)"
    assert wide["new"] == {
        "class": "effects.Made$Wide",
        "number": 1,
        "fields": [field("d", "value"), field("j", "7")],
        "cut": True,
    }


def test_arrays_are_java(classes: Path) -> None:
    (write,) = only("Made#ints", classes)
    assert write["value"] == "new int[] {0, value, 2}"
    assert write["new"] == {
        "class": "int[]",
        "number": 1,
        "length": "3",
        "elements": [{"value": "0"}, {"value": "value"}, {"value": "2"}],
    }
    (write,) = only("Made#table", classes)
    assert write["value"] == "new long[][] {new long[] {value}, new long[] {1L, value + 2L}}"


@pytest.mark.parametrize(
    ("method", "values"),
    [
        ("joined", [f'"n=" + number + (char) c + flag + big + {end}' for end in ('"null"', "end")]),
        ("part", ["given.substring(1)"]),
    ],
)
def test_strings_are_java(method: str, values: list[str], classes: Path) -> None:
    found = [write["value"] for _, writes in effects(f"Made#{method}", classes) for write in writes]
    assert found == values


def test_static_fields_are_named(classes: Path) -> None:
    total, last = only("Made#count", classes)
    assert (total["place"], total["kind"], total["value"]) == ("Made.total", "static", "value")
    assert (last["place"], last["text"]) == ("Made.last", "Made.Tree(left=null, right=null, value=value)")


def test_writes_before_an_exception_count(classes: Path) -> None:
    found = {result: {write["place"] for write in writes} for result, writes in effects("Made#thrown", classes)}
    assert found == {"throws IllegalStateException": {"this.any"}, "returns": {"this.any", "this.text"}}


# ---- printed output


def test_printed_output_is_an_effect(classes: Path) -> None:
    error, output = only("Output#errors", classes)
    assert error == {"place": "System.err", "kind": "output", "value": '"e" + number + "\\n"'}
    assert output == {"place": "System.out", "kind": "output", "value": '"" + number'}


def test_what_setup_prints_is_no_effect(classes: Path) -> None:
    (write,) = only("Output#self", classes)
    assert write["value"] == '"!Output " + this.number + "\\n"'


def test_output_that_is_not_known_has_a_reason(classes: Path) -> None:
    for method in ("format", "closed"):
        (write,) = only(f"Output#{method}", classes)
        assert (write["value"], write["reason"]) == (None, "it is no expression over the inputs")


@pytest.mark.parametrize("method", ["each", "joined", "errors", "loop", "none", "called", "trace", "before", "self"])
def test_the_jvm_prints_what_is_predicted(method: str, lab: Lab) -> None:
    """The output of each path under its witness is that of the replay, behind what building the input printed."""
    program, trace = lab.program.is_target_name, lab.trace_comparator
    asked = 0
    for path in lab.paths("effects/Output", method):
        case = lab.builder.build(path)
        assert isinstance(case, TestCase)
        (verdict,) = verify_many([case], lab.bridge, program, trace)
        assert verdict.confirmed
        for output in printed(path.state):
            parts, witness = output.parts, lab.builder.witness(path)
            if parts is None or not all(isinstance(each, Text) for each in parts):
                continue
            text = "".join(each.evaluate(witness) for each in parts if isinstance(each, Text))
            real = verdict.case.printed if output.stream == "System.out" else verdict.case.errors
            assert real.endswith(text)
            asked += 1
    assert asked or method == "trace"
