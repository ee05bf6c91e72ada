"""The goals of the whole target and the curve of a run."""

import time
from dataclasses import replace
from pathlib import Path

import pytest

import everypath
from everypath.run.campaign import Campaign, GoalTable
from everypath.run.campaign.curve import MOST_POINTS, Curve
from everypath.run.campaign.sweep import SweepProgress
from everypath.run.campaign.tries import Tries
from everypath.run.entries import EntryName
from everypath.run.results import Count, MethodReport, Part, PartTally, Status
from everypath.run.workload import FlipTask, Unit

FEE = Path(everypath.__file__).parent / "cli" / "demo_sources" / "shop" / "Fee.java"


@pytest.fixture(scope="module")
def analysis_of_fee():
    return everypath.check(str(FEE), budget=30, jobs=1)


def test_a_goal_belongs_to_the_part_that_covered_it_first():
    table = GoalTable()
    assert table.add(Part.SEQUENCES, {"p/A": 0b0111}) == 3
    assert table.add(Part.PATHS, {"p/A": 0b1110, "p/B": 1}) == 2
    assert table.add(Part.PATHS, {"p/A": 0b1111}) == 0
    assert table.covered == 5
    assert table.by_part == {Part.PATHS: 2, Part.SEQUENCES: 3}
    assert table.open_in({"p/A": 0b10001, "p/C": 0b11}) == 3


def test_the_curve_has_a_point_for_each_change_and_ends_with_the_present_state():
    curve = Curve(time.time())
    for goals in (1, 1, 2, 2, 5):
        curve.note(goals, 0)
    assert [each.goals for each in curve.points][-1] == 5
    assert len({each.goals for each in curve.points}) == len(curve.points)


