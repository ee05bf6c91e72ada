"""`ModelCall`: what a library model sees of the call it stands for (the protocol `Call`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NoReturn

from everypath.classfile import dotted
from everypath.errors import ContainedError, EngineError, UnsupportedError
from everypath.state import CONTENT, TextObject, log_read
from everypath.state.text import Constant, Text
from everypath.term import (
    OPERAND_SORTS,
    Term,
    Value,
    primitive_symbol,
)
from everypath.vm.core import Invoke, JavaThrow, Rethrow
from everypath.vm.references import dispatch, read_field, runtime_class, write_field

if TYPE_CHECKING:
    from everypath.program import Class, Field, Method
    from everypath.state import State
    from everypath.vm.core import Call, MachineServices


class ModelCall:
    """One run of one model; see `everypath.vm.core.protocols.Call` for the meaning of its methods."""

    __slots__ = ("machine", "method", "state")

    def __init__(self, machine: MachineServices, state: State, method: Method) -> None:
        self.machine = machine
        self.state = state
        self.method = method

    def decide(self, condition: Value, kind: str = "library") -> bool:
        """Decide a condition."""
        if isinstance(condition, int | float):
            return bool(condition)
        return self.state.decide(condition, kind)

    def limit(self, condition: Value, bound: str = "length") -> None:
        """Go on under a condition, parking the other side."""
        self.state.decide_limit(condition if isinstance(condition, Term) else bool(condition), bound)

    def reference(self, value: Value) -> int:
        """Decide a reference and materialise it."""
        return value if type(value) is int else self.machine.address(self.state, value)

    def non_null(self, value: Value) -> int:
        """Like `reference`, but null throws."""
        address = value if type(value) is int else self.machine.address(self.state, value)
        if address == 0:
            raise JavaThrow("java/lang/NullPointerException", known=False)
        return address

    def klass(self, name: str) -> Class:
        """The linked class of an internal name."""
        return self.machine.program.klass(name)

    def throw(self, class_name: str, message: str | Text | None = None, *, known: bool = True) -> NoReturn:
        """Leave the model by throwing a new exception; a message that is not ``known`` cannot be read."""
        raise JavaThrow(class_name, message, known=known)

    def throw_object(self, address: int) -> NoReturn:
        """Leave the model by throwing an existing throwable."""
        raise Rethrow(address)

    def text(self, value: Value) -> Text:
        """The text of a string or builder."""
        obj = self.state.heap.get(value) if type(value) is int else None
        if obj is None:
            address = self.non_null(value)
            obj = self.state.object(address)
            if address in self.state.open:
                log_read(self.state, address, CONTENT)
        if not isinstance(obj, TextObject):
            raise EngineError(f"{obj.cls.name} has no text")
        return obj.text

    def new_text(self, text: Text | str, class_name: str = "java/lang/String") -> int:
        """A new string or builder with this content."""
        content = Constant(text) if isinstance(text, str) else text
        return self.state.new_text(self.klass(class_name), content)

    def intern(self, value: str) -> int:
        """The interned string of a constant."""
        return self.machine.intern(self.state, value)

    def new_object(self, class_name: str) -> int:
        """A new instance with default fields, its class initialised."""
        cls = self.klass(class_name)
        self.machine.ensure_initialised(self.state, cls)
        return self.machine.new_instance(self.state, cls)

    def class_object(self, cls: Class) -> int:
        """The ``java.lang.Class`` object of a class."""
        return self.machine.class_object(self.state, cls)

    def class_of(self, address: int) -> Class:
        """The runtime class of an object."""
        return runtime_class(self.machine, self.state, address)

    def get_field(self, address: int, name: str) -> Value:
        """An instance field by name."""
        return read_field(self.machine, self.state, address, self._field(address, name))

    def put_field(self, address: int, name: str, value: Value) -> None:
        """Write an instance field by name."""
        write_field(self.state, address, self._field(address, name), value)

    def _field(self, address: int, name: str) -> Field:
        cls = self.class_of(address)
        field = self.machine.named_fields.get((cls, name))
        if field is None:
            field = next((each for each in reversed(cls.instance_fields) if each.name == name), None)
            if field is None:
                raise EngineError(f"{cls.name} has no field {name}")
            self.machine.named_fields[cls, name] = field
        return field

    def invoke(self, method: Method, args: Sequence[Value]) -> NoReturn:
        """Leave the model: its result is that of a Java call."""
        raise Invoke(method, args)

    def run_code(self, args: Sequence[Value]) -> NoReturn:
        """Leave the model: the method's own bytecode runs."""
        raise Invoke(self.method, args, own_code=True)

    def invoke_virtual(self, owner: str, name: str, descriptor: str, args: Sequence[Value]) -> NoReturn:
        """Leave the model by a virtual call."""
        method, receiver = self.select(owner, name, descriptor, args[0])
        raise Invoke(method, [receiver, *args[1:]])

    def select(self, owner: str, name: str, descriptor: str, receiver: Value) -> tuple[Method, int]:
        """The method that a virtual or interface call runs, and the receiver decided; null throws."""
        cls = self.klass(owner)
        program = self.machine.program
        resolve = program.resolve_interface_method if cls.is_interface else program.resolve_method
        address = self.non_null(receiver)
        return dispatch(self.machine, self.state, address, resolve(cls, name, descriptor)), address

    def then(
        self, method: Method, args: Sequence[Value], after: Callable[[Call, Value | None], Value | None]
    ) -> NoReturn:
        """Leave the model by a Java call whose result goes to ``after``."""
        raise Invoke(method, args, ((self.method, after),))

    def havoc(self, descriptor: str, reason: str) -> Value:
        """A fresh symbol for an unknown result; the path becomes partial."""
        self.state.note("havoc", reason)
        name = self.state.fresh_name(f"havoc.{self.method.name}")
        if descriptor in OPERAND_SORTS:
            return primitive_symbol(name, descriptor)
        return self.unsupported(f"unknown object from {dotted(self.method.owner.name)}.{self.method.name}")

    def unanswered(self, name: str, args: Sequence[Value]) -> Value | None:
        """The result that a run on the JVM saw, and what it wrote to arrays of the arguments. Ends the path as
        unsupported if there is none.
        """
        recorded = self.machine.recorded
        return recorded(self, name, args) if recorded is not None else self.unsupported(name)

    def unsupported(self, name: str) -> NoReturn:
        """End the path as unsupported."""
        raise UnsupportedError(name)

    def contained(self, name: str) -> NoReturn:
        """End the path as contained: it calls a method of the JDK that the JVM refuses."""
        raise ContainedError(name)
