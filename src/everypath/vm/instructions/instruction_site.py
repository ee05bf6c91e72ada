"""One instruction being translated: its index, the index that follows, and the resolution of its operands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from everypath.classfile import ClassRef, MemberRef, dotted
from everypath.errors import EngineError
from everypath.term import Term
from everypath.vm.core import JavaThrow
from everypath.vm.instructions.diamonds import Diamond, find_diamond

if TYPE_CHECKING:
    from collections.abc import Callable

    from everypath.classfile import Constant, Instruction
    from everypath.program import Class, Field, Method
    from everypath.state import State
    from everypath.term import Value
    from everypath.vm.core import Handler, Linked, MachineServices
    from everypath.vm.instructions.code_layout import CodeLayout


class InstructionSite:
    """The instruction at translated index ``here``; ``next`` is the index that follows it."""

    __slots__ = ("_diamond", "here", "instruction", "layout", "linked", "machine", "method", "next")

    def __init__(
        self,
        machine: MachineServices,
        linked: Linked,
        instruction: Instruction,
        here: int,
        layout: CodeLayout,
    ) -> None:
        self.machine = machine
        self.linked = linked
        self.method: Method = linked.method
        self.instruction = instruction
        self.here = here
        self.next = here + 1
        self.layout = layout
        self._diamond: Diamond | Literal[False] | None = False

    def at(self, instruction: Instruction) -> InstructionSite:
        """The site of another instruction of the same method."""
        return InstructionSite(self.machine, self.linked, instruction, self.layout.starts[instruction.pc], self.layout)

    @property
    def diamond(self) -> Diamond | None:
        """The diamond that this conditional branch opens, if it can be merged; computed on the first access."""
        if self._diamond is False:
            self._diamond = find_diamond(self)
        return self._diamond

    @property
    def name(self) -> str:
        """The mnemonic."""
        return self.instruction.name

    @property
    def caller(self) -> Class | None:
        """The class whose access is checked, for target code. None for code of the JDK: it is assumed to link."""
        return self.owner if self.owner.is_target else None

    @property
    def owner(self) -> Class:
        """The class whose code this is."""
        return self.method.owner

    def target(self, pc: int) -> int:
        """The translated index that a jump to ``pc`` goes to; a jump into a nested loop goes to its loop entry."""
        return self.layout.target(self.instruction.pc, pc)

    def jump_target(self) -> int:
        """The translated index that the operand jumps to."""
        return self.target(self.instruction.operand)

    def wide(self, depth: int) -> bool:
        """True if the stack entry ``depth`` below the top is two words wide before this instruction."""
        shape = self.layout.shapes.get(self.instruction.pc)
        return shape is not None and depth < len(shape) and shape[-1 - depth]

    def quicken(self, resolve: Callable[[InstructionSite], Handler]) -> Handler:
        """A handler that resolves at its first execution and then replaces itself; failed resolution throws in Java."""
        linked, here = self.linked, self.here

        def first(state: State, stack: list[Value], locals_: list[Value]) -> int:
            state.frames[-1].pc = here
            handler = linked.plain[here] = resolve(self)
            if linked.code[here] is first:
                linked.code[here] = handler
            linked.quick.add(here)
            return handler(state, stack, locals_)

        return first

    def named_class(self, name: str) -> Class:
        """The class of this name, to which this code must have access."""
        return self.machine.program.named_class(name, self.caller)

    def resolve_field(self, *, static: bool) -> Field:
        """The field that the operand names (JVMS 5.4.3.2)."""
        member = self.member()
        program = self.machine.program
        field = program.resolve_field(self.named_class(member.owner), member.name, member.descriptor, self.caller)
        if field.is_static is not static:
            expected = "static" if static else "non-static"
            name = f"{dotted(field.owner.name)}.{field.name}"
            raise JavaThrow("java/lang/IncompatibleClassChangeError", f"Expected {expected} field {name}")
        return field

    def constant(self) -> Constant:
        """The constant that the operand names."""
        file = self.owner.file
        if file is None:
            raise EngineError(f"{self.owner.name} has no class file")
        return file.constant(self.instruction.operand)

    def member(self) -> MemberRef:
        """The field or method that the operand names."""
        constant = self.constant()
        if not isinstance(constant, MemberRef):
            raise EngineError(f"{self.name} names {constant!r}")
        return constant

    def class_name(self) -> str:
        """The class that the operand names."""
        constant = self.constant()
        if not isinstance(constant, ClassRef):
            raise EngineError(f"{self.name} names {constant!r}")
        return constant.name

    def initialised_here(self, cls: Class) -> bool:
        """True if ``cls`` is the class of this code or a superclass: its initialisation has begun before."""
        current: Class | None = self.owner
        while current is not None:
            if current is cls:
                return not self.owner.is_interface
            current = current.superclass
        return False

    def sides(self, on_true: int, on_false: int) -> tuple[bool, bool] | None:
        """For each target of this branch: True if it is in the innermost loop around it. None outside loops."""
        return self.layout.sides(self.instruction.pc, on_true, on_false)

    def branch(self, state: State, condition: Value, target: int, kind: str = "branch") -> int:
        """Decide a branch and give the next index; operands must still be on the stack."""
        state.frames[-1].pc = self.here
        if condition is True or condition is False:
            return target if condition else self.next
        assert isinstance(condition, Term)
        return target if state.decide(condition, kind, self.sides(target, self.next)) else self.next
