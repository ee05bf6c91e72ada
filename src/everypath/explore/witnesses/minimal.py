"""Plain witnesses: values that are small and readable and still satisfy every condition of a path.

Values are tried for one symbol at a time and kept if all conditions still hold. The conditions are evaluated; no
solver is called. The order of symbols and of the values tried is fixed, so the same path always gets the same witness.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from everypath.inputs import InputShape, PrimitiveArrayInput, Slot, TextInput, slots_of
from everypath.state import is_about_classes
from everypath.term import Concrete, Model, Term, Value, digest, evaluate, not_, size, variables, wrap

PLAIN_NUMBER = 64
"""Integers of at most this size are plain enough."""

_READABLE = "abxA0 -" + "".join(chr(code) for code in range(0x7E, 0x20, -1) if chr(code) not in "abxA0-")
"""The chars that a string should have, the plainest first."""

MOST_WORK = 400_000
"""Term nodes that may be evaluated for one path."""


def holds(conditions: Sequence[Term], model: Model) -> bool:
    """True if a model satisfies the conditions. Conditions on classes are skipped: models give no classes."""
    return all(is_about_classes(each) or evaluate(each, model) is True for each in conditions)


def varied(conditions: Sequence[Term], model: Model) -> list[Term]:
    """The conditions that another model of a finished path has to satisfy.

    These are the path's conditions that are not about classes. In addition each reference stays null, or stays an
    object, as it is under ``model``, since the objects of the path exist already.
    """
    numeric = [each for each in conditions if not is_about_classes(each)]
    asked = {symbol for each in numeric for symbol in variables(each) if symbol.op == "is_null"}
    unchanged = [symbol if evaluate(symbol, model) else not_(symbol) for symbol in sorted(asked, key=digest)]
    return [*numeric, *(each for each in unchanged if isinstance(each, Term))]


class Touching:
    """Finds the conditions on a symbol; conditions on classes are left out."""

    def __init__(self, conditions: Sequence[Term]) -> None:
        self._by_symbol: dict[Term, list[Term]] = {}
        for condition in conditions:
            if not is_about_classes(condition):
                for symbol in variables(condition):
                    self._by_symbol.setdefault(symbol, []).append(condition)

    def any_of(self, symbols: Iterable[Term]) -> Iterable[Term]:
        """Each condition on one of the symbols, once."""
        return dict.fromkeys(each for symbol in symbols for each in self._by_symbol.get(symbol, ()))


class _Shrinker:
    def __init__(self, conditions: Sequence[Term], model: Model) -> None:
        self.model = model
        self.work = 0
        self.touching = Touching(conditions)

    def accept(self, symbol: Term, value: Concrete) -> bool:
        """Take a value for a symbol if its conditions still hold."""
        return self.accept_all({symbol: value})

    def accept_all(self, values: Mapping[Term, Concrete]) -> bool:
        """Take values for several symbols at once if their conditions still hold."""
        touched = self.touching.any_of(values)
        self.work += sum(size(each) for each in touched)
        trial = self.model.with_(values)
        if all(evaluate(each, trial) is True for each in touched):
            self.model = trial
            return True
        return False


def plain_witness(conditions: Sequence[Term], model: Model, shape: InputShape) -> Model:
    """A model of the conditions with values as small and readable as one pass finds. ``model`` must satisfy them."""
    shrinker = _Shrinker(conditions, model)
    for symbol in sorted(model, key=_by_name):
        if shrinker.work > MOST_WORK:
            break
        if symbol.op != "var":
            continue
        value = shrinker.model.value_of(symbol)
        if isinstance(value, bool):
            if value:
                shrinker.accept(symbol, False)
        elif isinstance(value, int):
            _shrink_int(shrinker, symbol, value)
        elif isinstance(value, float):
            _shrink_float(shrinker, symbol, value)
    _readable_texts(shrinker, shape)
    return shrinker.model


def _by_name(symbol: Term) -> tuple[str, str]:
    return (symbol.payload if isinstance(symbol.payload, str) else "", symbol.op)


def _shrink_int(shrinker: _Shrinker, symbol: Term, value: int) -> None:
    if abs(value) <= 1:
        if value:
            shrinker.accept(symbol, 0)
        return
    for candidate in _smaller(value):
        if shrinker.accept(symbol, candidate):
            value = candidate
            break
    if shrinker.work > MOST_WORK:
        return
    low, high = 0, abs(value)
    sign = 1 if value > 0 else -1
    while high - low > 1 and abs(value) > PLAIN_NUMBER:
        middle = (low + high) // 2
        if shrinker.accept(symbol, sign * middle):
            high = middle
            value = sign * middle
        else:
            low = middle


def _smaller(value: int) -> Iterator[int]:
    for candidate in (0, 1, 2, 3, 5, 10, 42, 100, -1, -2, -5):
        if abs(candidate) < abs(value) or (abs(candidate) == abs(value) and candidate > value):
            yield candidate


def _shrink_float(shrinker: _Shrinker, symbol: Term, value: float) -> None:
    if value in (0.0, 1.0, 2.0) and str(value)[0] != "-":
        return
    for candidate in (0.0, 1.0, 2.0, 0.5, 10.0, 100.0, -1.0, -2.0, -10.0):
        if shrinker.accept(symbol, candidate):
            return
    if value == value and abs(value) < 1e15 and shrinker.accept(symbol, float(round(value))):
        return


class _Chars:
    """The chars of an input: those in its strings and char arrays, single ones, and the bytes of its standard input."""

    def __init__(self, model: Model, shape: InputShape) -> None:
        self.cells: dict[Term, dict[int, int]] = {}
        self.singles: dict[Term, int] = {}
        self.lengths: dict[Term, Term] = {}
        standard_input = {each.slot.name for each in shape.environment if each.name is None}
        for slot in shape.slots:
            self._add_single(slot, model)
        for node in sorted(shape.reachable(), key=lambda each: each.name):
            build = node.build
            for slot in slots_of(build):
                self._add_single(slot, model)
            if isinstance(build, TextInput):
                self._add_cells(build.chars, build.length, model)
                if isinstance(build.length, Term) and build.length.op == "var":
                    self.lengths[build.chars] = build.length
            elif isinstance(build, PrimitiveArrayInput) and (build.class_name == "[C" or node.name in standard_input):
                self._add_cells(build.elements, build.length, model, bytes_=build.class_name == "[B")

    def _add_single(self, slot: Slot, model: Model) -> None:
        if slot.descriptor == "C" and isinstance(slot.value, Term):
            for symbol in variables(slot.value):
                self.singles[symbol] = _as_char(model.value_of(symbol))

    def _add_cells(self, chars: Term, length: Value, model: Model, *, bytes_: bool = False) -> None:
        count = evaluate(length, model)
        contents = model.value_of(chars)
        if isinstance(count, int) and 0 < count <= PLAIN_NUMBER and not isinstance(contents, int | float):
            read = _as_byte if bytes_ else _as_char
            self.cells[chars] = {index: read(contents.get(index, 0)) for index in range(count)}

    def odd(self) -> list[int]:
        """The values that are not printable, in order."""
        values = [each for cells in self.cells.values() for each in cells.values()]
        return sorted({each for each in (*values, *self.singles.values()) if not 0x20 <= each < 0x7F})

    def renamed(self, old: int, new: int) -> dict[Term, Concrete]:
        """The values of all symbols that contain the char ``old``, with ``new`` in its place."""
        changed: dict[Term, Concrete] = {symbol: new for symbol, value in self.singles.items() if value == old}
        for chars, cells in self.cells.items():
            if old in cells.values():
                changed[chars] = _elements({index: new if value == old else value for index, value in cells.items()})
        return changed

    def rename(self, old: int, new: int) -> None:
        """Replace the char ``old`` by ``new`` in the values kept here, too."""
        self.singles = {symbol: new if value == old else value for symbol, value in self.singles.items()}
        for cells in self.cells.values():
            for index, value in cells.items():
                if value == old:
                    cells[index] = new


LETTERS = tuple(ord(each) for each in "abcxA01 -.")
"""Chars tried in place of those that cannot be printed."""

RENAMED = 4
"""The most unprintable chars that are replaced in all places at once. Further ones are replaced place by place."""


def _as_byte(value: object) -> int:
    return ((value & 0xFF) ^ 0x80) - 0x80 if isinstance(value, int) else 0


def _as_char(value: object) -> int:
    return value & 0xFFFF if isinstance(value, int) else 0


def _elements(cells: dict[int, int]) -> dict[int, int | float]:
    """Chars or bytes as a model holds the elements of an array: as signed numbers, which conditions compare."""
    return {index: wrap(value, 16) for index, value in cells.items()}


def _has_chars(shape: InputShape) -> bool:
    """True if there may be a char in an input."""
    if shape.environment or any(slot.descriptor == "C" for slot in shape.slots):
        return True
    builds = (node.build for node in shape.nodes.values())
    return any(
        isinstance(build, TextInput)
        or (isinstance(build, PrimitiveArrayInput) and build.class_name == "[C")
        or any(slot.descriptor == "C" for slot in slots_of(build))
        for build in builds
    )


def _readable_texts(shrinker: _Shrinker, shape: InputShape) -> None:
    """Make strings short and unprintable chars printable, as far as the conditions allow.

    The conditions may need a char to be the same in several places. It is therefore replaced in all places at once
    first, and then in each place.
    """
    if not _has_chars(shape):
        return
    chars = _Chars(shrinker.model, shape)
    odd = chars.odd()
    if odd:
        for symbol, length in chars.lengths.items():
            if symbol in chars.cells:
                _cut_front(shrinker, symbol, length, chars.cells)
    for old in odd[:RENAMED]:
        for letter in LETTERS:
            if shrinker.work > MOST_WORK:
                return
            if shrinker.accept_all(chars.renamed(old, letter)):
                chars.rename(old, letter)
                break
    for symbol, cells in chars.cells.items():
        _readable(shrinker, symbol, cells)


def _cut_front(shrinker: _Shrinker, symbol: Term, length: Term, texts: dict[Term, dict[int, int]]) -> None:
    """Drop leading chars of a string as far as its conditions allow."""
    cells = texts[symbol]
    count = len(cells)
    for kept in dict.fromkeys((1, 2, count // 2, count - 1)):
        if 0 < kept < count and shrinker.work <= MOST_WORK:
            shifted = {index: cells[index + count - kept] for index in range(kept)}
            if shrinker.accept_all({symbol: _elements(shifted), length: kept}):
                texts[symbol] = shifted
                return


def _readable(shrinker: _Shrinker, chars: Term, cells: dict[int, int]) -> None:
    """Give each char of a string or array a printable value where its conditions allow."""
    for index, old in cells.items():
        if 0x20 <= old < 0x7F:
            continue
        for letter in LETTERS:
            if shrinker.work > MOST_WORK:
                return
            cells[index] = letter
            if shrinker.accept(chars, _elements(cells)):
                break
            cells[index] = old
