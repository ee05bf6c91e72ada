"""The data that the parts of one exploration share: options, state, initial states and stop rules.

`ExplorationState` is passed to every part. `ExploreOptions` holds the options, `stop_rules` gives the rules that stop a
round. `Refutations` records why branches are infeasible. This package imports all packages below it, and no part of
the engine.
"""

from everypath.explore.session.criteria_rules import goals_past
from everypath.explore.session.exploration_state import ExplorationState
from everypath.explore.session.initial_states import INITIALISERS_PENDING
from everypath.explore.session.listener import Listener
from everypath.explore.session.options import Clock, ExploreOptions
from everypath.explore.session.round_rules import stop_rules

__all__ = [
    "INITIALISERS_PENDING",
    "Clock",
    "ExplorationState",
    "ExploreOptions",
    "Listener",
    "goals_past",
    "stop_rules",
]
