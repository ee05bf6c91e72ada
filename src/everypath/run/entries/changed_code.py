"""The entries that a change of sources affects: methods with changed lines, and callers of changed private methods.

Lines are mapped by the line tables of the compiled classes, so these must be newer than the sources. A line without
code belongs to the method that has code before and after it, else to both neighbours; a changed declaration of a field
or a class affects the whole class. Uncertain methods are selected.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from everypath.classfile import INVOKES, ClassFile, MemberRef, MethodInfo, access, decode, package_of, usual_source_file
from everypath.dataclass import dataclass, field
from everypath.errors import ClassFormatError

__all__ = ["ChangedFile", "affected_methods"]

Name = tuple[str, str, str]
"""Class, method and descriptor."""

_IDLE = re.compile(r"\s*(?:[{}()\s;]*|//.*|/?\*.*|import\b.*|package\b.*)")
_TYPE = re.compile(r"\b(?:class|interface|enum|record)\s+\w")
_STATEMENT = re.compile(r"\s*(?:return|throw|break|continue|case|else|yield|assert)\b")
_FIELD = re.compile(r"\s*(?:@\w+(?:\([^)]*\))?\s+)*[\w.]+(?:<.*>)?(?:\[\])*\s+(?:[\w.<>\[\]?,]+\s+)*\w+\s*(?:=.*)?;.*")
_LAMBDA = re.compile(r"lambda\$(.+)\$\d+")
_SPECIAL = {"new": "<init>", "static": "<clinit>"}


@dataclass(frozen=True)
class ChangedFile:
    """A file that differs from an older state: its path in the repository, the ``added`` lines by number, and what was
    ``removed`` before a line. ``whole``: the file is new, or nothing is known of its lines.
    """

    path: str
    added: tuple[tuple[int, str], ...] = ()
    removed: tuple[tuple[int, str], ...] = ()
    whole: bool = False

    def holds(self, source: str) -> bool:
        """True if this is the file of ``source``, a path such as ``shop/Fee.java``."""
        return self.path == source or self.path.endswith(f"/{source}")


def affected_methods(classes: Iterable[ClassFile], changes: Sequence[ChangedFile]) -> frozenset[Name]:
    """The methods with changed lines. If a changed method can be called only from its own source file (private and
    synthetic methods, lambdas, nested classes), the methods there that call or enclose it are affected, too.
    """
    sources: dict[str, list[ClassFile]] = defaultdict(list)
    for klass in classes:
        package = package_of(klass.name)
        file = klass.source_file or usual_source_file(klass.name)
        sources[f"{package}/{file}" if package else file].append(klass)
    found: set[Name] = set()
    for source, members in sources.items():
        for change in changes:
            if change.holds(source):
                found |= _Source(members).affected(change)
    return frozenset(found)


@dataclass
class _Source:
    """The classes of one source file."""

    classes: Sequence[ClassFile]
    lines: dict[int, set[Name]] = field(default_factory=lambda: defaultdict(set))
    methods: dict[Name, MethodInfo] = field(default_factory=dict)

    def affected(self, change: ChangedFile) -> set[Name]:
        for klass in self.classes:
            for method in klass.methods:
                name = (klass.name, method.name, method.descriptor)
                self.methods[name] = method
                for _, line in method.code.line_numbers if method.code is not None else ():
                    self.lines[line].add(name)
        if change.whole or not self.lines:
            return set(self.methods)
        found: set[Name] = set()
        for number, text in change.added:
            found |= self._by_line(number, number, text)
        for number, text in change.removed:
            for each in text.split("\n"):
                found |= self._by_line(number - 1, number, each)
        return self._with_callers(found)

    def _by_line(self, before: int, after: int, text: str) -> set[Name]:
        """The methods that a changed line with this ``text`` affects. It is the line ``before`` (equal to ``after``),
        or it was removed between the lines ``before`` and ``after``.
        """
        if before == after and before in self.lines:
            return self._whole_classes(self.lines[before])
        if _IDLE.fullmatch(text):
            return set()
        known = sorted(self.lines)
        at, then = bisect_right(known, before), bisect_left(known, after)
        last = self.lines[known[at - 1]] if at else set()
        following = self.lines[known[then]] if then < len(known) else set()
        if last & following:
            return self._whole_classes(last & following)
        if _TYPE.search(text) or (_FIELD.fullmatch(text) and not _STATEMENT.match(text)):
            names = {name[0] for name in last | following}
            return {name for name in self.methods if name[0] in names}
        return last | following

    def _whole_classes(self, names: Iterable[Name]) -> set[Name]:
        """The given methods, and all methods of each class whose initialiser is one of them."""
        given = set(names)
        started = {name[0] for name in given if name[1] == "<clinit>"}
        return given | {name for name in self.methods if name[0] in started}

    def _with_callers(self, found: set[Name]) -> set[Name]:
        """The methods in ``found``, with all that call a private or synthetic one, or enclose a lambda or a nested
        class.
        """
        callers = _callers(self.methods, self.classes)
        work = list(found)
        while work:
            name = work.pop()
            for each in self._around(name, callers):
                if each not in found:
                    found.add(each)
                    work.append(each)
        return found

    def _around(self, name: Name, callers: Mapping[Name, set[Name]]) -> Iterator[Name]:
        class_name, method, _ = name
        known = self.methods.get(name)
        if known is not None and (known.access & access.PRIVATE or known.is_synthetic):
            yield from callers.get(name, ())
        body = _LAMBDA.fullmatch(method)
        if body is not None:
            outer = _SPECIAL.get(body.group(1), body.group(1))
            yield from (each for each in self.methods if each[:2] == (class_name, outer))
        for klass in self.classes:
            around = klass.enclosing_method
            if klass.name == class_name and around is not None and around.name is not None:
                yield from (each for each in self.methods if each[:2] == (around.owner, around.name))


def _callers(methods: Mapping[Name, MethodInfo], classes: Sequence[ClassFile]) -> dict[Name, set[Name]]:
    """Map each method of one source file to the methods of that file that call it."""
    files = {klass.name: klass for klass in classes}
    found: dict[Name, set[Name]] = defaultdict(set)
    for name, method in methods.items():
        try:
            steps = decode(method.code.bytecode) if method.code is not None else []
        except ClassFormatError:
            continue
        for step in steps:
            if step.opcode in INVOKES and step.name != "invokedynamic":
                member = files[name[0]].constant(step.operand)
                if isinstance(member, MemberRef):
                    found[member.owner, member.name, member.descriptor].add(name)
    return found
