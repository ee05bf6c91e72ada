"""A test case as data: its input, the predicted result, its assertions and what the JVM did.

Main types: `TestCase` and `Verdict`, the statements and expressions of a `Recipe`, the values of `Expected`, and
`Assertion`. The same trees are replayed by reflection and printed as Java source.
The package also has the rules for descriptors, literals and names in Java source. It imports no other package of the
room.
"""
