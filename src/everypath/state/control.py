"""Protocols that a state needs, and the default answers of an exploration's callbacks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from everypath.program import Class
    from everypath.state.objects import Obj
    from everypath.term import Value


class ClassNumbering(Protocol):
    """The names of the numbered classes. Bit ``n`` of a candidate set stands for the class with number ``n``."""

    def names_of(self, bits: int) -> frozenset[str]:
        """The internal names of the classes in a candidate set."""

    def bits_of(self, names: frozenset[str]) -> int:
        """The candidate set of these classes."""


class BootImage(Protocol):
    """Read-only master copies of the objects with negative addresses."""

    def object(self, address: int) -> Obj:
        """The object at a negative address."""

    def class_object(self, cls: Class) -> int:
        """The address of the ``java.lang.Class`` object of a class."""


class SharedTables(Protocol):
    """The part of `Control` that the heap and the path condition of a state read."""

    @property
    def boot(self) -> BootImage | None:
        """The objects with negative addresses, or None."""

    @property
    def numbering(self) -> ClassNumbering | None:
        """The numbers of classes in candidate sets. None: no condition on classes may be asked."""

    def defaults(self, cls: Class) -> list[Value]:
        """A fresh list of the default values of a class's instance fields."""


LARGEST_OBJECT = 1 << 24
"""Largest size in bytes of one object of the analysed program, in memory of this process."""


SMALL_OBJECT = 1 << 14
"""Objects up to this size in bytes are made without a check of the memory budget."""


def fits_in_memory(size: int) -> bool:
    """True if one object may be so large. The default of `Control.has_memory_for`: the process is not measured."""
    return size <= LARGEST_OBJECT


def default_value(descriptor: str) -> Value:
    """The default value of a field or array element with this descriptor (JVMS 2.3, 2.4)."""
    return 0.0 if descriptor in ("F", "D") else 0
