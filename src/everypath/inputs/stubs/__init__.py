"""."""

from everypath.inputs.stubs.assumptions import PROLOGUE, UNMET, assume, unmet
from everypath.inputs.stubs.contracts import CONTRACTS
from everypath.inputs.stubs.stubs import PROMISED, Player, promised

__all__ = ["CONTRACTS", "PROLOGUE", "PROMISED", "UNMET", "Player", "assume", "promised", "unmet"]
