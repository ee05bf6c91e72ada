"""What the user pointed at: sources, classes, jars, Maven and Gradle projects, names; and the JDK to use."""

from everypath.classfile import Jdk
from everypath.project.opening import find_jdk, holds_target, open_target
from everypath.project.target import Target

__all__ = ["Jdk", "Target", "find_jdk", "holds_target", "open_target"]
