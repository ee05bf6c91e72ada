"""Finds what the user named: sources, classes, jars, Maven and Gradle projects; and the JDK to use.

`open_target` compiles what has to be compiled and returns a `Target`. `changed_files` and `ProjectTests` look at the
project around it. The names below are imported when they are first used. The modules, lowest first:

target      a target that was opened: data only
files       files below a folder
artifacts   jars of Maven and Gradle, and where they are
javac       targets that are sources, compiled with the JDK's compiler
compiled    targets that are class files, folders of them, or jars
maven, gradle   projects of these build tools
named       classes by name
opening     opens targets, and finds the JDK
tests       test classes that the project has
git         lines changed in a work tree
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.lazy import loader

if TYPE_CHECKING:
    from everypath.project.git import changed_files
    from everypath.project.opening import find_jdk, holds_target, open_target
    from everypath.project.target import Target
    from everypath.project.tests import ProjectTests, framework_of

__all__ = ["ProjectTests", "Target", "changed_files", "find_jdk", "framework_of", "holds_target", "open_target"]

__getattr__ = loader(
    __name__,
    {
        "git": ("changed_files",),
        "opening": ("find_jdk", "holds_target", "open_target"),
        "target": ("Target",),
        "tests": ("ProjectTests", "framework_of"),
    },
)
