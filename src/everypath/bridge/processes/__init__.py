"""Starts and ends JVM processes, and exchanges frames of bytes with them.

`Jvm` is one process; `containment` limits what it may do to the machine. `java_side` compiles the Java code that runs
in it, or finds it compiled. An `Archive` of classes makes a JVM start faster. `PlatformClasses` gives classes
of its JDK probes. This package imports `messages` only.
"""

from everypath.bridge.processes.alarms import alarm_blocked
from everypath.bridge.processes.archive_making import make_archive
from everypath.bridge.processes.class_archive import Archive
from everypath.bridge.processes.java_build import (
    LIBRARY_SOURCES,
    PREBUILT,
    JavaSide,
    begin_java_build,
    java_side,
    javac_command,
    prebuild_java,
    prebuilt_file,
)
from everypath.bridge.processes.jvm import (
    DEFAULT_TIMEOUT,
    FLAGS,
    OUT_OF_MEMORY,
    REQUEST_TIMEOUT,
    Jvm,
    JvmDiedError,
    JvmHungError,
    answer_timeout,
    frame,
    kill_all,
    live_jvms,
    mutate_frame,
    raise_error,
)
from everypath.bridge.processes.platform_classes import PlatformClasses

__all__ = [
    "DEFAULT_TIMEOUT",
    "FLAGS",
    "LIBRARY_SOURCES",
    "OUT_OF_MEMORY",
    "PREBUILT",
    "REQUEST_TIMEOUT",
    "Archive",
    "JavaSide",
    "Jvm",
    "JvmDiedError",
    "JvmHungError",
    "PlatformClasses",
    "alarm_blocked",
    "answer_timeout",
    "begin_java_build",
    "frame",
    "java_side",
    "javac_command",
    "kill_all",
    "live_jvms",
    "make_archive",
    "mutate_frame",
    "prebuild_java",
    "prebuilt_file",
    "raise_error",
]
