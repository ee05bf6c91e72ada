"""The trace of a path: the blocks of the entry's own code in order, and the descriptor that names the trace.

Only the entry's first activation is traced, in tier 0, and only on request (`Machine.tracer`): the methods that it
calls have paths of their own, as have recursive calls of the entry. The trace is an attachment of the state, so forks
and copies have it, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from everypath.classfile import CONDITIONAL_BRANCHES, OPCODES
from everypath.program import control_tree
from everypath.state import BoundReached, StackTrace

if TYPE_CHECKING:
    from collections.abc import Callable

    from everypath.program import Class, Method
    from everypath.state import Fork, State
    from everypath.term import Value

TRACE = "vm.trace"
"""The attachment."""

THROWER = "vm.thrower"
"""The attachment with the last ``throw`` of analysed code: the throwable's address, the method, the pc."""

THROWING_CALL = "vm.left"
"""The attachment with the place where an exception last left other code: its address, the call in the analysed
code."""

OFF_PATH = "path"
"""The bound that cuts a path when it leaves the wanted one."""

_REVERSED = frozenset({OPCODES["ifnonnull"], OPCODES["if_acmpne"]})
"""Branches that do not jump if their condition, as it is decided, is true."""


_OF_THE_MACHINE = frozenset({"java/lang/VirtualMachineError", "java/lang/LinkageError"})
"""Errors that the JVM itself throws: they may occur anywhere."""


class Trace(NamedTuple):
    """The last block that a path has entered, and the trace before it.

    ``iterations`` are those of each loop that it is in, or was in last. ``throws`` are its descriptors at each
    exception that the entry's code threw.
    """

    block: int
    before: Trace | None
    descriptor: str
    iterations: tuple[tuple[int, int], ...]
    throws: tuple[str, ...] = ()


def trace_of(state: State) -> Trace | None:
    """The trace of a state; None if tracing was not requested, or the entry was not entered yet."""
    found = state.attachments.get(TRACE)
    return found if isinstance(found, Trace) else None


class Thrower(NamedTuple):
    """The last ``throw`` that analysed code executed."""

    address: Value
    method: str
    pc: int


def thrower_of(state: State) -> Thrower | None:
    """The ``throw`` of analysed code that threw the exception which ended a path.

    None if there is none, or tracing was not requested.
    """
    found = state.attachments.get(THROWER)
    return found if isinstance(found, Thrower) and found.address == state.thrown else None


class ThrowingCall(NamedTuple):
    """The call in analysed code at which an exception of other code reached analysed code."""

    address: Value
    method: Method
    pc: int


def throwing_call_of(state: State) -> ThrowingCall | None:
    """The call of other code that threw the exception which ended a path.

    None if there is none, or tracing was not requested.
    """
    found = state.attachments.get(THROWING_CALL)
    return found if isinstance(found, ThrowingCall) and found.address == state.thrown else None


def blocks_of(state: State) -> tuple[int, ...]:
    """The starts of the basic blocks that the entry's activation has entered, in order."""
    found = []
    trace = trace_of(state)
    while trace is not None:
        found.append(trace.block)
        trace = trace.before
    return tuple(reversed(found))


def descriptor_of(state: State) -> str:
    """The letters of the control nodes that the entry's activation has evaluated (`everypath.program.control`)."""
    trace = trace_of(state)
    return trace.descriptor if trace is not None else ""


