"""Draws the arguments and the standard input of a program, from small numbers and the constants of its code.

The symbols of a `ProgramInput` have the names that they have on a path: `suite` builds the JVM's input from it, and an
exploration takes its model as the values of its own symbols.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from everypath.dataclass import dataclass, replace
from everypath.inputs.code_facts import literals_of
from everypath.inputs.places import InputPlace, element_place, parameter_places, signature_text
from everypath.inputs.shapes import (
    Build,
    EnvironmentInput,
    InputShape,
    Node,
    PrimitiveArrayInput,
    ReferenceArrayInput,
    Slot,
    TextInput,
    slot_of,
)
from everypath.inputs.sources import standard_input
from everypath.term import BV16, BV32, ELEMENT_SORTS, Concrete, Model, Term, array_sort, is_null, ref_var, var

if TYPE_CHECKING:
    from everypath.program import Method, Program

KEPT_PROBABILITY = 0.7
"""The probability that an input with a parent keeps one of its tokens, or the number of its tokens."""

MOST_TOKENS = 5
"""The most arguments, and the most tokens of the standard input."""

STRINGS = "[Ljava/lang/String;"


@dataclass(frozen=True)
class ProgramInput:
    """What one start of a program gets. Each token of ``typed`` ends with a newline or a space; together they are the
    standard input. ``model`` gives the symbols of ``shape`` their values.
    """

    arguments: tuple[str, ...]
    typed: tuple[str, ...]
    shape: InputShape
    model: Model


class ProgramSampler:
    """Draws the inputs of one ``main`` method, the same in every run."""

    def __init__(self, program: Program, entry: Method) -> None:
        (self._arguments,) = parameter_places(entry)
        self._literals = literals_of(program, entry)
        self._random = Random(entry.key)

    def plainest(self) -> ProgramInput:
        """The input of the first path of an exploration."""
        return self._input((), ())

    def draw(self, parent: ProgramInput | None = None) -> ProgramInput:
        """Draw a new input. With a ``parent`` it shares most tokens with it."""
        kept = ((), ()) if parent is None else (parent.arguments, parent.typed)
        arguments = self._tokens(kept[0], ("",), new=parent is None)
        return self._input(arguments, self._tokens(kept[1], ("\n", " "), new=parent is None))

    def _tokens(self, kept: Sequence[str], ends: Sequence[str], *, new: bool) -> tuple[str, ...]:
        random = self._random
        count = random.randint(0, MOST_TOKENS) if new or random.random() >= KEPT_PROBABILITY else len(kept)
        tokens = []
        for at in range(count):
            stays = at < len(kept) and random.random() < KEPT_PROBABILITY
            tokens.append(kept[at] if stays else self._token() + random.choice(ends))
        return tuple(tokens)

    def _token(self) -> str:
        literals, random = self._literals, self._random
        return str(random.choice(literals.numbers)) if random.random() < 0.5 else random.choice(literals.texts)

    def _input(self, arguments: tuple[str, ...], typed: tuple[str, ...]) -> ProgramInput:
        parts = _Parts()
        root = parts.strings(replace(self._arguments, non_null=True), arguments)
        around = parts.bytes_of(standard_input([root.name]), "".join(typed).encode("ascii", "ignore"))
        shape = InputShape((root,), parts.nodes, environment=(EnvironmentInput(around),))
        return ProgramInput(arguments, typed, shape, Model(parts.values))


class _Parts:
    """The nodes of a shape, and the values of its symbols."""

    def __init__(self) -> None:
        self.nodes: dict[str, Node] = {}
        self.values: dict[Term, Concrete] = {}

    def strings(self, place: InputPlace, texts: Sequence[str]) -> Slot:
        length = var(f"{place.name}.length", BV32)
        self.values[length] = len(texts)
        elements = [(at, self._text(element_place(place, at), text)) for at, text in enumerate(texts)]
        return self._slot(place, ReferenceArrayInput(STRINGS, length, tuple(elements)))

    def _text(self, place: InputPlace, text: str) -> Slot:
        length, chars = var(f"{place.name}.length", BV32), var(f"{place.name}.chars", array_sort(BV16))
        self.values[length], self.values[chars] = len(text), dict(enumerate(map(ord, text)))
        build = TextInput(length, chars, var(f"{place.name}.identity", BV32))
        return self._slot(replace(place, non_null=True), build)

    def bytes_of(self, place: InputPlace, content: bytes) -> Slot:
        length, elements = var(f"{place.name}.length", BV32), var(place.name, array_sort(ELEMENT_SORTS["B"]))
        self.values[length], self.values[elements] = len(content), dict(enumerate(content))
        return self._slot(place, PrimitiveArrayInput("[B", length, elements))

    def _slot(self, place: InputPlace, build: Build) -> Slot:
        atom = is_null(ref_var(place.name))
        assert isinstance(atom, Term)
        self.values[atom] = False
        generic = signature_text(place.generic)
        self.nodes[place.name] = Node(
            place.name, place.effective, build, generic=generic, non_null=place.non_null, passed=place.passed
        )
        return slot_of(place, 0)
