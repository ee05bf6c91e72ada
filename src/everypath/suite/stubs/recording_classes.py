"""Rewrites a class so that it hands over what its calls of one method return (``everypath.probes.Recorded``).

Each call becomes one of a static method that is added to the class: it makes the call and hands over the result, and
the arguments that are arrays of primitives. The instructions stay at their places.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from everypath.classfile import (
    BOX_CLASSES,
    OPCODES,
    ClassFile,
    Instruction,
    MemberRef,
    access,
    decode,
    slot_size,
)
from everypath.suite.stubs.extended_pool import ExtendedPool, after_members, u2
from everypath.suite.testcase import method_parameters, return_descriptor

__all__ = ["TAKE_RECORDED", "recording"]

_RECORDED = "everypath/probes/Recorded"
TAKE_RECORDED = (_RECORDED, "take", "()[Ljava/lang/Object;")
"""The static method that returns the results since its last call, each followed by an array of arrays, or null."""

_NOTE = "(Ljava/lang/Object;[Ljava/lang/Object;)V"
_OWN = "$everypathRecorded"
_FLAGS = access.PRIVATE | access.STATIC | access.SYNTHETIC
_LETTERS = dict.fromkeys("ZBCSI", "i") | {"J": "l", "F": "f", "D": "d"}
_CALLS = frozenset(OPCODES[name] for name in ("invokevirtual", "invokeinterface", "invokestatic"))


def recording(data: bytes, name: str, descriptor: str) -> bytes | None:
    """The class file with its calls of methods of this name and descriptor rewritten. None if it has none, if they
    return nothing and get no array of primitives, or if it is an interface.
    """
    file = ClassFile(data)
    is_unseen = return_descriptor(descriptor) == "V" and not any(map(_is_noted, method_parameters(descriptor)))
    if file.access & access.INTERFACE or is_unseen:
        return None
    pool = ExtendedPool(data)
    changed = bytearray(data)
    added: dict[tuple[int, int], _Noting] = {}
    for method in file.methods:
        for each in decode(method.code.bytecode) if method.code is not None else ():
            ref = file.constant(each.operand) if each.opcode in _CALLS else None
            if isinstance(ref, MemberRef) and (ref.name, ref.descriptor) == (name, descriptor):
                key = each.opcode, each.operand
                noting = added.get(key)
                if noting is None:
                    noting = added[key] = _Noting(pool, file.name, each, ref, f"{_OWN}{len(added)}")
                at = method.bytecode_offset + each.pc
                struct.pack_into(">BH", changed, at, OPCODES["invokestatic"], noting.number)
                changed[at + 3 : at + each.length] = bytes(each.length - 3)  # nop
    if not added:
        return None
    methods = after_members(data, pool.end + 8 + 2 * u2(data, pool.end + 6))
    end = after_members(data, methods)
    count = struct.pack(">H", u2(data, methods) + len(added))
    members = changed[pool.end : methods] + count + changed[methods + 2 : end]
    return b"".join((data[:8], pool.bytes(), members, *(each.code for each in added.values()), data[end:]))


def _is_noted(descriptor: str) -> bool:
    return descriptor[0] == "[" and descriptor[1] not in "L["


class _Noting:
    """The method that makes a call and hands its result over. ``number`` is that of its constant."""

    def __init__(self, pool: ExtendedPool, owner: str, call: Instruction, ref: MemberRef, own: str) -> None:
        is_static = call.opcode == OPCODES["invokestatic"]
        receiver = [] if is_static else [ref.owner if ref.owner.startswith("[") else f"L{ref.owner};"]
        parameters, result = [*receiver, *method_parameters(ref.descriptor)], return_descriptor(ref.descriptor)
        descriptor = f"({''.join(parameters)}){result}"
        self.number = pool.method(owner, own, descriptor)
        body, variable = b"", 0
        arrays: list[int] = []
        for each in parameters:
            if _is_noted(each):
                arrays.append(variable)
            body += struct.pack(">BB", OPCODES[f"{_LETTERS.get(each, 'a')}load"], variable)
            variable += slot_size(each)
        body += struct.pack(">BH", call.opcode, call.operand)
        if call.opcode == OPCODES["invokeinterface"]:
            body += struct.pack(">BB", variable, 0)
        body += _result(pool, result) + _arrays(pool, arrays)
        body += struct.pack(">BH", OPCODES["invokestatic"], pool.method(_RECORDED, "note", _NOTE))
        body += struct.pack(">B", OPCODES["return" if result == "V" else f"{_LETTERS.get(result, 'a')}return"])
        code = struct.pack(">HHI", max(variable, 2) + 5, variable, len(body)) + body + struct.pack(">HH", 0, 0)
        head = struct.pack(">HHHH", _FLAGS, pool.utf8(own), pool.utf8(descriptor), 1)
        self.code = head + struct.pack(">HI", pool.utf8("Code"), len(code)) + code


def _result(pool: ExtendedPool, kind: str) -> bytes:
    """Code that leaves a result below a copy of it as an object; null for a call that returns nothing."""
    if kind == "V":
        return struct.pack(">B", OPCODES["aconst_null"])
    code = struct.pack(">B", OPCODES["dup2" if slot_size(kind) == 2 else "dup"])
    box = BOX_CLASSES.get(kind)
    if box is not None:
        code += struct.pack(">BH", OPCODES["invokestatic"], pool.method(box, "valueOf", f"({kind})L{box};"))
    return code


def _arrays(pool: ExtendedPool, variables: Sequence[int]) -> bytes:
    """Code that makes an array of the values of variables; null if there are none."""
    if not variables:
        return struct.pack(">B", OPCODES["aconst_null"])
    code = struct.pack(">BBBH", OPCODES["bipush"], len(variables), OPCODES["anewarray"], pool.klass("java/lang/Object"))
    for at, each in enumerate(variables):
        code += struct.pack(">BBB", OPCODES["dup"], OPCODES["bipush"], at)
        code += struct.pack(">BBB", OPCODES["aload"], each, OPCODES["aastore"])
    return code
