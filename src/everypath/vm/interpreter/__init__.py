"""The machine itself: `Machine` starts, translates and runs states. Imports all other packages of `vm`."""

from everypath.vm.interpreter.machine import Machine
from everypath.vm.interpreter.run_context import RunContext

__all__ = ["Machine", "RunContext"]
