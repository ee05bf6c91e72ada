"""What the parts of one exploration share: its options, its state, its initial states, its stop rules.

`ExplorationState` is given to every part, `ExploreOptions` says how to explore, `stop_rules` when to stop a round.
`Refutations` records why branches are infeasible. This package imports all packages below it, and no part of the
engine.
"""
