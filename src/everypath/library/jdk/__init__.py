"""What is read from the real JDK: static fields, results of pure methods, character tables.

`Image` is the boot image: objects that the JVM initialised, at negative addresses. `ask` runs a pure method on the
JVM. `UnicodeTables` are the properties of characters. `java_models_folder` has the compiled Java part of the library.
Imports `models` only.
"""

from everypath.library.jdk.boot_image import IS_ERROR, Image
from everypath.library.jdk.java_models import java_models_folder
from everypath.library.jdk.jvm_calls import answer_of, ask, ask_this
from everypath.library.jdk.unicode_tables import (
    DEFAULTS,
    RELATIVE_TABLES,
    SPELLINGS,
    UnicodeTables,
    prebuild_unicode_tables,
    rows_of,
    tables_for,
    tables_of_jdk,
)

__all__ = [
    "DEFAULTS",
    "IS_ERROR",
    "RELATIVE_TABLES",
    "SPELLINGS",
    "Image",
    "UnicodeTables",
    "answer_of",
    "ask",
    "ask_this",
    "java_models_folder",
    "prebuild_unicode_tables",
    "rows_of",
    "tables_for",
    "tables_of_jdk",
]
