"""Class files for absent classes whose methods are sources of unknown values (``--source``).

A verification harness is often compiled against a class that is not shipped (``Verifier`` of SV-COMP). The written
class declares the static methods that the harness calls, all native. Sources get their answers in replays
(`everypath.suite.stubs.source_classes`); any other method fails there.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator, Mapping

from everypath.classfile import ClassFile, MemberRef, access, decode
from everypath.errors import ClassFormatError

__all__ = ["absent_sources", "native_class"]

_VERSION = 52
_SUPER = 0x20


def absent_sources(
    classes: Iterable[bytes], is_source: Callable[[str, str, str], bool], is_absent: Callable[[str], bool]
) -> Mapping[str, bytes]:
    """Class files by internal name for absent classes of which ``classes`` use static methods only.

    ``is_source`` says whether a method (owner, name, descriptor) is a source; a class without sources is left out.
    """
    called: dict[str, set[tuple[str, str]]] = {}
    otherwise: set[str] = set()
    for data in classes:
        for opcode, member in _members(data):
            if opcode == "invokestatic" and not member.is_interface:
                called.setdefault(member.owner, set()).add((member.name, member.descriptor))
            else:
                otherwise.add(member.owner)
    found = {}
    for owner, methods in sorted(called.items()):
        wanted = any(is_source(owner, name, descriptor) for name, descriptor in methods)
        if wanted and owner not in otherwise and is_absent(owner):
            found[owner] = native_class(owner, sorted(methods))
    return found


def _members(data: bytes) -> Iterator[tuple[str, MemberRef]]:
    """The members that code refers to, each with the opcode."""
    try:
        file = ClassFile(data)
        for method in file.methods:
            for each in decode(method.code.bytecode) if method.code is not None else ():
                if each.name.startswith(("invoke", "get", "put")):
                    constant = file.constant(each.operand)
                    if isinstance(constant, MemberRef):
                        yield each.name, constant
    except ClassFormatError:
        return  # the analysis reports it


def native_class(name: str, methods: Iterable[tuple[str, str]]) -> bytes:
    """A public class with these public static native methods (name and descriptor)."""
    pool: list[bytes] = []

    def add(entry: bytes) -> int:
        if entry not in pool:
            pool.append(entry)
        return pool.index(entry) + 1

    def utf8(text: str) -> int:
        encoded = text.encode("utf-8", "surrogatepass")
        return add(struct.pack(">BH", 1, len(encoded)) + encoded)

    def klass(of: str) -> int:
        return add(struct.pack(">BH", 7, utf8(of)))

    this, above = klass(name), klass("java/lang/Object")
    flags = access.PUBLIC | access.STATIC | access.NATIVE
    rows = [struct.pack(">HHHH", flags, utf8(each), utf8(descriptor), 0) for each, descriptor in methods]
    head = struct.pack(">IHHH", 0xCAFEBABE, 0, _VERSION, len(pool) + 1) + b"".join(pool)
    body = struct.pack(">HHHHH", access.PUBLIC | _SUPER, this, above, 0, 0)
    return head + body + struct.pack(">H", len(rows)) + b"".join(rows) + struct.pack(">H", 0)
