"""PET's benchmark set: covered at least as PET covers it, and wholly at the bound that reaches everything."""

from __future__ import annotations

import json

import pytest
from benchmarks.pet import ROWS, Bench, Result, Row, main
from tests.busy import slowness
from tests.whole.running import JAVA, run

from everypath.run.options import Options

SECONDS = 0.5
"""For one method: twice what it takes until nothing new shows; dead code is looked for until the end."""


@pytest.fixture(scope="module")
def bench(java_classes):
    made = Bench(java_classes("pet"), Options())  # as the benchmark does
    yield made
    made.close()


def measured(bench: Bench, row: Row, criterion: str) -> Result:
    return bench.measure(row, criterion, seconds=SECONDS * slowness())


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_block_2_covers_no_less_than_pet(bench: Bench, row: Row) -> None:
    result = measured(bench, row, "block-2")
    assert result.entries == row.entries
    assert set(result.outcomes) == {"confirmed"}
    assert min(result.of_reached, result.of_reachable) >= row.pet["block-2"][2]
    if row.reaching == "block-2":
        assert result.missed == sorted(row.dead)


@pytest.mark.parametrize("row", [row for row in ROWS if row.reaching != "block-2"], ids=lambda row: row.name)
def test_the_bound_that_reaches_everything_covers_everything(bench: Bench, row: Row) -> None:
    result = measured(bench, row, row.reaching)
    assert set(result.outcomes) == {"confirmed"}
    assert result.missed == sorted(row.dead)


#: The rows that take a moment only.
SHORT = {"Trityp", "Josephus", "DoublyLinkedList", "NodeStack", "NodeQueue", "NodeDeque", "NodeList"}


@pytest.mark.parametrize("row", [row for row in ROWS if row.name in SHORT], ids=lambda row: row.name)
def test_depth_50_covers_no_less_than_pet(bench: Bench, row: Row) -> None:
    result = measured(bench, row, "depth-50")
    assert set(result.outcomes) == {"confirmed"}
    assert result.of_reachable >= row.pet["depth-50"][2]


def test_the_benchmark_prints_a_table_and_writes_json(tmp_path, capsys) -> None:
    file = tmp_path / "pet.json"
    main(["NodeStack", "--criterion", "block-2", "--rounds", "1", "--json", str(file)])
    (row,) = json.loads(file.read_text())
    assert (row["tests"], row["covered"], row["reached"], row["missed"]) == (9, 105, 105, [])
    (line,) = [each for each in capsys.readouterr().out.splitlines() if each.startswith("| NodeStack")]
    assert line.startswith("| NodeStack | 6 | 105 | 9 | 100.0 % | 100.0 % |")
    assert line.endswith("| 6 | 94 | 9 | 100 % | 8 |")


@pytest.mark.parametrize(("bound", "value", "returns"), [("block", 2, 6), ("depth", 22, 1), ("depth", 10, 0)])
def test_a_criterion_that_was_asked_for_is_final(tmp_path, bound: str, value: int, returns: int) -> None:
    target = f"{JAVA / 'conditions' / 'lists' / 'SortedList.java'}#merge"
    document, _ = run("paths", target, f"--{bound}", str(value), json_file=tmp_path / "paths.json")
    (method,) = document["methods"]
    assert method["status"] == "bounded"
    assert {reason["code"] for reason in method["reasons"]} == {bound}
    ends = [case["ends"] for case in method["cases"]]
    assert (ends.count("throws"), ends.count("returns")) == (3, returns)
