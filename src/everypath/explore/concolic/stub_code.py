"""The classes of stubs in the code of call sequences: they give the answers, and keep what they are handed."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, TypeAlias

from everypath.classfile import (
    OPCODES,
    MethodCode,
    PoolWriter,
    access,
    package_of,
    parse_method_descriptor,
    slot_size,
    written_class,
)
from everypath.errors import UnsupportedError

if TYPE_CHECKING:
    from everypath.bridge import NewStub
    from everypath.program import Class, Program

__all__ = ["FLAGS", "MARK", "PREFIX", "StubClass", "Taken", "digest"]

Taken: TypeAlias = tuple[str, str, int]
"""A method's name and descriptor, and the number of one of its arguments."""

MARK = "$EverypathSequence"
"""Is in the names of all classes that are made for sequences."""

FLAGS = access.PUBLIC | access.SYNTHETIC

PREFIX = dict.fromkeys("ZBCSI", "i") | {"J": "l", "F": "f", "D": "d"}
"""The first letter of instructions for values of primitive types."""


def digest(shape: str) -> str:
    """A short name of code with a shape."""
    return sha256(shape.encode("utf-8", "surrogatepass")).hexdigest()[:16]


class StubClass:
    """The class of the objects of a stub, which have fields for their answers and for what they are handed.

    It implements an interface, or extends an abstract class: then it has one constructor, which passes its arguments
    on. ``taken`` are the arguments to keep. ``kinds`` are the types of the answers. Abstract methods without an answer
    return zero or null. Raises `UnsupportedError` for a class that no other one can extend.
    """

    def __init__(self, program: Program, step: NewStub, taken: tuple[Taken, ...]) -> None:
        self._cls = program.klass(step.owner)
        self._constructor = step.constructor
        if self._cls.is_interface == bool(step.constructor) or self._cls.access & access.FINAL:
            raise UnsupportedError("a stub of this class")
        shape = repr((step.owner, [each[:2] for each in step.answers], taken, step.constructor))
        self.name = f"{package_of(self._cls.name) or 'everypath/sequences'}/{MARK}Stub{digest(shape)}"
        self.kinds = [parse_method_descriptor(descriptor)[1] for _, descriptor, _ in step.answers]
        self._answers = {
            (method, parse_method_descriptor(kind)[0]): at for at, (method, kind, _) in enumerate(step.answers)
        }
        self._taken = taken
        self._pool = PoolWriter()

    def data(self) -> bytes:
        """The class file."""
        methods = [self._method(name, kind) for name, kind in dict.fromkeys(_abstract_methods(self._cls))]
        fields = [(access.PUBLIC, f"answer{number}", kind) for number, kind in enumerate(self.kinds)]
        for number, (_, descriptor, parameter) in enumerate(self._taken):
            fields.append((access.PUBLIC, f"taken{number}", parse_method_descriptor(descriptor)[0][parameter]))
        superclass, interfaces = "java/lang/Object", [self._cls.name]
        if self._constructor:
            superclass, interfaces = self._cls.name, []
            methods.append(self._passing_on())
        return written_class(self._pool, FLAGS | access.SUPER, self.name, superclass, interfaces, fields, methods)

    def _passing_on(self) -> MethodCode:
        """The constructor."""
        code = struct.pack(">B", OPCODES["aload_0"])
        variable = 1
        for kind in parse_method_descriptor(self._constructor)[0]:
            code += struct.pack(">BB", OPCODES[f"{PREFIX.get(kind, 'a')}load"], variable)
            variable += slot_size(kind)
        called = self._pool.method(self._cls.name, "<init>", self._constructor)
        code += struct.pack(">BHB", OPCODES["invokespecial"], called, OPCODES["return"])
        return MethodCode(access.PUBLIC, "<init>", self._constructor, code, variable, variable)

    def _method(self, name: str, descriptor: str) -> MethodCode:
        parameters, result = parse_method_descriptor(descriptor)
        code = b"".join(
            self._keep(number, parameters, parameter)
            for number, (method, kind, parameter) in enumerate(self._taken)
            if (method, kind) == (name, descriptor)
        )
        code += self._returned(name, parameters, result)
        return MethodCode(access.PUBLIC, name, descriptor, code, 2, 1 + sum(map(slot_size, parameters)))

    def _keep(self, number: int, parameters: Sequence[str], parameter: int) -> bytes:
        field = self._pool.field(self.name, f"taken{number}", parameters[parameter])
        variable = 1 + sum(map(slot_size, parameters[:parameter]))
        return struct.pack(">BBBBH", OPCODES["aload_0"], OPCODES["aload"], variable, OPCODES["putfield"], field)

    def _returned(self, name: str, parameters: tuple[str, ...], result: str) -> bytes:
        if result == "V":
            return struct.pack(">B", OPCODES["return"])
        place = self._answers.get((name, parameters))
        prefix = PREFIX.get(result, "a")
        if place is None or self.kinds[place] != result:
            zero = "aconst_null" if prefix == "a" else f"{prefix}const_0"
            return struct.pack(">BB", OPCODES[zero], OPCODES[f"{prefix}return"])
        field = self._pool.field(self.name, f"answer{place}", result)
        return struct.pack(">BBHB", OPCODES["aload_0"], OPCODES["getfield"], field, OPCODES[f"{prefix}return"])


def _abstract_methods(cls: Class) -> Iterator[tuple[str, str]]:
    """The methods that an object of the class lacks: no superclass and no interface below has code for them."""
    every = (*cls.superclasses(), *cls.superinterfaces())
    for at, each in enumerate(every):
        for method in each.methods:
            if method.is_abstract:
                found = (other.declared_method(method.name, method.descriptor) for other in every[:at])
                nearer = next(filter(None, found), None)
                if nearer is None or nearer.is_abstract:
                    yield method.name, method.descriptor
