"""Names and types of the variables in a setup."""

from __future__ import annotations

from everypath.classfile import is_reference
from everypath.inputs import InputShape
from everypath.suite.recipes.accessibility import Members
from everypath.suite.testcase import (
    class_descriptor,
    class_of,
    identifier,
    unique,
)

__all__ = ["VariableNames"]


class VariableNames:
    """Chooses names of variables. An input parameter has its own name, other objects are named after their place."""

    def __init__(self, shape: InputShape, members: Members) -> None:
        self.shape = shape
        self.members = members
        self.taken: set[str] = {slot.name for slot in shape.roots if slot.name.isidentifier()}

    def declared_type(self, descriptor: str) -> str:
        """The type of a variable: the type itself, or its nearest supertype that the test may name."""
        if self.members.type_accessible(descriptor):
            return descriptor
        if descriptor.startswith("["):
            return "Ljava/lang/Object;"
        return class_descriptor(self.members.nearest_accessible(class_of(descriptor)))

    def new(self, name: str, descriptor: str) -> str:
        """A new name for the variable that holds the input with this access path."""
        if name != "this" and name in self.taken and any(slot.name == name for slot in self.shape.roots):
            plain = identifier(name)
            if plain == name:
                return name
            return unique(plain, self.taken)
        last = name.replace("]", "").replace("[", ".").split(".")
        names = [part.partition("#")[0] for part in last if part and not part.isdigit()]
        word = names[-1] if names else "value"
        if word in ("this", "new") or not word.isidentifier():
            simple = (
                self.members.classes.source_name(class_of(descriptor)).parts[-1]
                if is_reference(descriptor)
                else "value"
            )
            word = simple[:1].lower() + simple[1:]
        return unique(identifier(word), self.taken)