class Tracer:
    """Traces one entry.

    ``limit``: no loop of the entry is iterated more often, each time it is entered (CTB's L; None: other bounds limit
    loops). ``wanted``: a path is followed only while its descriptor is a prefix of this one.
    """

    def __init__(self, method: Method, limit: int | None = None, wanted: str | None = None) -> None:
        self.method = method
        self.limit = limit
        self.wanted = wanted
        self.longest_prefix = ""
        """The longest prefix of the wanted descriptor that a path has reached."""
        self.listener: Callable[[State, int], None] | None = None
        """Called with each block that the entry's activation enters, by the start of the block."""

    @property
    def bounds_loop_iterations(self) -> bool:
        """True if the tracer bounds the loops of the entry, so no other bound is needed for them."""
        return self.limit is not None or self.wanted is not None

    def enter(self, state: State, index: int, block: int) -> None:
        """The entry's activation is about to enter a block, whose leader is at the translated ``index``.

        Raises `BoundReached` (``loop``, or `OFF_PATH`) with the state at the leader; nothing is recorded.
        """
        if len(state.frames) != 1:
            return
        trace = self._extended(trace_of(state), block)
        bound = self._cut(trace)
        if bound is not None:
            state.frames[-1].pc = index
            raise BoundReached(bound, state.here())
        state.attachments[TRACE] = trace
        if self.listener is not None:
            self.listener(state, block)
        if self.wanted is not None and len(trace.descriptor) > len(self.longest_prefix):
            self.longest_prefix = trace.descriptor

    def throws(self, state: State) -> None:
        """Code of the entry is about to throw: the path may leave the entry here."""
        trace = trace_of(state)
        if len(state.frames) == 1 and trace is not None and trace.descriptor not in trace.throws:
            state.attachments[TRACE] = trace._replace(throws=(*trace.throws, trace.descriptor))

    def threw(self, state: State, address: Value) -> None:
        """Called when a ``throw`` throws this object: record the instruction if it is in analysed code."""
        frame = state.frames[-1]
        if frame.method.owner.is_target and frame.method.linked is not None:
            pc = frame.method.linked.pc_of(frame.pc)
            state.attachments[THROWER] = Thrower(address, frame.method.key, pc)

    def leaves(self, state: State, address: int, depth: int) -> None:
        """An exception that other code throws is about to leave the frames above ``depth``.

        If it reaches analysed code for the first time, the call is recorded.
        """
        frames = state.frames
        if _is_noted(state, address):
            return
        at = next((each for each in range(len(frames) - 1, -1, -1) if frames[each].method.owner.is_target), -1)
        frame = frames[at]
        if at < max(depth, 0) or frame.pc < 0 or frame.method.linked is None:
            return  # other code catches it
        if not _is_of_the_machine(state.object(address).cls):
            state.attachments[THROWING_CALL] = ThrowingCall(address, frame.method, frame.method.linked.pc_of(frame.pc))

    def cut(self, fork: Fork) -> str | None:
        """The bound that would cut a fork at its next block, so it need not be solved; None if it would not be cut."""
        block = self._target(fork)
        if block is None:
            return None
        before = trace_of(fork.state)
        return self._cut(self._extended(before, block)) if before is not None else None

    def has_wanted(self, state: State) -> bool:
        """True if an ended path has the wanted descriptor, or none is wanted."""
        return self.wanted is None or descriptor_of(state) == self.wanted

    def _extended(self, before: Trace | None, block: int) -> Trace:
        step = control_tree(self.method).step(before.block if before is not None else None, block)
        letters = before.descriptor if before is not None else ""
        rounds = before.iterations if before is not None else ()
        if step.entered or step.iterates:
            counts = dict(rounds)
            counts.update(dict.fromkeys(step.entered, 0))
            for header in step.iterates:
                counts[header] += 1
            rounds = tuple(counts.items())
        return Trace(block, before, letters + step.letter, rounds, before.throws if before is not None else ())

    def _cut(self, trace: Trace) -> str | None:
        if self.wanted is not None and not self.wanted.startswith(trace.descriptor):
            return OFF_PATH
        if self.limit is not None and any(count > self.limit for _, count in trace.iterations):
            return "loop"
        return None

    def _target(self, fork: Fork) -> int | None:
        """The block that a fork enters next; None unless the fork is at a branch of the entry's own activation."""
        state = fork.state
        if fork.kind != "branch" or fork.side is None or len(state.frames) != 1:
            return None
        frame = state.frames[0]
        linked = self.method.linked
        if frame.method is not self.method or linked is None:
            return None
        pc = linked.pc_of(frame.pc)
        block = self.method.flow.block_at(pc)
        branch = self.method.instructions[block.last]
        if branch.pc != pc or branch.opcode not in CONDITIONAL_BRANCHES:
            return None
        jumps = fork.side is not (branch.opcode in _REVERSED)
        return branch.operand if jumps else block.end


def _is_noted(state: State, address: int) -> bool:
    """True if the origin of an exception is recorded: a call, a ``throw`` or another instruction of analysed code."""
    for each in (state.attachments.get(THROWING_CALL), state.attachments.get(THROWER)):
        if isinstance(each, ThrowingCall | Thrower) and each.address == address:
            return True
    trace = state.object(address).extra
    made = isinstance(trace, StackTrace) and not trace.constructed and bool(trace.places) and trace.places[0].is_target
    return made and not state.frames[-1].method.owner.is_target


def _is_of_the_machine(cls: Class) -> bool:
    return any(each.name in _OF_THE_MACHINE for each in cls.superclasses())
