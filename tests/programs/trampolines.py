"""Static methods that make one call each, so that our machine takes every call through its own instructions."""

from __future__ import annotations

import struct

from everypath.bridge import Call, GetStatic, New
from everypath.classfile import descriptor_of_class, parse_method_descriptor, slot_size
from everypath.program import Method, Program

LOADS = {"Z": 21, "B": 21, "C": 21, "S": 21, "I": 21, "J": 22, "F": 23, "D": 24}
RETURNS = {"Z": 172, "B": 172, "C": 172, "S": 172, "I": 172, "J": 173, "F": 174, "D": 175, "V": 177}
GETSTATIC, INVOKEVIRTUAL, INVOKESPECIAL, INVOKESTATIC, INVOKEINTERFACE, NEW, DUP = 178, 182, 183, 184, 185, 187, 89
METHOD_TAG, INTERFACE_METHOD_TAG = 10, 11


class Pool:
    """A constant pool under construction (JVMS 4.4)."""

    def __init__(self) -> None:
        self.entries: dict[bytes, int] = {}

    def add(self, entry: bytes) -> int:
        return self.entries.setdefault(entry, len(self.entries) + 1)

    def utf8(self, text: str) -> int:
        encoded = text.encode("utf-8", "surrogatepass")
        return self.add(struct.pack(">BH", 1, len(encoded)) + encoded)

    def klass(self, name: str) -> int:
        return self.add(struct.pack(">BH", 7, self.utf8(name)))

    def member(self, tag: int, owner: str, name: str, descriptor: str) -> int:
        pair = self.add(struct.pack(">BHH", 12, self.utf8(name), self.utf8(descriptor)))
        return self.add(struct.pack(">BHH", tag, self.klass(owner), pair))


class Trampolines:
    """Defines the methods in a program, each once."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._made: dict[object, Method] = {}

    def of(self, step: Call | New | GetStatic) -> Method:
        """The static method that takes this step; its parameters are the receiver, if any, and the arguments."""
        match step:
            case GetStatic(owner=owner, name=name):
                key: tuple[str, ...] = ("get", owner, name)
            case New(owner=owner, descriptor=descriptor):
                key = ("new", owner, "<init>", descriptor)
            case Call(owner=owner, name=name, descriptor=descriptor, receiver=receiver):
                key = ("static" if receiver is None else "virtual", owner, name, descriptor)
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = self._define(*key)
        return found

    def _define(self, kind: str, owner: str, name: str, descriptor: str = "") -> Method:
        pool = Pool()
        cls = self.program.klass(owner)
        body, parameters, result = bytearray(), (), ""
        if kind == "get":
            result = self.program.resolve_field(cls, name, self._field_type(owner, name)).descriptor
            body += struct.pack(">BH", GETSTATIC, pool.member(9, owner, name, result))
        else:
            parameters, result = parse_method_descriptor(descriptor)
            if kind == "virtual":
                parameters = (descriptor_of_class(owner), *parameters)
            elif kind == "new":
                result = descriptor_of_class(owner)
                body += struct.pack(">BHB", NEW, pool.klass(owner), DUP)
            body += loads(parameters)
            body += invocation(pool, kind, owner, name, descriptor, cls.is_interface)
        body.append(RETURNS.get(result, 176))
        own = f"programs/Call{len(self._made)}"
        self.program.define(class_file(pool, own, f"({''.join(parameters)}){result}", bytes(body)), is_target=False)
        return self.program.klass(own).methods[0]

    def _field_type(self, owner: str, name: str) -> str:
        return next(field.descriptor for field in self.program.klass(owner).fields if field.name == name)


def loads(parameters: tuple[str, ...]) -> bytes:
    """Pushes all parameters."""
    body, at = bytearray(), 0
    for each in parameters:
        body += bytes((LOADS.get(each, 25), at))
        at += slot_size(each)
    return bytes(body)


def invocation(pool: Pool, kind: str, owner: str, name: str, descriptor: str, is_interface: bool) -> bytes:
    """The call itself."""
    member = pool.member(INTERFACE_METHOD_TAG if is_interface else METHOD_TAG, owner, name, descriptor)
    if kind == "virtual" and is_interface:
        slots = 1 + sum(map(slot_size, parse_method_descriptor(descriptor)[0]))
        return struct.pack(">BHBB", INVOKEINTERFACE, member, slots, 0)
    opcode = {"static": INVOKESTATIC, "virtual": INVOKEVIRTUAL, "new": INVOKESPECIAL}[kind]
    return struct.pack(">BH", opcode, member)


def class_file(pool: Pool, name: str, descriptor: str, body: bytes) -> bytes:
    """A class of version 49 with the static method ``call``."""
    slots = sum(map(slot_size, parse_method_descriptor(descriptor)[0]))
    attribute = struct.pack(">HHI", slots + 4, slots, len(body)) + body + struct.pack(">HH", 0, 0)
    method = struct.pack(">HHHH", 9, pool.utf8("call"), pool.utf8(descriptor), 1)
    method += struct.pack(">HI", pool.utf8("Code"), len(attribute)) + attribute
    head = struct.pack(">HHHH", 0x21, pool.klass(name), pool.klass("java/lang/Object"), 0)
    tail = struct.pack(">HH", 0, 1) + method + struct.pack(">H", 0)
    constants = struct.pack(">H", len(pool.entries) + 1) + b"".join(pool.entries)
    return struct.pack(">IHH", 0xCAFEBABE, 0, 49) + constants + head + tail
