"""The models that are written in Java: compiled with the bridge's code, run by the machine.

No real JVM loads these classes. They are in the package ``everypath.library``. Those that access private parts of JDK
classes lie below ``java.base`` and are compiled as part of that module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.bridge import java_side

if TYPE_CHECKING:
    from pathlib import Path

    from everypath.bridge import Jdk

__all__ = ["java_models_folder"]


def java_models_folder(jdk: Jdk) -> Path:
    """The folder of the compiled classes. Compiles them first if needed.

    Raises `BridgeError` when the compiler fails.
    """
    return java_side(jdk).library
