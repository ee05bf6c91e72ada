"""Tier 0: the translators of all opcodes, one module per family.

A translator makes the handler of one instruction. Importing this package fills the table of `instructions`. Imports
`core`, `references`, `invocation`, `instructions` and `invokedynamic`.
"""

from everypath.vm.opcodes import (
    arithmetic,
    arrays,
    branches,
    constants,
    control,
    conversions,
    fields,
    floating_point,
    invocations,
    objects,
    stack,
    variables,
)
from everypath.vm.opcodes.arithmetic import DIVISIONS, SHIFTS
from everypath.vm.opcodes.constants import VALUES
from everypath.vm.opcodes.conversions import CONVERSIONS
from everypath.vm.opcodes.floating_point import OPERATIONS
from everypath.vm.opcodes.invocations import resolve_call
from everypath.vm.opcodes.variables import variable_of

__all__ = [
    "CONVERSIONS",
    "DIVISIONS",
    "OPERATIONS",
    "SHIFTS",
    "VALUES",
    "arithmetic",
    "arrays",
    "branches",
    "constants",
    "control",
    "conversions",
    "fields",
    "floating_point",
    "invocations",
    "objects",
    "resolve_call",
    "stack",
    "variable_of",
    "variables",
]
