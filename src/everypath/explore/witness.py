"""Pretty witnesses: the smallest and plainest values that still satisfy every condition of a path.

Values are tried one symbol at a time and kept where all conditions still hold, by evaluation alone: no solver. The
order of symbols and of the values tried is fixed, so the same path always gets the same witness.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from everypath.inputs import InputShape, TextInput
from everypath.state import class_constraint
from everypath.term import Model, Term, Value, evaluate, size, variables

SMALL = 64
"""Integers of at most this size are plain enough."""

_READABLE = "abxA0 -" + "".join(chr(code) for code in range(0x7E, 0x20, -1) if chr(code) not in "abxA0-")
"""What a char of a string is preferably, the plainest first."""

MOST_WORK = 400_000
"""Term nodes evaluated per path."""


def holds(conditions: Sequence[Term], model: Model) -> bool:
    """Whether a model satisfies the conditions; conditions on classes are none of the model's."""
    return all(class_constraint(each) is not None or evaluate(each, model) is True for each in conditions)


class _Shrinker:
    def __init__(self, conditions: Sequence[Term], model: Model) -> None:
        self.model = model
        self.work = 0
        self.touching: dict[Term, list[Term]] = {}
        for condition in conditions:
            if class_constraint(condition) is None:
                for symbol in variables(condition):
                    self.touching.setdefault(symbol, []).append(condition)

    def accept(self, symbol: Term, value: object) -> bool:
        """Take a value for a symbol if its conditions still hold."""
        self.work += sum(size(each) for each in self.touching.get(symbol, ()))
        trial = self.model.with_({symbol: value})  # type: ignore[dict-item]  # the sort fits: it comes from the symbol
        if all(evaluate(each, trial) is True for each in self.touching.get(symbol, ())):
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
    while high - low > 1 and abs(value) > SMALL:
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


def _readable_texts(shrinker: _Shrinker, shape: InputShape) -> None:
    for node in sorted(shape.reachable(), key=lambda each: each.name):
        build = node.build
        if isinstance(build, TextInput) and isinstance(build.length, Term):
            _readable(shrinker, build.length, build.chars)


def _readable(shrinker: _Shrinker, length: Value, chars: Term) -> None:
    """Give the chars of a string that nothing says much about a printable value."""
    count = evaluate(length, shrinker.model)
    if not isinstance(count, int) or not 0 < count <= SMALL:
        return
    contents = shrinker.model.value_of(chars)
    assert not isinstance(contents, int | float)
    cells = {index: int(contents.get(index, 0)) & 0xFFFF for index in range(count)}
    for index in range(count):
        if shrinker.work > MOST_WORK:
            return
        if 0x20 <= cells[index] < 0x7F:
            continue
        old = cells[index]
        for letter in _READABLE:
            cells[index] = ord(letter)
            if shrinker.accept(chars, dict(cells)):
                break
            cells[index] = old
