"""Rewrites classes whose methods are sources of unknown values (``--source``), for the replay of a case.

Source methods lose their code, or their native flag, and return answers of ``everypath.probes.Answers``, which the
recipe sets before the call (`FEED`). The rest of the class stays as it is.
"""

from __future__ import annotations

import struct
from collections.abc import Callable

from everypath.classfile import access
from everypath.suite.stubs.stub_classes import ANSWERS
from everypath.suite.testcase import method_parameters, return_descriptor

__all__ = ["FEED", "answering"]

FEED = (ANSWERS, "feed", "([Ljava/lang/Object;)V")
"""The static method that takes the answers of all sources, in the order of the calls."""

_PRIMITIVES = frozenset("ZBCSIJFD")
_RETURNS = {"Z": 172, "B": 172, "C": 172, "S": 172, "I": 172, "J": 173, "F": 174, "D": 175, "V": 177}
_CHECKCAST, _INVOKESTATIC, _ARETURN = 192, 184, 176
_SIZES = {3: 5, 4: 5, 5: 9, 6: 9, 7: 3, 8: 3, 9: 5, 10: 5, 11: 5, 12: 5, 15: 4, 16: 3, 17: 5, 18: 5, 19: 3, 20: 3}


def answering(data: bytes, is_source: Callable[[str, str], bool]) -> bytes | None:
    """The class file with its source methods (name, descriptor) rewritten; None if it has none."""
    pool = _Pool(data)
    at = pool.end + 6
    interfaces = _u2(data, at)
    at += 2 + 2 * interfaces
    at = _after_members(data, at)
    begin = at
    count = _u2(data, at)
    at += 2
    methods = []
    changed = False
    for _ in range(count):
        end = _after_member(data, at)
        flags, name, kind = struct.unpack_from(">HHH", data, at)
        named, descriptor = pool.text(name), pool.text(kind)
        if named.startswith("<") or not is_source(named, descriptor):
            methods.append(data[at:end])
        else:
            changed = True
            flags &= ~(access.NATIVE | access.ABSTRACT)
            body = _code(pool, descriptor, static=bool(flags & access.STATIC))
            head = struct.pack(">HHHHHI", flags, name, kind, 1, pool.utf8("Code"), len(body))
            methods.append(head + body)
        at = end
    if not changed:
        return None
    written = struct.pack(">H", count) + b"".join(methods)
    return data[:8] + pool.bytes() + data[pool.end : begin] + written + data[at:]


def _u2(data: bytes, at: int) -> int:
    return int(struct.unpack_from(">H", data, at)[0])


def _after_member(data: bytes, at: int) -> int:
    """The end of the field or method at an offset (JVMS 4.5, 4.6)."""
    attributes = _u2(data, at + 6)
    at += 8
    for _ in range(attributes):
        at += 6 + int(struct.unpack_from(">I", data, at + 2)[0])
    return at


def _after_members(data: bytes, at: int) -> int:
    count = _u2(data, at)
    at += 2
    for _ in range(count):
        at = _after_member(data, at)
    return at


class _Pool:
    """The constant pool of a class file (JVMS 4.4), to which constants are added."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._count = _u2(data, 8)
        self._texts: dict[int, str] = {}
        self._added: dict[bytes, int] = {}
        at, number = 10, 1
        while number < self._count:
            tag = data[at]
            if tag == 1:
                length = _u2(data, at + 1)
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
        encoded = text.encode("utf-8", "surrogatepass")
        return self._add(struct.pack(">BH", 1, len(encoded)) + encoded)

    def klass(self, name: str) -> int:
        return self._add(struct.pack(">BH", 7, self.utf8(name)))

    def method(self, owner: str, name: str, descriptor: str) -> int:
        pair = self._add(struct.pack(">BHH", 12, self.utf8(name), self.utf8(descriptor)))
        return self._add(struct.pack(">BHH", 10, self.klass(owner), pair))

    def bytes(self) -> bytes:
        """The pool with its count, as in the class file."""
        count = struct.pack(">H", self._count + len(self._added))
        return count + self._data[10 : self.end] + b"".join(self._added)


def _code(pool: _Pool, descriptor: str, *, static: bool) -> bytes:
    """``return (Type) Answers.next(…);``, or an empty body for a ``void`` method."""
    slots = (0 if static else 1) + sum(2 if each in "JD" else 1 for each in method_parameters(descriptor))
    result = return_descriptor(descriptor)
    if result == "V":
        return struct.pack(">HHIB", 0, slots, 1, _RETURNS["V"]) + struct.pack(">HH", 0, 0)
    ask = pool.method(ANSWERS, f"source{result}" if result in _PRIMITIVES else "sourceObject", _asks(result))
    body = struct.pack(">BH", _INVOKESTATIC, ask)
    if result not in _PRIMITIVES:
        body += struct.pack(">BH", _CHECKCAST, pool.klass(result[1:-1] if result[0] == "L" else result))
    body += struct.pack(">B", _RETURNS.get(result, _ARETURN))
    return struct.pack(">HHI", 2, slots, len(body)) + body + struct.pack(">HH", 0, 0)


def _asks(result: str) -> str:
    return f"(){result}" if result in _PRIMITIVES else "()Ljava/lang/Object;"
