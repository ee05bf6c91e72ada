"""Asks a JVM for JDK objects, for static fields of JDK classes, and for the results of pure JDK methods.

`LibraryProcess` is the JVM that answers. `Recording` keeps its answers about objects, in memory and on disk, so that
later runs need not ask again. This package imports `processes` and `messages`.
"""

from everypath.bridge.jdk_state.library_process import LibraryProcess
from everypath.bridge.jdk_state.recording import Recording, key_for

__all__ = ["LibraryProcess", "Recording", "key_for"]
