"""."""

from everypath.inputs.stubs.assumptions import PROLOGUE, UNMET, assume, unmet
from everypath.inputs.stubs.contracts import CONTRACTS
from everypath.inputs.stubs.stubs import PROMISED, StubCall, promised

__all__ = ["CONTRACTS", "PROLOGUE", "PROMISED", "UNMET", "StubCall", "assume", "promised", "unmet"]
