"""Execution contexts (CTB, section V): which elements, and which inputs, are one; each case confirmed on the JVM."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.busy import budget
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
    effects = {each["effect"]: [c["effect"] for c in each.get("contexts", ())] for each in document["classes"]}
    assert effects["returns 3 - y.size; x.size = 3"] == ["returns 3 - y.size; x.size = 3", "returns 0; x.size = 3"]
    assert effects["returns 3; x.size = 3"] == []
    assert document["contexts"] == 3


class UnknownError(Exception):
    """An element that no condition mentions yet is compared."""


def partition(low: int, high: int, limit: int, given: tuple[int, ...]) -> tuple[str, dict[str, int]] | None:
    """One run of Fig. 4 in which the elements are below, like or above the pivot in the order of ``given``.

    The path as T and F, and the positions of the indexes it used; None where a loop goes round more than ``limit``
    times.
    """
    cells: dict[int, int] = {low: 1}
    left_over: Iterator[int] = iter(given)
    trace, used = [], {"low": low}
    left, right = 1, 0

    def read(name: str, at: int) -> int:
        used[name] = at
        if at not in cells:
            value = next(left_over, None)
            if value is None:
                raise UnknownError
            cells[at] = value
        return cells[at]

    def decide(condition: bool) -> bool:
        trace.append("FT"[condition])
        return condition

    rounds = 0
    while decide(low + left < high - right):
        rounds += 1
        first, second = left, right
        while decide(read(f"low + {left}", low + left) < 1):
            left += 1
            if left - first > limit:
                return None
        while decide(read(f"high - {right}", high - right) > 1):
            right += 1
            if right - second > limit:
                return None
        if rounds > limit:
            return None
        if decide(low + left < high - right):
            cells[low + left], cells[high - right] = cells[high - right], cells[low + left]
    read(f"high - {right}", high - right)
    return "".join(trace), used


def every_context(limit: int) -> set[tuple[str, frozenset[frozenset[str]]]]:
    """The paths and their aliasing cases, by trying all distances of the two ends and all orders of elements."""
    found = set()
    for distance in range(-12, 20):
        todo: list[tuple[int, ...]] = [()]
        while todo:
            given = todo.pop()
            try:
                ended = partition(0, distance, limit, given)
            except UnknownError:
                todo += [(*given, value) for value in (0, 1, 2)]
                continue
            if ended is not None:
                path, used = ended
                blocks = {at: frozenset(name for name, other in used.items() if other == at) for at in used.values()}
                found.add((path, frozenset(blocks.values())))
    return found


@pytest.mark.parametrize(("limit", "paths"), [(1, 4), (2, 81)])
def test_partition_has_as_many_contexts_as_brute_force_finds(limit: int, paths: int, tmp_path: Path) -> None:
    wanted = every_context(limit)
    assert len({path for path, _ in wanted}) == paths
    subject = f"{JAVA}/explore/seeds/Quicksort.java#partition"
    arguments = ("--contexts", "--loop", str(limit), "--budget", budget(300), "--jobs", "1")
    document, _ = run("paths", subject, *arguments, json_file=tmp_path / "out.json")
    assert document["contexts"] == len(wanted)
    contexts = [each for row in document["classes"] for each in row.get("contexts", ())]
    assert {each["outcome"] for each in contexts} == {"confirmed"}


def test_operations_that_wrap_around_are_shown_with_an_input(tmp_path: Path) -> None:
    document, done = run("paths", f"{JAVA}/ctb/Figures.java#testMethod", json_file=tmp_path / "out.json")
    assert (document["potential"], document["feasible"], document["infeasible"]) == (3, 3, 0)
    shares = {each["effect"]: (round(each["share"]["part"], 1), each["share"]["exact"]) for each in document["classes"]}
    assert shares == {"returns 0": (0.5, True), "returns y": (0.4, False), "returns x + 2": (0.1, False)}
    wraps = {
        each["effect"]: [(w["operation"], w["outcome"]) for w in each.get("wraps", ())] for each in document["classes"]
    }
    assert wraps == {
        "returns 0": [],
        "returns y": [("x + 2", "confirmed")],
        "returns x + 2": [("x + 2", "confirmed")],
    }
    assert "overflow x + 2 wraps around: Figures.testMethod(2147483646, " in done.stdout


LINKED = """
class Linked {
    static class Node { Node next; }

    Node first;
    int[] items;
    int size;

    boolean follows(Node one) { return one.next == first; }

    static boolean meets(Node one, Node other) { return one.next == other; }

    static boolean isSame(Linked one, Object other) { return one instanceof Linked && other == one; }

    int top() { return items[size - 1]; }
}
"""


def linked(method: str, folder: Path) -> list[tuple[str, str]]:
    (folder / "Linked.java").write_text(LINKED, encoding="utf-8")
    found, _ = run("paths", f"{folder / 'Linked.java'}#{method}", json_file=folder / "found.json")
    assert {each["outcome"] for each in found["classes"]} == {"confirmed"}
    return [(each["effect"], each["condition"]) for each in found["classes"]]


def test_one_object_under_two_names_is_no_write(tmp_path: Path) -> None:
    assert ("returns true", "one.next != null && this.first == one.next") in linked("follows", tmp_path)
    assert ("returns true", "other != null && one != null && one.next == other") in linked("meets", tmp_path)


def test_what_the_declared_type_says_is_not_stated_again(tmp_path: Path) -> None:
    assert ("returns true", "one != null && other == one") in linked("isSame", tmp_path)


def test_an_index_before_a_size_is_implied_by_the_size(tmp_path: Path) -> None:
    wanted = ("returns this.items[this.size - 1]", "this.size > 0 && this.items.length >= this.size")
    assert wanted in linked("top", tmp_path)


def test_an_input_that_no_test_can_hold_shows_no_operation_that_wraps_around(tmp_path: Path) -> None:
    """It would be a string of two thousand million characters."""
    (tmp_path / "Text.java").write_text("class Text { static int room(String text) { return text.length() + 16; } }")
    document, _ = run("paths", f"{tmp_path / 'Text.java'}#room", json_file=tmp_path / "out.json")
    (returned,) = (each for each in document["classes"] if each["ends"] == "returns")
    assert (returned["effect"], returned.get("wraps", [])) == ("returns text.length() + 16", [])
