"""Helpful NullPointerException messages, word for word as the JVM makes them (JEP 358, HotSpot's bytecodeUtils.cpp).

A message has two parts: what the instruction could not do, and where the null came from. For the second, each entry of
the operand stack is followed back to the instruction that pushed it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.classfile import (
    NO_FALL_THROUGH,
    SUBROUTINE_JUMPS,
    MemberRef,
    dotted,
    java_type,
    parse_method_descriptor,
    slot_size,
)
from everypath.dataclass import dataclass, replace
from everypath.program import effect, is_shuffle, shuffle

if TYPE_CHECKING:
    from everypath.classfile import Instruction
    from everypath.program import Method

DEPTH = 5
"""How far the origin of a null is followed (``_max_cause_detail``)."""

_ELEMENTS = {
    "i": "int",
    "f": "float",
    "a": "object",
    "b": "byte/boolean",
    "c": "char",
    "s": "short",
    "l": "long",
    "d": "double",
}
_ACTIONS = {
    "arraylength": "Cannot read the array length",
    "athrow": "Cannot throw exception",
    "monitorenter": "Cannot enter synchronized block",
    "monitorexit": "Cannot exit synchronized block",
    **{f"{code}aload": f"Cannot load from {kind} array" for code, kind in _ELEMENTS.items()},
    **{f"{code}astore": f"Cannot store to {kind} array" for code, kind in _ELEMENTS.items()},
}
_NULL_AT = {
    "arraylength": 0,
    "athrow": 0,
    "monitorenter": 0,
    "monitorexit": 0,
    "getfield": 0,
    "putfield": 1,
    **{f"{code}aload": 1 for code in _ELEMENTS},
    **{f"{code}astore": 2 for code in _ELEMENTS},
}
"""Where the reference that was null lies, counted in entries from the top."""

_CALLS = frozenset({"invokevirtual", "invokespecial", "invokestatic", "invokeinterface"})
_SHORT = {"java.lang.Object": "Object", "java.lang.String": "String"}
_SHORT_CONSTANTS = {"iconst_m1": "-1", **{f"iconst_{number}": str(number) for number in range(6)}}


@dataclass(frozen=True, slots=True)
class _Entry:
    """An entry of the operand stack: the pc of the instruction that pushed it, -1 where several did."""

    source: int
    wide: bool


@dataclass(frozen=True, slots=True)
class _Before:
    """The facts before an instruction: the operand stack, bottom first, and the locals written so far."""

    stack: tuple[_Entry, ...]
    written: frozenset[int]


class HelpfulMessages:
    """The messages of one method's instructions."""

    def __init__(self, method: Method) -> None:
        self._method = method
        self._instructions = {instruction.pc: instruction for instruction in method.instructions}
        self._before = self._simulate()

    def message(self, pc: int) -> str | None:
        """The message of a NullPointerException that the instruction at ``pc`` throws; None if there is none."""
        instruction = self._instructions.get(pc)
        if instruction is None or pc not in self._before:
            return None
        action = self._action(instruction)
        if action is None:
            return None
        slot = self._null_slot(instruction)
        cause = self._origin(pc, slot, DEPTH, inner=False)
        if cause is None:
            return action
        name = self._instructions[self._source(pc, slot)].name
        head = ' because the return value of "' if name in _CALLS else ' because "'
        return f'{action}{head}{cause}" is null' if cause else f"{action}{head}"

    def pushed_by(self, pc: int, slot: int) -> Instruction | None:
        """The instruction that pushed the entry ``slot`` below the top before ``pc``; None if several may have."""
        source = self._source(pc, slot)
        return self._instructions[source] if source >= 0 else None

    def is_this(self, pushing: Instruction) -> bool:
        """True if an instruction pushes ``this``."""
        loads = pushing.name == "aload_0" or (pushing.name == "aload" and pushing.operand == 0)
        known = self._before.get(pushing.pc)
        return loads and not self._method.is_static and known is not None and 0 not in known.written

    def null_slot(self, instruction: Instruction) -> int:
        """The depth below the top of the stack of the reference that the instruction tests for null."""
        return self._null_slot(instruction)

    # -- the two halves of a message ----------------------------------------------------------------------------

    def _action(self, instruction: Instruction) -> str | None:
        name = instruction.name
        if name in _ACTIONS:
            return _ACTIONS[name]
        if name not in ("getfield", "putfield", "invokevirtual", "invokespecial", "invokeinterface"):
            return None
        member = self._member(instruction)
        if name == "getfield":
            return f'Cannot read field "{member.name}"'
        if name == "putfield":
            return f'Cannot assign field "{member.name}"'
        if member.name == "<init>":
            return None
        return f'Cannot invoke "{_call(member)}"'

    def _null_slot(self, instruction: Instruction) -> int:
        known = _NULL_AT.get(instruction.name)
        return len(parse_method_descriptor(self._member(instruction).descriptor)[0]) if known is None else known

    def _source(self, pc: int, slot: int) -> int:
        before = self._before.get(pc)
        return before.stack[-1 - slot].source if before is not None and slot < len(before.stack) else -1

    def _origin(self, pc: int, slot: int, depth: int, *, inner: bool) -> str | None:
        """The expression whose value is the entry ``slot`` below the top before ``pc``.

        None if it is unknown or nested too deep; empty if the instruction has no description.
        """
        source = self._source(pc, slot)
        if depth <= 0 or source < 0:
            return None
        instruction = self._instructions[source]
        name = instruction.name
        if name in _SHORT_CONSTANTS:
            return _SHORT_CONSTANTS[name]
        if name in ("bipush", "sipush"):
            return str(instruction.operand)
        if name == "aconst_null":
            return "null"
        if name[0] in "ai" and name[1:5] == "load":
            local = int(name[6:]) if len(name) > 5 else instruction.operand
            return self._local(source, local)
        if name == "getstatic":
            member = self._member(instruction)
            return f"{_class_name(member.owner)}.{member.name}"
        if name == "getfield":
            of = self._origin(source, 0, depth - 1, inner=inner)
            field = self._member(instruction).name
            return f"{of}.{field}" if of else field
        if name in _CALLS:
            return _call(self._member(instruction))
        if name in ("iaload", "aaload"):
            array = self._origin(source, 1, depth - 1, inner=inner)
            index = self._origin(source, 0, depth, inner=True)
            return f"{array or '<array>'}[{index or '...'}]"
        return None if inner or depth < DEPTH else ""

    def _local(self, pc: int, local: int) -> str:
        method = self._method
        code = method.code
        assert code is not None
        for variable in code.local_variables:
            if variable.index == local and variable.start <= pc < variable.start + variable.length:
                return variable.name
        parameter = local not in self._before[pc].written
        if not method.is_static and local == 0 and parameter:
            return "this"
        at = 0 if method.is_static else 1
        for number, descriptor in enumerate(method.parameters, 1):
            if at <= local < at + slot_size(descriptor):
                return f"<parameter{number}>" if parameter else f"<local{local}>"
            at += slot_size(descriptor)
        return f"<local{local}>"

    def _member(self, instruction: Instruction) -> MemberRef:
        file = self._method.owner.file
        assert file is not None
        constant = file.constant(instruction.operand)
        assert isinstance(constant, MemberRef)
        return constant

    # -- following the operand stack ----------------------------------------------------------------------------

    def _simulate(self) -> dict[int, _Before]:
        code = self._method.code
        assert code is not None
        before = {0: _Before((), frozenset())}
        work = [0]
        while work:
            pc = work.pop()
            instruction = self._instructions[pc]
            after = self._after(instruction, before[pc])
            fall = pc + instruction.length
            following = [(target, after) for target in instruction.targets]
            if instruction.opcode not in NO_FALL_THROUGH:
                following.append((fall, after))
            if instruction.opcode in SUBROUTINE_JUMPS:
                following.append((fall, before[pc]))
            following.extend(
                (row.handler, replace(before[pc], stack=(_Entry(row.handler, wide=False),)))
                for row in code.handlers
                if row.start <= pc < row.end
            )
            for target, state in following:
                known = before.get(target)
                merged = state if known is None else _merged(known, state)
                if merged != known:
                    before[target] = merged
                    work.append(target)
        return before

    def _after(self, instruction: Instruction, before: _Before) -> _Before:
        name, stack, written = instruction.name, list(before.stack), before.written
        if name == "checkcast":
            return before
        if is_shuffle(name):
            shuffle(name, stack, lambda entry: entry.wide)
            return _Before(tuple(stack), written)
        if "store" in name and name[1:6] == "store":
            local = int(name[7:]) if len(name) > 6 else instruction.operand
            written |= {local, local + 1} if name[0] in "ld" else {local}
        if name == "iinc":
            written |= {instruction.operand}
        taken, given = effect(self._method, instruction)
        del stack[len(stack) - taken :]
        stack.extend(_Entry(instruction.pc, kind == "w") for kind in given)
        return _Before(tuple(stack), written)


def _merged(one: _Before, other: _Before) -> _Before:
    entries = tuple(
        left if left.source == right.source else _Entry(-1, left.wide)
        for left, right in zip(one.stack, other.stack, strict=False)  # of one depth in verified code
    )
    return _Before(entries, one.written | other.written)


def _class_name(name: str) -> str:
    readable = dotted(name)
    return _SHORT.get(readable, readable)


def _call(member: MemberRef) -> str:
    shown = []
    for descriptor in parse_method_descriptor(member.descriptor)[0]:
        base = descriptor.lstrip("[")
        dimensions = len(descriptor) - len(base)
        name = java_type(base) if base[0] != "L" else dotted(base[1:-1])
        shown.append(_SHORT.get(name, name) + "[]" * dimensions)
    return f"{_class_name(member.owner)}.{member.name}({', '.join(shown)})"
