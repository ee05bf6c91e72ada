"""Sets of classes as type tests in Java: ``o instanceof A`` only where it admits no other class than those of the set.

It is exact for a final class, and for one all of whose subclasses are known and in the set: a sealed one, or a concrete
one of the analysed code. For all others it is ``o.getClass() == A.class``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from everypath.classfile import dotted, intersected
from everypath.dataclass import dataclass
from everypath.program import is_implied
from everypath.term import Printed, type_name

if TYPE_CHECKING:
    from everypath.program import Class, ClassHierarchy

__all__ = ["TypeTests"]

_UNNAMED = re.compile(r"\$\d")
"""In the name of a local or an anonymous class: Java has no class literal for it."""


@dataclass(frozen=True, slots=True)
class _Test:
    """A type test: an object is of ``name`` or a subtype (exactly of that class if ``exact``), and of none of ``but``,
    which are tests, too.
    """

    name: str
    exact: bool = False
    but: tuple[_Test, ...] = ()


class TypeTests:
    """Writes sets of classes of one program as Java. Without a hierarchy, every class is tested for exactly."""

    def __init__(self, hierarchy: ClassHierarchy | None) -> None:
        self._hierarchy = hierarchy
        self._closed: dict[Class, bool] = {}

    def of_classes(self, reference: str, names: Collection[str], *, holds: bool) -> Printed:
        """The condition that the class of an object is one of ``names``, or none of them."""
        tests = self._cover(names)
        shown = _names(_all_names(tests))
        texts = [_text(reference, each, shown, holds=holds) for each in tests]
        if len(texts) == 1:
            return texts[0]
        operator, level = ("||", ("||", "&&")) if holds else ("&&", ("||",))
        return _joined(texts, operator, level)

    def of_tests(self, reference: str, tests: Mapping[str, bool]) -> Printed:
        """The condition that type tests have these answers; at least one test."""
        shown = _names(tests)
        ordered = sorted(tests, key=lambda name: not tests[name])
        texts = [_text(reference, _Test(name), shown, holds=tests[name]) for name in ordered]
        return _joined(texts, "&&", ("||",))

    def simplified(self, tests: Mapping[str, bool], declared: str) -> dict[str, bool]:
        """The type tests of an object of a declared type without those that the others, or the type, answer."""
        found = {name: cls for name in tests if (cls := self.find(name)) is not None}
        known = [cls for cls in (self.find(declared),) if cls is not None]
        yes = [cls for name, cls in found.items() if tests[name]]
        no = [cls for name, cls in found.items() if not tests[name]]

        def is_answered(cls: Class) -> bool:
            others = [*known, *(each for each in yes if each is not cls)]
            return is_implied(cls, others, [each for each in no if each is not cls], holds=tests[cls.name])

        return {name: holds for name, holds in tests.items() if name not in found or not is_answered(found[name])}

    def implies(self, name: str, names: Iterable[str]) -> bool:
        """True if all the classes are subtypes of the type ``name``."""
        above = self.find(name)
        classes = [self.find(each) for each in names]
        return above is not None and all(each is not None and each.is_subtype_of(above) for each in classes)

    def find(self, name: str) -> Class | None:
        """The class with a name; None if it is missing."""
        return self._hierarchy.find(name) if self._hierarchy is not None else None

    def is_closed(self, cls: Class) -> bool:
        """True if all classes of its objects are known: it is final, sealed down to final classes, or a concrete class
        of the analysed code. (A class outside of it may implement an interface or extend an abstract class.)
        """
        known = self._closed.get(cls)
        if known is None:
            self._closed[cls] = False
            known = cls.is_final or (cls.is_target and cls.is_instantiable and cls.element is None)
            known = self._closed[cls] = known or self._is_sealed(cls)
        return known

    def _is_sealed(self, cls: Class) -> bool:
        permitted = cls.file.permitted_subclasses if cls.file is not None else ()
        below = [self.find(name) for name in permitted]
        return bool(below) and all(each is not None and self.is_closed(each) for each in below)

    def _cover(self, names: Collection[str]) -> list[_Test]:
        """Type tests that together admit just these classes."""
        classes = [(name, self.find(name)) for name in sorted(names)]
        left = {name: cls for name, cls in classes if cls is not None}
        tests = [_Test(name, exact=True) for name, cls in classes if cls is None]
        for cls in [cls for cls in left.values() if cls.is_abstract]:
            tests.append(self._stub(cls, names))
            left = {name: each for name, each in left.items() if not each.is_subtype_of(cls)}
        for cls in self._types_above(left.values()):
            below = self._below(cls)
            if below <= set(names) and not below.isdisjoint(left):
                tests.append(_Test(cls.name))
                left = {name: each for name, each in left.items() if name not in below}
        tests += [_Test(name, exact=True) for name in left]
        return sorted(tests, key=lambda each: (each.exact, each.name))

    def _types_above(self, classes: Collection[Class]) -> list[Class]:
        """The closed types of the classes: those first of which most of the classes are."""
        found = Counter(above for cls in classes for above in cls.supertypes)
        usable = [cls for cls in found if not _UNNAMED.search(cls.name) and self.is_closed(cls)]
        wide = [cls for cls in usable if found[cls] > 1 or cls in classes]
        return sorted(wide, key=lambda cls: (-found[cls], cls not in classes, cls.name))

    def _below(self, cls: Class) -> set[str]:
        """The classes of the objects of a closed type."""
        assert self._hierarchy is not None
        below = self._hierarchy.classes_of(self._hierarchy.subtypes(cls))
        return {each.name for each in below if each.is_instantiable}

    def _stub(self, cls: Class, names: Collection[str]) -> _Test:
        """An abstract class stands for all classes below it that are not known."""
        assert self._hierarchy is not None
        below = self._hierarchy.classes_of(self._hierarchy.subtypes(cls))
        known = {each.name for each in below if each.is_instantiable and each.is_target}
        return _Test(cls.name, but=tuple(self._cover(known - set(names))))


def _all_names(tests: Iterable[_Test]) -> list[str]:
    return [name for each in tests for name in (each.name, *_all_names(each.but))]


def _names(names: Iterable[str]) -> dict[str, str]:
    """The Java names of classes: simple ones, unless two are the same."""
    simple = {name: type_name(name) for name in names}
    often = Counter(simple.values())
    unique = {name: often[each] == 1 or name.startswith("[") for name, each in simple.items()}
    return {name: each if unique[name] else dotted(name).replace("$", ".") for name, each in simple.items()}


def _text(reference: str, test: _Test, shown: Mapping[str, str], *, holds: bool) -> Printed:
    types = intersected(test.name)
    if types:
        parts = [Printed(f"{reference} instanceof {type_name(each)}", "instanceof") for each in types]
        return _all(parts, holds=holds)
    if test.exact and _UNNAMED.search(test.name):
        text = f'{reference}.getClass().getName().equals("{dotted(test.name)}")'
        return Printed(text if holds else f"!{text}", "!")
    if test.exact:
        operator = "==" if holds else "!="
        return Printed(f"{reference}.getClass() {operator} {shown[test.name]}.class", operator)
    found = Printed(f"{reference} instanceof {shown[test.name]}", "instanceof")
    return _all([found, *(_text(reference, each, shown, holds=False) for each in test.but)], holds=holds)


def _all(parts: Sequence[Printed], *, holds: bool) -> Printed:
    """The condition that all parts hold, or that they do not."""
    if len(parts) == 1 and holds:
        return parts[0]
    text = " && ".join(each.text for each in parts)
    return Printed(text, "&&") if holds else Printed(f"!({text})", "!")


def _joined(parts: Sequence[Printed], operator: str, weaker: Collection[str]) -> Printed:
    """Conditions with an operator between them; those with a ``weaker`` one are in parentheses."""
    if len(parts) == 1:
        return parts[0]
    texts = (f"({each.text})" if each.operator in weaker else each.text for each in parts)
    return Printed(f" {operator} ".join(texts), operator)
