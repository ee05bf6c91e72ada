"""Tier 1: one generated Python function for each hot method. Tier 0 stays the complete semantics.

`Compiler` decides what is compiled and enters it; `generator` writes the functions, `templates` and `calls` say what
each instruction becomes; `unwinding` is how activations go back to tier 0. Nothing here knows of forks, exceptions or
open identities: all of that raises, and tier 0 does it.
"""

from everypath.vm.compiled.compiler import Compiler
from everypath.vm.compiled.dump import write_compiled

__all__ = ["Compiler", "write_compiled"]
