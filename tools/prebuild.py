"""Compiles the Java side into the sources' folder and has it print the tables of characters, for the JDKs that are
installed, so that no first run has to; and makes archives of these classes, which their JVMs map.

The wheel takes along what lies there, but for the archives, which only the JVM that made them can use. Without it
everything works, and a JDK's first run takes some seconds longer.
"""

from everypath.bridge import java_side, make_archive, prebuild_java
from everypath.classfile import installed_jdks
from everypath.errors import BridgeError
from everypath.library.jdk import prebuild_unicode_tables

if __name__ == "__main__":
    for jdk in installed_jdks():
        try:
            prebuild_java(jdk)
            prebuild_unicode_tables(jdk)
        except (BridgeError, OSError) as problem:
            print(f"not compiled ahead for JDK {jdk.version}: {problem}")
            continue
        try:
            make_archive(jdk, java_side(jdk))
        except (BridgeError, OSError) as problem:
            print(f"no archive of classes for JDK {jdk.version}: {problem}")
