"""The machine: executes bytecode on states, with concrete and symbolic values.

Packages, lowest first:

- `core`: protocols, signals, translated methods;
- `references`: fields, type tests, arrays, class objects, undecided references;
- `invocation`: calls, models, exceptions, class initialisation;
- `instructions`: one instruction being translated, the table of opcodes, merged branches;
- `invokedynamic`: lambdas, string concatenation, record methods, pattern switches;
- `opcodes`: tier 0, a translator for each opcode, one module for each family;
- `compiled`: tier 1, one generated Python function for each hot method or loop;
- `observers`: the trace of the entry's path, steps, accesses;
- `interpreter`: `Machine`, which starts, translates and runs states.
"""

from everypath.vm.core import Call, Inputs, Invoke, JavaThrow, Library, Model, Rethrow, Retry
from everypath.vm.interpreter import Machine

__all__ = ["Call", "Inputs", "Invoke", "JavaThrow", "Library", "Machine", "Model", "Rethrow", "Retry"]
