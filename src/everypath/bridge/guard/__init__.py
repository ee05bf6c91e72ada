"""Keeps code under test from reaching out of its JVM, at the JDK's own methods.

`SINKS` is the table of these methods. `guard_folder` makes, once for each JDK, class files in which each of them asks
``SinkGuard`` first; a JVM that runs code under test redefines its classes with them (``Containment.java``). The
machine reads the same table (`always_refused`). This package imports nothing of the bridge.
"""

from everypath.bridge.guard.class_patching import insert_calls
from everypath.bridge.guard.instrumented_jdk import (
    GUARD_CLASSES,
    guard_folder,
    guarded,
    has_sinks,
    instrumented_classes,
)
from everypath.bridge.guard.sinks import SINKS, Check, Kind, Sink, always_refused, find_sink, sink_name

__all__ = [
    "GUARD_CLASSES",
    "SINKS",
    "Check",
    "Kind",
    "Sink",
    "always_refused",
    "find_sink",
    "guard_folder",
    "guarded",
    "has_sinks",
    "insert_calls",
    "instrumented_classes",
    "sink_name",
]
