"""Class files of stubs of abstract classes: what `java.lang.reflect.Proxy` is for interfaces.

The class extends the abstract class, hands its constructor's arguments on, and overrides every abstract method: each
call returns the next element of an array, and the last one for ever, or throws an exception of the class that a second
array has at the same place, where that is not null. The arrays are further arguments of the constructor, kept before
the abstract class's own constructor runs, which may call those methods. The file is of a version before stack maps, so
types are all there is to verify (JVMS 4.10.2).
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from everypath.suite.types import method_parameters, return_descriptor

__all__ = ["STUB_SUFFIX", "stub_class", "stub_class_name", "stub_constructor"]

STUB_SUFFIX = "$EverypathStub"

_VERSION = 49
_LOADS = {"Z": 21, "B": 21, "C": 21, "S": 21, "I": 21, "J": 22, "F": 23, "D": 24}
_RETURNS = {"Z": 172, "B": 172, "C": 172, "S": 172, "I": 172, "J": 173, "F": 174, "D": 175, "V": 177}
_ELEMENTS = {"Z": 51, "B": 51, "C": 52, "S": 53, "I": 46, "J": 47, "F": 48, "D": 49}
_REFERENCE_LOAD, _REFERENCE_RETURN, _REFERENCE_ELEMENT = 25, 176, 50
_PUBLIC, _SUPER = 1, 0x20
_CLASSES = "[Ljava/lang/Class;"


def stub_class_name(class_name: str) -> str:
    """The name of the stub of a class: in its package, but for those of the JDK, whose packages are closed."""
    if class_name.startswith(("java/", "javax/", "jdk/")):
        return f"everypath/stub/{class_name}{STUB_SUFFIX}"
    return class_name + STUB_SUFFIX


def stub_constructor(constructor: str, methods: Sequence[tuple[str, str]]) -> str:
    """The descriptor of the stub's constructor: the two arrays of each method that is not ``void`` are added."""
    results = [return_descriptor(each) for _, each in methods]
    arrays = "".join(f"[{each}{_CLASSES}" for each in results if each != "V")
    return f"({''.join(method_parameters(constructor))}{arrays})V"


def stub_class(class_name: str, constructor: str, methods: Sequence[tuple[str, str]]) -> bytes:
    """The class file of a stub: ``constructor`` is the descriptor of the one that runs, ``methods`` are overridden."""
    pool = _Pool()
    name = stub_class_name(class_name)
    fields: list[tuple[str, str]] = []
    code: list[tuple[str, str, bytes]] = []
    for number, (method, descriptor) in enumerate(methods):
        result = return_descriptor(descriptor)
        if result == "V":
            body = _code(_RETURNS["V"].to_bytes(1, "big"), 0, _slots(descriptor))
        else:
            fields += [(f"answers{number}", f"[{result}"), (f"thrown{number}", _CLASSES), (f"calls{number}", "I")]
            body = _answer(pool, name, number, descriptor)
        code.append((method, descriptor, body))
    answers = [each for each in fields if each[1] != "I"]
    code.append(
        ("<init>", stub_constructor(constructor, methods), _constructor(pool, class_name, constructor, answers))
    )
    attribute = pool.utf8("Code")
    members = b"".join(
        struct.pack(">HHHH", _PUBLIC, pool.utf8(field), pool.utf8(descriptor), 0) for field, descriptor in fields
    )
    bodies = b"".join(
        struct.pack(">HHHHHI", _PUBLIC, pool.utf8(method), pool.utf8(descriptor), 1, attribute, len(body)) + body
        for method, descriptor, body in code
    )
    head = struct.pack(">HHHH", _PUBLIC | _SUPER, pool.klass(name), pool.klass(class_name), 0)
    tail = struct.pack(">H", len(fields)) + members + struct.pack(">H", len(code)) + bodies + struct.pack(">H", 0)
    return struct.pack(">IHH", 0xCAFEBABE, 0, _VERSION) + pool.bytes() + head + tail


