"""One instruction being translated: its `InstructionSite`, the layout of the code, the table of opcodes, and merged
branches.

A module of `opcodes` registers its translators with `opcode`. Imports `core` and `references`.
"""

from everypath.vm.instructions.branch_merging import merged
from everypath.vm.instructions.code_layout import CodeLayout, lay_out
from everypath.vm.instructions.instruction_site import InstructionSite
from everypath.vm.instructions.opcode_table import TRANSLATORS, opcode

__all__ = ["TRANSLATORS", "CodeLayout", "InstructionSite", "lay_out", "merged", "opcode"]
