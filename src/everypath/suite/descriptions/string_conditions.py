"""What conditions say of strings, in `String`'s own words: ``s.equals("on")`` for its length and every char of it.

Strings are arrays of chars with a length (`everypath.state.text`), so what code asks in one call becomes many
conditions on elements. A group of them that says just what ``equals`` or ``startsWith`` says is told as that call.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache

from everypath.dataclass import dataclass, field
from everypath.inputs import InputShape, TextInput
from everypath.library.text import is_whitespace
from everypath.state import Bounds
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
    walk,
    zext,
)

__all__ = ["Group", "StringConditionPrinter", "TextCache"]

_WHOLE = frozenset((Bounds().length, Bounds().length * 4))
"""So many chars are compared where two strings are compared as a whole."""

_FEWEST = 3
"""What is said of fewer chars reads better one by one."""

_CHAR = var("char", BV16)
"""Any char of a string."""
_METHOD = re.compile(r"(Character)\.(\w+)\((\w+)\)")

_SHORTEST = 2
"""A prefix of one char reads better as ``charAt``."""


_Claim = tuple[str, int, Term, bool]
"""A string, an index, what is said of `_CHAR` there, and whether the string may also end before."""


@dataclass(frozen=True)
class Group:
    """Conditions, by their positions, that say together what ``text`` says."""

    positions: frozenset[int]
    text: str
    implied: frozenset[int] = frozenset()
    """Positions of what goes without saying then: the ``switch`` of a string asks for its hash code first."""
    negated: str = ""
    """What says the opposite, where that is not ``!`` before the text."""

    @property
    def opposite(self) -> str:
        """Java for the opposite of what the conditions say."""
        return self.negated or f"!{self.text}"


@dataclass
class _StringFacts:
    """What a list of conditions says of one string."""

    length: tuple[int, int] | None = None
    """The length, and where it is said."""
    least: tuple[int, int] | None = None
    most: int | None = None
    chars: dict[int, tuple[int, int]] = field(default_factory=dict)
    """By index, the char and where it is said."""


class TextCache:
    """What was found to say of conditions, under the same names of the same strings."""

    def __init__(self) -> None:
        self.groups: dict[tuple[Term, ...], list[Group]] = {}
        self.whole: dict[Term, str | None] = {}
        self.reads: dict[Term, dict[Term, tuple[str, int]]] = {}
        self.claimed: dict[Term, tuple[_Claim, ...]] = {}
        self.not_whitespace: dict[Term, tuple[tuple[Value, ...], ...]] = {}


class StringConditionPrinter:
    """Knows the input strings of one shape. ``name`` gives the name under which a string is shown. ``cache`` may be
    shared with others of the same `key` and names.
    """

    def __init__(self, shape: InputShape, name: Callable[[str], str]) -> None:
        self._name = name
        self._symbols: dict[str, tuple[Term, Term]] = {}
        self._by_chars: dict[Term, str] = {}
        self._by_length: dict[Value, str] = {}
        for node in shape.nodes.values():
            if isinstance(node.build, TextInput) and isinstance(node.build.length, Term):
                self._symbols[node.name] = node.build.chars, node.build.length
                self._by_chars[node.build.chars] = node.name
                self._by_length[node.build.length] = node.name
        self._taken = frozenset(slot.name for slot in shape.roots)
        self._order = {name: at for at, name in enumerate(self._by_chars.values())}
        self.cache = TextCache()

    @property
    def key(self) -> Hashable:
        """What decides, beside the names, how conditions are told."""
        return tuple(self._symbols.items()), self._taken

    def guarded(self, conditions: Sequence[Term]) -> list[Term]:
        """The conditions, with what says that a string has a char before what looks at the char."""
        found = list(conditions)
        for array, name in self._by_chars.items():
            least = 0
            for at, condition in enumerate(found):
                reads = [index for read, index in self._reads(condition).values() if read == name]
                if array not in variables(condition) or not reads:
                    least = max(least, self._least(name, condition))
                elif max(reads) >= least and self._symbols[name][1] not in variables(condition):
                    later = next((each for each in found[at + 1 :] if self._least(name, each) > max(reads)), None)
                    if later is not None:
                        found.remove(later)
                        found.insert(at, later)
                        least = self._least(name, later)
        return found

    def settled(self, conditions: Sequence[Term]) -> set[int]:
        """The positions of what holds anyway for each of the few values that other conditions leave a char."""
        left: dict[Term, tuple[int, list[int]]] = {}
        for at, condition in enumerate(conditions):
            values = self._listed(condition)
            if values is not None:
                left.setdefault(values[0], (at, values[1]))
        settled = set()
        for at, condition in enumerate(conditions) if left else ():
            reads = list(self._reads(condition))
            if len(reads) == 1 and reads[0] in left and left[reads[0]][0] != at:
                claim = substitute(condition, {reads[0]: _CHAR})
                known = (Model({_CHAR: each}) for each in left[reads[0]][1])
                if variables(claim) == {_CHAR} and all(evaluate(claim, model) is True for model in known):
                    settled.add(at)
        return settled

    def _listed(self, condition: Term) -> tuple[Term, list[int]] | None:
        """A char that is one of a few values, and these as signed numbers."""
        read, values = None, []
        for part in condition.args if condition.op == "disj" else (condition,):
            if not isinstance(part, Term) or part.op != "eq":
                return None
            value, constant = part.args if isinstance(part.args[0], Term) else part.args[::-1]
            if isinstance(value, Term) and value.op == "zext":
                value = value.args[0]
            if self._cell(value) is None or type(constant) is not int or read not in (None, value):
                return None
            assert isinstance(value, Term)
            read = value
            values.append((constant & 0xFFFF ^ 0x8000) - 0x8000)
        return (read, values) if read is not None else None

    def _least(self, name: str, condition: Term) -> int:
        """How many chars a string has at least where a condition holds."""
        facts: dict[str, _StringFacts] = {}
        self._note(facts, 0, condition)
        about = facts.get(name, _StringFacts())
        return max(about.length[0] if about.length else 0, about.least[0] if about.least else 0)

    def groups(self, conditions: Sequence[Term]) -> list[Group]:
        """The groups among conditions that hold together; none shares a condition with another."""
        if not self._order:
            return []
        asked = tuple(conditions)
        known = self.cache.groups.get(asked)
        if known is None:
            known = self.cache.groups[asked] = self._groups(conditions)
        return known

    def _groups(self, conditions: Sequence[Term]) -> list[Group]:
        found = [*self._literals(conditions), *self._pairs(conditions)]
        for more_groups in (self._absent, self._alike, self._visible):
            taken = {at for group in found for at in group.positions | group.implied}
            found += [group for group in more_groups(conditions) if taken.isdisjoint(group.positions)]
        return found

    def whole(self, term: Term) -> str | None:
        """A conjunction that is one group, a disjunction that is the opposite of one, or what ``isWhitespace`` says."""
        if term.op not in ("conj", "disj") or not self._order:
            return None
        if term not in self.cache.whole:
            self.cache.whole[term] = self._whole(term)
        return self.cache.whole[term]

    def _whole(self, term: Term) -> str | None:
        for name, index, claim, is_open in self._claimed(term) if term.op == "disj" else ():
            if claim in _whitespace() and not is_open:
                return f"Character.isWhitespace({self._name(name)}.charAt({index}))"
        parts = [part for part in term.args if isinstance(part, Term)]
        if len(parts) != len(term.args):
            return None
        if term.op == "disj":
            negated = [not_(part) for part in parts]
            parts = [each for each in negated if isinstance(each, Term)]
        groups = self.groups(parts)
        if len(groups) != 1 or len(groups[0].positions) != len(parts):
            return None
        return groups[0].text if term.op == "conj" else groups[0].opposite

    # -- one string against a constant ---------------------------------------------------------------------------

    def _literals(self, conditions: Sequence[Term]) -> Iterator[Group]:
        facts: dict[str, _StringFacts] = {}
        for at, condition in enumerate(conditions):
            self._note(facts, at, condition)
        for name, each in facts.items():
            count = each.length[0] if each.length is not None else _leading(each.chars)
            if not 0 < count <= len(each.chars) or any(index not in each.chars for index in range(count)):
                continue
            units = [each.chars[index][0] for index in range(count)]
            text, shown = string("".join(map(chr, units))), self._name(name)
            positions = {each.chars[index][1] for index in range(count)}
            if each.length is not None:
                positions |= {each.length[1]}
                implied = self._decided(name, units, conditions) - positions
                yield Group(frozenset(positions), f"{shown}.equals({text})", implied)
            elif count >= _SHORTEST and each.least is not None and each.least[0] >= count:
                positions |= {each.least[1]} if each.least[0] == count else set()
                yield Group(frozenset(positions), f"{shown}.startsWith({text})")

    def _decided(self, name: str, units: Sequence[int], conditions: Sequence[Term]) -> frozenset[int]:
        """The positions of conditions that hold because a string is this one."""
        chars, length = self._symbols[name]
        model = Model(
            {length: len(units), chars: ArrayValue({at: (unit ^ 0x8000) - 0x8000 for at, unit in enumerate(units)})}
        )
        known = frozenset((chars, length))
        return frozenset(
            at for at, each in enumerate(conditions) if variables(each) <= known and evaluate(each, model) is True
        )

    def _note(self, facts: dict[str, _StringFacts], at: int, condition: Term) -> None:
        inner, holds = _positive(condition)
        if len(inner.args) != 2 or inner.op not in ("eq", "lt"):
            return
        left, right = inner.args
        value, constant = (left, right) if isinstance(left, Term) else (right, left)
        if not isinstance(value, Term) or type(constant) is not int:
            return
        name = self._by_length.get(value)
        if name is not None:
            about = facts.setdefault(name, _StringFacts())
            if inner.op == "eq" and holds:
                about.length = (constant, at)
            elif inner.op == "lt" and (value is left) is not holds:  # !(s.length < k), k - 1 < s.length
                about.least = (constant if value is left else constant + 1, at)
            elif inner.op == "lt":
                about.most = constant - 1 if value is left else constant
            return
        cell = self._cell(value)
        if cell is not None and inner.op == "eq" and holds:
            facts.setdefault(cell[0], _StringFacts()).chars[cell[1]] = (constant & 0xFFFF, at)

    def _cell(self, value: Value) -> tuple[str, int] | None:
        """The string and the index that a value is the char of."""
        if isinstance(value, Term) and value.op == "zext":
            value = value.args[0]
        if not isinstance(value, Term) or value.op != "select":
            return None
        array, index = value.args
        name = self._by_chars.get(array) if isinstance(array, Term) else None
        return (name, index) if name is not None and type(index) is int else None

    def _reads(self, condition: Term) -> dict[Term, tuple[str, int]]:
        """The chars at certain indexes that a condition reads, with the strings and indexes."""
        known = self.cache.reads.get(condition)
        if known is None:
            parts = (part for part in walk(condition) if part.op == "select")
            known = {part: cell for part in parts if (cell := self._cell(part)) is not None}
            self.cache.reads[condition] = known
        return known

    # -- a char that a string does not have -----------------------------------------------------------------------

    def _absent(self, conditions: Sequence[Term]) -> Iterator[Group]:
        """``s.indexOf(' ') < 0`` where every char of a string of known length is another one, or is beyond its end."""
        facts: dict[str, _StringFacts] = {}
        others: dict[tuple[str, int], dict[int, tuple[int, bool]]] = {}
        for at, condition in enumerate(conditions):
            self._note(facts, at, condition)
            for name, index, unit, is_open in self._unlike(condition):
                others.setdefault((name, unit), {}).setdefault(index, (at, is_open))
        for (name, unit), places in others.items():
            length = facts[name].length if name in facts else None
            count = _leading(places)
            is_whole = count == len(places) and count in _WHOLE and all(is_open for _, is_open in places.values())
            if count >= _SHORTEST and (is_whole or (length is not None and length[0] == count == len(places))):
                call = f"{self._name(name)}.indexOf({character(unit)})"
                yield Group(frozenset(at for at, _ in places.values()), f"{call} < 0", negated=f"{call} >= 0")

    def _unlike(self, condition: Term) -> Iterator[tuple[str, int, int, bool]]:
        """A string, an index, a char that does not stand there, and whether the string may also end before."""
        open_by = list(zip(condition.args, condition.args[::-1], strict=True)) if condition.op == "disj" else []
        for beyond, unlike in [(None, condition), *open_by] if len(condition.args) <= 2 else []:
            inner, holds = _positive(unlike) if isinstance(unlike, Term) else (condition, True)
            if inner.op != "eq" or holds:
                continue
            value, unit = inner.args if isinstance(inner.args[0], Term) else inner.args[::-1]
            cell = self._cell(value)
            if cell is None or type(unit) is not int:
                continue
            if beyond is None or (isinstance(beyond, Term) and self._ends_by(beyond, cell[1], (cell[0],))):
                yield *cell, unit & 0xFFFF, beyond is not None

    # -- what is said of every char -------------------------------------------------------------------------------

    def _alike(self, conditions: Sequence[Term]) -> Iterator[Group]:
        """``s.chars().allMatch(Character::isDigit)`` where the same is said of each char of a string."""
        facts: dict[str, _StringFacts] = {}
        alike: dict[tuple[str, Term], dict[int, tuple[int, bool]]] = {}
        for at, condition in enumerate(conditions):
            self._note(facts, at, condition)
            for name, index, claim, is_open in self._claimed(condition):
                alike.setdefault((name, claim), {}).setdefault(index, (at, is_open))
        for (name, claim), places in alike.items():
            about, count = facts.get(name, _StringFacts()), _leading(places)
            known = about.length[0] if about.length is not None else None
            least = known if known is not None else about.least[0] if about.least is not None else 0
            if count < len(places) or any(index >= least and not is_open for index, (_, is_open) in places.items()):
                continue
            fewest = _SHORTEST if any(is_open for _, is_open in places.values()) else _FEWEST
            if count >= fewest and (count in (known, about.most) or _is_whole(count)):
                yield self._of_all(name, claim, frozenset(at for at, _ in places.values()))

    def _visible(self, conditions: Sequence[Term]) -> Iterator[Group]:
        """``!Character.isWhitespace(s.charAt(0))`` for all that is said to say so."""
        at = {condition: position for position, condition in enumerate(conditions)}
        fewest = min(len(space.args) for space in _whitespace())
        reads = Counter(read for each in conditions for read in self._reads(each))
        for read, count in reads.items():
            forms = self._not_whitespace(read) if count >= fewest else ()
            known = next((parts for parts in forms if all(part in at for part in parts)), None)
            cell = self._cell(read)
            if known is not None and cell is not None:
                text = f"Character.isWhitespace({self._name(cell[0])}.charAt({cell[1]}))"
                positions = frozenset(at[part] for part in known if isinstance(part, Term))
                yield Group(positions, f"!{text}", negated=text)

    def _not_whitespace(self, read: Term) -> tuple[tuple[Value, ...], ...]:
        """What says together that a char is no whitespace, in each form."""
        known = self.cache.not_whitespace.get(read)
        if known is None:
            forms = (not_(substitute(space, {_CHAR: read})) for space in _whitespace())
            known = tuple(each.args for each in forms if isinstance(each, Term) and each.op == "conj")
            self.cache.not_whitespace[read] = known
        return known

    def _claimed(self, condition: Term) -> tuple[_Claim, ...]:
        """What a condition says of one char of one string."""
        known = self.cache.claimed.get(condition)
        if known is None:
            known = self.cache.claimed[condition] = tuple(self._claims(condition))
        return known

    def _claims(self, condition: Term) -> Iterator[_Claim]:
        symbols = variables(condition)
        names = [name for array, name in self._by_chars.items() if array in symbols]
        if len(names) != 1 or not symbols <= frozenset(self._symbols[names[0]]):
            return
        cells = self._reads(condition)
        if len(cells) != 1:
            return
        ((read, (name, index)),) = cells.items()
        parts = condition.args if condition.op == "disj" else (condition,)
        claims = [each for each in parts if not (isinstance(each, Term) and self._ends_by(each, index, (name,)))]
        claim = substitute(disj(*claims), {read: _CHAR})
        if isinstance(claim, Term) and variables(claim) == {_CHAR}:
            yield name, index, claim, len(claims) < len(parts)

    def _of_all(self, name: str, claim: Term, positions: frozenset[int]) -> Group:
        if claim in _whitespace():
            return Group(positions, f"{self._name(name)}.isBlank()")
        tested, holds = _positive(claim)
        variable = next(each for each in ("c", "ch", "each") if each not in self._taken)
        text = to_java(tested, {_CHAR: variable})
        method = _METHOD.fullmatch(text)
        given = f"{method[1]}::{method[2]}" if method and method[3] == variable else f"{variable} -> {text}"
        chars = f"{self._name(name)}.chars()"
        if holds:
            return Group(positions, f"{chars}.allMatch({given})")
        return Group(positions, f"{chars}.noneMatch({given})", negated=f"{chars}.anyMatch({given})")

    # -- two strings ---------------------------------------------------------------------------------------------

    def _pairs(self, conditions: Sequence[Term]) -> Iterator[Group]:
        for at, condition in enumerate(conditions):
            if condition.op != "eq":
                continue
            names = [self._by_length.get(arg) for arg in condition.args]
            if len(names) != 2 or names[0] is None or names[1] is None:
                continue
            first, second = sorted((names[0], names[1]), key=self._order.__getitem__)
            same = dict(self._same_chars(conditions, first, second))
            if len(same) in _WHOLE and _leading(same) == len(same):
                positions = frozenset({at, *same.values()})
                yield Group(positions, f"{self._name(first)}.equals({self._name(second)})")

    def _same_chars(self, conditions: Sequence[Term], first: str, second: str) -> Iterator[tuple[int, int]]:
        """The indexes beyond the end of both, or at which both have the same char, and where that is said."""
        for at, condition in enumerate(conditions):
            if condition.op != "disj" or len(condition.args) != 2:
                continue
            for beyond, same in (condition.args, condition.args[::-1]):
                if not (isinstance(beyond, Term) and isinstance(same, Term) and same.op == "eq"):
                    continue
                cells = [self._cell(arg) for arg in same.args]
                if cells[0] is None or cells[1] is None or {cells[0][0], cells[1][0]} != {first, second}:
                    continue
                index = cells[0][1]
                if cells[1][1] == index and self._ends_by(beyond, index, (first, second)):
                    yield index, at

    def _ends_by(self, condition: Term, index: int, names: Collection[str | None]) -> bool:
        """Whether a condition says that one of the strings has at most ``index`` chars."""
        inner, holds = _positive(condition)
        if len(inner.args) != 2:
            return False
        left, right = inner.args
        if inner.op == "eq" and holds:
            return (
                index == 0 and 0 in (left, right) and (self._by_length.get(left) or self._by_length.get(right)) in names
            )
        if inner.op != "lt":
            return False
        if holds:  # s.length < index + 1
            return self._by_length.get(left) in names and right == index + 1
        return self._by_length.get(right) in names and left == index  # !(index < s.length)


def _is_whole(count: int) -> bool:
    """Whether strings have so many chars at most, at first or after the bound was raised."""
    while count % 4 == 0 and count > Bounds().length:
        count //= 4
    return count == Bounds().length


@lru_cache(maxsize=1)
def _whitespace() -> tuple[Term, ...]:
    """How terms say that a char is whitespace."""
    as_modelled = is_whitespace(zext(_CHAR, 32))
    forms = dict.fromkeys((as_modelled, Canonicaliser(as_written=True).value(as_modelled)))
    return tuple(each for each in forms if isinstance(each, Term))


def _leading(indexes: Iterable[int]) -> int:
    """How many of 0, 1, 2… are there without a gap."""
    known, count = set(indexes), 0
    while count in known:
        count += 1
    return count


def _positive(condition: Term) -> tuple[Term, bool]:
    """What a condition is about, and whether it says that it holds."""
    inner = condition.args[0] if condition.op == "not" else condition
    assert isinstance(inner, Term)
    return inner, inner is condition
