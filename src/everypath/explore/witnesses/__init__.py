"""The inputs of finished paths: minimal and readable models, and members of a class with given properties.

`finished_path` turns an ended state into a `Path`, `narrowed` restricts a path by further conditions. This package
imports `paths` only.
"""

from everypath.explore.witnesses.array_elements import UNKNOWN, KnownIndexes, Reader, booleans_of
from everypath.explore.witnesses.compact import compact
from everypath.explore.witnesses.contexts import Context, contexts_of
from everypath.explore.witnesses.finish import (
    LARGEST_PLAIN,
    LONGEST_INPUT,
    LONGEST_PLAIN,
    finished_path,
    implies_plainly,
    longest_input,
    plainest,
    shorter,
)
from everypath.explore.witnesses.members import narrowed
from everypath.explore.witnesses.minimal import holds, plain_witness, varied

__all__ = [
    "LARGEST_PLAIN",
    "LONGEST_INPUT",
    "LONGEST_PLAIN",
    "UNKNOWN",
    "Context",
    "KnownIndexes",
    "Reader",
    "booleans_of",
    "compact",
    "contexts_of",
    "finished_path",
    "holds",
    "implies_plainly",
    "longest_input",
    "narrowed",
    "plain_witness",
    "plainest",
    "shorter",
    "varied",
]
