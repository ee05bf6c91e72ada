"""The input strings of a shape, and what single conditions state about them."""

from __future__ import annotations

from collections.abc import Callable, Collection

from everypath.dataclass import dataclass, field
from everypath.inputs import InputShape, TextInput
from everypath.term import (
    Term,
    Value,
    walk,
)

__all__ = ["Group", "InputStrings", "StringFacts", "TextCache", "positive"]

Claim = tuple[str, int, Term, bool]
"""A string, an index, a condition on `CHAR` at that index, and whether the string may also end before it."""


@dataclass(frozen=True)
class Group:
    """Conditions (their positions) that together are equivalent to ``text``."""

    positions: frozenset[int]
    text: str
    implied: frozenset[int] = frozenset()
    """Positions of further conditions that follow: a ``switch`` on a string tests its hash code first."""
    negated: str = ""
    """The text of the negation, if that is not ``!`` before the text."""

    @property
    def opposite(self) -> str:
        """Java for the negation of the conditions."""
        return self.negated or f"!{self.text}"


@dataclass
class StringFacts:
    """The facts that a list of conditions states about one string."""

    length: tuple[int, int] | None = None
    """The length, and the position of the condition."""
    least: tuple[int, int] | None = None
    most: int | None = None
    chars: dict[int, tuple[int, int]] = field(default_factory=dict)
    """By index: the char, and the position of the condition."""


class TextCache:
    """Texts and facts found for conditions on the same strings under the same names."""

    def __init__(self) -> None:
        self.groups: dict[tuple[Term, ...], list[Group]] = {}
        self.whole: dict[Term, str | None] = {}
        self.reads: dict[Term, dict[Term, tuple[str, int]]] = {}
        self.claimed: dict[Term, tuple[Claim, ...]] = {}
        self.not_whitespace: dict[Term, tuple[tuple[Value, ...], ...]] = {}


class InputStrings:
    """The input strings of one shape. ``name`` returns the name under which a string is shown.

    ``cache`` may be shared with other objects for the same strings and names.
    """

    def __init__(self, shape: InputShape, name: Callable[[str], str]) -> None:
        self.name = name
        self.symbols: dict[str, tuple[Term, Term]] = {}
        self.by_chars: dict[Term, str] = {}
        self.by_length: dict[Value, str] = {}
        for node in shape.nodes.values():
            if isinstance(node.build, TextInput) and isinstance(node.build.length, Term):
                self.symbols[node.name] = node.build.chars, node.build.length
                self.by_chars[node.build.chars] = node.name
                self.by_length[node.build.length] = node.name
        self.taken = frozenset(slot.name for slot in shape.roots)
        self.order = {name: at for at, name in enumerate(self.by_chars.values())}
        self.cache = TextCache()

    def cell(self, value: Value) -> tuple[str, int] | None:
        """The string and the index of the char that a value is; None for other values."""
        if isinstance(value, Term) and value.op == "zext":
            value = value.args[0]
        if not isinstance(value, Term) or value.op != "select":
            return None
        array, index = value.args
        name = self.by_chars.get(array) if isinstance(array, Term) else None
        return (name, index) if name is not None and type(index) is int else None

    def reads(self, condition: Term) -> dict[Term, tuple[str, int]]:
        """The chars at constant indexes that a condition reads, with their strings and indexes."""
        known = self.cache.reads.get(condition)
        if known is None:
            parts = (part for part in walk(condition) if part.op == "select")
            known = {part: cell for part in parts if (cell := self.cell(part)) is not None}
            self.cache.reads[condition] = known
        return known

    def note(self, facts: dict[str, StringFacts], at: int, condition: Term) -> None:
        """Add to ``facts`` (by string) what the condition at position ``at`` states about a length or a char."""
        inner, holds = positive(condition)
        if len(inner.args) != 2 or inner.op not in ("eq", "lt"):
            return
        left, right = inner.args
        value, constant = (left, right) if isinstance(left, Term) else (right, left)
        if not isinstance(value, Term) or type(constant) is not int:
            return
        name = self.by_length.get(value)
        if name is not None:
            about = facts.setdefault(name, StringFacts())
            if inner.op == "eq" and holds:
                about.length = (constant, at)
            elif inner.op == "lt" and (value is left) is not holds:  # !(s.length < k), k - 1 < s.length
                about.least = (constant if value is left else constant + 1, at)
            elif inner.op == "lt":
                about.most = constant - 1 if value is left else constant
            return
        cell = self.cell(value)
        if cell is not None and inner.op == "eq" and holds:
            facts.setdefault(cell[0], StringFacts()).chars[cell[1]] = (constant & 0xFFFF, at)

    def least(self, name: str, condition: Term) -> int:
        """The least length of a string if a condition holds."""
        facts: dict[str, StringFacts] = {}
        self.note(facts, 0, condition)
        about = facts.get(name, StringFacts())
        return max(about.length[0] if about.length else 0, about.least[0] if about.least else 0)

    def ends_by(self, condition: Term, index: int, names: Collection[str | None]) -> bool:
        """True if a condition states that one of the strings has at most ``index`` chars."""
        inner, holds = positive(condition)
        if len(inner.args) != 2:
            return False
        left, right = inner.args
        if inner.op == "eq" and holds:
            return (
                index == 0 and 0 in (left, right) and (self.by_length.get(left) or self.by_length.get(right)) in names
            )
        if inner.op != "lt":
            return False
        if holds:  # s.length < index + 1
            return self.by_length.get(left) in names and right == index + 1
        return self.by_length.get(right) in names and left == index  # !(index < s.length)

    def listed(self, condition: Term) -> tuple[Term, list[int]] | None:
        """The char that a condition limits to a list of values, and these as signed numbers; None for other
        conditions.
        """
        read, values = None, []
        for part in condition.args if condition.op == "disj" else (condition,):
            if not isinstance(part, Term) or part.op != "eq":
                return None
            value, constant = part.args if isinstance(part.args[0], Term) else part.args[::-1]
            if isinstance(value, Term) and value.op == "zext":
                value = value.args[0]
            if self.cell(value) is None or type(constant) is not int or read not in (None, value):
                return None
            assert isinstance(value, Term)
            read = value
            values.append((constant & 0xFFFF ^ 0x8000) - 0x8000)
        return (read, values) if read is not None else None


def positive(condition: Term) -> tuple[Term, bool]:
    """The condition without its negation, and whether it was not negated."""
    inner = condition.args[0] if condition.op == "not" else condition
    assert isinstance(inner, Term)
    return inner, inner is condition
