"""Compiles the Java side into the sources' folder and has it print the tables of characters, for the JDKs that are
installed, so that no first run has to.

The wheel takes along what lies there. Without it everything works, and a JDK's first run takes some seconds longer.
"""

from everypath.bridge.build import prebuild
from everypath.classfile.jdk import installed
from everypath.errors import BridgeError
from everypath.library import unicode

if __name__ == "__main__":
    for jdk in installed():
        try:
            prebuild(jdk)
            unicode.prebuild(jdk)
        except (BridgeError, OSError) as problem:
            print(f"not compiled ahead for JDK {jdk.version}: {problem}")
