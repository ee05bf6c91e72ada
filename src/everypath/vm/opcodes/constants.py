"""Constants: aconst_null to ldc2_w (JVMS 6.5)."""

from __future__ import annotations

from everypath.classfile import (
    ClassRef,
    DoubleConst,
    Dynamic,
    FloatConst,
    IntConst,
    LongConst,
    MethodHandle,
    MethodType,
    StringConst,
)
from everypath.errors import EngineError
from everypath.state import State
from everypath.term import Value
from everypath.vm.core import Handler
from everypath.vm.instructions import InstructionSite, opcode
from everypath.vm.invocation import model_handler

VALUES: dict[str, Value] = {
    "aconst_null": 0,
    "iconst_m1": -1,
    **{f"iconst_{i}": i for i in range(6)},
    "lconst_0": 0,
    "lconst_1": 1,
    "fconst_0": 0.0,
    "fconst_1": 1.0,
    "fconst_2": 2.0,
    "dconst_0": 0.0,
    "dconst_1": 1.0,
}


def push(value: Value, following: int) -> Handler:
    """A handler that pushes a constant."""

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        stack.append(value)
        return following

    return handler


@opcode("nop")
def nop(site: InstructionSite) -> Handler:
    """Do nothing."""
    following = site.next

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        return following

    return handler


@opcode(*VALUES)
def constant(site: InstructionSite) -> Handler:
    """Push the constant that the mnemonic names."""
    return push(VALUES[site.name], site.next)


@opcode("bipush", "sipush")
def immediate(site: InstructionSite) -> Handler:
    """Push the operand."""
    return push(site.instruction.operand, site.next)


@opcode("ldc", "ldc_w", "ldc2_w")
def load_constant(site: InstructionSite) -> Handler:
    """Push a constant of the pool; the library makes method handles, method types and dynamic constants."""
    value = site.constant()
    if isinstance(value, IntConst | LongConst | FloatConst | DoubleConst):
        return push(value.value, site.next)
    machine, following, here = site.machine, site.next, site.here
    if isinstance(value, StringConst):
        text = value.value

        def string(state: State, stack: list[Value], locals_: list[Value]) -> int:
            stack.append(state.interned.get(text) or machine.intern(state, text))
            return following

        return string
    if isinstance(value, ClassRef):
        name = value.name

        def class_object(state: State, stack: list[Value], locals_: list[Value]) -> int:
            state.frames[-1].pc = here
            stack.append(machine.class_object(state, site.named_class(name)))
            return following

        return class_object
    if isinstance(value, MethodHandle | MethodType | Dynamic):
        kind = value.descriptor if isinstance(value, Dynamic) else "Ljava/lang/Object;"
        nominal = site.method.viewed_as(f"(){kind}")
        return model_handler(machine, nominal, machine.library.constant(site.owner, value), here, 0)
    raise EngineError(f"ldc names {value!r}")
