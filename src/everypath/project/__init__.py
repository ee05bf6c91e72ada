"""What the user pointed at: sources, classes, jars, Maven and Gradle projects, names; and the JDK to use."""

from everypath.classfile import Jdk
from everypath.project.opening import find_jdk, holds_target, open_target
from everypath.project.target import Target
from everypath.project.tests import ProjectTests, framework_of

__all__ = ["Jdk", "ProjectTests", "Target", "find_jdk", "framework_of", "holds_target", "open_target"]
