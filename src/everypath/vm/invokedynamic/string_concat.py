"""String concatenation, as `java.lang.invoke.StringConcatFactory` links it: one text from constants and arguments."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from everypath.classfile import IntConst, LongConst, StringConst
from everypath.errors import EngineError, UnsupportedError
from everypath.state.text import units
from everypath.vm.invocation import model_handler

if TYPE_CHECKING:
    from everypath.classfile import Loadable
    from everypath.state.text import Text
    from everypath.term import Value
    from everypath.vm.core import Call, Handler
    from everypath.vm.instructions import InstructionSite

Piece: TypeAlias = "str | None"
"""A constant part of a concatenation, or None for the next argument."""


def recipe_pieces(arguments: tuple[Loadable, ...]) -> tuple[Piece, ...]:
    """The pieces of a recipe: tag 1 stands for an argument, tag 2 for a constant."""
    recipe, constants = arguments[0], list(arguments[1:])
    if not isinstance(recipe, StringConst):
        raise EngineError(f"recipe {recipe!r}")
    pieces: list[Piece] = []
    literal = ""
    for char in recipe.value:
        if char == "\1":
            if literal:
                pieces.append(units(literal))
            pieces.append(None)
            literal = ""
        elif char == "\2":
            literal += _constant_text(constants.pop(0))
        else:
            literal += char
    if literal:
        pieces.append(units(literal))
    return tuple(pieces)


def _constant_text(constant: Loadable) -> str:
    if isinstance(constant, StringConst):
        return constant.value
    if isinstance(constant, IntConst | LongConst):
        return str(constant.value)
    raise UnsupportedError(f"{type(constant).__name__} in a string concatenation")


def concatenation(site: InstructionSite, descriptor: str, pieces: tuple[Piece, ...]) -> Handler:
    """The handler of an invokedynamic that concatenates its arguments and the constant pieces between them."""
    nominal = site.method.viewed_as(descriptor)
    model = partial(_concatenate, pieces, nominal.parameters)
    return model_handler(site.machine, nominal, model, site.here, len(nominal.parameters))


def _concatenate(pieces: tuple[Piece, ...], kinds: tuple[str, ...], call: Call, *args: Value) -> Value | None:
    return append(pieces, (), tuple(zip(kinds, args, strict=True)), call)


def append(
    pieces: tuple[Piece, ...], done: tuple[Text | str, ...], pending: tuple[tuple[str, Value], ...], call: Call
) -> Value | None:
    """Turn the pending arguments into texts, calling ``toString`` where one needs it, and join everything."""
    library = call.machine.library
    for position, (kind, value) in enumerate(pending):
        text = library.to_text(call, value, kind)
        if text is None:
            method, receiver = call.select("java/lang/Object", "toString", "()Ljava/lang/String;", value)
            call.then(method, [receiver], partial(_converted, pieces, done, pending[position + 1 :]))
        done = (*done, text)
    texts = iter(done)
    return call.new_text(library.concat([next(texts) if piece is None else piece for piece in pieces]))


def _converted(
    pieces: tuple[Piece, ...],
    done: tuple[Text | str, ...],
    pending: tuple[tuple[str, Value], ...],
    call: Call,
    value: Value | None,
) -> Value | None:
    if value is None:
        raise EngineError("toString returned nothing")
    address = call.reference(value)
    return append(pieces, (*done, call.text(address) if address else "null"), pending, call)
