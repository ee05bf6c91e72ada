"""Telling inputs: where the path leaves a number open, a test says more with 2, 3, 5 than with 0, 0, 0.

A test that adds nothing to nothing passes whatever the code does. The zeros of a witness are replaced, one by one, by
small distinct numbers, each only if every condition of the path still holds; no solver is asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from everypath.inputs import InputShape, PrimitiveArrayInput, Undecided, slots_of
from everypath.suite.names import identifier
from everypath.suite.types import STRING
from everypath.term import BOOL, F32, F64, Concrete, Model, Term, evaluate, is_null, ref_var, variables

__all__ = ["fillers", "vivid"]

_INTEGERS = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29)
_FLOATS = (1.5, 2.5, 4.0, 0.5, 8.25)
_MOST = 12
_LONGEST_ARRAY = 8


def vivid(shape: InputShape, witness: Model, constraints: Sequence[Term]) -> Model:
    """A witness of the same path with fewer zeros."""
    model = witness
    used = 0
    for symbol, length in _open_symbols(shape, witness):
        if used >= _MOST:
            break
        relevant = [each for each in constraints if symbol in variables(each)]
        for value in _candidates(symbol, length, used):
            changed = model.with_({symbol: value})
            if all(evaluate(each, changed) for each in relevant):
                model = changed
                used += 1
                break
    return model


def fillers(shape: InputShape, constraints: Sequence[Term]) -> dict[str, str]:
    """Strings for the string inputs that nothing on the path looked at: a word in place of ``null``."""
    asked = {symbol for each in constraints for symbol in variables(each)}
    chosen: dict[str, str] = {}
    for node in shape.reachable():
        untouched = isinstance(node.build, Undecided) and not node.nullable and is_null(ref_var(node.name)) not in asked
        if untouched and node.descriptor == STRING:
            chosen[node.name] = identifier(re.split(r"[.\[\]#]", node.name.rstrip("]"))[-1], "text")
    return chosen


def _open_symbols(shape: InputShape, witness: Model) -> Iterator[tuple[Term, int]]:
    """The number symbols that are zero, with 0; and the arrays of numbers that are all zero, with their length."""
    slots = list(shape.slots)
    for node in shape.reachable():
        slots += slots_of(node.build)
        if isinstance(node.build, PrimitiveArrayInput):
            length = node.build.concrete_length(witness)
            elements = node.build.elements
            open_ = 0 < length <= _LONGEST_ARRAY and node.build.class_name != "[Z" and elements.op == "var"
            if open_ and not any(node.build.concrete(witness)):
                yield elements, length
    seen: set[Term] = set()
    for slot in slots:
        if not isinstance(slot.value, Term) or slot.descriptor == "Z":
            continue
        symbols = variables(slot.value)
        if len(symbols) == 1 and slot.concrete(witness) == 0:
            (symbol,) = symbols
            if symbol not in seen and symbol.op == "var" and symbol.sort is not BOOL:
                seen.add(symbol)
                yield symbol, 0


def _candidates(symbol: Term, length: int, used: int) -> Iterator[Concrete]:
    if length:
        element = symbol.sort.element
        floating = element in (F32, F64)
        numbers: Sequence[int | float] = _FLOATS if floating else _INTEGERS
        yield {at: numbers[(at + used) % len(numbers)] for at in range(length)}
        return
    pool: Sequence[int | float] = _FLOATS if symbol.sort in (F32, F64) else _INTEGERS
    if symbol.sort.name == "BV16" and symbol.payload is not None:
        yield ord("a") + used % 26
    for step in range(2):
        yield pool[(used + step) % len(pool)]
    yield -pool[used % len(pool)]
    yield 1
