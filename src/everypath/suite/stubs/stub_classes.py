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
_FIELD, _TAKEN = "answers", "taken"
_OBJECT, _ARRAY = "Ljava/lang/Object;", "[Ljava/lang/Object;"


@dataclass(frozen=True, slots=True)
class Shape:
    """The class of a stub without its answers.

    ``constructor`` is the descriptor of the constructor of the abstract class, empty for an interface. ``methods``
    (name, descriptor) are overridden. ``bridges`` are the bridge methods of a compiler (name, descriptor, and
    descriptor of the method to call). ``interfaces`` are implemented beside the class. ``taken`` are arguments (the
    number of the method, and that of the argument) that calls store in the first elements of arrays, which are the last
    arguments of the stub's constructor.
    """

    class_name: str
    constructor: str
    methods: tuple[tuple[str, str], ...]
    bridges: tuple[tuple[str, str, str], ...] = ()
    interfaces: tuple[str, ...] = ()
    taken: tuple[tuple[int, int], ...] = ()


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
    signature = " ".join((shape.constructor, *called, *shape.interfaces, *map(str, shape.taken)))
    name = f"{shape.class_name}{_MARK}{crc32(signature.encode('utf-8', 'surrogatepass')):08x}"
    if name.startswith(_CLOSED):
        name = f"everypath/stub/{name}"
    arrays = _ARRAY * len(shape.taken)
    constructor = f"({''.join(method_parameters(shape.constructor or '()V'))}L{ANSWERS};{arrays})V"
    return StubClass(name, constructor, _class_file(shape, name, constructor))


def _class_file(shape: Shape, name: str, constructor: str) -> bytes:
    pool = PoolWriter()
    superclass = shape.class_name if shape.constructor else "java/lang/Object"
    code = [_constructor(pool, name, superclass, constructor, shape)]
    for number, (method, descriptor) in enumerate(shape.methods):
        arguments = [(at, each[1]) for at, each in enumerate(shape.taken) if each[0] == number]
        keeping = b"".join(_keep(pool, name, at, descriptor, argument) for at, argument in arguments)
        code.append(_answer(pool, name, number, method, descriptor, keeping))
    code += [_bridge(pool, name, *bridge) for bridge in shape.bridges]
    interfaces = shape.interfaces if shape.constructor else (shape.class_name, *shape.interfaces)
    fields = [(_PUBLIC | _SYNTHETIC, _FIELD, f"L{ANSWERS};")]
    fields += [(_PUBLIC | _SYNTHETIC, f"{_TAKEN}{at}", _ARRAY) for at in range(len(shape.taken))]
    return written_class(pool, _PUBLIC | _SUPER, name, superclass, interfaces, fields, code)


def _slots(descriptor: str, arguments: int | None = None) -> int:
    """The local variables that ``this`` and a method's arguments take, all or the first so many."""
    return 1 + sum(2 if each in "JD" else 1 for each in method_parameters(descriptor)[:arguments])


def _constructor(pool: PoolWriter, name: str, superclass: str, own: str, shape: Shape) -> MethodCode:
    descriptor = shape.constructor or "()V"
    script = _slots(descriptor)
    fields = [(_FIELD, f"L{ANSWERS};"), *((f"{_TAKEN}{at}", _ARRAY) for at in range(len(shape.taken)))]
    body = b""
    for variable, (field, kind) in enumerate(fields, script):  # aload_0, aload, putfield
        body += struct.pack(">BBBBH", 42, _REFERENCE_LOAD, variable, 181, pool.field(name, field, kind))
    body += struct.pack(">B", 42)
    at = 1
    for parameter in method_parameters(descriptor):
        body += struct.pack(">BB", _LOADS.get(parameter, _REFERENCE_LOAD), at)
        at += 2 if parameter in "JD" else 1
    body += struct.pack(">BHB", 183, pool.method(superclass, "<init>", descriptor), _RETURNS["V"])
    variables = script + len(fields)
    return MethodCode(_PUBLIC, "<init>", own, body, variables, variables)


def _keep(pool: PoolWriter, name: str, at: int, descriptor: str, argument: int) -> bytes:
    """``taken[0] = argument;``."""
    body = struct.pack(">BBHB", 42, 180, pool.field(name, f"{_TAKEN}{at}", _ARRAY), 3)  # aload_0, getfield, iconst_0
    return body + struct.pack(">BBB", _REFERENCE_LOAD, _slots(descriptor, argument), 83)  # aload, aastore


def _answer(pool: PoolWriter, name: str, number: int, method: str, descriptor: str, keeping: bytes) -> MethodCode:
    """``return (Type) Answers.nextObject(answers, number, this);``, or the like for other types. Before, it keeps
    arguments.
    """
    result = return_descriptor(descriptor)
    if result == "V":
        code = keeping + struct.pack(">B", _RETURNS["V"])
        return MethodCode(_PUBLIC, method, descriptor, code, 3 if keeping else 0, _slots(descriptor))
    primitive = result in _NEXT
    body = keeping + struct.pack(">BBH", 42, 180, pool.field(name, _FIELD, f"L{ANSWERS};"))  # aload_0, getfield
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
