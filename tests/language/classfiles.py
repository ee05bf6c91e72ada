"""Assembles one class whose methods execute invokedynamic and load dynamic constants (JVMS 4.4.10, 4.7.23)."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from everypath.classfile import OPCODES


@dataclass(frozen=True)
class Handle:
    """A method handle constant."""

    kind: int
    owner: str
    name: str
    descriptor: str


@dataclass(frozen=True)
class Type:
    """A method type constant."""

    descriptor: str


@dataclass(frozen=True)
class ClassConstant:
    """A class constant."""

    name: str


@dataclass(frozen=True)
class Dynamic:
    """A dynamic constant; as an instruction's operand, with a method descriptor, a call site."""

    bootstrap: Handle
    name: str
    descriptor: str
    arguments: tuple[Argument, ...] = ()


_INTERFACE = 9
"""REF_invokeInterface."""

Argument = int | float | str | Handle | Type | ClassConstant | Dynamic


class ClassWriter:
    """A public class of version 55 with static methods and no stack maps."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._pool: list[bytes] = []
        self._size = 1
        self._known: dict[bytes, int] = {}
        self._bootstraps: list[bytes] = []
        self._methods = b""
        self._count = 0
        self._this, self._parent = self.class_(name), self.class_("java/lang/Object")
        self._code = self.utf8("Code")

    def _add(self, data: bytes, slots: int = 1) -> int:
        if data not in self._known:
            self._pool.append(data)
            self._known[data] = self._size
            self._size += slots
        return self._known[data]

    def utf8(self, text: str) -> int:
        """The index of a text."""
        data = text.encode()
        return self._add(struct.pack(">BH", 1, len(data)) + data)

    def class_(self, name: str) -> int:
        """The index of a class."""
        return self._add(struct.pack(">BH", 7, self.utf8(name)))

    def _name_and_type(self, name: str, descriptor: str) -> int:
        return self._add(struct.pack(">BHH", 12, self.utf8(name), self.utf8(descriptor)))

    def member(self, owner: str, name: str, descriptor: str, *, interface: bool = False) -> int:
        """The index of a field or method of a class or interface."""
        tag = (11 if interface else 10) if descriptor.startswith("(") else 9
        return self._add(struct.pack(">BHH", tag, self.class_(owner), self._name_and_type(name, descriptor)))

    def constant(self, value: Argument | Dynamic) -> int:
        """The index of a loadable constant, or of a call site."""
        if isinstance(value, str):
            return self._add(struct.pack(">BH", 8, self.utf8(value)))
        if isinstance(value, int) and -(2**31) <= value < 2**31:
            return self._add(struct.pack(">Bi", 3, value))
        if isinstance(value, int):
            return self._add(struct.pack(">Bq", 5, value), 2)
        if isinstance(value, float):
            return self._add(struct.pack(">Bd", 6, value), 2)
        if isinstance(value, ClassConstant):
            return self.class_(value.name)
        if isinstance(value, Type):
            return self._add(struct.pack(">BH", 16, self.utf8(value.descriptor)))
        if isinstance(value, Handle):
            member = self.member(value.owner, value.name, value.descriptor, interface=value.kind == _INTERFACE)
            return self._add(struct.pack(">BBH", 15, value.kind, member))
        tag = 18 if value.descriptor.startswith("(") else 17
        row = self._bootstrap(value.bootstrap, value.arguments)
        return self._add(struct.pack(">BHH", tag, row, self._name_and_type(value.name, value.descriptor)))

    def _bootstrap(self, handle: Handle, arguments: Sequence[Argument]) -> int:
        indexes = [self.constant(each) for each in arguments]
        data = struct.pack(">HH", self.constant(handle), len(indexes)) + b"".join(struct.pack(">H", i) for i in indexes)
        if data not in self._bootstraps:
            self._bootstraps.append(data)
        return self._bootstraps.index(data)

    def method(self, name: str, descriptor: str, *instructions: tuple[str, int | None]) -> None:
        """A static method from mnemonics with two-byte operands (``invokedynamic`` gets its zeros)."""
        code = bytearray()
        for mnemonic, operand in instructions:
            code.append(OPCODES[mnemonic])
            if operand is not None:
                code += struct.pack(">H", operand)
            if mnemonic == "invokedynamic":
                code += b"\0\0"
        attribute = struct.pack(">HHI", 8, 8, len(code)) + bytes(code) + b"\0\0\0\0"
        self._methods += struct.pack(">HHHH", 9, self.utf8(name), self.utf8(descriptor), 1)
        self._methods += struct.pack(">HI", self._code, len(attribute)) + attribute
        self._count += 1

    def write(self, folder: Path) -> None:
        """Write the class file into a folder."""
        name = self.utf8("BootstrapMethods")
        rows = struct.pack(">H", len(self._bootstraps)) + b"".join(self._bootstraps)
        body = struct.pack(">HHHHH", 0x21, self._this, self._parent, 0, 0) + struct.pack(">H", self._count)
        body += self._methods + struct.pack(">HHI", 1, name, len(rows)) + rows
        head = struct.pack(">IHHH", 0xCAFEBABE, 0, 55, self._size) + b"".join(self._pool)
        (folder / f"{self.name}.class").write_bytes(head + body)
