"""Sweeps in runs with a budget of work: the same with one worker or two."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks.same import compare, read
from tests.compiling import javac
from tests.run.campaign.test_sweeping_run import COIN, GATE

import everypath
from everypath.bridge import Call, KeptSequence, SweepSlice
from everypath.run.campaign import CountedSweep, GoalTable
from everypath.run.campaign.counted_sweep import SLICE_CALLS
from everypath.run.entries import EntryName
from everypath.run.results import Part
from everypath.work import CALL

BUDGET = "400k-steps"


@pytest.fixture(scope="module")
def gate(tmp_path_factory):
    folder = tmp_path_factory.mktemp("gate")
    for name, text in (("Gate", GATE), ("Coin", COIN)):
        (folder / f"{name}.java").write_text(text)
    javac("-g", "-d", folder / "classes", folder / "Gate.java", folder / "Coin.java")
    return folder / "classes"


def run(gate, jobs, keep):
    keep.mkdir()
    command = [sys.executable, "-m", "everypath", "generate", str(gate), "-o", str(keep / "tests")]
    command += ["--json", str(keep / "out.json"), "--jobs", str(jobs), "--budget", BUDGET, "--sweep", "on"]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr
    return read(keep), json.loads((keep / "out.json").read_text())


def test_two_runs_and_two_workers_give_the_same(gate, tmp_path):
    (first, document), (again, _), (two, _) = (
        run(gate, jobs, tmp_path / str(number)) for number, jobs in enumerate((1, 1, 2))
    )
    for other in (again, two):
        found = compare(first, other)
        assert not found.different
        assert found.same == len(first.methods)
        assert found.files > 0
    assert document["goals"]["parts"][Part.SEQUENCES]["goals"] > 0
    assert document["work"] > 0


class PretendProcess:
    def __init__(self, sequences):
        self.sequences = sequences

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def run(self, calls):
        return SweepSlice(self.sequences, calls + 3, 10, 0, 0, 3, 9, 1, 0, 0, ())


def sequence(method, *probes):
    return KeptSequence((Call("p/A", method, "()V", None, ()),), (("p/A", probes),), None, 1)


def counted(sequences, goals):
    names = [EntryName("p/A", method, "()V") for method in "abc"]
    return CountedSweep(lambda: PretendProcess(sequences), pytest.fail, goals, names)


def test_a_method_has_one_unit_in_a_wave():
    goals = GoalTable()
    many = tuple(sequence("a", number) for number in range(20))
    sweep = counted((*many, sequence("b", 30, 31), sequence("c", 32), sequence("unknown", 33)), goals)
    sweep.run(0.001)
    assert sweep.effort == pytest.approx(CALL * 203)
    units = sweep.next_units(8, 1.5)
    assert [each.entry.method for each in units] == ["b", "a", "c"]
    assert all(each.counted and each.seconds == 1.5 for each in units)
    others = [sweep.next_units(8, 1.5) for _ in range(5)]
    assert {each.entry.method for part in others for each in part} == {"a"}
    assert all(len(part) <= 1 for part in others)
    assert sum(len(each.sequences) for part in (units, *others) for each in part) == 22


def test_what_was_covered_meanwhile_is_not_replayed():
    goals = GoalTable()
    sweep = counted((sequence("a", 1), sequence("b", 1, 2)), goals)
    sweep.run(0.001)
    assert [each.entry.method for each in sweep.next_units(1, 1.0)] == ["b"]
    goals.add(Part.SEQUENCES, {"p/A": 0b110})
    assert not sweep.next_units(8, 1.0)


def test_an_error_ends_the_sweep_only():
    def failing():
        raise OSError("no process")

    traces = []
    sweep = CountedSweep(failing, traces.append, GoalTable(), [])
    sweep.run(1.0)
    assert "no process" in traces[0]
    assert sweep.effort == 0.0
    assert not sweep.next_units(8, 1.0)


def test_a_sweep_ends_where_a_slice_finds_nothing():
    sweep = counted((), GoalTable())
    sweep.run(10.0)
    assert sweep.effort == pytest.approx(CALL * (SLICE_CALLS + 3))


def test_what_no_solver_finds_is_reached_by_calls_after_exploring():
    subject = Path(__file__).parents[2] / "java" / "explore" / "explored" / "Scrambled.java"
    only = ["#mixed", "#rendered", "#beyond"]
    found = everypath.check(str(subject), budget="2M-steps", jobs=1, only=only)
    assert {each.method for each in found.methods if each.branches.covered < each.branches.total} == set()
    assert found.parts[Part.SEQUENCES].goals > 0
