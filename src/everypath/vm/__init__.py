"""The machine: executes bytecode on states."""

from everypath.vm.machine import Machine
from everypath.vm.protocols import Call, Inputs, Library, Model
from everypath.vm.signals import Invoke, JavaThrow, Rethrow, Retry

__all__ = ["Call", "Inputs", "Invoke", "JavaThrow", "Library", "Machine", "Model", "Rethrow", "Retry"]
