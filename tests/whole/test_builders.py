"""String builders are given by their text, and any sequence of chars by what it contains."""

from __future__ import annotations

import json

import pytest
from tests.preloaded import run
from tests.whole.running import JAVA

COMPLETE = {
    "comma": 3,
    "twice": 3,
    "quoted": 2,
    "first": 3,
    "cut": 2,
    "marked": 2,
    "isEmptyAfter": 5,
    "isZeroAfter": 6,
    "counter": 1,
    "begin": 3,
    "isEmpty": 3,
    "isA": 4,
    "orElse": 3,
    "shouted": 2,
    "isOne": 3,
    "isOneNumber": 3,
    "isLongTwice": 4,
    "joinedLength": 5,
}


@pytest.fixture(scope="module")
def methods(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict]:
    out = tmp_path_factory.mktemp("builders") / "found.json"
    found = {}
    for name in ("domain.Builders#*", "domain.Builders$Line#*"):
        done = run("paths", name, JAVA / "domain", "--json", out, timeout=400)
        assert done.returncode == 0, done.stderr
        found |= {each["method"]: each for each in json.loads(out.read_text())["methods"]}
    return found


def _effects(method: dict) -> dict[str, str]:
    return {each["condition"]: each["effect"] for each in method["classes"] if "NullPointer" not in each["effect"]}


def _writes(method: dict) -> dict[str, list[tuple[str, str, str]]]:
    return {
        each["condition"]: [(write["place"], write["kind"], write["value"]) for write in each["writes"]]
        for each in method["classes"]
        if "NullPointer" not in each["effect"]
    }


def test_a_text_stands_for_a_builder(methods: dict[str, dict]) -> None:
    for name, paths in COMPLETE.items():
        assert methods[name]["status"] == "complete", name
        assert len(methods[name]["classes"]) == paths, name
        assert all(each["outcome"] == "confirmed" for each in methods[name]["classes"]), name
    assert _writes(methods["comma"]) == {
        "text.toString().isEmpty()": [],
        "!text.toString().isEmpty()": [("text.toString()", "value", 'text.toString() + ","')],
    }
    assert _writes(methods["cut"]) == {"text != null": [("text.toString()", "value", '""')]}
    assert _writes(methods["twice"])["text != null && part != null"] == [
        ("text.toString()", "value", "text.toString() + part + part")
    ]


def test_texts_that_no_jvm_makes_are_no_bound_unless_their_error_is_caught(methods: dict[str, dict]) -> None:
    assert (methods["caught"]["status"], [each["code"] for each in methods["caught"]["reasons"]]) == (
        "bounded",
        ["length"],
    )


def test_new_objects_of_the_jdk_are_shown_as_what_makes_them(methods: dict[str, dict]) -> None:
    assert _effects(methods["marked"]) == {"text != null": 'returns new StringBuilder(text + "!")'}
    assert _effects(methods["counter"]) == {"true": "returns new AtomicInteger(from + 1)"}
    assert "returns LocalDate.of(year, 1, 1)" in _effects(methods["begin"]).values()


def test_two_inputs_may_be_one_object(methods: dict[str, dict]) -> None:
    assert _effects(methods["isEmptyAfter"])["one != null && other == one"].startswith("returns false")
    assert _effects(methods["isZeroAfter"])["one.get() == -1 && other == one"].startswith("returns true")
    assert {each["code"] for each in methods["isEmptyAfterAll"]["reasons"]} == {"candidates"}


def test_places_of_other_types_may_hold_one_object(methods: dict[str, dict]) -> None:
    assert _effects(methods["isOne"])["text != null && other == text"] == "returns true"
    assert _effects(methods["isOneNumber"])["number != null && other == number"] == "returns true"


def test_a_text_that_a_stub_gives_is_asked_for_once(methods: dict[str, dict]) -> None:
    assert _effects(methods["named"]) == {
        "named == null": 'returns "xnull"',
        "named.toString() == null": 'returns "xnull"',
        "named.toString() != null": 'returns "x" + named.toString()',
    }
    assert {each["outcome"] for each in methods["named"]["classes"]} == {"confirmed"}


def test_a_builder_in_a_field_is_free(methods: dict[str, dict]) -> None:
    for name, paths in (("put", 1), ("take", 1), ("isLong", 2), ("isComment", 3)):
        assert methods[name]["status"] == "complete", name
        assert len(methods[name]["classes"]) == paths, name
    assert _writes(methods["put"]) == {
        "true": [("this.text.toString()", "value", "this.text.toString() + (char) added")]
    }
    (comment,) = (each for each in methods["isComment"]["classes"] if each["effect"] == "returns true")
    assert comment["condition"] == "!this.text.toString().isEmpty() && this.text.toString().charAt(0) == '#'"
    assert comment["outcome"] == "confirmed"


def test_sequences_of_chars_are_alike(methods: dict[str, dict]) -> None:
    assert set(_effects(methods["isA"])) == {
        "text.length() != 1",
        "text.length() == 1 && text.charAt(0) != 'a'",
        'text.toString().equals("a")',
    }
    for name in ("charAt", "charOr", "isAbc", "isIn"):
        assert "candidates" in {each["code"] for each in methods[name]["reasons"]}, name
