"""The machine itself: `Machine` starts, translates and runs states. Imports all other packages of `vm`."""

from everypath.vm.interpreter.machine import Machine

__all__ = ["Machine"]
