"""The document algebra of google-java-format: a document that does not fit on one line is broken.

A document is a tree of levels, texts and breaks (after Oppen, "Prettyprinting", 1980). A level that fits on the rest of
the line is written flat. Otherwise its unified breaks are all taken, and of those that fill only what is needed.
"""

from __future__ import annotations

from enum import Enum

from everypath.dataclass import dataclass, field

__all__ = ["COLUMNS", "Builder", "Fill", "Indent", "Tag"]

COLUMNS = 100
"""The longest line."""

_INFINITE = 1000


class Fill(Enum):
    """The rule for taking a break in a level that does not fit on the line."""

    UNIFIED = "unified"  # with all others of its level
    INDEPENDENT = "independent"  # where what follows, up to the next break, does not fit
    FORCED = "forced"  # always


class Tag:
    """Remembers whether a break was taken."""

    taken = False


@dataclass(frozen=True, slots=True)
class Indent:
    """Columns of indentation. With a tag: ``plus`` if its break was taken, else ``otherwise``."""

    plus: int
    tag: Tag | None = None
    otherwise: int = 0

    def columns(self) -> int:
        """The columns, given the breaks that are decided so far."""
        return self.plus if self.tag is None or self.tag.taken else self.otherwise


ZERO = Indent(0)


@dataclass(slots=True)
class _Break:
    fill: Fill
    flat: str
    plus: Indent
    tag: Tag | None
    blank: bool
    """True if an empty line is printed before the next text."""
    taken: bool = False
    column: int = 0

    @property
    def width(self) -> int:
        return _INFINITE if self.fill is Fill.FORCED else len(self.flat)

    def decide(self, state: _State, taken: bool) -> None:
        self.taken = taken
        if self.tag is not None:
            self.tag.taken = taken
        if taken:
            self.column = max(state.indent + self.plus.columns(), 0)
            state.column = self.column
        else:
            state.column += len(self.flat)

    def write(self) -> str:
        if not self.taken:
            return self.flat
        return ("\n\n" if self.blank else "\n") + " " * self.column


@dataclass(slots=True)
class _State:
    """The state of the printer: indentation of the level, column, and whether the next break must be taken."""

    indent: int
    column: int
    must_break: bool = False


@dataclass(slots=True)
class _Level:
    plus: Indent
    parts: list[_Level | _Break | str] = field(default_factory=list)
    flat: bool = False

    @property
    def width(self) -> int:
        return _width(self.parts)

    def decide(self, state: _State, limit: int) -> None:
        """Decide the breaks of this level and its inner levels, and advance the column of the state."""
        width = self.width
        if state.column + width <= limit:
            self.flat = True
            state.column += width
            return
        inner = _State(state.indent + self.plus.columns(), state.column)
        before: _Break | None = None
        split: list[_Level | str] = []
        for part in self.parts:
            if isinstance(part, _Break):
                self._split(inner, limit, before, split)
                before, split = part, []
            else:
                split.append(part)
        self._split(inner, limit, before, split)
        state.column = inner.column

    @staticmethod
    def _split(state: _State, limit: int, before: _Break | None, split: list[_Level | str]) -> None:
        width = min(sum(map(_one_width, split)), _INFINITE)
        if before is not None:
            needed = state.column + before.width + width > limit
            before.decide(state, before.fill is Fill.UNIFIED or state.must_break or needed)
        enough = state.column + width <= limit
        state.must_break = False
        for part in split:
            if isinstance(part, str):
                state.column += len(part)
            else:
                part.decide(state, limit)
        if not enough:
            state.must_break = True

    def write(self) -> str:
        if self.flat:
            return self.text()
        return "".join(each if isinstance(each, str) else each.write() for each in self.parts)

    def text(self) -> str:
        """The level on one line."""
        return "".join(
            each if isinstance(each, str) else each.flat if isinstance(each, _Break) else each.text()
            for each in self.parts
        )


def _one_width(part: _Level | _Break | str) -> int:
    return len(part) if isinstance(part, str) else part.width


def _width(parts: list[_Level | _Break | str]) -> int:
    width = 0
    for part in parts:
        width += _one_width(part)
        if width >= _INFINITE:
            return _INFINITE
    return width


class Builder:
    """Builds a document from levels opened and closed, texts and breaks.

    A text belongs to the level in which the last break was made, however many were closed since: so what ends a
    statement counts where it is decided whether that fits.
    """

    def __init__(self) -> None:
        self._base = _Level(ZERO)
        self._open = [self._base]
        self._append = self._base

    def open(self, plus: int | Indent = 0) -> None:
        """Begin a level with further indentation ``plus``."""
        self._open.append(_Level(plus if isinstance(plus, Indent) else Indent(plus)))

    def close(self) -> None:
        """End the level."""
        level = self._open.pop()
        self._open[-1].parts.append(level)

    def text(self, *texts: str) -> None:
        """Add texts without space between them."""
        self._append.parts.extend(texts)

    def may_break(
        self, flat: str = "", fill: Fill = Fill.UNIFIED, *, plus: int = 0, tag: Tag | None = None, blank: bool = False
    ) -> None:
        """Add an optional break; ``flat`` is printed if it is not taken."""
        self._append = self._open[-1]
        self._append.parts.append(_Break(fill, flat, Indent(plus), tag, blank))

    def must_break(self, *, blank: bool = False) -> None:
        """Add a break that is always taken; with ``blank``, an empty line follows it."""
        self.may_break("", Fill.FORCED, blank=blank)

    def lines(self, column: int) -> list[str]:
        """Print the document from a column on, and return its lines."""
        assert len(self._open) == 1, "a level is open"
        self._base.decide(_State(column, column), COLUMNS)
        return (" " * column + self._base.write()).split("\n")
