"""Class files of stubs: in a replay, they stand for the anonymous classes and lambdas of a written test.

The class extends the abstract class or implements the interface, passes its constructor's arguments on, and overrides
the methods of the stub. Each call asks the script (``everypath.probes.Answers``), which is the last argument of the
constructor. It is stored before the superclass constructor runs, as that may call those methods. No code branches, so
no stack maps are needed (JVMS 4.10.1).
"""

from __future__ import annotations

import re
import struct
from functools import lru_cache
from zlib import crc32

from everypath.classfile import MethodCode, PoolWriter, written_class
from everypath.dataclass import dataclass
from everypath.suite.testcase import method_parameters, return_descriptor

__all__ = ["ANSWERS", "Shape", "StubClass", "stub_class", "stubbed"]

ANSWERS = "everypath/probes/Answers"
"""The class of a stub's script, visible to every class loader."""

_MARK = "$EverypathStub"
_NAME = re.compile(r"(?:everypath/stub/)?(.+)\$EverypathStub[0-9a-f]{8}")
_CLOSED = ("java/", "javax/", "jdk/")
_LOADS = {"Z": 21, "B": 21, "C": 21, "S": 21, "I": 21, "J": 22, "F": 23, "D": 24}
_RETURNS = {"Z": 172, "B": 172, "C": 172, "S": 172, "I": 172, "J": 173, "F": 174, "D": 175, "V": 177}
_REFERENCE_LOAD, _REFERENCE_RETURN = 25, 176
_NEXT = {
    "Z": "nextBoolean",
    "B": "nextByte",
    "C": "nextChar",
    "S": "nextShort",
    "I": "nextInt",
    "J": "nextLong",
    "F": "nextFloat",
    "D": "nextDouble",
}
_PUBLIC, _SUPER, _SYNTHETIC = 1, 0x20, 0x1000
_FIELD = "answers"
_OBJECT = "Ljava/lang/Object;"


@dataclass(frozen=True, slots=True)
class Shape:
    """The class of a stub without its answers.

    ``constructor`` is the descriptor of the constructor of the abstract class, empty for an interface. ``methods``
    (name, descriptor) are overridden. ``bridges`` are the bridge methods of a compiler (name, descriptor, and
    descriptor of the method to call). ``interfaces`` are implemented beside the class.
    """

    class_name: str
    constructor: str
    methods: tuple[tuple[str, str], ...]
    bridges: tuple[tuple[str, str, str], ...] = ()
    interfaces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StubClass:
    """A stub's class: its name, the descriptor of its constructor, and its class file."""

    name: str
    constructor: str
    data: bytes


def stubbed(name: str) -> str | None:
    """The class or interface of which a class of this name is a stub; None for other names."""
    found = _NAME.fullmatch(name) if _MARK in name else None
    return found[1] if found is not None else None


@lru_cache(maxsize=1024)
def stub_class(shape: Shape) -> StubClass:
    """The class of the stubs of a shape, in the package of their class; classes of the JDK have closed packages."""
    called = (part for method in (*shape.methods, *shape.bridges) for part in method)
    signature = " ".join((shape.constructor, *called, *shape.interfaces))
    name = f"{shape.class_name}{_MARK}{crc32(signature.encode('utf-8', 'surrogatepass')):08x}"
    if name.startswith(_CLOSED):
        name = f"everypath/stub/{name}"
    constructor = f"({''.join(method_parameters(shape.constructor or '()V'))}L{ANSWERS};)V"
    return StubClass(name, constructor, _class_file(shape, name, constructor))


def _class_file(shape: Shape, name: str, constructor: str) -> bytes:
    pool = PoolWriter()
    superclass = shape.class_name if shape.constructor else "java/lang/Object"
    code = [_constructor(pool, name, superclass, constructor, shape.constructor or "()V")]
    code += [_answer(pool, name, number, *method) for number, method in enumerate(shape.methods)]
    code += [_bridge(pool, name, *bridge) for bridge in shape.bridges]
    interfaces = shape.interfaces if shape.constructor else (shape.class_name, *shape.interfaces)
    field = (_PUBLIC | _SYNTHETIC, _FIELD, f"L{ANSWERS};")
    return written_class(pool, _PUBLIC | _SUPER, name, superclass, interfaces, [field], code)


def _slots(descriptor: str) -> int:
    """The local variables that ``this`` and a method's arguments take."""
    return 1 + sum(2 if each in "JD" else 1 for each in method_parameters(descriptor))


def _constructor(pool: PoolWriter, name: str, superclass: str, own: str, descriptor: str) -> MethodCode:
    script = _slots(descriptor)
    field = pool.field(name, _FIELD, f"L{ANSWERS};")
    body = struct.pack(">BBBBH", 42, _REFERENCE_LOAD, script, 181, field)  # aload_0, aload, putfield
    body += struct.pack(">B", 42)
    at = 1
    for parameter in method_parameters(descriptor):
        body += struct.pack(">BB", _LOADS.get(parameter, _REFERENCE_LOAD), at)
        at += 2 if parameter in "JD" else 1
    body += struct.pack(">BHB", 183, pool.method(superclass, "<init>", descriptor), _RETURNS["V"])
    return MethodCode(_PUBLIC, "<init>", own, body, script + 1, script + 1)


def _answer(pool: PoolWriter, name: str, number: int, method: str, descriptor: str) -> MethodCode:
    """``return (Type) Answers.nextObject(answers, number, this);``, or the like for other types."""
    result = return_descriptor(descriptor)
    if result == "V":
        return MethodCode(_PUBLIC, method, descriptor, struct.pack(">B", _RETURNS["V"]), 0, _slots(descriptor))
    primitive = result in _NEXT
    body = struct.pack(">BBH", 42, 180, pool.field(name, _FIELD, f"L{ANSWERS};"))  # aload_0, getfield
    body += struct.pack(">BH", 17, number)  # sipush
    if primitive:
        called = _NEXT[result], f"(L{ANSWERS};I){result}"
    else:
        called = "nextObject", f"(L{ANSWERS};I{_OBJECT}){_OBJECT}"
        body += struct.pack(">B", 42)
    body += struct.pack(">BH", 184, pool.method(ANSWERS, *called))  # invokestatic
    if primitive:
        body += struct.pack(">B", _RETURNS[result])
    else:
        body += _cast(pool, result) + struct.pack(">B", _REFERENCE_RETURN)
    return MethodCode(_PUBLIC, method, descriptor, body, 3, _slots(descriptor))


def _bridge(pool: PoolWriter, name: str, method: str, descriptor: str, target: str) -> MethodCode:
    """``return method((Type) argument, …);``."""
    called = pool.method(name, method, target)
    body = struct.pack(">B", 42)
    at = 1
    for given, wanted in zip(method_parameters(descriptor), method_parameters(target), strict=True):
        body += struct.pack(">BB", _LOADS.get(given, _REFERENCE_LOAD), at)
        body += _cast(pool, wanted) if wanted != given else b""
        at += 2 if given in "JD" else 1
    body += struct.pack(">BHB", 182, called, _RETURNS.get(return_descriptor(descriptor), _REFERENCE_RETURN))
    return MethodCode(_PUBLIC, method, descriptor, body, max(_slots(target), 2), _slots(descriptor))


def _cast(pool: PoolWriter, descriptor: str) -> bytes:
    """``checkcast`` to a reference type."""
    return struct.pack(">BH", 192, pool.klass(descriptor[1:-1] if descriptor.startswith("L") else descriptor))
