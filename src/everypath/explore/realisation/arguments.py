"""The arguments of a call by the values of its symbols, as literals of a call sequence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.bridge import Literal
from everypath.classfile import is_reference
from everypath.inputs.places import parameter_places
from everypath.state.text import Elements
from everypath.term import BV16, BV32, Term, array_sort, evaluate, is_null, primitive_symbol, ref_var, var, variables

if TYPE_CHECKING:
    from everypath.inputs.places import InputPlace
    from everypath.program import Method
    from everypath.term import Model

LONGEST_TEXT = 512
"""Longer strings are not made."""


def literals_of(method: Method, model: Model) -> dict[int, Literal]:
    """The arguments that are numbers, truth values, strings or null, by their positions; only those whose symbols have
    values.
    """
    found = {}
    for position, place in enumerate(parameter_places(method)):
        literal = _literal(place, model)
        if literal is not None:
            found[position] = literal
    return found


def _literal(place: InputPlace, model: Model) -> Literal | None:
    if not is_reference(place.descriptor):
        symbol = primitive_symbol(place.name, place.descriptor)
        if not isinstance(symbol, Term) or model.keys().isdisjoint(variables(symbol)):
            return None
        value = evaluate(symbol, model)
        return Literal.of(place.descriptor, value) if isinstance(value, int | float) else None
    if model.get(_null(place)) is True:
        return Literal.null()
    chars, length = var(f"{place.name}.chars", array_sort(BV16)), var(f"{place.name}.length", BV32)
    if place.descriptor != "Ljava/lang/String;" or model.keys().isdisjoint((chars, length)):
        return None
    count = evaluate(length, model)
    if not isinstance(count, int) or not 0 <= count <= LONGEST_TEXT:
        return None
    return Literal.text(Elements(chars, count).evaluate(model))


def _null(place: InputPlace) -> Term:
    found = is_null(ref_var(place.name))
    assert isinstance(found, Term)
    return found
