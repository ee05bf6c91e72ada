"""The table of opcodes: mnemonic -> translator. A translator is run once per instruction and gives the handler."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from everypath.classfile import OPCODE_NAMES

if TYPE_CHECKING:
    from everypath.vm.core import Handler
    from everypath.vm.instructions.instruction_site import InstructionSite

Translator: TypeAlias = "Callable[[InstructionSite], Handler]"

TRANSLATORS: dict[str, Translator] = {}


def opcode(*names: str) -> Callable[[Translator], Translator]:
    """Register the translator of these instructions."""

    def register(translator: Translator) -> Translator:
        for name in names:
            if name not in OPCODE_NAMES or name in TRANSLATORS:
                raise ValueError(name)
            TRANSLATORS[name] = translator
        return translator

    return register
