"""Chooses witness values that distinguish operators: 1, 2, 3 distinguish ``+`` from ``*``, but 0, 0, 0 do not.

Zeros in the witness on which the effect of the path depends are replaced, one by one, by the smallest distinct numbers
under which each sum, product or shift in the effect differs from the result of another operator, and the effect from 0.
All path conditions are kept; no solver is asked. Other inputs stay 0.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from everypath.inputs import InputShape, Node, PrimitiveArrayInput, Undecided, slots_of
from everypath.suite.testcase import STRING, identifier
from everypath.term import (
    BOOL,
    F32,
    F64,
    REF,
    Concrete,
    Model,
    Term,
    Value,
    add,
    evaluate,
    fadd,
    fdiv,
    fmul,
    fsub,
    is_null,
    mul,
    ref_var,
    sdiv,
    shl,
    shr,
    sub,
    variables,
    walk,
)

__all__ = ["distinguishing_witness", "fillers", "stored_references"]

_INTEGERS = (1, 2, 3, 5, 7, 11, 13, 17, 19, 23, 29)
_FLOATS = (1.0, 2.0, 3.0, 1.5, 2.5, 4.0, 0.5, 8.25)
_MOST = 12
_SYMBOLIC_INDEX = re.compile(r"\[(?!\d)[^\]]*\]")
_LONGEST_ARRAY = 8
_MOST_OPERATIONS = 40
"""Most operations of an effect that are considered."""

_Operator = Callable[[Value, Value, int], Value]
_OTHERS: dict[str, _Operator] = {"add": sub, "sub": add, "mul": sdiv, "sdiv": mul, "shl": shr, "shr": shl, "ushr": shl}
"""Another operator for the same operands."""
_OTHERS_OF_FLOATS = {"fadd": fsub, "fsub": fadd, "fmul": fdiv, "fdiv": fmul}


def distinguishing_witness(
    shape: InputShape, witness: Model, constraints: Sequence[Term], find_effect: Callable[[], Sequence[Term]]
) -> Model:
    """A witness of the same path with fewer zeros in its effect.

    ``find_effect`` returns the terms of the effect; it is called only if the witness has zeros.
    """
    zeros = list(_open_symbols(shape, witness))
    if not zeros:
        return witness
    effect = find_effect()
    asked = frozenset[Term]().union(*(variables(each) for each in effect)) if effect else frozenset[Term]()
    operations = list(_operations(effect))
    model = witness
    used: set[object] = set()
    for symbol, length in zeros:
        if len(used) >= _MOST:
            break
        if symbol not in asked:
            continue
        found = _distinguishing_value(symbol, length, model, used, constraints, effect, operations)
        if found is not None:
            model, chosen = found
            used.add(chosen)
    return model


def _distinguishing_value(
    symbol: Term,
    length: int,
    model: Model,
    used: set[object],
    constraints: Sequence[Term],
    effect: Sequence[Term],
    operations: Sequence[Term],
) -> tuple[Model, object] | None:
    """The model with the value of a symbol under which the fewest operations and results are silent.

    Also the value, or the symbol if that is an array. None if no candidate satisfies the constraints.
    """
    relevant = [each for each in constraints if symbol in variables(each)]
    touched = [each for each in operations if symbol in variables(each)]
    results = [each for each in effect if symbol in variables(each) and not each.sort.is_array]
    best: tuple[int, Model, object] | None = None
    for value in _candidates(symbol, length, len(used)):
        key = value if isinstance(value, int | float) else None
        changed = model.with_({symbol: value})
        if key in used or not all(evaluate(each, changed) for each in relevant):
            continue
        silent = sum(_is_silent(each, changed) for each in touched)
        silent += sum(not evaluate(each, changed) for each in results)
        if best is None or silent < best[0]:
            best = silent, changed, key if key is not None else symbol
        if not silent:
            break
    return best[1:] if best is not None else None


def _operations(effect: Sequence[Term]) -> Iterator[Term]:
    """The operations in an effect for which there is another operator."""
    found: set[Term] = set()
    for term in effect:
        for node in walk(term):
            if (node.op in _OTHERS or node.op in _OTHERS_OF_FLOATS) and node not in found:
                found.add(node)
                yield node
                if len(found) >= _MOST_OPERATIONS:
                    return


def _is_silent(operation: Term, model: Model) -> bool:
    """True if another operator has the same result for the operands."""
    left, right = (evaluate(each, model) for each in operation.args[:2])
    if not isinstance(left, int | float) or not isinstance(right, int | float):
        return False
    if operation.op in _OTHERS:
        if operation.op in ("mul", "sdiv") and right == 0:
            return True
        other: Value = _OTHERS[operation.op](left, right, operation.sort.width)
    else:
        other = _OTHERS_OF_FLOATS[operation.op](left, right, operation.sort)
    return bool(evaluate(operation, model) == other)


def fillers(shape: InputShape, constraints: Sequence[Term]) -> dict[str, str]:
    """Texts for the string inputs that the path never read, in place of ``null``, by name."""
    texts = [
        node
        for node in shape.reachable()
        if node.descriptor == STRING and isinstance(node.build, Undecided) and not node.nullable
    ]
    asked = {symbol for each in constraints for symbol in variables(each)} if texts else set[Term]()
    return {
        node.name: identifier(re.split(r"[.\[\]#]", _SYMBOLIC_INDEX.sub("", node.name).rstrip("]"))[-1], "text")
        for node in texts
        if is_null(ref_var(node.name)) not in asked
    }


def stored_references(shape: InputShape, stored: Sequence[Value | None], constraints: Sequence[Term]) -> list[Node]:
    """The references among the ``stored`` values that the path never looked at: a test may pass an object in place of
    ``null``, which shows where it was stored.
    """
    names = [each.payload for each in stored if isinstance(each, Term) and each.op == "var" and each.sort is REF]
    found = [shape.nodes[each] for each in dict.fromkeys(names) if isinstance(each, str) and each in shape.nodes]
    found = [each for each in found if isinstance(each.build, Undecided) and not each.nullable and not each.tested]
    asked = {part for each in constraints for part in walk(each)} if found else set[Term]()
    return [each for each in found if each.descriptor != STRING and ref_var(each.name) not in asked]


def _open_symbols(shape: InputShape, witness: Model) -> Iterator[tuple[Term, int]]:
    """The number symbols that are zero, with 0, and the arrays of numbers that are all zero, with their length."""
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
        numbers: Sequence[int | float] = _FLOATS if element in (F32, F64) else _INTEGERS
        for start in (used, 1):
            yield {at: numbers[(at + start) % len(numbers)] for at in range(length)}
        return
    if symbol.sort.name == "BV16" and symbol.payload is not None:
        yield ord("a") + used % 26
    pool: Sequence[int | float] = _FLOATS if symbol.sort in (F32, F64) else _INTEGERS
    yield from pool
    yield from (-each for each in pool)
