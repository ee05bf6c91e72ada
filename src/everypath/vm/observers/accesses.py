"""Logs the accesses of a path to fields, static fields and array elements.

Only accesses of the entry's own activation are logged, in tier 0, and only on request: the handlers of these
instructions are then wrapped. The log is an attachment of the state, so forks and copies have it, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from everypath.classfile import MemberRef
from everypath.errors import TargetError
from everypath.vm.core import SWITCH

if TYPE_CHECKING:
    from everypath.classfile import Instruction
    from everypath.program import Method
    from everypath.state import State
    from everypath.term import Value
    from everypath.vm.core import Handler, Linked, MachineServices

ACCESSES: Final = "vm.accesses"
"""The attachment."""

LOADS: Final = frozenset(f"{kind}aload" for kind in "ilfdabcs")
STORES: Final = frozenset(f"{kind}astore" for kind in "ilfdabcs")
READS: Final = LOADS | {"getfield", "getstatic"}
WRITES: Final = STORES | {"putfield", "putstatic"}


class Access(NamedTuple):
    """One access: the object (0 for a static field), the field or the index, the value, and the access before it."""

    pc: int
    writes: bool
    object: Value
    member: str | Value
    value: Value
    before: Access | None


def accesses_of(state: State) -> list[Access]:
    """The accesses of the entry's activation, in order."""
    found = []
    access = _last(state)
    while access is not None:
        found.append(access)
        access = access.before
    return found[::-1]


def _last(state: State) -> Access | None:
    found = state.attachments.get(ACCESSES)
    return found if isinstance(found, Access) else None


def field_named(machine: MachineServices, method: Method, instruction: Instruction) -> str | None:
    """The key of the field that an instruction names; None if it means none."""
    file = method.owner.file
    member = file.constant(instruction.operand) if file is not None else None
    if not isinstance(member, MemberRef):
        return None
    try:
        field = machine.program.resolve_field(machine.program.klass(member.owner), member.name, member.descriptor)
    except TargetError:
        return None
    return f"{field.owner.name}.{field.name}"


class Watch:
    """Notes the accesses of one method's outermost activation while it is on."""

    def __init__(self, machine: MachineServices, method: Method) -> None:
        self._machine = machine
        self._method = method
        self._replaced: list[tuple[int, Handler]] = []

    def begin(self) -> None:
        """Wrap the handlers."""
        linked = self._machine.link(self._method)
        at = {pc: index for index, pc in enumerate(linked.pcs)}  # the instruction comes after what marks its block
        for each in self._method.instructions:
            if each.name in READS or each.name in WRITES:
                wrapped = self._watching(linked, at[each.pc], each)
                if wrapped is not None:
                    self._replaced.append((at[each.pc], wrapped))
                    linked.code[at[each.pc]] = wrapped

    def end(self) -> None:
        """Take the wrapping off again."""
        linked = self._machine.link(self._method)
        for index, wrapped in self._replaced:
            if linked.code[index] is wrapped:
                linked.code[index] = linked.plain[index]
        self._replaced = []

    def _watching(self, linked: Linked, index: int, instruction: Instruction) -> Handler | None:
        name, pc, plain = instruction.name, instruction.pc, linked.plain
        writes = name in WRITES
        field = "" if name in LOADS or name in STORES else field_named(self._machine, self._method, instruction)
        if field is None:
            return None
        below = {"getfield": 1, "putfield": 2}.get(name, 0) if field else (3 if writes else 2)

        def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
            if len(state.frames) != 1:
                return plain[index](state, stack, locals_)
            target = stack[-below] if below else 0
            member = field or stack[1 - below]
            written = stack[-1] if writes else 0
            following = plain[index](state, stack, locals_)
            if following != SWITCH:
                noted = written if writes else stack[-1]
                state.attachments[ACCESSES] = Access(pc, writes, target, member, noted, _last(state))
            return following

        return handler
