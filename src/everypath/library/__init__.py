"""Models of the JDK: natives and hot methods, the boot image, and a tail written in Java.

`JdkLibrary(program, bridge)` is what the machine is given.
"""

from everypath.library.dispatch.call_rules import CallRules
from everypath.library.dispatch.library import JdkLibrary
from everypath.library.models.registry import model, pure

__all__ = ["CallRules", "JdkLibrary", "model", "pure"]
