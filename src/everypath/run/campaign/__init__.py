"""The campaign of a run: the goals of the whole target, who covered them, and how their number grew."""

from everypath.run.campaign.campaign import Campaign
from everypath.run.campaign.counted_sweep import CountedSweep
from everypath.run.campaign.goal_table import GoalTable
from everypath.run.campaign.starting import SweepStart, counted_sweep_of, sweep_of, sweep_start

__all__ = ["Campaign", "CountedSweep", "GoalTable", "SweepStart", "counted_sweep_of", "sweep_of", "sweep_start"]
