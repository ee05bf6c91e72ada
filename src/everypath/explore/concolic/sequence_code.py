"""A call sequence as bytecode: a static method whose parameters are the literals of the sequence.

Sequences that differ in their literals only have the same code, and so the same class. Its name depends on the code; it
lies in a package from which all members of the sequence are accessible, where there is one.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from everypath.bridge import messages
from everypath.classfile import (
    BOX_CLASSES,
    OPCODES,
    PRIMITIVES,
    UNBOXED,
    MethodCode,
    PoolWriter,
    access,
    is_reference,
    package_of,
    parse_method_descriptor,
    slot_size,
    written_class,
)
from everypath.errors import UnsupportedError
from everypath.explore.concolic.stub_code import FLAGS, MARK, PREFIX, StubClass, Taken, digest

if TYPE_CHECKING:
    from everypath.program import Class, Method, Program

__all__ = ["SequenceEntry", "is_constant", "sequence_entry"]

OBJECT, STRING, CLASS = "Ljava/lang/Object;", "Ljava/lang/String;", "Ljava/lang/Class;"
NULL = "N"
"""Stands for the type of null."""

_RUN = "run"
_ARRAY_STORE = {"Z": "b", "B": "b", "C": "c", "S": "s", "I": "i", "J": "l", "F": "f", "D": "d"}
_NEWARRAY = {"Z": 4, "C": 5, "F": 6, "D": 7, "B": 8, "S": 9, "I": 10, "J": 11}


class SequenceEntry(NamedTuple):
    """The method that runs a sequence, and the positions of the steps that are its parameters."""

    method: Method
    parameters: tuple[int, ...]


def is_constant(step: messages.Step) -> bool:
    """True if a step is a number, a truth value or a string: a parameter of the code."""
    return isinstance(step, messages.Literal) and step.type not in (NULL, "L")


def sequence_entry(program: Program, steps: Sequence[messages.Step], *, returns: bool = False) -> SequenceEntry:
    """The code of a sequence, linked. If it ``returns``, its result is the array that its last step makes.

    Raises `UnsupportedError` for steps that no code can do, and `TargetError`.
    """
    writer = _Writer(program, steps, returns=returns)
    home = writer.home()
    code = writer.code()
    shape = repr([each.type if isinstance(each, messages.Literal) and is_constant(each) else each for each in steps])
    own = f"{MARK}{digest(shape + writer.result)}"
    name = f"{home}/{own}" if home else own
    superclass = "java/lang/Object"
    classes = [program.define(data, is_target=False) for data in writer.stub_classes]
    assert len(classes) == len(writer.stub_classes)
    data = written_class(writer.pool, FLAGS | access.SUPER, name, superclass, (), (), [code])
    method = program.define(data, is_target=False).declared_method(_RUN, code.descriptor)
    if method is None:
        raise UnsupportedError("two sequences with the same name")
    return SequenceEntry(method, tuple(at for at, each in enumerate(steps) if is_constant(each)))


class _Writer:
    """Writes the code of one sequence."""

    def __init__(self, program: Program, steps: Sequence[messages.Step], *, returns: bool) -> None:
        self.program = program
        self.steps = steps
        self.pool = PoolWriter()
        self.stub_classes: list[bytes] = []
        self._code = bytearray()
        self._variables: dict[int, int] = {}
        self._types: dict[int, str] = {}
        self._stubs: dict[int, str] = {}
        self._next = 0
        self._deepest = 8
        for at, step in enumerate(steps):
            if isinstance(step, messages.Literal) and is_constant(step):
                self._declare(at, STRING if step.type == "T" else step.type)
        self.result = OBJECT if returns else "V"
        self.descriptor = f"({''.join(self._types.values())}){self.result}"

    def home(self) -> str:
        """The package of a member that is not public; else that of the last member."""
        found = ""
        for step in self.steps:
            if not isinstance(step, messages.Call | messages.New | messages.GetStatic):
                continue
            owner = self.program.klass(step.owner)
            found = package_of(owner.name)
            if not owner.access & access.PUBLIC or not self._is_public(owner, step):
                return found
        return "everypath/sequences" if found.startswith("java/") else found

    def _is_public(self, owner: Class, step: messages.Step) -> bool:
        if isinstance(step, messages.Call):
            found = owner.declared_method(step.name, step.descriptor)
        elif isinstance(step, messages.New):
            found = owner.declared_method("<init>", step.descriptor)
        else:
            return True
        return found is None or bool(found.access & access.PUBLIC)

    def code(self) -> MethodCode:
        """The method with the code of all steps."""
        for at, step in enumerate(self.steps):
            if not is_constant(step):
                self._write(at, step)
        if self.result == OBJECT:
            self._load(len(self.steps) - 1, OBJECT)
            self._emit("areturn")
        else:
            self._emit("return")
        flags = FLAGS | access.STATIC
        return MethodCode(flags, _RUN, self.descriptor, bytes(self._code), self._deepest, self._next)

    # ---- instructions

    def _emit(self, name: str, format_: str = "", *operands: int) -> None:
        self._code += struct.pack(f">B{format_}", OPCODES[name], *operands)

    def _variable(self, name: str, variable: int) -> None:
        if variable > 0xFF:
            self._code += struct.pack(">BBH", OPCODES["wide"], OPCODES[name], variable)
        else:
            self._emit(name, "B", variable)

    def _int(self, value: int) -> None:
        if not -0x8000 <= value < 0x8000:
            raise UnsupportedError("an array of this length")
        self._emit("sipush", "h", value)

    def _declare(self, at: int, kind: str) -> int:
        variable = self._variables[at] = self._next
        self._types[at] = kind
        self._next += slot_size(kind) if kind != NULL else 1
        return variable

    def _store(self, at: int, kind: str) -> None:
        """Store the operand as the value of a step."""
        self._variable(f"{PREFIX.get(kind, 'a')}store", self._declare(at, kind))

    def _load(self, step: int, wanted: str) -> None:
        """Load the value of a step as a value of a type."""
        kind = self._types.get(step)
        if kind is None:
            raise UnsupportedError("a value that no step returns")
        self._variable(f"{PREFIX.get(kind, 'a')}load", self._variables[step])
        if is_reference(wanted):
            if kind in PREFIX:
                self._emit("invokestatic", "H", self.pool.method(BOX_CLASSES[kind], "valueOf", _boxing(kind)))
        elif kind not in PREFIX:
            self._unbox(kind, wanted)
        elif PREFIX[kind] != PREFIX[wanted]:
            self._emit(f"{PREFIX[kind]}2{PREFIX[wanted]}")

    def _unbox(self, kind: str, wanted: str) -> None:
        held = UNBOXED.get(kind[1:-1], wanted)
        box = BOX_CLASSES[held]
        self._emit("checkcast", "H", self.pool.klass(box))
        self._emit("invokevirtual", "H", self.pool.method(box, f"{PRIMITIVES[held]}Value", f"(){held}"))
        if PREFIX[held] != PREFIX[wanted]:
            self._emit(f"{PREFIX[held]}2{PREFIX[wanted]}")

    def _loaded(self, arguments: Sequence[int], descriptor: str) -> int:
        """Load arguments; the number of operands that they take."""
        wanted = parse_method_descriptor(descriptor)[0]
        for each, kind in zip(arguments, wanted, strict=True):
            self._load(each, kind)
        count = sum(map(slot_size, wanted))
        self._deepest = max(self._deepest, count + 4)
        return count

    # ---- steps

    def _write(self, at: int, step: messages.Step) -> None:
        match step:
            case messages.Literal(type="N"):
                self._emit("aconst_null")
                self._store(at, NULL)
            case messages.Literal(payload=payload):
                self._class_literal(at, str(payload))
            case messages.New(owner=owner, descriptor=descriptor, arguments=arguments):
                self._emit("new", "H", self.pool.klass(owner))
                self._emit("dup")
                self._loaded(arguments, descriptor)
                self._emit("invokespecial", "H", self.pool.method(owner, "<init>", descriptor))
                self._store(at, f"L{owner};")
            case messages.Call():
                self._call(at, step)
            case messages.NewArray():
                self._array(at, step)
            case messages.GetStatic(owner=owner, name=name):
                descriptor = self._field(owner, name)
                self._emit("getstatic", "H", self.pool.field(owner, name, descriptor))
                self._store(at, descriptor)
            case messages.NewStub():
                self._stub(at, step)
            case messages.Handed():
                self._handed(at, step)
            case _:
                raise UnsupportedError(f"a step {type(step).__name__}")

    def _class_literal(self, at: int, descriptor: str) -> None:
        if descriptor in BOX_CLASSES:
            self._emit("getstatic", "H", self.pool.field(BOX_CLASSES[descriptor], "TYPE", CLASS))
        elif descriptor == "V":
            self._emit("getstatic", "H", self.pool.field("java/lang/Void", "TYPE", CLASS))
        else:
            name = descriptor[1:-1] if descriptor.startswith("L") else descriptor
            self._emit("ldc_w", "H", self.pool.klass(name))
        self._store(at, CLASS)

    def _call(self, at: int, step: messages.Call) -> None:
        of_interface = self.program.klass(step.owner).is_interface
        called = self.pool.method(step.owner, step.name, step.descriptor, of_interface=of_interface)
        if step.receiver is not None:
            self._load(step.receiver, f"L{step.owner};" if not step.owner.startswith("[") else step.owner)
        count = self._loaded(step.arguments, step.descriptor)
        if step.receiver is None:
            self._emit("invokestatic", "H", called)
        elif of_interface:
            self._emit("invokeinterface", "HBB", called, count + 1, 0)
        else:
            self._emit("invokevirtual", "H", called)
        result = parse_method_descriptor(step.descriptor)[1]
        if result != "V":
            self._store(at, result)

    def _array(self, at: int, step: messages.NewArray) -> None:
        self._int(step.length)
        if step.element in _NEWARRAY:
            self._emit("newarray", "B", _NEWARRAY[step.element])
        else:
            name = step.element[1:-1] if step.element.startswith("L") else step.element
            self._emit("anewarray", "H", self.pool.klass(name))
        for index, value in step.elements:
            self._emit("dup")
            self._int(index)
            self._load(value, step.element)
            self._emit(f"{_ARRAY_STORE.get(step.element, 'a')}astore")
        self._store(at, f"[{step.element}")

    def _field(self, owner: str, name: str) -> str:
        found = (each for cls in self.program.klass(owner).superclasses() for each in cls.fields if each.name == name)
        field = next(found, None)
        if field is None:
            raise UnsupportedError(f"the field {owner}.{name}")
        return field.descriptor

    def _stub(self, at: int, step: messages.NewStub) -> None:
        """An object of a class that is made for the stub. Its answers are there before the constructor above runs."""
        stub = StubClass(self.program, step, self._taken(at))
        name = stub.name
        self.stub_classes.append(stub.data())
        self._emit("new", "H", self.pool.klass(name))
        for number, (kind, (_, _, value)) in enumerate(zip(stub.kinds, step.answers, strict=True)):
            self._emit("dup")
            self._load(value, kind)
            self._emit("putfield", "H", self.pool.field(name, f"answer{number}", kind))
        if step.constructor:
            self._emit("dup")
            self._loaded(step.arguments, step.constructor)
            self._emit("invokespecial", "H", self.pool.method(name, "<init>", step.constructor))
        self._store(at, f"L{step.owner};")
        self._stubs[at] = name

    def _taken(self, stub: int) -> tuple[Taken, ...]:
        """The arguments that a stub has to keep."""
        handed = (each for each in self.steps if isinstance(each, messages.Handed) and each.stub == stub)
        return tuple(dict.fromkeys((each.name, each.descriptor, each.parameter) for each in handed))

    def _handed(self, at: int, step: messages.Handed) -> None:
        name = self._stubs.get(step.stub)
        if name is None:
            raise UnsupportedError("an argument of a call that no stub gets")
        kind = parse_method_descriptor(step.descriptor)[0][step.parameter]
        number = self._taken(step.stub).index((step.name, step.descriptor, step.parameter))
        self._load(step.stub, OBJECT)
        self._emit("getfield", "H", self.pool.field(name, f"taken{number}", kind))
        self._store(at, kind)


def _boxing(kind: str) -> str:
    return f"({kind})L{BOX_CLASSES[kind]};"
