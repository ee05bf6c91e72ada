"""Anchors: places in code that are identified by an expression and not by a line, so that they stay when lines move.

The anchor of an instruction is the expression it belongs to: the instruction and those that push its operands. Numbers
of locals, jump distances and the numbers that compilers give to anonymous classes and lambda bodies are left out. If a
method has the same expression several times, the anchor counts them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from everypath.classfile import ClassRef, Dynamic, InvokeDynamic, MemberRef
from everypath.dataclass import dataclass
from everypath.errors import TargetError
from everypath.program import effect, is_shuffle, program_cache

if TYPE_CHECKING:
    from everypath.classfile import Instruction
    from everypath.program import Method, Program
    from everypath.suite.testcase import Site

__all__ = ["Anchor", "Anchors", "method_of", "slot_of", "without_numbers"]

LONGEST_EXPRESSION = 64
"""The most instructions of one expression."""

_SHUFFLES = {
    "dup": (1, 2),
    "dup_x1": (2, 3),
    "dup_x2": (3, 4),
    "dup2": (2, 4),
    "dup2_x1": (3, 5),
    "dup2_x2": (4, 6),
    "pop2": (2, 0),
    "swap": (2, 2),
}
_NUMBERED = re.compile(r"\$\d+")
_CONSTANTS = {"iconst_m1": "int -1", **{f"iconst_{number}": f"int {number}" for number in range(6)}}


@dataclass(frozen=True, slots=True)
class Anchor:
    """The place of an instruction: its method (name and descriptor), the expression, and the number of its occurrence.

    ``pc`` orders the anchors of one method; -1: unknown. ``fields`` are the fields that the expression reads, such as
    ``shop/Fee.rate``, ``slots`` the locals that it reads.
    """

    method: str
    expression: str
    occurrence: int = 0
    pc: int = -1
    fields: frozenset[str] = frozenset()
    slots: frozenset[int] = frozenset()

    @property
    def parts(self) -> tuple[str | int, ...]:
        """The parts that the id of a finding depends on."""
        return self.method, self.expression, self.occurrence


class _Expression(NamedTuple):
    text: str
    fields: frozenset[str]
    slots: frozenset[int]


class Anchors:
    """The anchors of places in the code of one program."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def at(self, site: Site | None) -> Anchor:
        """The anchor of a place; parts that the class files do not show are empty."""
        if site is None:
            return Anchor("", "")
        method = method_of(self._program, site)
        if method is None:
            return Anchor(without_numbers(site.method), "")
        named = without_numbers(site.method) + method.descriptor
        try:
            pc = site.pc if site.pc >= 0 else _first_on(method, site.line)
            found = _expressions(method).get(pc)
        except TargetError:
            found = None
        if found is None:
            return Anchor(named, "")
        before = sum(each.text == found.text for at, each in _expressions(method).items() if at < pc)
        return Anchor(named, found.text, before, pc, found.fields, found.slots)


def method_of(program: Program, site: Site) -> Method | None:
    """The method of a place: by its descriptor, else the one of that name that holds the line, or the only one."""
    klass = program.find(site.class_name)
    if klass is None:
        return None
    if site.descriptor:
        return klass.declared_method(site.method, site.descriptor)
    named = [each for each in klass.methods if each.name == site.method and each.has_code]
    return named[0] if len(named) == 1 else next((each for each in named if site.line in each.lines), None)


def slot_of(access: Instruction) -> int:
    """The local that a load or store accesses: 3 for ``aload_3``."""
    number = access.name.partition("_")[2]
    return int(number) if number else access.operand


def without_numbers(name: str) -> str:
    """A name without the numbers that a compiler counts up: ``Fee$#`` and ``lambda$total$#``."""
    return _NUMBERED.sub("$#", name)


def _first_on(method: Method, line: int) -> int:
    """The first call or throw on a line, else its first instruction."""
    there = [each for each in method.instructions if line > 0 and method.line(each.pc) == line]
    calls = (each for each in there if each.name.startswith("invoke") or each.name == "athrow")
    first = next(calls, there[0] if there else None)
    return first.pc if first is not None else -1


@program_cache(maxsize=256)
def _expressions(method: Method) -> dict[int, _Expression]:
    """The expression of each instruction, by pc."""
    instructions = method.instructions
    texts = [_instruction_text(method, each) for each in instructions]
    moves = [_move(method, each) for each in instructions]
    found = {}
    for at, instruction in enumerate(instructions):
        first, needed = at, moves[at][0]
        while needed > 0 and first > 0 and at - first < LONGEST_EXPRESSION:
            first -= 1
            taken, given = moves[first]
            needed = max(0, needed - given) + taken
        part = range(first, at + 1)
        fields = {texts[each].split()[1].partition(":")[0] for each in part if texts[each].startswith("get")}
        slots = {slot_of(instructions[each]) for each in part if instructions[each].name[1:5] == "load"}
        text = "; ".join(texts[first : at + 1])
        found[instruction.pc] = _Expression(text, frozenset(fields), frozenset(slots))
    return found


def _move(method: Method, instruction: Instruction) -> tuple[int, int]:
    """The number of stack entries that an instruction pops, and that it pushes."""
    if is_shuffle(instruction.name):
        return _SHUFFLES[instruction.name]
    taken, given = effect(method, instruction)
    return taken, len(given)


def _instruction_text(method: Method, instruction: Instruction) -> str:
    name = instruction.name
    if name in _CONSTANTS:
        return _CONSTANTS[name]
    if name in ("bipush", "sipush"):
        return f"int {instruction.operand}"
    if name == "newarray":
        return f"{name} {instruction.operand}"
    if name[1:5] == "load" or name[1:6] == "store":
        return name.split("_")[0]
    file = method.owner.file
    assert file is not None
    if name.startswith("ldc"):
        return f"ldc {file.constant(instruction.operand)!r}"
    if name.startswith(("get", "put", "invoke", "new", "anewarray", "checkcast", "instanceof", "multianewarray")):
        match constant := file.constant(instruction.operand):
            case MemberRef():
                return without_numbers(f"{name} {constant.owner}.{constant.name}:{constant.descriptor}")
            case InvokeDynamic() | Dynamic():
                return without_numbers(f"{name} {constant.name}:{constant.descriptor}")
            case ClassRef():
                return without_numbers(f"{name} {constant.name}")
    return f"{name} {instruction.second}" if name == "iinc" else name
