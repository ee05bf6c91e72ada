"""One instruction being translated: its `Site`, the layout of the code, the table of opcodes, and merged branches.

A module of `opcodes` registers its translators with `opcode`. Imports `core` and `references`.
"""
