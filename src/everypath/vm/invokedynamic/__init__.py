"""What the bootstrap methods of the JDK link: lambdas, string concatenation, record methods, pattern switches.

`link_dynamic` makes the handler of an ``invokedynamic``. Imports `core`, `references`, `invocation` and `instructions`.
"""
