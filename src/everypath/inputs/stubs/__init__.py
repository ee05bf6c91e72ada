"""The answers of stubs: fresh symbols within the contracts of the JDK's documentation.

A `StubCall` answers one call on a stub. `CONTRACTS` is the table of contracts. `assume` adds a precondition to a path,
`unmet` ends a path whose input a precondition excludes. May import `shapes` and the packages below it.
"""

from everypath.inputs.stubs.assumptions import PROLOGUE, UNMET, assume, unmet
from everypath.inputs.stubs.contracts import CONTRACTS
from everypath.inputs.stubs.stubs import PROMISED, StubCall, promised

__all__ = ["CONTRACTS", "PROLOGUE", "PROMISED", "UNMET", "StubCall", "assume", "promised", "unmet"]
