"""The literals of a call sequence as symbols, whose values in the witness are those of the sequence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from everypath.bridge import messages
from everypath.dataclass import dataclass
from everypath.state import TextObject
from everypath.state.text import Elements, units
from everypath.term import (
    BV16,
    BV32,
    Concrete,
    Model,
    Term,
    Value,
    array_sort,
    evaluate,
    ge,
    primitive_symbol,
    var,
    variables,
)

if TYPE_CHECKING:
    from everypath.state import State
    from everypath.vm import Machine

__all__ = ["LONGEST_TEXT", "Symbols", "symbols_of"]

LONGEST_TEXT = 64
"""Longer strings stay constants."""

LONGEST_MADE = 512
"""Sequences with longer strings are not made."""


@dataclass(frozen=True)
class Symbols:
    """The arguments of the code of a sequence. ``numbers`` and ``texts`` are the symbols by the positions of their
    steps; ``longest`` is the length of the longest string.
    """

    arguments: tuple[Value, ...]
    numbers: dict[int, Term]
    texts: dict[int, Elements]
    longest: int

    def changed(self, steps: Sequence[messages.Step], model: Model) -> tuple[messages.Step, ...] | None:
        """The steps with the literals of a model. None if they are the same, or a string is too long."""
        found = list(steps)
        for at, symbol in self.numbers.items():
            step = steps[at]
            assert isinstance(step, messages.Literal)
            value = evaluate(symbol, model)
            assert isinstance(value, int | float)
            found[at] = messages.Literal.of(step.type, value)
        for at, text in self.texts.items():
            step = steps[at]
            assert isinstance(step, messages.Literal)
            length = evaluate(text.length, model) if isinstance(text.length, Term) else text.length
            if not isinstance(length, int) or not 0 <= length <= LONGEST_MADE:
                return None
            made = text.evaluate(model)
            if made != units(str(step.payload)):
                found[at] = messages.Literal.text(made)
        return tuple(found) if found != list(steps) else None


def symbols_of(
    machine: Machine,
    state: State,
    steps: Sequence[messages.Step],
    parameters: Iterable[int],
    *,
    fixed_lengths: bool = False,
    names: Mapping[int, str] | None = None,
) -> Symbols:
    """Make the symbols of a sequence, and the strings in the heap of the state, whose witness gets their values.

    With ``names``, only the literals at these positions become symbols, and have these names.
    """
    arguments: list[Value] = []
    numbers: dict[int, Term] = {}
    texts: dict[int, Elements] = {}
    witness: dict[Term, Concrete] = {}
    longest = 0
    for at in parameters:
        step = steps[at]
        assert isinstance(step, messages.Literal)
        if step.type == "T":
            name = f"text{at}" if names is None else names.get(at)
            content = units(str(step.payload))
            if name is None or len(content) > LONGEST_TEXT:
                arguments.append(machine.intern(state, str(step.payload)))
                continue
            longest = max(longest, len(content))
            chars = var(f"{name}.chars", array_sort(BV16))
            witness[chars] = dict(enumerate(map(ord, content)))
            if fixed_lengths:
                texts[at] = Elements(chars, len(content))
            else:
                length = var(f"{name}.length", BV32)
                witness[length] = len(content)
                texts[at] = Elements(chars, length)
                state.assume(ge(length, 0))
                state.lengths += (length,)
            cls = machine.program.klass("java/lang/String")
            arguments.append(state.allocate(TextObject(cls, texts[at], state.token)))
        else:
            name = f"number{at}" if names is None else names.get(at)
            assert isinstance(step.payload, int)
            value = messages.Primitive(step.type, step.payload).value
            if name is None:
                arguments.append(value)
                continue
            symbol = primitive_symbol(name, step.type)
            assert isinstance(symbol, Term)
            (variable,) = variables(symbol)
            witness[variable] = value
            numbers[at] = symbol
            arguments.append(symbol)
    state.witness = state.witness.with_(witness)
    return Symbols(tuple(arguments), numbers, texts, longest)
