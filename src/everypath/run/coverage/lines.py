"""Coverage by source line: the instructions that the replays executed, out of all instructions of the class files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import TYPE_CHECKING

from everypath.classfile import (
    CONDITIONAL_BRANCHES,
    ClassFile,
    Instruction,
    MethodInfo,
    access,
    decode,
    dotted,
    internal_name,
)
from everypath.dataclass import dataclass
from everypath.errors import ClassFormatError
from everypath.run.results import Count, MethodReport
from everypath.run.workload import ClassFinder, Workload

if TYPE_CHECKING:
    pass

__all__ = ["Line", "LineState", "coverage_by_line"]

_Key = tuple[str, str, str]
_NONE = Count()
LEAST_CONSTRUCTOR = 5
"""Bytes of a constructor that only calls that of its superclass."""


class LineState(Enum):
    """How much of a line's code the JVM executed; ``LEFT_OUT`` if none of it was selected for analysis."""

    COVERED = "covered"
    PARTLY = "partly"
    MISSED = "missed"
    LEFT_OUT = "left-out"


@dataclass(frozen=True)
class Line:
    """A source line with code: its instructions and branches, and the methods (class with dots, name, descriptor) it
    belongs to. ``asked``: one of these was selected for analysis, or executed.
    """

    instructions: Count = _NONE
    branches: Count = _NONE
    methods: tuple[_Key, ...] = ()
    asked: bool = False

    @property
    def state(self) -> LineState:
        """How much of it was executed."""
        if not self.instructions.covered:
            return LineState.MISSED if self.asked else LineState.LEFT_OUT
        whole = self.instructions.covered == self.instructions.total and self.branches.covered == self.branches.total
        return LineState.COVERED if whole else LineState.PARTLY


def coverage_by_line(workload: Workload, reports: Sequence[MethodReport]) -> dict[str, dict[int, Line]]:
    """The lines with code of each source file (``shop/Fee.java``) in which a method was analysed.

    If only some methods were selected, the code of others counts as left out, unless it was executed.
    """
    options = workload.options
    selected = bool(options.only or options.entry or workload.changes is not None)
    ran: dict[_Key, tuple[int, frozenset[tuple[int, int]]]] = {}
    for each in (each for report in reports for each in report.ran):
        bits, branches = ran.get((each.class_name, each.method, each.descriptor), (0, frozenset[tuple[int, int]]()))
        ran[each.class_name, each.method, each.descriptor] = bits | each.instructions, branches | each.branches
    analysed = {(internal_name(report.class_name), report.method, report.descriptor) for report in reports}
    files: dict[str, dict[int, Line]] = {}
    wanted: set[str] = set()
    for file in _class_files(workload):
        source = _source_of(file)
        lines = files.setdefault(source, {})
        for method in file.methods:
            key = (file.name, method.name, method.descriptor)
            if key in analysed:
                wanted.add(source)
            if key in analysed or not _is_made_by_the_compiler(file, method):
                asked = not selected or key in analysed or key in ran
                _add(lines, method, key, *ran.get(key, (0, frozenset())), asked=asked)
    return {source: dict(sorted(files[source].items())) for source in sorted(wanted)}


def _class_files(workload: Workload) -> Iterator[ClassFile]:
    finder = ClassFinder(workload)
    for name in workload.classes:
        try:
            data = finder.find(name)
            if data is not None:
                yield ClassFile(data)
        except ClassFormatError:
            continue


def _source_of(file: ClassFile) -> str:
    package, _, simple = file.name.rpartition("/")
    source = file.source_file or simple.partition("$")[0] + ".java"
    return f"{package}/{source}" if package else source


def _is_made_by_the_compiler(file: ClassFile, method: MethodInfo) -> bool:
    """True for a method without source lines of its own: bridges, the methods that javac adds to an enum, and a private
    constructor that only prevents instances.
    """
    if method.name == "<init>" and method.access & access.PRIVATE and method.descriptor == "()V":
        return method.code is not None and len(method.code.bytecode) == LEAST_CONSTRUCTOR
    if method.is_synthetic or method.access & access.SYNTHETIC:
        return not method.name.startswith("lambda$")
    return bool(file.access & access.ENUM) and method.name in ("values", "valueOf")


def _add(
    lines: dict[int, Line], method: MethodInfo, key: _Key, bits: int, taken: frozenset[tuple[int, int]], *, asked: bool
) -> None:
    """Count the code of one method line by line."""
    try:
        code = method.code
        steps = decode(code.bytecode) if code is not None else []
    except ClassFormatError:
        return
    if code is None or not code.line_numbers:
        return
    starts = dict(code.line_numbers)
    number = 0
    named = (dotted(key[0]), *key[1:])
    for step in steps:
        number = starts.get(step.pc, number)
        if not number:
            continue
        line = lines.get(number, Line())
        branches = _branches(step)
        lines[number] = Line(
            line.instructions + Count(bits >> step.pc & 1, 1),
            line.branches + Count(sum((step.pc, target) in taken for target in branches), len(branches)),
            line.methods if named in line.methods else (*line.methods, named),
            line.asked or asked,
        )


def _branches(step: Instruction) -> set[int]:
    """The targets of a conditional jump or switch."""
    if step.switch is not None:
        return set(step.targets)
    return {step.operand, step.pc + step.length} if step.opcode in CONDITIONAL_BRANCHES else set()
