"""Values that a path leaves behind, as text over its inputs: what a report shows of an effect."""

from __future__ import annotations

from everypath.dataclass import dataclass

__all__ = ["NewObject", "ShownValue", "ShownWrite"]


@dataclass(frozen=True, slots=True)
class ShownValue:
    """A value. ``text`` is a Java expression over the inputs as they were before the call, or else for people; then
    ``reason`` says why it is none. ``made`` is the object, if the path made it.
    """

    text: str
    reason: str = ""
    made: NewObject | None = None

    @property
    def java(self) -> str | None:
        """The Java expression; None if there is none."""
        return None if self.reason else self.text

    def as_json(self) -> dict[str, object]:
        """The JSON object of schema 1."""
        row: dict[str, object] = {"value": self.java}
        if self.reason:
            row |= {"text": self.text, "reason": self.reason}
        if self.made is not None:
            row["new"] = self.made.as_json()
        return row


@dataclass(frozen=True, slots=True)
class NewObject:
    """An object or array that a path made.

    ``number`` distinguishes the new objects of one effect. ``fields`` are the values of the fields, ``elements`` those
    of an array of ``length``. If not all of them are here, it is ``cut``; one that was shown before has none. A clone
    of an array that is an input has the class of this input, ``class_of``, where that is open.
    """

    class_name: str
    number: int
    fields: tuple[tuple[str, ShownValue], ...] = ()
    elements: tuple[ShownValue, ...] = ()
    length: ShownValue | None = None
    cut: bool = False
    class_of: str = ""

    def as_json(self) -> dict[str, object]:
        """The JSON object of schema 1."""
        row: dict[str, object] = {"class": self.class_name, "number": self.number}
        if self.class_of:
            row |= {"class": None, "class_of": self.class_of}
        if self.length is not None:
            row["length"] = self.length.java
            row["elements"] = [each.as_json() for each in self.elements]
        elif self.fields:
            row["fields"] = [{"name": name, **value.as_json()} for name, value in self.fields]
        if self.cut:
            row["cut"] = True
        return row


@dataclass(frozen=True, slots=True)
class ShownWrite:
    """One part of an effect: a ``place`` of the inputs, or a stream, and its new value (what was printed).

    ``kind`` is ``field``, ``element``, ``size`` (of a collection), ``entry`` (of a map or set), ``static`` or
    ``output``.
    """

    place: str
    kind: str
    value: ShownValue

    @property
    def text(self) -> str:
        """The value as text."""
        return self.value.text

    @property
    def line(self) -> tuple[str, str]:
        """A verb and what it is about: ``sets`` and ``this.x = 1``, or ``prints`` and ``"x"``."""
        if self.kind != "output":
            return "sets", f"{self.place} = {self.text}"
        return "prints", self.text if self.place == "System.out" else f"{self.text} to {self.place}"

    @property
    def statement(self) -> str:
        """The part on one line: ``this.x = 1``, ``prints "x"``."""
        verb, about = self.line
        return about if verb == "sets" else f"{verb} {about}"

    def as_json(self) -> dict[str, object]:
        """The JSON object of schema 1."""
        return {"place": self.place, "kind": self.kind, **self.value.as_json()}
