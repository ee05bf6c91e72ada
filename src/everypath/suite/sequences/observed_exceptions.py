"""The exception that ended a replay: its place in target code, and what raised it there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from everypath.bridge import CLASS_BITS, BlockProbe, ProbeTable, ReplayResult, TraceFrame
from everypath.classfile import Instruction, MemberRef, access
from everypath.program import Method, Program
from everypath.suite.prediction import (
    CLASS_CAST,
    MESSAGE_BY_THE_JVM,
    is_helper,
    makes_own_message,
    returns_type_variable,
)
from everypath.suite.recipes import Members
from everypath.suite.sequences.observed_values import is_steady_text
from everypath.suite.stubs import stubbed
from everypath.suite.testcase import Site, Throw

__all__ = ["Probes", "observed_throw"]

_OF_INSTRUCTIONS = frozenset(
    {
        "java/lang/NullPointerException",
        "java/lang/ArithmeticException",
        "java/lang/ArrayIndexOutOfBoundsException",
        "java/lang/NegativeArraySizeException",
        "java/lang/ArrayStoreException",
        "java/lang/IllegalMonitorStateException",
        CLASS_CAST,
    }
)
"""The exceptions that instructions throw (JVMS 6.5), without errors of linkage."""

_RAISING = {
    "java/lang/NullPointerException": ("load", "store", "field", "virtual", "special", "interface", "length", "enter"),
    "java/lang/ArithmeticException": ("div", "rem"),
    "java/lang/ArrayIndexOutOfBoundsException": tuple(
        f"{kind}a{end}" for kind in "ilfdabcs" for end in ("load", "store")
    ),
    "java/lang/NegativeArraySizeException": ("newarray",),
    "java/lang/ArrayStoreException": ("aastore",),
    CLASS_CAST: ("checkcast",),
}
"""The ends of the mnemonics of the instructions that raise an exception."""

_HELPFUL = {
    "Cannot invoke": ("virtual", "special", "interface"),
    "Cannot read field": ("getfield",),
    "Cannot assign field": ("putfield",),
    "Cannot read the array length": ("length",),
    "Cannot load from": ("aload",),
    "Cannot store to": ("astore",),
    "Cannot throw": ("athrow",),
    "Cannot enter": ("enter",),
}
"""The beginnings of the messages for null (JEP 358), with the ends of the mnemonics of their instructions."""

_OF_THE_JVM = "java/lang/VirtualMachineError"
_ASSERTION = "java/lang/AssertionError"
_OVERFLOW = "java/lang/StackOverflowError"


Probes = Callable[[str], ProbeTable | None]
"""The probes of a class by its internal name: `Bridge.probes`."""


def observed_throw(
    replays: Sequence[ReplayResult], program: Program, members: Members, is_jdk: bool, probes: Probes
) -> Throw | None:
    """The exception in which all replays ended; None if its class is unknown. ``is_jdk``: its class is of the JDK.

    The message is known if it is the same in all replays, and no instruction words it.
    """
    real = replays[0]
    thrown = program.find(real.exception) if real.exception is not None else None
    if thrown is None:
        return None
    ancestors = tuple(each.name for each in thrown.superclasses())[1:]
    trace = real.trace
    at = next((place for place, frame in enumerate(trace) if _is_target(frame, program)), None)
    raiser = _Raiser(program, members, (thrown.name, *ancestors), real, at, probes)
    origin = "assertion" if _ASSERTION in (thrown.name, *ancestors) else raiser.origin()
    steady = len({each.message for each in replays}) == 1 and is_steady_text(real.message or "")
    worded = thrown.name == _OVERFLOW or (thrown.name in MESSAGE_BY_THE_JVM and not raiser.constructs())
    known = steady and not worded and not (makes_own_message(thrown) and not is_jdk and origin == "instruction")
    return Throw(
        thrown.name,
        ancestors,
        real.message if steady else None,
        known,
        raiser.site(),
        origin,
        raiser.source(),
        polluted=thrown.name == CLASS_CAST and raiser.is_generic_cast(),
        own=not is_jdk,
    )


def _is_target(frame: TraceFrame, program: Program) -> bool:
    return stubbed(frame.klass) is None and program.is_target_name(frame.klass)


class _Raiser:
    """Looks at the code at the innermost target frame, the one at ``at`` in the trace."""

    def __init__(
        self,
        program: Program,
        members: Members,
        classes: Sequence[str],
        real: ReplayResult,
        at: int | None,
        probes: Probes,
    ) -> None:
        self._program = program
        self._members = members
        self._thrown = classes[0]
        self._of_the_jvm = _OF_THE_JVM in classes
        self._real = real
        self._trace = trace = real.trace
        self._at = at
        self._probes = probes
        self._methods = list(_methods_at(program, trace[at])) if at is not None else []

    def origin(self) -> str:
        """What raised the exception there, see `Throw`."""
        if self._at is None:
            return "library"
        if self._at > 0:
            caller = self._trace[self._at - 1]
            return "helper" if is_helper(caller.klass, caller.method) else "library"
        if is_helper(self._trace[0].klass, self._trace[0].method):
            return "helper"
        if self.constructs():
            return "explicit"
        if self._of_the_jvm:
            return "library"
        return "instruction" if self._thrown in _OF_INSTRUCTIONS else "explicit"

    def constructs(self) -> bool:
        """True if the code at the innermost line makes an object of the exception's class."""
        innermost = _methods_at(self._program, self._trace[0]) if self._trace else ()
        return any(self._is_creation(method, step) for method, steps in innermost for step in steps)

    def _is_creation(self, method: Method, step: Instruction) -> bool:
        if step.name != "invokespecial" or method.owner.file is None:
            return False
        called = method.owner.file.constant(step.operand)
        return isinstance(called, MemberRef) and (called.owner, called.name) == (self._thrown, "<init>")

    def site(self) -> Site | None:
        """The place in target code; without descriptor and bytecode index if several methods have the line."""
        if self._at is None:
            return None
        frame = self._trace[self._at]
        descriptor = self._methods[0][0].descriptor if len(self._methods) == 1 else ""
        return Site(frame.klass, frame.method, descriptor, self._pc() if descriptor else -1, frame.line)

    def _pc(self) -> int:
        """The instruction that raised the exception, -1 if none on the line may; the first one if several may.

        Of those on the line, it is in the last block that the replay entered, as the end of a call ends a block.
        """
        ((method, steps),) = self._methods
        of_this = {after.pc for step, after in pairwise(steps) if step.name == "aload_0" and not method.is_static}
        found = [step.pc for step in steps if self._may_raise(method, step)]
        found = [pc for pc in found if pc not in of_this or self._at or self.constructs()] or found
        for pcs in reversed(self._entered(method) or ()):
            inside = [pc for pc in found if pc in pcs]
            if inside:
                return inside[0]
        return found[0] if found else -1

    def _entered(self, method: Method) -> list[tuple[int, ...]] | None:
        """The blocks that the call entered, by their instructions, in the order of the code; None if unknown."""
        table = self._probes(method.owner.name)
        known = table.method(method.name, method.descriptor) if table is not None else None
        if table is None or known is None:
            return None
        first, called = (table.number << CLASS_BITS) + known.first, set(self._real.called)
        entered = (each for at, each in enumerate(known.probes) if first + at in called)
        return sorted(each.pcs for each in entered if isinstance(each, BlockProbe))

    def _may_raise(self, method: Method, step: Instruction) -> bool:
        """True if the instruction may be the one that raised the exception, or called what raised it."""
        if self._at:
            return step.name.startswith("invoke") and self._calls(method, step, self._trace[self._at - 1].method)
        if self.constructs():
            return self._is_creation(method, step)
        if self._of_the_jvm:
            return step.name.startswith("invoke")
        return step.name.endswith(self._raising())

    def _raising(self) -> tuple[str, ...]:
        """The ends of the mnemonics of the instructions that may be it: the JVM says what it did not do with null."""
        if self._thrown == "java/lang/NullPointerException":
            message = self._real.message or ""
            ends = next((ends for start, ends in _HELPFUL.items() if message.startswith(start)), None)
            if ends is not None:
                return ends
        return _RAISING.get(self._thrown, ("athrow",))

    @staticmethod
    def _calls(method: Method, step: Instruction, name: str) -> bool:
        called = method.owner.file.constant(step.operand) if method.owner.file is not None else None
        return isinstance(called, MemberRef) and called.name == name

    def source(self) -> str:
        """The source file of the place; empty if there is none."""
        found = self._program.find(self._trace[self._at].klass) if self._at is not None else None
        return found.source_path if found is not None else ""

    def is_generic_cast(self) -> bool:
        """True if the cast that failed is not in the source: it is in a bridge method, follows a call that returns a
        type variable or a read of a field of such a type, or is hidden in the class of a lambda.
        """
        if not self._trace:
            return False
        frame = self._trace[0]
        if (frame.klass, frame.method) == ("java/lang/Enum", "compareTo"):
            return True
        found = list(_methods_at(self._program, frame))
        casts = [
            (method, before)
            for method, steps in found
            for before, step in zip([None, *steps], steps, strict=False)
            if step.name == "checkcast"
        ]
        if not casts:
            return bool(found)
        return all(
            bool(method.access & access.BRIDGE) or (before is not None and self._is_generic(method, before))
            for method, before in casts
        )

    def _is_generic(self, method: Method, before: Instruction) -> bool:
        """True if an instruction yields a value whose type in source is a type variable."""
        if before.name not in ("getfield", "getstatic") or method.owner.file is None:
            return returns_type_variable(method, before, self._members)
        read = method.owner.file.constant(before.operand)
        if not isinstance(read, MemberRef):
            return False
        found = self._members.classes.find_field(read.owner, read.name, read.descriptor)
        return found is not None and (found[1].signature or "").startswith("T")


def _methods_at(program: Program, frame: TraceFrame) -> Iterator[tuple[Method, list[Instruction]]]:
    """The methods that a frame may be in, each with the instructions of the line; all of them if it has no line."""
    owner = program.find(frame.klass)
    for method in owner.methods if owner is not None else ():
        if method.name != frame.method or not method.has_code:
            continue
        steps = [each for each in method.instructions if frame.line < 0 or method.line(each.pc) == frame.line]
        if steps:
            yield method, steps
