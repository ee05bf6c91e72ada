"""The machine: executes bytecode on states."""

from everypath.vm.protocols import Call, Inputs, Library, Model

__all__ = ["Call", "Inputs", "Library", "Model"]
