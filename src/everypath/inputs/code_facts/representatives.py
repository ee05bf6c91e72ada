"""Chooses a few representative classes and members: reflective code distinguishes them by the kinds of their members.

The kind of a method consists of the first word of its name (``get``, ``set``, ``add``), whether it is static, and the
sorts of its parameters and its result: conventions such as those of beans depend on these. Classes are chosen greedily:
each next class has the most kinds that no earlier class has. Members are chosen in the same way. A member that takes a
value which another member returns comes first.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import islice, takewhile
from typing import TYPE_CHECKING

from everypath.classfile import access
from everypath.errors import TargetError

if TYPE_CHECKING:
    from everypath.program import Class, Method, Program

MOST_READ = 200
"""The most classes that are compared."""

_MEMBERS_HIDDEN = access.SYNTHETIC | access.PRIVATE


def representative_classes(program: Program, names: Iterable[str], most: int) -> tuple[str, ...]:
    """At most ``most`` of these classes: the one with the most kinds of members first."""
    kinds: dict[str, set[Hashable]] = {}
    for name in islice(names, MOST_READ):
        try:
            cls = program.find(name)
        except TargetError:
            continue
        if cls is not None:
            kinds[name] = set(_kinds_of_class(cls))
    chosen: list[str] = []
    seen: set[Hashable] = set()
    while kinds and len(chosen) < most:
        best = max(sorted(kinds), key=lambda name: len(kinds[name] - seen))
        seen |= kinds.pop(best)
        chosen.append(best)
    return tuple(chosen)


def representative_members(methods: Sequence[Method]) -> list[Method]:
    """The methods of one class in the order in which they are tried: public methods first; then one of each kind before
    a second one of any kind; then methods that take a value which another returns, or return one which another takes.
    """
    left = list(methods)
    chosen: list[Method] = []
    seen: set[Hashable] = set()
    given: set[str] = set()
    taken: set[str] = set()
    while left:
        best = max(left, key=lambda each: _worth(each, seen, given, taken))
        left.remove(best)
        chosen.append(best)
        seen.add(_shape(best))
        given.add(best.returns)
        taken.update(best.parameters[-1:])
    return chosen


def _worth(method: Method, seen: set[Hashable], given: set[str], taken: set[str]) -> tuple[bool, int]:
    fits = bool(method.parameters and method.parameters[-1] in given) or method.returns in taken
    return bool(method.access & access.PUBLIC), 2 * (_shape(method) not in seen) + fits


def _shape(method: Method) -> tuple[Hashable, ...]:
    """The sorts of the parameters of a method and of its result."""
    return method.is_static, tuple(map(_sort, method.parameters)), _sort(method.returns)


def _kinds_of_class(cls: Class) -> Iterable[Hashable]:
    yield "interface" if cls.is_interface else "enum" if cls.is_enum else "class"
    yield bool(cls.access & access.ABSTRACT), cls.superclass is not None and cls.superclass.is_target
    for each in cls.superclasses() if not cls.is_interface else (cls,):
        for method in each.methods if each.is_target else ():
            if not method.access & _MEMBERS_HIDDEN:
                yield "".join(takewhile(str.islower, method.name)), *_shape(method)


def _sort(descriptor: str) -> str:
    return descriptor[0] if descriptor[0] in "VI[L" else "P"
