"""A small assembler: makes class files from bytecode that javac does not emit."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from pathlib import Path

from everypath.classfile import OPCODES

VERSION = 49
"""The newest class file version that allows subroutines. It needs no stack maps."""
PUBLIC, PRIVATE, STATIC, FINAL, SYNCHRONIZED, NATIVE, INTERFACE, ABSTRACT = 1, 2, 8, 16, 32, 256, 512, 1024


def code(text: str) -> bytes:
    """Bytecode from mnemonics and operand bytes: ``"iload_0 bipush 5 iadd ireturn"``."""
    out = bytearray()
    for token in text.split():
        out.append(OPCODES[token] if token in OPCODES else int(token) & 0xFF)
    return bytes(out)


class Code:
    """Bytecode under construction, with labels."""

    def __init__(self) -> None:
        self.bytes = bytearray()
        self.handlers: list[tuple[str, str, str, int]] = []
        self._labels: dict[str, int] = {}
        self._jumps: list[tuple[int, int, str, str]] = []

    def op(self, name: str, *operands: int) -> None:
        """An instruction with operand bytes."""
        self.bytes.append(OPCODES[name])
        self.bytes += bytes(each & 0xFF for each in operands)

    def op2(self, name: str, operand: int) -> None:
        """An instruction with one operand of two bytes: a constant pool index or a number."""
        self.op(name, operand >> 8, operand)

    def wide(self, name: str, local: int, amount: int | None = None) -> None:
        """The widened form of an instruction on a local variable."""
        self.op("wide")
        self.op2(name, local)
        if amount is not None:
            self.bytes += struct.pack(">h", amount)

    def jump(self, name: str, label: str) -> None:
        """A jump to a label; ``goto_w`` and ``jsr_w`` take four bytes."""
        form = ">i" if name.endswith("_w") else ">h"
        start = len(self.bytes)
        self.op(name, *[0] * struct.calcsize(form))
        self._jumps.append((start, start + 1, form, label))

    def switch(self, cases: dict[int, str], default: str) -> None:
        """A ``lookupswitch``."""
        start = len(self.bytes)
        self.op("lookupswitch")
        self.bytes += bytes(-len(self.bytes) % 4)
        for label in (default,):
            self._jumps.append((start, len(self.bytes), ">i", label))
            self.bytes += bytes(4)
        self.bytes += struct.pack(">i", len(cases))
        for key, label in sorted(cases.items()):
            self.bytes += struct.pack(">i", key)
            self._jumps.append((start, len(self.bytes), ">i", label))
            self.bytes += bytes(4)

    def label(self, name: str) -> None:
        """Set a label at the next instruction."""
        self._labels[name] = len(self.bytes)

    def handler(self, start: str, end: str, target: str, catch_type: int = 0) -> None:
        """A row of the exception table, by labels; 0 catches everything."""
        self.handlers.append((start, end, target, catch_type))

    def finished(self) -> tuple[bytes, bytes]:
        """The bytecode and the exception table."""
        for start, at, form, label in self._jumps:
            struct.pack_into(form, self.bytes, at, self._labels[label] - start)
        rows = [
            struct.pack(">HHHH", *(self._labels[label] for label in labels), catch_type)
            for *labels, catch_type in self.handlers
        ]
        return bytes(self.bytes), struct.pack(">H", len(rows)) + b"".join(rows)


@dataclass
class ClassWriter:
    """One class file."""

    name: str
    parent: str = "java/lang/Object"
    interfaces: tuple[str, ...] = ()
    access: int = PUBLIC | 0x20
    pool: list[bytes] = field(default_factory=list)
    _known: dict[bytes, int] = field(default_factory=dict)
    _slots: int = 1
    _fields: list[bytes] = field(default_factory=list)
    _methods: list[bytes] = field(default_factory=list)

    def _constant(self, data: bytes, slots: int = 1) -> int:
        known = self._known.get(data)
        if known is None:
            known = self._known[data] = self._slots
            self.pool.append(data)
            self._slots += slots
        return known

    def utf8(self, text: str) -> int:
        """The pool index of a name."""
        return self._constant(struct.pack(">BH", 1, len(text.encode())) + text.encode())

    def klass(self, name: str) -> int:
        """The pool index of a class."""
        return self._constant(struct.pack(">BH", 7, self.utf8(name)))

    def string(self, text: str) -> int:
        """The pool index of a string."""
        return self._constant(struct.pack(">BH", 8, self.utf8(text)))

    def number(self, kind: str, value: int | float) -> int:
        """The pool index of a number of type ``I``, ``J``, ``F`` or ``D``."""
        tag, form = {"I": (3, "i"), "F": (4, "f"), "J": (5, "q"), "D": (6, "d")}[kind]
        return self._constant(struct.pack(f">B{form}", tag, value), 2 if kind in "JD" else 1)

    def member(self, tag: str, owner: str, name: str, descriptor: str) -> int:
        """The pool index of a ``field``, ``method`` or ``interface`` method."""
        pair = self._constant(struct.pack(">BHH", 12, self.utf8(name), self.utf8(descriptor)))
        number = {"field": 9, "method": 10, "interface": 11}[tag]
        return self._constant(struct.pack(">BHH", number, self.klass(owner), pair))

    def field(self, name: str, descriptor: str, access: int = PUBLIC | STATIC) -> None:
        """Declare a field."""
        self._fields.append(struct.pack(">HHHH", access, self.utf8(name), self.utf8(descriptor), 0))

    def method(
        self,
        name: str,
        descriptor: str,
        body: Code | bytes | None,
        access: int = PUBLIC | STATIC,
        size: tuple[int, int] = (40, 40),
    ) -> None:
        """Declare a method; ``size`` is the largest stack and number of locals; no body: abstract or native."""
        head = struct.pack(">HHH", access, self.utf8(name), self.utf8(descriptor))
        if body is None:
            self._methods.append(head + struct.pack(">H", 0))
            return
        bytecode, table = body.finished() if isinstance(body, Code) else (body, struct.pack(">H", 0))
        attribute = struct.pack(">HHI", *size, len(bytecode)) + bytecode + table + struct.pack(">H", 0)
        self._methods.append(head + struct.pack(">HHI", 1, self.utf8("Code"), len(attribute)) + attribute)

    def write(self, folder: Path) -> None:
        """Write the class file below a folder."""
        this, parent = self.klass(self.name), self.klass(self.parent)
        interfaces = [self.klass(each) for each in self.interfaces]
        data = struct.pack(">IHHH", 0xCAFEBABE, 0, VERSION, self._slots) + b"".join(self.pool)
        data += struct.pack(">HHHH", self.access, this, parent, len(interfaces))
        data += b"".join(struct.pack(">H", each) for each in interfaces)
        for members in (self._fields, self._methods):
            data += struct.pack(">H", len(members)) + b"".join(members)
        (folder / f"{self.name}.class").write_bytes(data + struct.pack(">H", 0))


def write_class(folder: Path, name: str, methods: dict[tuple[str, str], tuple[int, int, bytes]]) -> None:
    """A class of static methods: (name, descriptor) to (max stack, max locals, bytecode)."""
    made = ClassWriter(name)
    for (method, descriptor), (stack, locals_, bytecode) in methods.items():
        made.method(method, descriptor, bytecode, size=(stack, locals_))
    made.write(folder)
