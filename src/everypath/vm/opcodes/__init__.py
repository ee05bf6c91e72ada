"""Tier 0: the translators of all opcodes, one module per family. Importing this package fills the table."""

from everypath.vm.opcodes import (
    arithmetic,
    arrays,
    branches,
    constants,
    control,
    conversions,
    fields,
    invocations,
    objects,
    stack,
    variables,
)
from everypath.vm.opcodes import floating_point as floating

__all__ = [
    "arithmetic",
    "arrays",
    "branches",
    "constants",
    "control",
    "conversions",
    "fields",
    "floating",
    "invocations",
    "objects",
    "stack",
    "variables",
]
