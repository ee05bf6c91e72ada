"""Class files that replays define beside those of the program.

`stub_class` writes the class of a stub object, `answering` gives sources of unknown values recorded answers, and
`absent_sources` writes classes that the class path lacks. Imports `testcase` only.
"""
