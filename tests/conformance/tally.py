"""What was executed: how often each opcode ran in generated code, and how often it threw which exception."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest

from everypath.classfile import OPCODE_NAMES, OPCODES
from everypath.state import State
from everypath.vm import Machine
from everypath.vm.core import Linked, Retry
from everypath.vm.invocation import exceptions

_WIDE = OPCODES["wide"]


@dataclass
class Tally:
    """``opcodes`` counts by mnemonic, ``wide`` forms apart; ``edges`` by mnemonic and internal name of the class
    thrown.
    """

    opcodes: Counter[str] = field(default_factory=Counter)
    edges: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Add the counts of another tally."""
        self.opcodes.update(other.opcodes)
        self.edges.update(other.edges)


class CountingMachine(Machine):
    """A machine that counts the instructions of target code that it executes, and the exceptions that they throw.

    An instruction that is executed again because other code had to run first counts once.
    """

    def count(self) -> Tally:
        """What ran since the machine was made."""
        tally = Tally(edges=Counter(self._edges))
        for linked, counts in self._counts.items():
            code = linked.method.code
            assert code is not None
            steps = {step.pc: step.name for step in linked.method.instructions}
            pcs = linked.pcs
            for index, number in enumerate(counts):
                if number and (index + 1 == len(pcs) or pcs[index + 1] != pcs[index]):  # the rest are marks
                    pc = pcs[index]
                    prefix = "wide " if code.bytecode[pc] == _WIDE else ""
                    tally.opcodes[prefix + steps[pc]] += number
        return tally

    def forget(self) -> None:
        """Count from 0 again."""
        self.__dict__["_counted"] = {}
        self.__dict__["_thrown"] = Counter()

    @property
    def _counts(self) -> dict[Linked, list[int]]:
        found: dict[Linked, list[int]] = self.__dict__.setdefault("_counted", {})
        return found

    @property
    def _edges(self) -> Counter[tuple[str, str]]:
        found: Counter[tuple[str, str]] = self.__dict__.setdefault("_thrown", Counter())
        return found

    def _interpret(self, state: State) -> None:
        frames = state.frames
        all_counts = self._counts
        while state.ending is None:
            frame = frames[-1]
            linked = self.link(frame.method)
            code = linked.code
            counts = all_counts.get(linked)
            if counts is None:
                counts = [0] * len(code)
                if linked.method.owner.is_target:
                    all_counts[linked] = counts
            stack, locals_, index = frame.stack, frame.locals, frame.pc
            try:
                while index >= 0:
                    counts[index] += 1
                    index = code[index](state, stack, locals_)
            except Retry:
                counts[index] -= 1
                raise

    def threw(self, state: State, address: int) -> None:
        """An exception leaves the current instruction."""
        frame = state.frames[-1]
        if frame.method.owner.is_target:
            pc = self.link(frame.method).pc_of(frame.pc)
            name = next(step.name for step in frame.method.instructions if step.pc == pc)
            self._edges[name, state.object(address).cls.name] += 1


@contextmanager
def counting_edges() -> Iterator[None]:
    """Counting machines are notified of every exception, those that class initialisation makes of others included."""
    find = exceptions._find_handler

    def find_and_count(machine: Machine, state: State, address: int) -> tuple[int, int]:
        if isinstance(machine, CountingMachine) and state.frames:
            machine.threw(state, address)
        return find(machine, state, address)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exceptions, "_find_handler", find_and_count)
        yield


# -- what must have been hit ------------------------------------------------------------------------------------------

_WIDENED = (*(f"{kind}{move}" for kind in "ilfda" for move in ("load", "store")), "iinc", "ret")
OPCODE_ROWS: tuple[str, ...] = (
    *(name for name in OPCODE_NAMES if name != "wide"),
    *(f"wide {name}" for name in _WIDENED),
)
"""Every instruction there is, and the widened forms."""

_ARRAYS = "aaload baload caload daload faload iaload laload saload aastore bastore castore dastore fastore iastore"
_INVOKES = "invokeinterface invokespecial invokevirtual"
_RUN_TIME = {
    "NullPointerException": f"{_ARRAYS} lastore sastore arraylength athrow getfield putfield {_INVOKES} "
    "monitorenter monitorexit",
    "ArrayIndexOutOfBoundsException": f"{_ARRAYS} lastore sastore",
    "ArrayStoreException": "aastore",
    "NegativeArraySizeException": "newarray anewarray multianewarray",
    "ArithmeticException": "idiv irem ldiv lrem",
    "ClassCastException": "checkcast",
    "IllegalMonitorStateException": "monitorexit ireturn lreturn freturn dreturn areturn return",
    "ExceptionInInitializerError": "getstatic putstatic invokestatic new",
    "NoClassDefFoundError": "getstatic putstatic invokestatic new",
    "AbstractMethodError": _INVOKES,
    "IncompatibleClassChangeError": f"{_INVOKES} invokestatic getfield putfield getstatic putstatic",
    "InstantiationError": "new",
    "NoSuchFieldError": "getfield putfield getstatic putstatic",
    "NoSuchMethodError": f"{_INVOKES} invokestatic",
    "IllegalAccessError": f"{_INVOKES} invokestatic getfield putfield getstatic putstatic new checkcast instanceof "
    "anewarray multianewarray ldc",
}
EDGE_ROWS: tuple[tuple[str, str], ...] = tuple(
    sorted((name, f"java/lang/{thrown}") for thrown, names in _RUN_TIME.items() for name in names.split())
)
"""Which instruction may throw what (JVMS 6.5, run-time and linking exceptions). Where a method
has left its monitor, the IllegalMonitorStateException that takes the place of what it throws is the caller's.
"""

LEAST = 100


def missing(tally: Tally, least: int = LEAST) -> list[str]:
    """The rows that were hit less often than ``least`` times, with their counts."""
    found = [f"{row}: {tally.opcodes[row]}" for row in OPCODE_ROWS if tally.opcodes[row] < least]
    found += [f"{row[0]} x {row[1]}: {tally.edges[row]}" for row in EDGE_ROWS if tally.edges[row] < least]
    return found


def table(tally: Tally) -> str:
    """Both tables in Markdown."""
    lines = ["| opcode | executions |", "|---|---:|"]
    lines += [f"| {row} | {tally.opcodes[row]:,} |" for row in OPCODE_ROWS]
    lines += ["", "| opcode | exception | executions |", "|---|---|---:|"]
    lines += [f"| {name} | {thrown.replace('/', '.')} | {tally.edges[name, thrown]:,} |" for name, thrown in EDGE_ROWS]
    return "\n".join(lines)
