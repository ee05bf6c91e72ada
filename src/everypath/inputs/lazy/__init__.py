"""Lazy initialisation: inputs are made when the machine first uses them (`SymbolicInputs`).

`complete` makes the simplest objects for the references that a finished path never used. `ProgramSampler` draws the
arguments and the standard input of programs. An `InputOptions` holds the limits and policies of one exploration. May
import all other packages of inputs.
"""

from everypath.inputs.lazy.completion import complete, other_classes
from everypath.inputs.lazy.jdk_values import value_of_build
from everypath.inputs.lazy.materialiser import FORCED_STATE, UNREALISED
from everypath.inputs.lazy.options import InputOptions
from everypath.inputs.lazy.program_inputs import ProgramInput, ProgramSampler
from everypath.inputs.lazy.roots import RECEIVER
from everypath.inputs.lazy.symbolic_inputs import SymbolicInputs

__all__ = [
    "FORCED_STATE",
    "RECEIVER",
    "UNREALISED",
    "InputOptions",
    "ProgramInput",
    "ProgramSampler",
    "SymbolicInputs",
    "complete",
    "other_classes",
    "value_of_build",
]
