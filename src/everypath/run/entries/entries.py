"""Chooses the methods to analyse: the entries of a target, and the patterns of ``--only``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from everypath.classfile import BRANCHES, CONDITIONAL_BRANCHES, INVOKES, ClassFile, MethodInfo, access, decode, dotted
from everypath.dataclass import dataclass, field
from everypath.errors import ClassFormatError
from everypath.run.option_values import CONSTRUCTOR, EntryPattern
from everypath.run.options import Options
from everypath.run.results import Count

CLASS_INITIALISER = "<clinit>"

WEIGHT_OF_CALL = 10
"""The weight of a call in a method, in bytes of code."""


@dataclass(frozen=True, order=True)
class EntryName:
    """An entry by name: internal class name, method name and descriptor. Small and picklable."""

    class_name: str
    method: str
    descriptor: str

    @property
    def dotted(self) -> str:
        """The class name with dots."""
        return dotted(self.class_name)


@dataclass(frozen=True)
class Entry:
    """An entry of a class file. `size` is its bytes of code; a native method has none."""

    name: EntryName
    size: int
    native: bool = False
    code: bytes = field(default=b"", repr=False, compare=False)

    @property
    def weight(self) -> int:
        """An estimate of its relative analysis time: the size of its code, once more for each loop, and its calls."""
        try:
            steps = decode(self.code) if self.code else []
        except ClassFormatError:
            steps = []
        loops = sum(step.opcode in BRANCHES and step.operand <= step.pc for step in steps)
        calls = sum(step.opcode in INVOKES for step in steps)
        return self.size * (1 + loops) + WEIGHT_OF_CALL * calls

    @property
    def counts(self) -> tuple[Count, Count]:
        """The numbers of its instructions and branches, none covered; both are 0 if the code cannot be decoded."""
        try:
            steps = decode(self.code) if self.code else []
        except ClassFormatError:
            steps = []
        branches = sum(2 for step in steps if step.opcode in CONDITIONAL_BRANCHES)
        branches += sum(len({step.switch.default, *step.switch.cases.values()}) for step in steps if step.switch)
        return Count(0, len(steps)), Count(0, branches)


def selected_classes(names: Iterable[str], options: Options) -> list[str]:
    """The class names that match ``--only``, in order; all if there is no ``--only``."""
    patterns = [EntryPattern.parse(text) for text in options.only]
    return sorted(name for name in names if not patterns or any(pattern.matches_class(name) for pattern in patterns))


def entries_of(klass: ClassFile, options: Options, *, of_the_jdk: bool = False) -> list[Entry]:
    """The entries of one class, in the order of the class file.

    Public, protected and package-private methods and constructors with code, private ones by name or with
    ``--private``; of a class of the JDK, whose packages are closed, public ones, and all others by name. Synthetic and
    bridge methods, lambda bodies, class initialisers and an enum's ``values`` and ``valueOf`` are executed but never
    entries. Natives are listed, so that a report can say that they were skipped.
    Raises `ClassFormatError`.
    """
    if klass.is_synthetic or klass.access & access.MODULE:
        return []
    patterns = [EntryPattern.parse(text) for text in options.only]
    found = []
    for method in klass.methods:
        if _is_entry(klass, method, patterns, options, of_the_jdk):
            code = method.code
            size = len(code.bytecode) if code is not None else 0
            name = EntryName(klass.name, method.name, method.descriptor)
            found.append(Entry(name, size, code is None, code.bytecode if code is not None else b""))
    return found


def _is_entry(
    klass: ClassFile, method: MethodInfo, patterns: Sequence[EntryPattern], options: Options, of_the_jdk: bool
) -> bool:
    if method.access & (access.SYNTHETIC | access.BRIDGE | access.ABSTRACT) or method.is_synthetic:
        return False
    if method.name == CLASS_INITIALISER or _is_generated_by_the_compiler(klass, method):
        return False
    if options.entry is not None and method.name != options.entry:
        return False
    matching = [pattern for pattern in patterns if pattern.matches(klass.name, method.name, method.descriptor)]
    if patterns and not matching:
        return False
    if method.access & access.PRIVATE or (of_the_jdk and not method.access & access.PUBLIC):
        return options.private or any(pattern.names_a_method for pattern in matching)
    return True


def _is_generated_by_the_compiler(klass: ClassFile, method: MethodInfo) -> bool:
    if method.name == CONSTRUCTOR and _is_made_inside(klass):
        return True
    if not klass.access & access.ENUM:
        return False
    own = f"L{klass.name};"
    generated = (("values", f"()[{own}"), ("valueOf", f"(Ljava/lang/String;){own}"))
    return method.name == CONSTRUCTOR or (method.name, method.descriptor) in generated


def _is_made_inside(klass: ClassFile) -> bool:
    """True if the class is anonymous or local: no code but that of one method can create its objects."""
    return klass.enclosing_method is not None
