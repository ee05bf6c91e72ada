"""Objects of the JDK that a few numbers give: conditions and effects speak of what their methods return."""

from __future__ import annotations

import json
from pathlib import Path

from tests.preloaded import run
from tests.whole.running import JAVA

COMPLETE = {
    "isLate": 5,
    "isBefore": 9,
    "half": 3,
    "isPast": 4,
    "isNothing": 3,
    "high": 3,
    "next": 2,
    "take": 3,
    "first": 3,
}


def _found(name: str, tmp_path: Path) -> dict[str, dict]:
    out = tmp_path / "found.json"
    done = run("paths", name, JAVA / "domain", "--json", out, timeout=400)
    assert done.returncode == 0, done.stderr
    return {each["method"]: each for each in json.loads(out.read_text())["methods"]}


def test_numbers_stand_for_objects_of_the_jdk(tmp_path: Path) -> None:
    methods = _found("domain.Values#*", tmp_path)
    for name, paths in COMPLETE.items():
        assert methods[name]["status"] == "complete", name
        assert len(methods[name]["classes"]) == paths
    assert {each["condition"]: each["effect"] for each in methods["isNothing"]["classes"]} == {
        "left == null": "returns false",
        "left.getSeconds() == 0L && left.getNano() == 0": "returns true",
        "left.getSeconds() != 0L || left.getNano() != 0": "returns false",
    }
    assert {each["code"] for each in methods["isEnd"]["reasons"]} == {"alias"}
    assert {each["code"] for each in methods["isOld"]["reasons"]} == {"candidates"}
    assert methods["isSet"]["status"] == "bounded"
    assert {each["condition"] for each in methods["isPast"]["classes"]} == {
        "left == null",
        "left.getSeconds() < 0L",
        "left.getSeconds() == 0L && left.getNano() == 0",
        "left.getSeconds() >= 0L && (left.getSeconds() != 0L || left.getNano() != 0)",
    }
    (taken,) = (each for each in methods["take"]["classes"] if each["effect"].startswith("returns true"))
    (write,) = taken["writes"]
    assert (write["place"], write["kind"], write["value"]) == ("left.get()", "value", "left.get() - 1L")


def test_so_are_those_in_fields(tmp_path: Path) -> None:
    methods = _found("domain.Values$Ticket#*", tmp_path)
    assert {each["status"] for each in methods.values()} == {"complete"}
    assert {each["condition"] for each in methods["isUsed"]["classes"]} == {
        "this.uses.get() <= 2",
        "this.uses.get() > 2",
    }
    assert {each["condition"] for each in methods["isNew"]["classes"]} == {
        "this.end.getYear() <= 2000",
        "this.end.getYear() > 2000",
    }


def test_an_object_is_closed_where_a_class_wants_it(tmp_path: Path) -> None:
    opened = _found("domain.Values$Door#*", tmp_path)["isOpen"]
    assert opened["status"] == "complete"
    assert {each["condition"]: each["outcome"] for each in opened["classes"]} == {
        "!this.closed.get()": "confirmed",
        "this.closed.get()": "confirmed",
    }
