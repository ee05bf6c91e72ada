"""Names of classes: internal names (JVMS 4.2.1) and the forms in which Java programs and people write them.

Each function takes an internal name such as ``java/util/Map$Entry``, the name in a class file, unless it says
otherwise.
"""

from __future__ import annotations

PRIMITIVES = {
    "B": "byte",
    "C": "char",
    "D": "double",
    "F": "float",
    "I": "int",
    "J": "long",
    "S": "short",
    "V": "void",
    "Z": "boolean",
}
"""The Java keyword of each primitive descriptor, and of ``V``."""

BOX_CLASSES = {
    "Z": "java/lang/Boolean",
    "B": "java/lang/Byte",
    "C": "java/lang/Character",
    "S": "java/lang/Short",
    "I": "java/lang/Integer",
    "J": "java/lang/Long",
    "F": "java/lang/Float",
    "D": "java/lang/Double",
}
"""Primitive descriptor -> the class that boxes its values (JLS 5.1.7)."""

UNBOXED = {name: descriptor for descriptor, name in BOX_CLASSES.items()}
"""Box class -> the descriptor of the primitive type that it holds."""


def dotted(name: str) -> str:
    """The name that ``Class.getName`` returns: ``java.util.Map$Entry``."""
    return name.replace("/", ".")


def internal_name(name: str) -> str:
    """The inverse of `dotted`: ``java/util/Map$Entry`` for ``java.util.Map$Entry``. Also the path of a package."""
    return name.replace(".", "/")


def canonical_name(name: str) -> str:
    """The name that Java source uses (JLS 6.7): ``java.util.Map.Entry``. Takes each ``$`` as the mark of a nested
    class.
    """
    return name.replace("/", ".").replace("$", ".")


def package_of(name: str) -> str:
    """The package, with slashes: ``java/util``. Empty for the unnamed package."""
    return name.rpartition("/")[0]


def without_package(name: str) -> str:
    """The name without its package: ``Map$Entry``."""
    return name.rpartition("/")[2]


def nested_name(name: str) -> str:
    """The name without its package and with dots for nested classes: ``Map.Entry``."""
    return name.rpartition("/")[2].replace("$", ".")


def simple_name(name: str) -> str:
    """The name without its package and without the classes that enclose it: ``Entry``."""
    return name.rpartition("/")[2].rpartition("$")[2]


def outermost_class(name: str) -> str:
    """The internal name of the class that encloses all others: ``java/util/Map``."""
    return name.partition("$")[0]


def usual_source_file(name: str) -> str:
    """The file in which the source of a class usually lies: ``Map.java``."""
    return outermost_class(without_package(name)) + ".java"
