"""A tiny assembler: classes with static methods from raw bytecode, for instructions that javac does not emit."""

from __future__ import annotations

import struct
from pathlib import Path

from everypath.classfile.opcodes import OPCODES


def code(text: str) -> bytes:
    """Bytecode from mnemonics and operand bytes: ``"iload_0 bipush 5 iadd ireturn"``."""
    out = bytearray()
    for token in text.split():
        out.append(OPCODES[token] if token in OPCODES else int(token) & 0xFF)
    return bytes(out)


def write_class(folder: Path, name: str, methods: dict[tuple[str, str], tuple[int, int, bytes]]) -> None:
    """A class of version 49 (no stack maps); methods map (name, descriptor) to (max stack, max locals, bytecode)."""
    pool: list[bytes] = []

    def utf8(value: str) -> int:
        pool.append(struct.pack(">BH", 1, len(value)) + value.encode())
        return len(pool)

    def cls(value: str) -> int:
        index = utf8(value)
        pool.append(struct.pack(">BH", 7, index))
        return len(pool)

    this, parent, code_name = cls(name), cls("java/lang/Object"), utf8("Code")
    body = b""
    for (method, descriptor), (stack, locals_, bytecode) in methods.items():
        attribute = struct.pack(">HHI", stack, locals_, len(bytecode)) + bytecode + struct.pack(">HH", 0, 0)
        body += struct.pack(">HHHH", 9, utf8(method), utf8(descriptor), 1)
        body += struct.pack(">HI", code_name, len(attribute)) + attribute
    data = struct.pack(">IHHH", 0xCAFEBABE, 0, 49, len(pool) + 1) + b"".join(pool)
    data += struct.pack(">HHHHH", 0x21, this, parent, 0, 0) + struct.pack(">H", len(methods)) + body + b"\0\0"
    (folder / f"{name}.class").write_bytes(data)
