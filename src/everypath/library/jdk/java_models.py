"""The part of the library that is written in Java: compiled with the bridge's code, run by the machine.

The classes never reach a real JVM. They live in the package ``everypath.library``; those that work on the inside of
JDK classes lie below ``java.base`` and are compiled as part of that module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.bridge import java_side

if TYPE_CHECKING:
    from pathlib import Path

    from everypath.bridge import Jdk

__all__ = ["java_models_folder"]


def java_models_folder(jdk: Jdk) -> Path:
    """Where the compiled classes lie; compiled if they are not there yet.

    Raises `BridgeError` when the compiler fails.
    """
    return java_side(jdk).library
