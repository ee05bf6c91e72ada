"""Rewrites classes whose methods are sources of unknown values (``--source``), for the replay of a case.

Source methods lose their code, or their native flag, and return answers of ``everypath.probes.Answers``, which the
recipe sets before the call (`FEED`). The rest of the class stays as it is.
"""

from __future__ import annotations

import struct
from collections.abc import Callable

from everypath.classfile import access
from everypath.suite.stubs.extended_pool import ExtendedPool, after_member, after_members, u2
from everypath.suite.stubs.stub_classes import ANSWERS
from everypath.suite.testcase import method_parameters, return_descriptor

__all__ = ["FEED", "answering"]

FEED = (ANSWERS, "feed", "([Ljava/lang/Object;)V")
"""The static method that takes the answers of all sources, in the order of the calls."""

_PRIMITIVES = frozenset("ZBCSIJFD")
_RETURNS = {"Z": 172, "B": 172, "C": 172, "S": 172, "I": 172, "J": 173, "F": 174, "D": 175, "V": 177}
_CHECKCAST, _INVOKESTATIC, _ARETURN = 192, 184, 176


def answering(data: bytes, is_source: Callable[[str, str], bool]) -> bytes | None:
    """The class file with its source methods (name, descriptor) rewritten; None if it has none."""
    pool = ExtendedPool(data)
    at = pool.end + 6
    interfaces = u2(data, at)
    at += 2 + 2 * interfaces
    at = after_members(data, at)
    begin = at
    count = u2(data, at)
    at += 2
    methods = []
    changed = False
    for _ in range(count):
        end = after_member(data, at)
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


def _code(pool: ExtendedPool, descriptor: str, *, static: bool) -> bytes:
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