class _Pool:
    """A constant pool under construction (JVMS 4.4)."""

    def __init__(self) -> None:
        self._entries: dict[bytes, int] = {}

    def _add(self, entry: bytes) -> int:
        return self._entries.setdefault(entry, len(self._entries) + 1)

    def utf8(self, text: str) -> int:
        encoded = text.encode("utf-8", "surrogatepass")
        return self._add(struct.pack(">BH", 1, len(encoded)) + encoded)

    def klass(self, name: str) -> int:
        return self._add(struct.pack(">BH", 7, self.utf8(name)))

    def member(self, tag: int, owner: str, name: str, descriptor: str) -> int:
        pair = self._add(struct.pack(">BHH", 12, self.utf8(name), self.utf8(descriptor)))
        return self._add(struct.pack(">BHH", tag, self.klass(owner), pair))

    def field(self, owner: str, name: str, descriptor: str) -> int:
        return self.member(9, owner, name, descriptor)

    def method(self, owner: str, name: str, descriptor: str) -> int:
        return self.member(10, owner, name, descriptor)

    def bytes(self) -> bytes:
        return struct.pack(">H", len(self._entries) + 1) + b"".join(self._entries)


def _slots(descriptor: str) -> int:
    """The local variables that a method's arguments and ``this`` take."""
    return 1 + sum(2 if each in "JD" else 1 for each in method_parameters(descriptor))


def _code(body: bytes, stack: int, local_variables: int) -> bytes:
    return struct.pack(">HHI", stack, local_variables, len(body)) + body + struct.pack(">HH", 0, 0)


def _constructor(pool: _Pool, parent: str, descriptor: str, answers: Sequence[tuple[str, str]]) -> bytes:
    first = _slots(descriptor)
    body = bytearray()
    for at, (field, array) in enumerate(answers, first):
        put = pool.field(stub_class_name(parent), field, array)
        body += struct.pack(">BBBBH", 42, _REFERENCE_LOAD, at, 181, put)  # aload_0, aload, putfield
    body += struct.pack(">BB", _REFERENCE_LOAD, 0)
    at = 1
    for parameter in method_parameters(descriptor):
        body += struct.pack(">BB", _LOADS.get(parameter, _REFERENCE_LOAD), at)
        at += 2 if parameter in "JD" else 1
    body += struct.pack(">BHB", 183, pool.method(parent, "<init>", descriptor), _RETURNS["V"])
    return _code(bytes(body), first + 1, first + len(answers))


def _answer(pool: _Pool, name: str, number: int, descriptor: str) -> bytes:
    """``int at = Math.min(calls++, answers.length - 1);``, ``if (thrown[at] != null) throw …;``, ``return
    answers[at];``.
    """
    result = return_descriptor(descriptor)
    at = _slots(descriptor)
    answers = pool.field(name, f"answers{number}", f"[{result}")
    calls = pool.field(name, f"calls{number}", "I")
    least = pool.method("java/lang/Math", "min", "(II)I")
    body = struct.pack(">BBBHBBBBH", 42, 89, 180, calls, 90, 4, 96, 181, calls)  # calls++, the old value stays
    body += struct.pack(">BBHBBB", 42, 180, answers, 190, 4, 100)  # the length less one
    body += struct.pack(">BHBB", 184, least, 54, at)  # istore
    body += _thrown(pool, pool.field(name, f"thrown{number}", _CLASSES), at)
    body += struct.pack(">BBHBB", 42, 180, answers, 21, at)  # aload_0, getfield, iload
    if result in _ELEMENTS:
        body += bytes((_ELEMENTS[result], _RETURNS[result]))
    else:
        body += bytes((_REFERENCE_ELEMENT, _REFERENCE_RETURN))
    return _code(body, 6, at + 1)


def _thrown(pool: _Pool, classes: int, at: int) -> bytes:
    """``if (thrown[at] != null) throw (Throwable) thrown[at].newInstance();``."""
    chosen = struct.pack(">BBHBBB", 42, 180, classes, 21, at, _REFERENCE_ELEMENT)  # aload_0, getfield, iload, aaload
    made = pool.method("java/lang/Class", "newInstance", "()Ljava/lang/Object;")
    raised = chosen + struct.pack(">BHBHB", 182, made, 192, pool.klass("java/lang/Throwable"), 191)
    return chosen + struct.pack(">BH", 198, 3 + len(raised)) + raised  # ifnull
