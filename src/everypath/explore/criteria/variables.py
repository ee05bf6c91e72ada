"""The variables that instructions assign and use, by name: local variables, fields, static fields, array elements.

A *name* is a path of accesses as the code writes it: a local variable, a static field or an allocation, then fields,
then `ELEMENT` for the elements of an array, which count as one variable. Calls, conditional expressions and other
values that the code does not name have no name.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Final, TypeAlias

from everypath.vm.invocation import HelpfulMessages
from everypath.vm.observers import LOADS, READS, STORES, WRITES, field_named

if TYPE_CHECKING:
    from everypath.classfile import Instruction
    from everypath.program import Method
    from everypath.vm.interpreter import Machine

_LOAD: Final = re.compile(r"[ilfda]load(_\d)?$")
_STORE: Final = re.compile(r"[ilfda]store(_\d)?$")

Name: TypeAlias = "tuple[int | str, ...]"
"""A local variable by number, a static field by its key or an allocation (``new 7``), then fields by their keys."""

ELEMENT: Final = "[]"
LONGEST_NAME: Final = 4
"""The longest name. Deeper accesses have no name."""


def local_of(instruction: Instruction) -> int | None:
    """The local variable that an instruction loads, stores or increments; None if it does none of these."""
    name = instruction.name
    if name == "iinc":
        return instruction.operand
    if _LOAD.match(name) or _STORE.match(name):
        return int(name[-1]) if name[-2] == "_" else instruction.operand
    return None


class Variables:
    """The names in the code of one method."""

    def __init__(self, machine: Machine, method: Method) -> None:
        self._machine = machine
        self._method = method

    @cached_property
    def _operands(self) -> HelpfulMessages:
        return HelpfulMessages(self._method)

    @cached_property
    def used(self) -> dict[int, Name]:
        """The names that instructions use, by pc."""
        return self._names(lambda name: name == "iinc" or bool(_LOAD.match(name)), READS)

    @cached_property
    def assigned(self) -> dict[int, Name]:
        """The names that instructions assign, by pc."""
        return self._names(lambda name: name == "iinc" or bool(_STORE.match(name)), WRITES)

    def text_of(self, name: Name, pc: int) -> str:
        """A name as the source writes it at an instruction."""
        root = name[0]
        text = self._local(root, pc) if isinstance(root, int) else self._short(root)
        for each in name[1:]:
            text += "[…]" if each == ELEMENT else "." + str(each).rpartition(".")[2]
        return text

    def _names(self, is_local: Callable[[str], bool], others: frozenset[str]) -> dict[int, Name]:
        found: dict[int, Name] = {}
        for each in self._method.instructions:
            local = local_of(each)
            name: Name | None = (local,) if local is not None and is_local(each.name) else None
            if each.name in others:
                name = self._access(each)
            if name is not None:
                found[each.pc] = name
        return found

    def _access(self, instruction: Instruction) -> Name | None:
        """The name that a field or array instruction reads or writes; None if it has none."""
        name, pc = instruction.name, instruction.pc
        if name in LOADS or name in STORES:
            return self._below(pc, 1 if name in LOADS else 2, ELEMENT)
        field = field_named(self._machine, self._method, instruction)
        if field is None or name in ("getstatic", "putstatic"):
            return None if field is None else (field,)
        return self._below(pc, 0 if name == "getfield" else 1, field)

    def _below(self, pc: int, slot: int, member: str) -> Name | None:
        holder = self._operand(pc, slot)
        return None if holder is None or len(holder) >= LONGEST_NAME else (*holder, member)

    def _operand(self, pc: int, slot: int) -> Name | None:
        """The name of an operand; None if it has none."""
        pushing = self._operands.pushed_by(pc, slot)
        if pushing is None:
            return None
        if pushing.name.startswith("aload"):
            local = local_of(pushing)
            return None if local is None else (local,)
        if pushing.name in ("new", "newarray", "anewarray", "multianewarray"):
            return (f"new {pushing.pc}",)
        if pushing.name in ("getstatic", "getfield", "aaload"):
            return self._access(pushing)
        return None

    def _short(self, root: str) -> str:
        if root.startswith("new "):
            return f"the object made in line {self._method.line(int(root[4:]))}"
        owner, _, name = root.rpartition(".")
        return f"{owner.rpartition('/')[2].replace('$', '.')}.{name}"

    def _local(self, local: int, pc: int) -> str:
        code = self._method.code
        if local == 0 and not self._method.is_static:
            return "this"
        names = [] if code is None else code.local_variables
        known = (each.name for each in names if each.index == local and each.start <= pc < each.start + each.length)
        return next(known, f"local {local}")
