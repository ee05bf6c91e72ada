"""From the state of an exploration to its result: cuts, unreached lines, untried calls, preconditions.

`outcome` makes the `Exploration`. This package imports `session` and the packages below it.
"""
