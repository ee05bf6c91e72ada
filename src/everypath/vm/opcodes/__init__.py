"""Tier 0: the translators of all opcodes, one module per family. Importing this package fills the table."""

from everypath.vm.opcodes import (
    arithmetic,
    arrays,
    branches,
    constants,
    control,
    conversions,
    fields,
    floating,
    invocations,
    objects,
    stack,
    variables,
)

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
