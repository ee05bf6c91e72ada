"""Models of ``System``, ``Runtime``, ``Throwable``, natives of the JVM, and of the environment of a process.

`copy_elements` is ``System.arraycopy``. `REDIRECTED_STREAM` lists the system properties and streams that may be inputs.
`printed` is the output of a path.
Imports `models` only.
"""

from everypath.library.runtime import console, environment, natives, system, throwables
from everypath.library.runtime.console import Printed, printed
from everypath.library.runtime.environment import REDIRECTED_STREAM
from everypath.library.runtime.system import copy_elements
from everypath.library.runtime.throwables import HELPERS

MODEL_MODULES = (console, environment, natives, system, throwables)
"""The modules of this package that register models when they are imported."""

__all__ = [
    "HELPERS",
    "MODEL_MODULES",
    "REDIRECTED_STREAM",
    "Printed",
    "copy_elements",
    "printed",
]
