"""Names that several packages of the exploration share: attachments of states, and names of bounds."""

from __future__ import annotations

UNCERTAIN = "explore.uncertain"
"""The attachment of states whose witness satisfies only those conditions that the solvers could decide."""

FURTHER_ARGUMENT = "explore.spare"
"""The attachment of states that were built from a further argument and that no goal asked for."""

OVERFLOW = "java/lang/StackOverflowError"

UNBOUNDED = 1 << 30
"""The value of a bound on loops, calls or conditions that never cuts."""

SETUP = "setup"
"""The bound on forks in calls that build inputs."""

INPUT_BOUNDS = frozenset({"recipe", "candidates", "alias", "forced", SETUP})
"""Bounds on how inputs are built: they restrict the domain, and cut no path within it."""

FAR = 1000
"""The distance of a state from which no uncovered block can be reached."""
