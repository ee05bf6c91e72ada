"""The campaign of a run: the goals of the whole target, who covered them, and how their number grew."""

from everypath.run.campaign.campaign import Campaign
from everypath.run.campaign.goal_table import GoalTable
from everypath.run.campaign.starting import sweep_of, wants_sweep

__all__ = ["Campaign", "GoalTable", "sweep_of", "wants_sweep"]
