"""Writes class files of methods whose code does not branch, so that it needs no stack maps (JVMS 4.10.1)."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from typing import NamedTuple

__all__ = ["MethodCode", "PoolWriter", "written_class"]

_VERSION = 52
_TAG_CLASS, _TAG_STRING, _TAG_FIELD, _TAG_METHOD, _TAG_INTERFACE_METHOD, _TAG_NAME_AND_TYPE = 7, 8, 9, 10, 11, 12


class PoolWriter:
    """A constant pool under construction (JVMS 4.4). Each function returns the index of an entry."""

    def __init__(self) -> None:
        self._entries: dict[bytes, int] = {}

    def _add(self, entry: bytes) -> int:
        return self._entries.setdefault(entry, len(self._entries) + 1)

    def utf8(self, text: str) -> int:
        """A name or descriptor."""
        encoded = text.encode("utf-8", "surrogatepass")
        return self._add(struct.pack(">BH", 1, len(encoded)) + encoded)

    def klass(self, name: str) -> int:
        """A class by internal name or array descriptor."""
        return self._add(struct.pack(">BH", _TAG_CLASS, self.utf8(name)))

    def _member(self, tag: int, owner: str, name: str, descriptor: str) -> int:
        pair = self._add(struct.pack(">BHH", _TAG_NAME_AND_TYPE, self.utf8(name), self.utf8(descriptor)))
        return self._add(struct.pack(">BHH", tag, self.klass(owner), pair))

    def field(self, owner: str, name: str, descriptor: str) -> int:
        """A reference to a field."""
        return self._member(_TAG_FIELD, owner, name, descriptor)

    def method(self, owner: str, name: str, descriptor: str, *, of_interface: bool = False) -> int:
        """A reference to a method of a class, or of an interface."""
        return self._member(_TAG_INTERFACE_METHOD if of_interface else _TAG_METHOD, owner, name, descriptor)

    def bytes(self) -> bytes:
        """The pool as it stands in a class file, with its count."""
        return struct.pack(">H", len(self._entries) + 1) + b"".join(self._entries)


class MethodCode(NamedTuple):
    """A method: its access flags, and its code with the sizes of the operand stack and of the local variables."""

    access: int
    name: str
    descriptor: str
    code: bytes
    stack: int
    local_variables: int


def written_class(
    pool: PoolWriter,
    access: int,
    name: str,
    superclass: str,
    interfaces: Sequence[str],
    fields: Iterable[tuple[int, str, str]],
    methods: Iterable[MethodCode],
) -> bytes:
    """The class file. ``fields`` are access flags, names and descriptors; the code refers to the ``pool``."""
    attribute = pool.utf8("Code")
    bodies = [
        struct.pack(">HHHH", each.access, pool.utf8(each.name), pool.utf8(each.descriptor), 1)
        + struct.pack(">HI", attribute, len(each.code) + 12)
        + struct.pack(">HHI", each.stack, each.local_variables, len(each.code))
        + each.code
        + struct.pack(">HH", 0, 0)
        for each in methods
    ]
    entries = [struct.pack(">HHHH", flags, pool.utf8(field), pool.utf8(kind), 0) for flags, field, kind in fields]
    head = struct.pack(">HHHH", access, pool.klass(name), pool.klass(superclass), len(interfaces))
    head += b"".join(struct.pack(">H", pool.klass(each)) for each in interfaces)
    tail = struct.pack(">H", len(entries)) + b"".join(entries) + struct.pack(">H", len(bodies)) + b"".join(bodies)
    return struct.pack(">IHH", 0xCAFEBABE, 0, _VERSION) + pool.bytes() + head + tail + struct.pack(">H", 0)
