"""The patterns that select entry methods (``--only`` and before a condition or a suppressed rule)."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase

from everypath.classfile import dotted, parse_method_descriptor, simple_name
from everypath.dataclass import dataclass
from everypath.run.names import full_type

CONSTRUCTOR = "<init>"


@dataclass(frozen=True)
class EntryPattern:
    """One ``--only`` pattern: ``com.acme.*``, ``com.acme.Fee#parse*``, ``Fee#fee``, ``#fee``, ``Fee#fee(int, String)``.

    The class part matches the full name with dots, or, where it has no dot, the simple name as well. Parameters choose
    one of several methods of a name: erased types, by full or simple name.
    """

    classes: str
    methods: str
    parameters: tuple[str, ...] | None = None

    @classmethod
    def parse(cls, text: str) -> EntryPattern:
        """Split at ``#``; a missing half matches everything."""
        classes, _, method = text.partition("#")
        name, bracket, rest = method.partition("(")
        written = re.sub(r"\s|<[^()]*>|\)", "", rest).replace("...", "[]").replace("$", ".")
        parameters = tuple(filter(None, written.split(","))) if bracket else None
        return cls(dotted(classes) or "*", name or "*", parameters)

    def matches_class(self, name: str) -> bool:
        """True if the pattern matches the class with this internal name."""
        readable = dotted(name)
        if fnmatchcase(readable, self.classes):
            return True
        return "." not in self.classes and fnmatchcase(readable.rpartition(".")[2], self.classes)

    def matches(self, class_name: str, method: str, descriptor: str) -> bool:
        """True if the pattern matches the method. A constructor matches as ``<init>`` and by the name of its class."""
        if not self.matches_class(class_name) or not self._takes(descriptor):
            return False
        if fnmatchcase(method, self.methods):
            return True
        return method == CONSTRUCTOR and fnmatchcase(simple_name(class_name) or class_name, self.methods)

    def _takes(self, descriptor: str) -> bool:
        if self.parameters is None:
            return True
        types = [full_type(each) for each in parse_method_descriptor(descriptor)[0]]
        return len(types) == len(self.parameters) and all(
            f".{full}".endswith(f".{written}") for full, written in zip(types, self.parameters, strict=True)
        )

    @property
    def names_a_method(self) -> bool:
        """True if the method part is a plain name, which selects private methods, too."""
        return not any(character in self.methods for character in "*?[")
