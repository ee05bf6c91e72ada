"""The machine: executes bytecode on states."""

from everypath.vm.core.protocols import Call, Inputs, Library
from everypath.vm.core.signals import Invoke, JavaThrow, Rethrow, Retry
from everypath.vm.core.translated_method import Model
from everypath.vm.interpreter.machine import Machine

__all__ = ["Call", "Inputs", "Invoke", "JavaThrow", "Library", "Machine", "Model", "Rethrow", "Retry"]
