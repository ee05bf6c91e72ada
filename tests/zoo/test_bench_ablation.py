"""The copies of the package in which a part of a campaign is switched off."""

import pytest
from benchmarks import bench_ablation
from benchmarks.bench_ablation import SWITCHES, Cut, Run, Switch, table, tree
from benchmarks.fetching import ROOT


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setattr(bench_ablation, "CACHE", tmp_path)


@pytest.mark.parametrize("part", SWITCHES)
def test_the_cuts_of_each_part_fit_the_sources(part):
    for cut in SWITCHES[part].cuts:
        text = (ROOT / "src" / "everypath" / cut.file).read_text(encoding="utf-8")
        assert text.count(cut.text) == 1, cut


def test_a_copy_has_its_cuts_and_nothing_else():
    made = tree("concolic", "now") / "everypath"
    changed = {cut.file for cut in SWITCHES["concolic"].cuts}
    for file in (ROOT / "src" / "everypath" / "run" / "campaign").glob("*.py"):
        name = f"run/campaign/{file.name}"
        assert ((made / name).read_text() != file.read_text()) == (name in changed)


def test_a_cut_that_does_not_fit_is_an_error(monkeypatch):
    monkeypatch.setitem(SWITCHES, "concolic", Switch((Cut("work.py", "no such text", ""),)))
    with pytest.raises(ValueError, match="0 times: no such text"):
        tree("concolic", "now")


def test_the_table_has_the_goals_of_the_whole_and_of_each_part_those_left():
    runs = {("none", 0): 100, ("none", 1): 200, ("sweep", 0): 50, ("sweep", 1): 50}
    known = {Run("gson", part, seed, 60).key: goals for (part, seed), goals in runs.items()}
    assert list(table(known, ["gson"], ["none", "sweep"], 2, 60)) == [
        "| library | goals at 60 s | without sweep |",
        "|---|---|---|",
        "| gson | 150 (100 to 200) | 38 % (25 to 50) |",
    ]
