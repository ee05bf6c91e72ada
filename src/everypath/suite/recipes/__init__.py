"""From the shape of an input and a model to the statements that build the input in Java.

`build_input` returns the recipe in `Built`, or raises `NotBuildable`. `Members` knows which classes, methods and fields
Java code in a given package may use. `SourceFacts` are the facts that decide how source names a class.
Imports `testcase` and `stubs`.
"""
