"""Objects of the symbolic heap. An object belongs to the state whose token it carries; every other state copies it
on write.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from everypath.dataclass import dataclass
from everypath.term import Term, Value

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
    """The ``extra`` of a box that ``valueOf`` made: boxes of one class with the same value from ``low`` to ``high`` are
    one object (JLS 5.1.7). The value is the box's only field, unless ``value`` says otherwise. Input boxes have a
    ``number``: beyond the cache they are one object where value and number are equal, and the number is not 0.
    """

    low: int
    high: int
    number: Value = 0
    value: Value | None = None


BOOT = Token()
"""Owner of the boot image's objects: no state ever holds it, so the first write of each state copies."""


class Obj:
    """One object: an instance (``fields`` by `Field.slot`) or an array (``fields`` holds the elements).

    ``extra`` is the hidden part that Java code cannot see, immutable and shared by copies: the `Class` a
    ``java.lang.Class`` object stands for, the `StackTrace` of a throwable, the target of a lambda. A field that is
    ``None`` belongs to an input object and has not been looked at: `State.read_field` asks the inputs for it.
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
        """The instance fields with what they hold, ``None`` where nobody looked yet: none of an array, nor of what is
        kept as a text. An input whose class was found to be a subclass holds nothing yet of what that adds.
        """
        if self.fields and self.cls.element is None:
            yield from zip(self.cls.instance_fields[: len(self.fields)], self.fields, strict=True)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.cls.name}, {self.fields!r})"


class SymbolicArray(Obj):
    """An array of primitives kept as a solver array: ``elements`` is an array term (BV32 index), ``length`` a value.

    Elements are stored in their own width: BV8 for byte and boolean, BV16 for char and short, BV32, BV64, F32, F64.
    ``fields`` stays empty, so the machine's fast paths miss and hand over.
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


NEW = -1
"""The origin of an array of references that was made on the path."""


class LazyArray(Obj):
    """An array of references, mostly an input: ``slots`` holds the elements looked at or written so far, by index.

    The inputs are asked for every other element (`Inputs.element`). ``fields`` stays empty. A clone of an input array
    is one, too: ``origin`` is the address of the input whose initial elements stand where it was neither looked at nor
    written; 0 is the array itself. An array of unknown length that analysed code made has the origin `NEW`: null stands
    wherever nothing was written.
    """

    __slots__ = ("length", "origin", "slots")

    def __init__(
        self,
        cls: Class,
        length: Value,
        owner: Token,
        slots: dict[int, Value] | None = None,
        extra: object = None,
        origin: int = 0,
    ) -> None:
        super().__init__(cls, [], owner, extra)
        self.length = length
        self.slots: dict[int, Value] = slots if slots is not None else {}
        self.origin = origin

    def copy(self, owner: Token) -> LazyArray:
        """A copy that ``owner`` may write."""
        return LazyArray(self.cls, self.length, owner, dict(self.slots), self.extra, self.origin)

    @property
    def array_length(self) -> Value:
        """The length, a value or a term."""
        return self.length


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
