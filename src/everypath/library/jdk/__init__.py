"""What is read from the real JDK: static fields, results of pure methods, character tables.

`Image` is the boot image: objects that the JVM initialised, at negative addresses. `ask` runs a pure method on the
JVM. `UnicodeTables` are the properties of characters. `tail_folder` has the compiled Java part of the library.
Imports `models` only.
"""
