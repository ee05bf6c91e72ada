"""Protocols, signals and translated methods, which all parts of the machine share.

`MachineServices` is the machine as its parts see it; `Library`, `Inputs` and `Call` are what the packages above
implement or receive. `Linked` is a translated method, `JavaThrow`, `Retry` and `Invoke` are signals. Imports no other
package of `vm`.
"""

from everypath.vm.core.conversion import Conversion
from everypath.vm.core.coverage_bounds import CoverageBounds, coverage_bounds_of, derivation_steps
from everypath.vm.core.open_maps import OpenMap
from everypath.vm.core.protocols import Call, Inputs, Library, MachineServices, Recorded
from everypath.vm.core.signals import Invoke, JavaThrow, Rethrow, Retry, Signal
from everypath.vm.core.stub_scripts import AnswerScript, RecordedAnswer
from everypath.vm.core.translated_method import (
    SWITCH,
    CallSubstitute,
    CatchRange,
    Handler,
    Linked,
    Model,
    argument_layout,
)

__all__ = [
    "SWITCH",
    "AnswerScript",
    "Call",
    "CallSubstitute",
    "CatchRange",
    "Conversion",
    "CoverageBounds",
    "Handler",
    "Inputs",
    "Invoke",
    "JavaThrow",
    "Library",
    "Linked",
    "MachineServices",
    "Model",
    "OpenMap",
    "Recorded",
    "RecordedAnswer",
    "Rethrow",
    "Retry",
    "Signal",
    "argument_layout",
    "coverage_bounds_of",
    "derivation_steps",
]
