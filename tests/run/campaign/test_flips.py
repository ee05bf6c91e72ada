"""Flips of decisions in a run: which sequences are searched from, and what a run reaches only so."""

import time
from pathlib import Path

import pytest
from tests.compiling import javac

import everypath
from everypath.bridge import Bridge, Call, KeptSequence, Literal, New
from everypath.run.campaign import GoalTable
from everypath.run.campaign.seed_queue import MOST_TOGETHER, STAGES, SeedQueue
from everypath.run.campaign.sequence_queue import SequenceQueue
from everypath.run.coverage import OpenJumps
from everypath.run.entries import EntryName
from everypath.run.results import Flips, Part, SeedEnd, union_of

LOCK = """
package lock;

public class Lock {
    private int state;

    /** Five numbers in turn open it. None of them is a constant here. */
    public boolean turn(int number) {
        switch (state) {
            case 0:
                state = number * 7 + 3 == 541_397 ? 1 : 0;
                return false;
            case 1:
                state = (number ^ 0x5A5A5A) == 0x123456 ? 2 : 0;
                return false;
            case 2:
                state = number - 99_991 == 7_654_321 ? 3 : 0;
                return false;
            case 3:
                state = number * 3 == 111_222_333 ? 4 : 0;
                return false;
            default:
                return number * 13 - 5 == 987_641;
        }
    }
}
"""


def kept(number, *hits, given=False):
    steps = (New("p/A", "()V"), Literal.of("I", number), Call("p/A", "f", "(I)V", 0, (1,)))
    return KeptSequence(steps, (("p/A", hits),), None, 1, given)


def test_sequences_that_pass_most_goals_come_first_and_go_through_the_stages():
    queue = SeedQueue()
    for number in range(2):
        queue.add(kept(number, *range(10 * number, 11 * number + 1)))
    assert queue.waits
    seen = []
    for stage in STAGES:
        unit = queue.next_unit(1.0, time.time() + 1)
        task = unit.flips
        assert unit.entry == EntryName("p/A", "f", "(I)V")
        assert not unit.explores
        assert (task.seconds, task.extends) == stage
        assert task.passed == {"p/A": 0b110000000001}
        seen.append([each.sequence.steps[1].payload for each in task.seeds])
        ends = [SeedEnd(0, frozenset({("p/A", "f", "(I)V", 3, 9)}), left=True), SeedEnd(1)]
        queue.done(task, Flips(seeds=tuple(ends[: len(task.seeds)])))
    assert seen == [[1, 0], [1, 0], [1], [1]]
    assert not queue.waits


def test_sequences_that_were_not_run_wait_again_and_lost_ones_do_not():
    queue = SeedQueue()
    for number in range(MOST_TOGETHER + 1):
        queue.add(kept(number, number))
    first = queue.next_unit(1.0, time.time() + 1).flips
    second = queue.next_unit(1.0, time.time() + 1).flips
    assert (len(first.seeds), len(second.seeds)) == (MOST_TOGETHER, 1)
    assert queue.next_unit(1.0, time.time() + 1) is None
    assert queue.waits
    queue.done(first, None)
    queue.done(second, Flips())
    assert queue.next_unit(1.0, time.time() + 1).flips == second


def test_sequences_of_one_part_are_replayed_together():
    entry = EntryName("p/A", "f", "(I)V")
    queue = SequenceQueue(GoalTable(), [entry])
    for number in range(4):
        queue.add(kept(number, number, given=number % 2 == 1))
    for _ in range(2):
        _, sequences = queue.next()
        assert len(sequences) == 2
        assert sequences[0].given == sequences[1].given


@pytest.fixture(scope="module")
def lock(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("lock")
    source = folder / "Lock.java"
    source.write_text(LOCK)
    javac("-g", "-d", folder / "classes", source)
    return folder / "classes"


def test_flips_and_calls_together_open_a_lock(lock, jdk):
    found = everypath.check(str(lock), budget=60, jobs=1, sweep="on", setup_calls=0)
    covered = union_of(goals for each in found.methods for goals in each.covers.values())
    with Bridge(jdk, [lock]) as bridge:
        assert not OpenJumps(bridge.probes, covered).sides("lock/Lock", "turn", "(I)Z")
    assert found.parts[Part.FLIPS].goals > 0
    assert not [each for each in found.methods if each.status.value == "failed"]
