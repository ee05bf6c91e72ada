"""Builds models of comparisons: first values for indexes and lengths, then for the elements of arrays.

Once indexes are numbers, every read of an element is one cell or a written value, and comparisons of elements are
differences between cells. Both steps raise values that are too small until none is (Bellman and Ford). The model is
evaluated. If none is found, there may still be one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final, TypeAlias

from everypath.term import Concrete, Model, Term, Value, evaluate, variables

__all__ = ["Comparison", "ordered"]

Comparison: TypeAlias = "tuple[Term, bool]"
"""A condition ``lt`` or ``eq``, and its truth value."""

_DISTANCES: Final = (16, 0)
"""Minimal distances that are tried for ordered indexes: with a large one, reads miss the writes of others."""

_Cell: TypeAlias = "Term | tuple[Term, int]"
"""A symbol, or an element of an array symbol."""
_Side: TypeAlias = "tuple[_Cell | None, int]"
"""A cell, or None for 0, and a constant that is added."""
_Edge: TypeAlias = "tuple[_Side, _Side, int]"
"""``small + gap <= large``."""


def ordered(conditions: Sequence[Term], comparisons: Sequence[Comparison], model: Model) -> Model | None:
    """Return a model of conditions that imply these comparisons, None if none is found.

    Symbols without comparisons keep their values.
    """
    among_symbols = list(_edges([each for each in comparisons if not _reads(each[0])], _symbol))
    for distance in _DISTANCES:
        numbers = _raised(among_symbols, distance)
        if numbers is None:
            continue
        placed = model.with_({cell: number for cell, number in numbers.items() if type(cell) is Term})
        elements = _raised(list(_edges(comparisons, partial(_element, model=placed))), 0)
        if elements is None:
            continue
        found = placed.with_(_contents(elements, placed))
        if all(evaluate(condition, found) for condition in conditions):
            return found
    return None


def _reads(condition: Term) -> bool:
    return any(symbol.sort.is_array for symbol in variables(condition))


def _edges(comparisons: Sequence[Comparison], read: Callable[[Value], _Side | None]) -> Iterator[_Edge]:
    for comparison, holds in comparisons:
        one, other = (read(arg) for arg in comparison.args)
        if one is None or other is None or one[0] is other[0]:
            continue
        if comparison.op == "lt":
            yield (one, other, 1) if holds else (other, one, 0)
        elif holds:
            yield one, other, 0
            yield other, one, 0


def _raised(edges: Sequence[_Edge], distance: int) -> dict[_Cell, int] | None:
    """Return the least numbers that satisfy the edges, not below 0 if possible; None if there are none.

    Numbers of which one is greater than the other differ by ``distance`` at least.
    """
    most = [(small, more - plus - gap) for (small, plus), (large, more), gap in edges if large is None]
    above = [
        (small, large, plus - more + (gap if small is None or not gap else max(gap, distance)))
        for (small, plus), (large, more), gap in edges
        if large is not None
    ]
    cells = dict.fromkeys(cell for edge in edges for cell, _ in edge[:2] if cell is not None)
    least = 0
    for _ in range(2):
        numbers = _satisfied(dict.fromkeys(cells, least), above)
        beyond = max((numbers[cell] - bound for cell, bound in most if cell is not None), default=0) if numbers else 0
        if numbers is None or beyond <= 0:
            return numbers
        least = -beyond
    return None


def _satisfied(numbers: dict[_Cell, int], above: Sequence[tuple[_Cell | None, _Cell, int]]) -> dict[_Cell, int] | None:
    """Return the numbers raised until all edges are satisfied, None if that does not end."""
    for _ in range(len(numbers) + 1):
        is_done = True
        for small, large, gap in above:
            wanted = gap if small is None else numbers[small] + gap
            if numbers[large] < wanted:
                numbers[large] = wanted
                is_done = False
        if is_done:
            return numbers
    return None


def _symbol(side: Value) -> _Side | None:
    """Return a side that reads no array as a symbol and a constant, None for any other."""
    offset = 0
    while type(side) is Term:
        if side.op == "add" and type(side.args[1]) is int:
            offset += side.args[1]
        elif side.op != "sext":
            return (side, offset) if side.op == "var" and side.sort.is_vector else None
        side = side.args[0]
    return (None, offset + side) if type(side) is int else None


def _element(side: Value, model: Model) -> _Side | None:
    """Return a side as an element and a constant, or as a constant, with the indexes of a model; else None."""
    offset = 0
    while type(side) is Term:
        op = side.op
        if op == "add" and type(side.args[1]) is int:
            offset += side.args[1]
            side = side.args[0]
        elif op in ("sext", "zext"):
            side = side.args[0]
        elif op == "ite":
            side = side.args[1 if evaluate(side.args[0], model) else 2]
        elif op == "select":
            index = evaluate(side.args[1], model)
            array = side.args[0]
            while type(array) is Term and array.op == "store" and evaluate(array.args[1], model) != index:
                array = array.args[0]
            assert type(array) is Term
            if array.op != "store":
                return ((array, index), offset) if array.op == "var" and type(index) is int else None
            side = array.args[2]
        elif _reads(side) or not side.sort.is_vector:
            return None
        else:
            number = evaluate(side, model)
            assert isinstance(number, int)
            return None, offset + number
    return (None, offset + side) if type(side) is int else None


def _contents(elements: Mapping[_Cell, int], model: Model) -> dict[Term, Concrete]:
    """Return the arrays of a model with these elements."""
    found: dict[Term, dict[int, int | float | bool]] = {}
    for cell, number in elements.items():
        if isinstance(cell, tuple):
            array, index = cell
            if array not in found:
                contents = model.value_of(array)
                assert isinstance(contents, Mapping)
                found[array] = dict(contents.items())
            found[array][index] = number
    return dict(found)