def test_a_long_curve_keeps_few_points_and_its_last_one(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(time, "time", lambda: now[0])
    curve = Curve(0.0)
    for number in range(1, 20 * MOST_POINTS):
        now[0] += 1.0
        curve.note(number, number // 100)
    points = curve.points
    assert len(points) <= MOST_POINTS + 1
    assert points[-1].goals == 20 * MOST_POINTS - 1
    assert [each.goals for each in points] == sorted(each.goals for each in points)


def test_a_sweep_gains_much_while_its_goals_are_many_more_than_after_half_of_its_time():
    progress = SweepProgress()
    assert progress.gains_much
    for seconds, goals in ((0.5, 100), (1.0, 300), (2.0, 400), (4.0, 500)):
        progress.passed.append((seconds, goals))
        assert progress.gains_much
    progress.passed += (6.0, 505), (8.0, 510)
    assert not progress.gains_much


def test_what_a_report_covers_is_noted_once(analysis_of_fee):
    campaign = Campaign(time.time())
    for report in (*analysis_of_fee.methods, *analysis_of_fee.methods):
        campaign.note(report)
    assert campaign.goals.covered == analysis_of_fee.covered > 0
    assert campaign.curve[-1].findings == len({each.key for each in analysis_of_fee.findings})


def test_a_run_ends_with_the_goals_of_its_parts_and_its_curve(analysis_of_fee):
    assert set(analysis_of_fee.parts) <= set(Part)
    last = analysis_of_fee.curve[-1]
    assert (last.goals, last.findings) == (analysis_of_fee.covered, len(analysis_of_fee.findings))


def test_the_tries_of_each_part_are_counted_with_their_time(analysis_of_fee):
    paths = analysis_of_fee.parts[Part.PATHS]
    assert paths.tries >= len(analysis_of_fee.methods)
    assert 0 < paths.gained <= paths.tries
    assert paths.seconds > 0


def test_open_branches_have_the_reason_of_their_method(analysis_of_fee):
    complete = [each for each in analysis_of_fee.methods if each.status is Status.COMPLETE]
    left = sum(each.branches.total - each.branches.covered for each in analysis_of_fee.methods)
    assert sum(analysis_of_fee.open_branches.values()) == left
    assert analysis_of_fee.open_branches.get("unreachable", 0) == sum(
        each.branches.total - each.branches.covered for each in complete
    )


class PretendSweep:
    """A sweep that finds nothing; ``starts`` counts how often it was started."""

    is_idle = True
    rests = False
    progress = SweepProgress()

    def __init__(self):
        self.starts = 0

    def start(self):
        self.starts += 1

    def take(self):
        return []


REPORT = MethodReport("A", "m", "()V", Status.BOUNDED, instructions=Count(5, 9), branches=Count(1, 2))
COVERED = replace(REPORT, instructions=Count(9, 9), branches=Count(2, 2))


@pytest.fixture
def clock(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(time, "time", lambda: now[0])
    return now


def planned():
    campaign, sweep = Campaign(time.time()), PretendSweep()
    campaign.plan_sweep(sweep, [EntryName("A", "m", "()V")])
    return campaign, sweep


UNIT = Unit(EntryName("A", "m", "()V"), 1.0)


def test_a_planned_sweep_begins_once_where_units_have_covered_nothing_new_for_a_while(clock):
    campaign, sweep = planned()
    for number, (seconds, goals, starts) in enumerate(
        [(0.9, 0, 0), (0.3, 0b1, 0), (0.9, 0, 0), (0.2, 0, 1), (9, 0, 1)], start=1
    ):
        clock[0] += seconds
        campaign.note(replace(REPORT, covers={Part.PATHS: {"A": goals}}))
        unit = replace(UNIT, entry=EntryName("A", f"m{number}", "()V"))
        campaign.note_unit(unit, replace(REPORT, seconds=seconds))
        campaign.next_unit(1.0, 60.0)
        assert sweep.starts == starts, number
    assert not campaign.may_have_more(60.0)


def test_time_in_which_no_unit_ended_is_no_reason_for_a_sweep(clock):
    campaign, sweep = planned()
    campaign.note_unit(UNIT, replace(REPORT, seconds=0.9))
    clock[0] = 14.0  # a worker died, and another one started
    campaign.next_unit(1.0, 60.0)
    assert not sweep.starts


def test_a_sweep_begins_after_a_quarter_of_the_time_at_the_latest(clock):
    campaign, sweep = planned()
    for at, starts in ((0.0, 0), (14.0, 0), (15.0, 1), (16.0, 1)):
        clock[0] = at
        campaign.next_unit(1.0, 60.0)
        assert sweep.starts == starts


def test_each_unit_counts_with_its_own_seconds_once():
    tries = Tries(time.time())
    flips = replace(UNIT, flips=FlipTask((), {}, 1.0))
    ended = [(UNIT, 1.0, 5), (replace(UNIT, round=1), 1.5, 5), (flips, 2.0, 7), (replace(UNIT, round=2), 0.5, 7)]
    for unit, seconds, covered in ended:
        tries.note(unit, replace(REPORT, seconds=seconds), covered)
    assert tries.of_each_part({Part.PATHS: 5}) == {
        Part.PATHS: PartTally(5, 3, 1, 2.0),  # the last one began anew
        Part.FLIPS: PartTally(0, 1, 1, 2.0),
    }


@pytest.mark.parametrize(
    "report",
    [REPORT, replace(REPORT, status=Status.COMPLETE), replace(REPORT, status=Status.FAILED, instructions=Count())],
)
def test_a_planned_sweep_begins_where_all_is_explored_and_goals_are_open(clock, report):
    campaign, sweep = planned()
    campaign.note(report)
    campaign.may_have_more(60.0)
    assert sweep.starts == 1


@pytest.mark.parametrize(("report", "deadline"), [(COVERED, 60.0), (REPORT, 1.5)])
def test_a_planned_sweep_does_not_begin_where_nothing_is_open_or_no_time_is_left(clock, report, deadline):
    campaign, sweep = planned()
    campaign.note(report)
    assert not campaign.may_have_more(deadline)
    assert not sweep.starts
