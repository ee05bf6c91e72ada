"""."""

from everypath.inputs.lazy.completion import complete, other_classes
from everypath.inputs.lazy.options import InputOptions
from everypath.inputs.lazy.random_inputs import Sample, Sampler
from everypath.inputs.lazy.symbolic_inputs import FORCED_STATE, RECEIVER, SymbolicInputs

__all__ = [
    "FORCED_STATE",
    "RECEIVER",
    "InputOptions",
    "Sample",
    "Sampler",
    "SymbolicInputs",
    "complete",
    "other_classes",
]
