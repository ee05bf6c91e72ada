"""The shapes of texts and functions that make them; the docstring of the package describes the shapes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from everypath.dataclass import dataclass
from everypath.errors import EngineError
from everypath.term import (
    BV16,
    Model,
    Term,
    Value,
    add,
    and_,
    array_sort,
    conj,
    const_array,
    eq,
    evaluate,
    ge,
    i2l,
    ite,
    l2i,
    le,
    lt,
    neg,
    sdiv,
    select,
    srem,
    store,
    sub,
    ushr,
    zext,
)

type_of_chars = array_sort(BV16)

MOST_CHARS = 0x7FFFFFFF
"""No string of a JVM has more chars: an array has no more bytes."""

LONGEST_CHAIN = 64
"""A constant longer than this is indexed symbolically through a solver array, a shorter one through a chain of ites."""


class Text(ABC):
    """An immutable sequence of UTF-16 code units; the docstring of the package describes the shapes."""

    __slots__ = ()

    @property
    @abstractmethod
    def length(self) -> Value:
        """The number of chars: a Java int or a BV32 term."""

    @property
    @abstractmethod
    def limit(self) -> int | None:
        """An upper bound on the length, or None if none is known."""

    @abstractmethod
    def at(self, index: Value) -> Value:
        """The char at ``index``; an arbitrary value if the index is outside the text."""

    @abstractmethod
    def map_terms(self, change: Callable[[Value], Value]) -> Text:
        """The text with every term ``t`` in it replaced by ``change(t)``."""

    @property
    def constant(self) -> str | None:
        """The content if it is known completely, one Python character per code unit; else None."""
        return None

    @property
    def footprint(self) -> int:
        """The approximate size in bytes of this process; 0 for shapes that are always small."""
        return 0

    def chars(self, count: int) -> tuple[Value, ...]:
        """The first ``count`` chars; those beyond the length are arbitrary values."""
        return tuple(self.at(i) for i in range(count))

    def values(self) -> tuple[Value, ...]:
        """Yield every value that occurs in this text, such as symbolic chars; unlimited texts yield their array."""
        limit = self.limit
        return (self.length, *(self.chars(limit) if limit is not None else ()))

    def evaluate(self, model: Model) -> str:
        """The content under ``model``, one Python character per code unit."""
        return "".join(chr(_known(self.at(i), model)) for i in range(_known(self.length, model)))

    def slice(self, start: Value, end: Value) -> Text:
        """The chars from ``start`` to before ``end``; the caller has decided 0 <= start <= end <= length."""
        if isinstance(start, int) and start == 0 and end is self.length:
            return self
        if start is end or (not isinstance(start, Term) and start == end):
            return EMPTY
        return View(self, start, sub(end, start, 32))


def units(value: str) -> str:
    """A Python string with one character per UTF-16 code unit."""
    if value.isascii() or max(value) <= "\uffff":
        return value
    data = value.encode("utf-16-be", "surrogatepass")
    return "".join(chr(data[i] << 8 | data[i + 1]) for i in range(0, len(data), 2))


@dataclass(frozen=True, slots=True)
class Constant(Text):
    """A text whose content is known completely."""

    value: str

    @property
    def length(self) -> Value:
        """The number of chars."""
        return len(self.value)

    @property
    def limit(self) -> int | None:
        """A bound on the length."""
        return len(self.value)

    @property
    def constant(self) -> str | None:
        """The text itself."""
        return self.value

    @property
    def footprint(self) -> int:
        """One byte for each char, or two."""
        return len(self.value)

    def at(self, index: Value) -> Value:
        """The char at an index."""
        if isinstance(index, Term):
            if len(self.value) > LONGEST_CHAIN:
                return zext(select(_table(self.value), index), 32)
            return _pick([ord(c) for c in self.value], index)
        return ord(self.value[int(index)]) if 0 <= index < len(self.value) else 0

    def map_terms(self, change: Callable[[Value], Value]) -> Text:
        """The same text over changed terms."""
        return self

    def values(self) -> tuple[Value, ...]:
        """Yield the values that occur in the text."""
        return ()

    def evaluate(self, model: Model) -> str:
        """The text under a model."""
        return self.value

    def slice(self, start: Value, end: Value) -> Text:
        """A part of the text."""
        if isinstance(start, int):
            if isinstance(end, int):
                return Constant(self.value[start:end])
            return from_chars([ord(c) for c in self.value[start:]], sub(end, start, 32))
        return View(self, start, sub(end, start, 32))


EMPTY = Constant("")


@dataclass(frozen=True, slots=True)
class Chars(Text):
    """The first ``length`` chars of a tuple; made by ``from_chars``, which returns a ``Constant`` if all is known."""

    units: tuple[Value, ...]
    length: Value

    @property
    def limit(self) -> int | None:
        """A bound on the length."""
        return len(self.units)

    def at(self, index: Value) -> Value:
        """The char at an index."""
        if isinstance(index, Term):
            return _pick(self.units, index)
        return self.units[int(index)] if 0 <= index < len(self.units) else 0

    def map_terms(self, change: Callable[[Value], Value]) -> Text:
        """The same text over changed terms."""
        return from_chars([change(c) for c in self.units], change(self.length))

    def slice(self, start: Value, end: Value) -> Text:
        """A part of the text."""
        if isinstance(start, int):
            units = self.units[start:end] if isinstance(end, int) else self.units[start:]
            return from_chars(units, sub(end, start, 32))
        return View(self, start, sub(end, start, 32))


@dataclass(frozen=True, slots=True)
class Elements(Text):
    """The first ``length`` elements of a solver array of BV16; an input string, or a snapshot of a ``char[]``."""

    array: Term
    length: Value

    @property
    def limit(self) -> int | None:
        """A bound on the length."""
        return self.length if isinstance(self.length, int) else None

    def at(self, index: Value) -> Value:
        """The char at an index."""
        return zext(select(self.array, index), 32)

    def map_terms(self, change: Callable[[Value], Value]) -> Text:
        """The same text over changed terms."""
        array = change(self.array)
        if not isinstance(array, Term):
            raise EngineError("an array term was replaced by a number")
        return Elements(array, change(self.length))

    def evaluate(self, model: Model) -> str:
        """The content under a model, without a term for each char: it may be long."""
        content = evaluate(self.array, model)
        assert isinstance(content, Mapping)
        length = _known(self.length, model)
        return "".join(chr(int(content.get(at, 0)) & 0xFFFF) for at in range(length))

    def values(self) -> tuple[Value, ...]:
        """Yield the values that occur in the text."""
        return (self.length, self.array)


@dataclass(frozen=True, slots=True)
class View(Text):
    """``length`` chars of ``base`` from ``offset`` on."""

    base: Text
    offset: Value
    length: Value

    @property
    def limit(self) -> int | None:
        """A bound on the length."""
        if isinstance(self.length, int):
            return self.length
        limit = self.base.limit
        if limit is not None and isinstance(self.offset, int):
            limit -= self.offset
        return limit

    def at(self, index: Value) -> Value:
        """The char at an index."""
        return self.base.at(add(self.offset, index, 32))

    def map_terms(self, change: Callable[[Value], Value]) -> Text:
        """The same text over changed terms."""
        return View(self.base.map_terms(change), change(self.offset), change(self.length))

    def values(self) -> tuple[Value, ...]:
        """Yield the values that occur in the text."""
        return (self.length, self.offset, *self.base.values())

    def evaluate(self, model: Model) -> str:
        """The text under a model."""
        start, length = _known(self.offset, model), _known(self.length, model)
        return self.base.evaluate(model)[start : start + length]

    def slice(self, start: Value, end: Value) -> Text:
        """A part of the text."""
        return self.base.slice(add(self.offset, start, 32), add(self.offset, end, 32))


@dataclass(frozen=True, slots=True)
class Rope(Text):
    """A concatenation of at least two texts; made by ``concat``."""

    parts: tuple[Text, ...]

    @property
    def length(self) -> Value:
        """The number of chars."""
        total: Value = 0
        for part in self.parts:
            total = add(total, part.length, 32)
        return total

    @property
    def can_be_made(self) -> Value:
        """True if it is not longer than an array can be."""
        total: Value = 0
        for part in self.parts:
            total = add(total, i2l(part.length), 64)
        return le(total, MOST_CHARS)

    @property
    def limit(self) -> int | None:
        """A bound on the length."""
        total = 0
        for part in self.parts:
            limit = part.limit
            if limit is None:
                return None
            total += limit
        return total

    @property
    def footprint(self) -> int:
        """The sum over the parts."""
        return sum(part.footprint + 8 for part in self.parts)

    def at(self, index: Value) -> Value:
        """The char at an index."""
        return self._at(index, 0)

    def _at(self, index: Value, first: int) -> Value:
        part = self.parts[first]
        if first == len(self.parts) - 1:
            return part.at(index)
        inside = lt(index, part.length)
        if inside is True:
            return part.at(index)
        rest = self._at(sub(index, part.length, 32), first + 1)
        return rest if inside is False else ite(inside, part.at(index), rest)

    def map_terms(self, change: Callable[[Value], Value]) -> Text:
        """The same text over changed terms."""
        return concat(*(part.map_terms(change) for part in self.parts))

    def values(self) -> tuple[Value, ...]:
        """Yield the values that occur in the text."""
        return tuple(value for part in self.parts for value in part.values())

    def evaluate(self, model: Model) -> str:
        """The text under a model."""
        return "".join(part.evaluate(model) for part in self.parts)

    def slice(self, start: Value, end: Value) -> Text:
        """A part of the text."""
        if isinstance(start, int):
            head = self.parts[0].length
            if start == 0 and isinstance(end, int) and isinstance(head, int) and end <= head:
                return self.parts[0].slice(0, end)
            if isinstance(head, int) and start >= head:
                return concat(*self.parts[1:]).slice(start - head, sub(end, head, 32))
        return View(self, start, sub(end, start, 32))


@dataclass(frozen=True, slots=True)
class Choice(Text):
    """``yes`` if the condition holds, else ``no``; made by ``choose``."""

    condition: Term
    yes: Text
    no: Text

    @property
    def length(self) -> Value:
        """The number of chars."""
        return ite(self.condition, self.yes.length, self.no.length)

    @property
    def limit(self) -> int | None:
        """A bound on the length."""
        yes, no = self.yes.limit, self.no.limit
        return None if yes is None or no is None else max(yes, no)

    def at(self, index: Value) -> Value:
        """The char at an index."""
        return ite(self.condition, self.yes.at(index), self.no.at(index))

    def map_terms(self, change: Callable[[Value], Value]) -> Text:
        """The same text over changed terms."""
        return choose(change(self.condition), self.yes.map_terms(change), self.no.map_terms(change))

    def values(self) -> tuple[Value, ...]:
        """Yield the values that occur in the text."""
        return (self.condition, *self.yes.values(), *self.no.values())

    def evaluate(self, model: Model) -> str:
        """The text under a model."""
        return (self.yes if evaluate(self.condition, model) else self.no).evaluate(model)


@dataclass(frozen=True, slots=True)
class Decimal(Text):
    """``Integer.toString`` (width 32) or ``Long.toString`` (width 64) of a symbolic number; made by ``decimal``."""

    value: Term
    width: int

    @property
    def length(self) -> Value:
        """The number of chars."""
        return add(ite(self._negative(), 1, 0), self._digits(), 32)

    @property
    def limit(self) -> int | None:
        """A bound on the length."""
        return 11 if self.width == 32 else 20

    def _negative(self) -> Value:
        return lt(self.value, 0)

    def _minus(self) -> Value:
        """The negated absolute value as a BV64; unlike the absolute value, it exists for MIN_VALUE."""
        wide = self.value if self.width == 64 else i2l(self.value)
        return ite(lt(wide, 0), wide, neg(wide, 64))

    def _digits(self) -> Value:
        minus = self._minus()
        most = 10 if self.width == 32 else 19
        chain: Value = most
        for count in range(most - 1, 0, -1):
            chain = ite(ge(minus, 1 - 10**count), count, chain)
        return chain

    def at(self, index: Value) -> Value:
        """The char at an index."""
        minus, most = self._minus(), 10 if self.width == 32 else 19
        place = sub(sub(self._digits(), 1, 32), sub(index, ite(self._negative(), 1, 0), 32), 32)
        char: Value = 48
        for exponent in range(most):
            quotient = sdiv(minus, 10**exponent, 64) if exponent else minus
            digit = sub(48, l2i(srem(quotient, 10, 64)), 32)
            char = ite(eq(place, exponent), digit, char)
        return ite(conj(self._negative(), eq(index, 0)), ord("-"), char)

    def map_terms(self, change: Callable[[Value], Value]) -> Text:
        """The same text over changed terms."""
        return decimal(change(self.value), self.width)

    def values(self) -> tuple[Value, ...]:
        """Yield the values that occur in the text."""
        return (self.value,)

    def evaluate(self, model: Model) -> str:
        """The text under a model."""
        return str(_known(self.value, model))


def digits(value: Value, width: int, shift: int) -> Text:
    """``Integer.toHexString`` and its like (``shift`` bits a digit) of an int (width 32) or long (width 64)."""
    if not isinstance(value, Term):
        number = int(value) & ((1 << width) - 1)
        return Constant(format(number, {1: "b", 3: "o", 4: "x"}[shift]))
    most = -(-width // shift)
    units: list[Value] = []
    count: Value = 1
    for place in range(most - 1, -1, -1):
        digit = ushr(value, place * shift, width)
        low = and_(l2i(digit) if width == 64 else digit, (1 << shift) - 1, 32)
        units.append(add(low, ite(lt(low, 10), 48, 87), 32))
    for place in range(1, most):
        rest = ushr(value, place * shift, width)
        count = ite(eq(rest, 0), count, place + 1)
    whole = Chars(tuple(units), most)
    return View(whole, sub(most, count, 32), count)


def from_chars(units: Iterable[Value], length: Value | None = None) -> Text:
    """The text of these chars, or of the first ``length`` of them."""
    chars = tuple(units)
    if length is None:
        length = len(chars)
    if isinstance(length, int):
        chars = chars[:length]
        if set(map(type, chars)) <= {int}:
            return Constant("".join(map(chr, chars)))  # type: ignore[arg-type]  # all are ints
    return Chars(chars, length)


def decimal(value: Value, width: int) -> Text:
    """The decimal digits of an int (width 32) or long (width 64)."""
    return Decimal(value, width) if isinstance(value, Term) else Constant(str(int(value)))


def choose(condition: Value, yes: Text, no: Text) -> Text:
    """``yes`` if the condition holds, else ``no``."""
    if isinstance(condition, Term):
        return yes if yes == no else Choice(condition, yes, no)
    return yes if condition else no


def concat(*texts: Text) -> Text:
    """The texts one after the other; neighbours of known length are joined into one part."""
    if all(type(text) is Constant for text in texts):
        return Constant("".join([text.value for text in texts]))  # type: ignore[attr-defined]  # all are constants
    parts: list[Text] = []
    for text in texts:
        for part in text.parts if isinstance(text, Rope) else (text,):
            if _is_empty(part):
                continue
            if parts and (joined := _join(parts[-1], part)) is not None:
                parts[-1] = joined
            else:
                parts.append(part)
    if not parts:
        return EMPTY
    return parts[0] if len(parts) == 1 else Rope(tuple(parts))


def _is_empty(text: Text) -> bool:
    """True if the text is known to be empty. A `Decimal` never is; its length, a large term, is not computed."""
    if isinstance(text, Decimal):
        return False
    length = text.length
    return isinstance(length, int) and length == 0


def _join(left: Text, right: Text) -> Text | None:
    if isinstance(left, Constant) and isinstance(right, Constant):
        return Constant(left.value + right.value)
    if isinstance(left, Constant | Chars) and isinstance(right, Constant | Chars) and isinstance(left.length, int):
        return from_chars(
            (*left.chars(left.length), *right.chars(right.limit or 0)), add(left.length, right.length, 32)
        )
    return None


def bounded(text: Text, cap: int) -> Text:
    """A limited text equal to ``text``. The caller has decided that the length is at most ``cap``."""
    limit = text.limit
    if limit is not None and limit <= cap:
        return text
    return from_chars(text.chars(cap), text.length)


def flat(text: Text) -> Constant | Chars:
    """A limited text as ``Constant`` or ``Chars``."""
    if isinstance(text, Constant | Chars):
        return text
    result = from_chars(text.chars(limit_of(text)), text.length)
    if not isinstance(result, Constant | Chars):
        raise EngineError("a flat text is of chars")
    return result


def array_of(text: Text) -> Term:
    """A solver array that starts with the chars of the text; a limited one, or ``Elements``."""
    if isinstance(text, Elements):
        return text.array
    array: Term = const_array(type_of_chars, 0)
    for i, char in enumerate(text.chars(limit_of(text))):
        if not (isinstance(char, int) and char == 0):
            array = store(array, i, char)
    return array


def _known(value: Value, model: Model) -> int:
    number = evaluate(value, model)
    assert isinstance(number, int)
    return number


def limit_of(text: Text) -> int:
    """The limit of a text that has one."""
    limit = text.limit
    if limit is None:
        raise EngineError("this operation needs a text with a limit")
    return limit


def _pick(units: Iterable[Value], index: Term) -> Value:
    """The code unit at a symbolic index; the last one if the index is outside."""
    chain: Value | None = None
    for i, unit in reversed(list(enumerate(units))):
        chain = unit if chain is None else ite(eq(index, i), unit, chain)
    return 0 if chain is None else chain


@lru_cache(maxsize=256)
def _table(value: str) -> Term:
    array: Term = const_array(type_of_chars, 0)
    for i, char in enumerate(value):
        array = store(array, i, ord(char))
    return array
