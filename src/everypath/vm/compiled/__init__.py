"""Tier 1: one generated Python function for each hot method. Tier 0 stays the complete semantics.

`Compiler` decides which methods are compiled and enters their functions. `generator` writes a function from the control
flow in `regions` and from the code of each instruction in `templates` and `calls`. Generated code does not fork, throw
Java exceptions or decide open identities: it deoptimises (`deoptimisation`), and tier 0 executes the instruction.
Imports `core`, `references`, `invocation`, `instructions` and `opcodes`.
"""

from everypath.vm.compiled.compiler import Compiler
from everypath.vm.compiled.dump import write_compiled

__all__ = ["Compiler", "write_compiled"]
