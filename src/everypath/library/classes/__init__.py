"""Models of ``java.lang.Class``, of finding classes by name, and of ``java.lang.Module``.

`represented_class` is the class that a ``Class`` object represents, `class_array` makes an array of such objects.
Imports `jdk` and `models`.
"""

from everypath.library.classes import class_lookup, classes, modules
from everypath.library.classes.classes import (
    CLASS,
    application_loader,
    class_array,
    declared_interfaces,
    modifiers_of,
    represented_class,
    simple_name,
)

MODEL_MODULES = (class_lookup, classes, modules)
"""The modules of this package that register models when they are imported."""

__all__ = [
    "CLASS",
    "MODEL_MODULES",
    "application_loader",
    "class_array",
    "declared_interfaces",
    "modifiers_of",
    "represented_class",
    "simple_name",
]
