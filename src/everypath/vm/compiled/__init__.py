"""Tier 1: one generated Python function for each hot method. Tier 0 stays the complete semantics.

`Compiler` decides what is compiled and enters it; `generator` writes the functions, `templates` and `calls` say what
each instruction becomes; `deoptimisation` describes how activations go back to tier 0. Generated code does not fork,
throw Java exceptions or decide open identities: it deoptimises there, and tier 0 does it.
"""

from everypath.vm.compiled.compiler import Compiler
from everypath.vm.compiled.dump import write_compiled

__all__ = ["Compiler", "write_compiled"]
