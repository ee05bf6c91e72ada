"""Objects of the symbolic heap. An object belongs to the state with its token; other states copy it on write."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from everypath.dataclass import dataclass
from everypath.term import INT_MAX, Model, Term, Value, evaluate

if TYPE_CHECKING:
    from everypath.program import Class, Field
    from everypath.state.text import Text

NULL = 0
"""The null reference. Addresses of objects are positive; those of the shared boot image are negative."""


class Token:
    """The right to write: an object whose ``owner`` is the state's token may be changed in place."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class CachedBox:
    """The ``extra`` of a box that ``valueOf`` made.

    Boxes of one class with the same value from ``low`` to ``high`` are one object (JLS 5.1.7). The value is the only
    field of the box, or ``value`` if given. Input boxes have a ``number``: outside the cache, two of them are one
    object if value and number are equal and the number is not 0.
    """

    low: int
    high: int
    number: Value = 0
    value: Value | None = None


@dataclass(frozen=True, slots=True)
class SharedValue:
    """The ``extra`` of an input that its class keeps one object for, under a condition: ``Duration.ofSeconds(0)`` is
    ``Duration.ZERO``. Two such objects of one class with equal fields are one.
    """

    holds: Value


BOOT = Token()
"""Owner of the objects of the boot image. No state ever holds it, so each state copies them on the first write."""


class Obj:
    """One object: an instance (``fields`` by `Field.slot`) or an array (``fields`` holds the elements).

    ``extra`` is the hidden part that Java code cannot see, immutable and shared by copies: the `Class` a
    ``java.lang.Class`` object stands for, the `StackTrace` of a throwable, the target of a lambda. A field that is
    ``None`` belongs to an input object and was not read yet: its first read asks the inputs for it.
    """

    __slots__ = ("cls", "extra", "fields", "owner")

    def __init__(self, cls: Class, fields: list[Value], owner: Token, extra: object = None) -> None:
        self.cls = cls
        self.fields = fields
        self.owner = owner
        self.extra = extra

    def copy(self, owner: Token) -> Obj:
        """A copy that ``owner`` may write."""
        return Obj(self.cls, self.fields[:], owner, self.extra)

    @property
    def array_length(self) -> Value:
        """The length, for arrays only."""
        return len(self.fields)

    def held(self) -> Iterator[tuple[Field, Value | None]]:
        """Yield the instance fields with their values, ``None`` for a field not yet read. Arrays and texts have none.

        An input whose class was narrowed to a subclass has no values yet for the fields that the subclass adds.
        """
        if self.fields and self.cls.element is None:
            yield from zip(self.cls.instance_fields[: len(self.fields)], self.fields, strict=True)

    def value_of(self, name: str) -> Value | None:
        """The value of the instance field with a name, that of the highest class first; None if there is none, or if it
        was not read yet.
        """
        return next((value for field, value in self.held() if field.name == name), None)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.cls.name}, {self.fields!r})"


class SymbolicArray(Obj):
    """An array of primitives kept as a solver array: ``elements`` is an array term (BV32 index), ``length`` a value.

    Elements are stored in their own width: BV8 for byte and boolean, BV16 for char and short, BV32, BV64, F32, F64.
    ``fields`` stays empty, so the fast paths of the machine fail and leave the array to the general ones.
    """

    __slots__ = ("elements", "length")

    def __init__(self, cls: Class, length: Value, elements: Term, owner: Token, extra: object = None) -> None:
        super().__init__(cls, [], owner, extra)
        self.length = length
        self.elements = elements

    def copy(self, owner: Token) -> SymbolicArray:
        """A copy that ``owner`` may write."""
        return SymbolicArray(self.cls, self.length, self.elements, owner, self.extra)

    @property
    def array_length(self) -> Value:
        """The length, a value or a term."""
        return self.length


CAPACITY = INT_MAX
"""The length of an array that stands for one of any capacity: no index reaches it, as the JVM makes no such array."""

NEW = -1
"""The origin of an array of references that was made on the path."""


class LazyArray(Obj):
    """An array of references, mostly an input: ``slots`` maps indexes to the elements read or written so far.

    An index is a number or a term; the path has decided that no two of the indexes are equal. The inputs are asked for
    every other element (`Inputs.element`). ``fields`` stays empty. A clone of an input array is a lazy array, too:
    ``origin`` is the address of the input array that gives its other elements; 0 means this array itself. An array of
    unknown length that analysed code made has the origin `NEW`: its other elements are null.
    """

    __slots__ = ("length", "origin", "slots")

    def __init__(
        self,
        cls: Class,
        length: Value,
        owner: Token,
        slots: dict[Value, Value] | None = None,
        extra: object = None,
        origin: int = 0,
    ) -> None:
        super().__init__(cls, [], owner, extra)
        self.length = length
        self.slots: dict[Value, Value] = slots if slots is not None else {}
        self.origin = origin

    def copy(self, owner: Token) -> LazyArray:
        """A copy that ``owner`` may write."""
        return LazyArray(self.cls, self.length, owner, dict(self.slots), self.extra, self.origin)

    @property
    def array_length(self) -> Value:
        """The length, a value or a term."""
        return self.length

    def element_at(self, position: int, witness: Model) -> Value | None:
        """The element at a position under a witness; None if it was neither read nor written."""
        return next((held for index, held in self.slots.items() if evaluate(index, witness) == position), None)


class TextObject(Obj):
    """A ``String``, ``StringBuilder`` or ``StringBuffer``: its content is ``text``; its Java fields are not used."""

    __slots__ = ("text",)

    def __init__(
        self, cls: Class, text: Text, owner: Token, fields: list[Value] | None = None, extra: object = None
    ) -> None:
        super().__init__(cls, fields if fields is not None else [], owner, extra)
        self.text = text

    def copy(self, owner: Token) -> TextObject:
        """A copy that ``owner`` may write."""
        return TextObject(self.cls, self.text, owner, self.fields[:], self.extra)
