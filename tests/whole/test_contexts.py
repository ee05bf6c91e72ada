"""Execution contexts (CTB, section V): which elements, and which inputs, are one; each case confirmed on the JVM."""

from __future__ import annotations

from pathlib import Path

from tests.whole.running import JAVA, run

FIGURE_7 = {
    (("array[i]",), ("array[j]",), ("array[k]",)): (
        "array[j]",
        {"array[i]": "array[j]", "array[j]": "array[k]", "array[k]": "array[i]"},
    ),
    (("array[i]", "array[j]"), ("array[k]",)): ("array[k]", {"array[i]": "array[k]", "array[k]": "array[i]"}),
    (("array[i]",), ("array[j]", "array[k]")): ("array[j]", {"array[i]": "array[j]", "array[j]": "array[i]"}),
    (("array[i]", "array[k]"), ("array[j]",)): ("array[i]", {}),
    (("array[i]", "array[j]", "array[k]"),): ("array[i]", {}),
}
"""The elements by their indexes, the result, and what is left after all storage operations of the figure."""


def test_rotate_has_the_five_contexts_of_figure_7(tmp_path: Path) -> None:
    document, done = run("paths", f"{JAVA}/ctb/Rotate.java#rotate", "--contexts", json_file=tmp_path / "out.json")
    assert (document["contexts"], document["feasible"], document["exceptional"]) == (5, 1, 7)
    (returning,) = [each for each in document["classes"] if each["ends"] == "returns"]
    found = {
        tuple(map(tuple, each["elements"])): (each["result"], {w["place"]: w["value"] for w in each["writes"]})
        for each in returning["contexts"]
    }
    assert found == FIGURE_7
    assert [each["outcome"] for each in returning["contexts"]] == ["confirmed"] * 5
    assert "context 5 of 5: returns array[i]\n" in done.stdout


def test_inputs_that_may_be_one_object_are_contexts_too(tmp_path: Path) -> None:
    subject = f"{JAVA}/ctb/Shared.java"
    document, _ = run("paths", f"{subject}#unrelated", "--contexts", json_file=tmp_path / "out.json")
    (returning,) = [each for each in document["classes"] if each["ends"] == "returns"]
    assert [each["effect"] for each in returning["contexts"]] == ["returns x.size + y.size", "returns 2 * x.size"]
    assert [each["condition"].rpartition(" && ")[2] for each in returning["contexts"]] == ["y != x", "y == x"]
    assert document["contexts"] == 2
    document, _ = run("paths", f"{subject}#moved", "--contexts", json_file=tmp_path / "out.json")
    told = {each["effect"]: [c["effect"] for c in each.get("contexts", ())] for each in document["classes"]}
    assert told["returns 3 - y.size; x.size = 3"] == ["returns 3 - y.size; x.size = 3", "returns 0; x.size = 3"]
    assert told["returns 3; x.size = 3"] == []
    assert document["contexts"] == 3
