"""The table of models and what models share.

`MODELS`, `PURE` and `IN_JAVA` say what runs in place of a method of the JDK; `model`, `pure` and `in_java` fill them.
`support` has limits on texts, checks that throw as the JDK does, and the choice of a concrete value.
Imports nothing of `everypath.library`.
"""
