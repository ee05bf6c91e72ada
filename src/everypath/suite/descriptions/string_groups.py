"""Groups of conditions on the chars of strings that one call of `String` expresses."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from everypath.library.text import is_whitespace
from everypath.state import Bounds
from everypath.suite.descriptions.input_strings import Claim, Group, InputStrings, StringFacts, positive
from everypath.suite.testcase import character, string
from everypath.term import (
    BV16,
    ArrayValue,
    Canonicaliser,
    Model,
    Term,
    Value,
    disj,
    evaluate,
    not_,
    substitute,
    to_java,
    var,
    variables,
    zext,
)

__all__ = ["CHAR", "StringGroups", "whitespace"]

_WHOLE = frozenset((Bounds().length, Bounds().length * 4))
"""Numbers of chars that are compared when two strings are compared as a whole."""

_FEWEST = 3
"""Conditions on fewer chars read better one by one."""

CHAR = var("char", BV16)
"""Any char of a string."""
_METHOD = re.compile(r"(Character)\.(\w+)\((\w+)\)")

_SHORTEST = 2
"""A prefix of one char reads better as ``charAt``."""


class StringGroups:
    """Finds groups of conditions that one call expresses: ``equals``, ``startsWith``, ``indexOf``, ``allMatch`` …"""

    def __init__(self, strings: InputStrings) -> None:
        self._strings = strings

    def literals(self, conditions: Sequence[Term]) -> Iterator[Group]:
        """``s.equals("on")`` and ``s.startsWith("on")``."""
        facts: dict[str, StringFacts] = {}
        for at, condition in enumerate(conditions):
            self._strings.note(facts, at, condition)
        for name, each in facts.items():
            count = each.length[0] if each.length is not None else _leading(each.chars)
            if not 0 < count <= len(each.chars) or any(index not in each.chars for index in range(count)):
                continue
            units = [each.chars[index][0] for index in range(count)]
            text, shown = string("".join(map(chr, units))), self._strings.name(name)
            positions = {each.chars[index][1] for index in range(count)}
            if each.length is not None:
                positions |= {each.length[1]}
                implied = self._decided(name, units, conditions) - positions
                yield Group(frozenset(positions), f"{shown}.equals({text})", implied)
            elif count >= _SHORTEST and each.least is not None and each.least[0] >= count:
                positions |= {each.least[1]} if each.least[0] == count else set()
                yield Group(frozenset(positions), f"{shown}.startsWith({text})")

    def _decided(self, name: str, units: Sequence[int], conditions: Sequence[Term]) -> frozenset[int]:
        """The positions of the conditions that hold because the string has these chars."""
        chars, length = self._strings.symbols[name]
        model = Model(
            {length: len(units), chars: ArrayValue({at: (unit ^ 0x8000) - 0x8000 for at, unit in enumerate(units)})}
        )
        known = frozenset((chars, length))
        return frozenset(
            at for at, each in enumerate(conditions) if variables(each) <= known and evaluate(each, model) is True
        )

    def absent(self, conditions: Sequence[Term]) -> Iterator[Group]:
        """``s.indexOf(' ') < 0``: every char of a string of known length differs, or is beyond its end."""
        facts: dict[str, StringFacts] = {}
        others: dict[tuple[str, int], dict[int, tuple[int, bool]]] = {}
        for at, condition in enumerate(conditions):
            self._strings.note(facts, at, condition)
            for name, index, unit, is_open in self._unlike(condition):
                others.setdefault((name, unit), {}).setdefault(index, (at, is_open))
        for (name, unit), places in others.items():
            length = facts[name].length if name in facts else None
            count = _leading(places)
            is_whole = count == len(places) and count in _WHOLE and all(is_open for _, is_open in places.values())
            if count >= _SHORTEST and (is_whole or (length is not None and length[0] == count == len(places))):
                call = f"{self._strings.name(name)}.indexOf({character(unit)})"
                yield Group(frozenset(at for at, _ in places.values()), f"{call} < 0", negated=f"{call} >= 0")

    def _unlike(self, condition: Term) -> Iterator[tuple[str, int, int, bool]]:
        """A string, an index, a char that is not there, and whether the string may also end before it."""
        open_by = list(zip(condition.args, condition.args[::-1], strict=True)) if condition.op == "disj" else []
        for beyond, unlike in [(None, condition), *open_by] if len(condition.args) <= 2 else []:
            inner, holds = positive(unlike) if isinstance(unlike, Term) else (condition, True)
            if inner.op != "eq" or holds:
                continue
            value, unit = inner.args if isinstance(inner.args[0], Term) else inner.args[::-1]
            cell = self._strings.cell(value)
            if cell is None or type(unit) is not int:
                continue
            if beyond is None or (isinstance(beyond, Term) and self._strings.ends_by(beyond, cell[1], (cell[0],))):
                yield *cell, unit & 0xFFFF, beyond is not None

    def alike(self, conditions: Sequence[Term]) -> Iterator[Group]:
        """``s.chars().allMatch(Character::isDigit)``: the same condition holds for each char of a string."""
        facts: dict[str, StringFacts] = {}
        alike: dict[tuple[str, Term], dict[int, tuple[int, bool]]] = {}
        for at, condition in enumerate(conditions):
            self._strings.note(facts, at, condition)
            for name, index, claim, is_open in self.claimed(condition):
                alike.setdefault((name, claim), {}).setdefault(index, (at, is_open))
        for (name, claim), places in alike.items():
            about, count = facts.get(name, StringFacts()), _leading(places)
            known = about.length[0] if about.length is not None else None
            least = known if known is not None else about.least[0] if about.least is not None else 0
            if count < len(places) or any(index >= least and not is_open for index, (_, is_open) in places.items()):
                continue
            fewest = _SHORTEST if any(is_open for _, is_open in places.values()) else _FEWEST
            if count >= fewest and (count in (known, about.most) or _is_whole(count)):
                yield self._of_all(name, claim, frozenset(at for at, _ in places.values()))

    def visible(self, conditions: Sequence[Term]) -> Iterator[Group]:
        """``!Character.isWhitespace(s.charAt(0))`` for the conditions that together are equivalent to it."""
        at = {condition: position for position, condition in enumerate(conditions)}
        fewest = min(len(space.args) for space in whitespace())
        reads = Counter(read for each in conditions for read in self._strings.reads(each))
        for read, count in reads.items():
            forms = self._not_whitespace(read) if count >= fewest else ()
            known = next((parts for parts in forms if all(part in at for part in parts)), None)
            cell = self._strings.cell(read)
            if known is not None and cell is not None:
                text = f"Character.isWhitespace({self._strings.name(cell[0])}.charAt({cell[1]}))"
                positions = frozenset(at[part] for part in known if isinstance(part, Term))
                yield Group(positions, f"!{text}", negated=text)

    def _not_whitespace(self, read: Term) -> tuple[tuple[Value, ...], ...]:
        """The conditions that together state that a char is no whitespace, in each form."""
        known = self._strings.cache.not_whitespace.get(read)
        if known is None:
            forms = (not_(substitute(space, {CHAR: read})) for space in whitespace())
            known = tuple(each.args for each in forms if isinstance(each, Term) and each.op == "conj")
            self._strings.cache.not_whitespace[read] = known
        return known

    def claimed(self, condition: Term) -> tuple[Claim, ...]:
        """The conditions on one char of one string that a condition consists of."""
        known = self._strings.cache.claimed.get(condition)
        if known is None:
            known = self._strings.cache.claimed[condition] = tuple(self._claims(condition))
        return known

    def _claims(self, condition: Term) -> Iterator[Claim]:
        symbols = variables(condition)
        names = [name for array, name in self._strings.by_chars.items() if array in symbols]
        if len(names) != 1 or not symbols <= frozenset(self._strings.symbols[names[0]]):
            return
        cells = self._strings.reads(condition)
        if len(cells) != 1:
            return
        ((read, (name, index)),) = cells.items()
        parts = condition.args if condition.op == "disj" else (condition,)
        claims = [
            each for each in parts if not (isinstance(each, Term) and self._strings.ends_by(each, index, (name,)))
        ]
        claim = substitute(disj(*claims), {read: CHAR})
        if isinstance(claim, Term) and variables(claim) == {CHAR}:
            yield name, index, claim, len(claims) < len(parts)

    def _of_all(self, name: str, claim: Term, positions: frozenset[int]) -> Group:
        if claim in whitespace():
            return Group(positions, f"{self._strings.name(name)}.isBlank()")
        tested, holds = positive(claim)
        variable = next(each for each in ("c", "ch", "each") if each not in self._strings.taken)
        text = to_java(tested, {CHAR: variable})
        method = _METHOD.fullmatch(text)
        given = f"{method[1]}::{method[2]}" if method and method[3] == variable else f"{variable} -> {text}"
        chars = f"{self._strings.name(name)}.chars()"
        if holds:
            return Group(positions, f"{chars}.allMatch({given})")
        return Group(positions, f"{chars}.noneMatch({given})", negated=f"{chars}.anyMatch({given})")

    def pairs(self, conditions: Sequence[Term]) -> Iterator[Group]:
        """``s.equals(t)`` for two input strings."""
        for at, condition in enumerate(conditions):
            if condition.op != "eq":
                continue
            names = [self._strings.by_length.get(arg) for arg in condition.args]
            if len(names) != 2 or names[0] is None or names[1] is None:
                continue
            first, second = sorted((names[0], names[1]), key=self._strings.order.__getitem__)
            same = dict(self._same_chars(conditions, first, second))
            if len(same) in _WHOLE and _leading(same) == len(same):
                positions = frozenset({at, *same.values()})
                yield Group(positions, f"{self._strings.name(first)}.equals({self._strings.name(second)})")

    def _same_chars(self, conditions: Sequence[Term], first: str, second: str) -> Iterator[tuple[int, int]]:
        """The indexes at which both strings have the same char or have ended, with the position of the condition."""
        for at, condition in enumerate(conditions):
            if condition.op != "disj" or len(condition.args) != 2:
                continue
            for beyond, same in (condition.args, condition.args[::-1]):
                if not (isinstance(beyond, Term) and isinstance(same, Term) and same.op == "eq"):
                    continue
                cells = [self._strings.cell(arg) for arg in same.args]
                if cells[0] is None or cells[1] is None or {cells[0][0], cells[1][0]} != {first, second}:
                    continue
                index = cells[0][1]
                if cells[1][1] == index and self._strings.ends_by(beyond, index, (first, second)):
                    yield index, at


def _is_whole(count: int) -> bool:
    """True if ``count`` is a length bound of strings: the first one, or one after the bound was raised."""
    while count % 4 == 0 and count > Bounds().length:
        count //= 4
    return count == Bounds().length


@lru_cache(maxsize=1)
def whitespace() -> tuple[Term, ...]:
    """The forms of the condition that `CHAR` is whitespace."""
    as_modelled = is_whitespace(zext(CHAR, 32))
    forms = dict.fromkeys((as_modelled, Canonicaliser(as_written=True).value(as_modelled)))
    return tuple(each for each in forms if isinstance(each, Term))


def _leading(indexes: Iterable[int]) -> int:
    """How many of 0, 1, 2… are in ``indexes`` without a gap."""
    known, count = set(indexes), 0
    while count in known:
        count += 1
    return count
