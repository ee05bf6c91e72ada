"""The answers of stubs: fresh symbols within the contracts of the JDK's documentation.

A `StubCall` answers one call on a stub. `CONTRACTS` is the table of contracts; `may_always_answer` says whether a fixed
answer keeps to it. `assume` adds a precondition to a path, `unmet` ends a path whose input a precondition excludes. May
import `shapes` and the packages below it.
"""

from everypath.inputs.stubs.assumptions import PROLOGUE, UNMET, assume, unmet
from everypath.inputs.stubs.contracts import CONTRACTS, may_always_answer
from everypath.inputs.stubs.stubs import StubCall, promise, promised

__all__ = ["CONTRACTS", "PROLOGUE", "UNMET", "StubCall", "assume", "may_always_answer", "promise", "promised", "unmet"]
