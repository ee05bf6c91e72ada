"""Names and types of the variables in a setup."""

from __future__ import annotations

import re
from collections.abc import Iterable

from everypath.classfile import PRIMITIVES, dotted, is_reference
from everypath.suite.recipes.accessibility import Members
from everypath.suite.testcase import (
    class_descriptor,
    class_of,
    decapitalised,
    identifier,
    unique,
)

__all__ = ["VariableNames"]


_INDEX = re.compile(r"\[[^\]]*\]")

_PACKAGES = frozenset({"java", "javax", "org"})
"""The first parts of packages whose classes a test may have to name in full."""


class VariableNames:
    """Chooses names of variables. An input parameter has its own name, other objects are named after their place."""

    def __init__(self, parameters: Iterable[str], members: Members) -> None:
        self.members = members
        self.parameters = frozenset(parameters)
        roots = {name for name in self.parameters if name.isidentifier()}
        self.hiding = {name for name in roots if self._hides(name)}
        """The names of parameters that would hide a class of the package, or all of its packages (JLS 6.4.2)."""
        self.taken: set[str] = roots | _PACKAGES

    def declared_type(self, descriptor: str) -> str:
        """The type of a variable: the type itself, or its nearest supertype that the test may name."""
        if self.members.type_accessible(descriptor):
            return descriptor
        if descriptor.startswith("["):
            return "Ljava/lang/Object;"
        return class_descriptor(self.members.nearest_accessible(class_of(descriptor)))

    def plural(self, descriptor: str) -> str:
        """A word for several values of a type."""
        simple = PRIMITIVES.get(descriptor) or self.members.classes.source_name(class_of(descriptor)).parts[-1]
        return f"{decapitalised(simple)}s"

    def new(self, name: str, descriptor: str) -> str:
        """A new name for the variable that holds the input with this access path."""
        if name != "this" and name in self.taken and name in self.parameters:
            plain = identifier(name)
            if plain == name and name not in self.hiding:
                return name
            return self._free(plain)
        last = _INDEX.sub("", name).split(".")
        names = [part.partition("#")[0] for part in last if part]
        word = names[-1] if names else "value"
        if word in ("this", "new") or not word.isidentifier():
            simple = (
                self.members.classes.source_name(class_of(descriptor)).parts[-1]
                if is_reference(descriptor)
                else "value"
            )
            word = decapitalised(simple)
        return self._free(identifier(word))

    def _free(self, word: str) -> str:
        while self._hides(word):
            word += "_"
        return unique(word, self.taken)

    def _hides(self, name: str) -> bool:
        """True if a variable of this name would hide a class of the test's package, or a package."""
        return name in _PACKAGES or self.members.classes.is_sibling(dotted(self.members.package), name)
