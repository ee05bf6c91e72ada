"""The constant pool of a class file to which constants are added, and the offsets of members: for rewriting classes."""

from __future__ import annotations

import struct

__all__ = ["ExtendedPool", "after_member", "after_members", "u2"]

_SIZES = {3: 5, 4: 5, 5: 9, 6: 9, 7: 3, 8: 3, 9: 5, 10: 5, 11: 5, 12: 5, 15: 4, 16: 3, 17: 5, 18: 5, 19: 3, 20: 3}


def u2(data: bytes, at: int) -> int:
    """The unsigned number of two bytes at an offset."""
    return int(struct.unpack_from(">H", data, at)[0])


def after_member(data: bytes, at: int) -> int:
    """The end of the field or method at an offset (JVMS 4.5, 4.6)."""
    attributes = u2(data, at + 6)
    at += 8
    for _ in range(attributes):
        at += 6 + int(struct.unpack_from(">I", data, at + 2)[0])
    return at


def after_members(data: bytes, at: int) -> int:
    """The end of the fields or methods whose number stands at an offset."""
    count = u2(data, at)
    at += 2
    for _ in range(count):
        at = after_member(data, at)
    return at


class ExtendedPool:
    """The constant pool of a class file (JVMS 4.4), to which constants are added."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._count = u2(data, 8)
        self._texts: dict[int, str] = {}
        self._added: dict[bytes, int] = {}
        at, number = 10, 1
        while number < self._count:
            tag = data[at]
            if tag == 1:
                length = u2(data, at + 1)
                self._texts[number] = data[at + 3 : at + 3 + length].decode("utf-8", "replace")
                at += 3 + length
            else:
                at += _SIZES[tag]
            number += 2 if tag in (5, 6) else 1
        self.end = at

    def text(self, number: int) -> str:
        """The text constant with this number."""
        return self._texts[number]

    def _add(self, entry: bytes) -> int:
        return self._added.setdefault(entry, self._count + len(self._added))

    def utf8(self, text: str) -> int:
        """The number of a text."""
        encoded = text.encode("utf-8", "surrogatepass")
        return self._add(struct.pack(">BH", 1, len(encoded)) + encoded)

    def klass(self, name: str) -> int:
        """The number of a class."""
        return self._add(struct.pack(">BH", 7, self.utf8(name)))

    def method(self, owner: str, name: str, descriptor: str) -> int:
        """The number of a method of a class."""
        pair = self._add(struct.pack(">BHH", 12, self.utf8(name), self.utf8(descriptor)))
        return self._add(struct.pack(">BHH", 10, self.klass(owner), pair))

    def bytes(self) -> bytes:
        """The pool with its count, as in the class file."""
        count = struct.pack(">H", self._count + len(self._added))
        return count + self._data[10 : self.end] + b"".join(self._added)
