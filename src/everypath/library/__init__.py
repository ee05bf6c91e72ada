"""Models of the JDK: natives and hot methods, the boot image, and a tail written in Java.

`JdkLibrary(program, bridge)` is what the machine is given.
"""

from everypath.library.library import JdkLibrary
from everypath.library.registry import model, pure
from everypath.library.rules import CallRules

__all__ = ["CallRules", "JdkLibrary", "model", "pure"]
