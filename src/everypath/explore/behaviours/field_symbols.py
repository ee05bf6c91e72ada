"""The symbols that stand for the fields of an object in summaries and invariants."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from everypath.inputs.places import field_path
from everypath.term import BV32, ELEMENT_SORTS, Term, array_sort, is_null, primitive_symbol, ref_var, var, variables

if TYPE_CHECKING:
    from everypath.program import Class, Field

THIS = "this"


def symbols_of(cls: Class) -> dict[Field, tuple[Term, ...]]:
    """For each instance field, the symbols that stand for it in an object at the place ``this``."""
    return {each: tuple(_symbols(each, field_path(THIS, cls, each))) for each in cls.instance_fields}


def _symbols(of: Field, name: str) -> Iterator[Term]:
    descriptor = of.descriptor
    if descriptor[0] not in "L[":
        yield from variables(primitive_symbol(name, descriptor))
        return
    null = is_null(ref_var(name))
    assert isinstance(null, Term)
    yield null
    if is_long(of):
        yield var(f"{name}.length", BV32)
        if descriptor[1:] in ELEMENT_SORTS:
            yield var(name, array_sort(ELEMENT_SORTS[descriptor[1:]]))
    else:
        yield ordinal_symbol(name)


def is_long(of: Field) -> bool:
    """True if the field holds an array or a string, which have a length."""
    return of.descriptor[0] == "[" or of.descriptor == "Ljava/lang/String;"


def ordinal_symbol(name: str) -> Term:
    """The ordinal of the constant of an enum at a place."""
    return var(f"{name}.ordinal", BV32)


def name_of(symbol: Term) -> str:
    """The access path of a symbol; for ``is_null``, that of the reference."""
    named = symbol.args[0] if symbol.op == "is_null" else symbol
    assert isinstance(named, Term)
    return str(named.payload)


def with_name(symbol: Term, name: str) -> Term:
    """The symbol of the same kind for another place."""
    found = is_null(ref_var(name)) if symbol.op == "is_null" else var(name, symbol.sort)
    assert isinstance(found, Term)
    return found


def renamed(symbol: Term, prefix: str) -> Term:
    """The symbol with a prefix to its name, as for another call."""
    return with_name(symbol, prefix + name_of(symbol))
