"""Which inputs are one object: asked where it can matter, answered by beginning the path again.

Input objects are made distinct. Where a path does something that would go otherwise if two of them were one (it reads a
field of one after writing that of the other, or compares them), it goes on with the two apart, and the question is
handed to the sink as a fork of kind ``alias``: the path from its start, on inputs of which the later place holds the
very reference of the earlier one. What the path had decided by then is known on it (`Renaming`), so it comes the same
way; a question that never arises is never enumerated. Policies (design, `--aliasing`): ``full``, ``inputs`` (only the
receiver and the parameters), ``off`` (the path says that it was not asked) and ``eager`` (asked as soon as an object is
looked into, as in PET).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from everypath.inputs.choices import CHOICES, FORCED, choices_of, forced
from everypath.inputs.shape import Alias
from everypath.inputs.symbols import name_of, shape_of
from everypath.term import Model, Term, Value, has_class, is_null, not_, ref_var, substitute, var, variables

if TYPE_CHECKING:
    from collections.abc import Callable

    from everypath.inputs.shape import InputShape
    from everypath.state import State

ALIASES = "inputs.aliases"
"""The attachment that maps the names of places to that of an earlier one whose reference they hold."""

APART = "inputs.apart"
"""The attachment that holds the pairs of places, as sets of two names, that were decided to hold no common object."""

ASKED = "inputs.asked"
"""The attachment of a fork of kind ``alias``: its `Question`."""

POLICIES = ("full", "inputs", "off", "eager")


@dataclass(frozen=True, slots=True)
class Question:
    """May the place ``later`` hold the object of the place ``earlier``? ``classes`` are those that both may have."""

    later: str
    earlier: str
    classes: frozenset[str]


class Aliasing:
    """Asks, for one entry. ``candidates`` gives the candidate classes of a reference as a bit set."""

    def __init__(self, policy: str, candidates: Callable[[State, Term], int]) -> None:
        if policy not in POLICIES:
            raise ValueError(f"no aliasing policy {policy}")
        self.policy = policy
        self._candidates = candidates

    def ask(self, state: State, left: Term, right: Term) -> bool:
        """Two places are taken as holding different objects; true if the path that takes them as one is cared for."""
        shape = shape_of(state)
        first, second = name_of(left), name_of(right)
        if self.policy == "off" or first not in shape.nodes or second not in shape.nodes:
            return False
        told = apart(state)
        pair = frozenset((first, second))
        if pair in told:
            return True
        if self.policy == "inputs" and not pair <= {slot.name for slot in shape.roots}:
            return False
        world = state.control.world
        common = self._candidates(state, left) & self._candidates(state, right)
        if common and world is not None:
            earlier, later = sorted(pair, key=list(shape.nodes).index)
            state.offer(True, "alias", None, {ASKED: Question(later, earlier, world.names_of(common))})
        state.attach(APART, told | {pair})
        return True

    def met(self, state: State, ref: Term) -> None:
        """An object is about to be looked into for the first time: ``eager`` asks about all that were before it."""
        if self.policy == "eager":
            for other in list(state.refs.values()):
                self.ask(state, ref, other)


def aliases(state: State) -> dict[str, str]:
    """The places that hold the reference of an earlier one, with its name."""
    found = state.attachments.get(ALIASES)
    return found if isinstance(found, dict) else {}


def apart(state: State) -> frozenset[frozenset[str]]:
    """The pairs of places that hold no common object."""
    found = state.attachments.get(APART)
    return found if isinstance(found, frozenset) else frozenset()


def alias_of(state: State, name: str) -> str | None:
    """The place whose reference the place is to hold, through aliases of aliases; None where it has one of its own.

    Where that place comes later than this one, it is the alias.
    """
    known = aliases(state)
    target = known.get(name)
    if target is None:
        return None
    shape = shape_of(state)
    if target in shape.nodes:
        return _origin(shape, target)
    state.attach(ALIASES, {**{key: other for key, other in known.items() if key != name}, target: name})
    return None


def _origin(shape: InputShape, name: str) -> str:
    seen = {name}
    while isinstance(build := shape.node(name).build, Alias) and build.of not in seen:
        name = build.of
        seen.add(name)
    return name


class Renaming:
    """What a path knows, said of inputs of which the later place of a question holds the object of the earlier one."""

    def __init__(self, state: State, question: Question) -> None:
        self._state = state
        self._question = question
        self._symbols: dict[Term, Value] = {}

    def name(self, name: str) -> str:
        """An access path, with the later place called as the earlier one."""
        later = self._question.later
        if name == later or (name.startswith(later) and name[len(later)] in ".["):
            return self._question.earlier + name[len(later) :]
        return name

    def conditions(self) -> list[Value]:
        """The path condition, with what the question adds."""
        ref = ref_var(self._question.earlier)
        return [not_(is_null(ref)), has_class(ref, self._question.classes), *map(self.value, self._state.path)]

    def value(self, value: Value) -> Value:
        """A value over the renamed symbols."""
        if not isinstance(value, Term):
            return value
        changed: dict[Term, Value] = {}
        for symbol in variables(value):
            if symbol not in self._symbols:
                self._symbols[symbol] = self._symbol(symbol)
            if self._symbols[symbol] is not symbol:
                changed[symbol] = self._symbols[symbol]
        return substitute(value, changed)

    def _symbol(self, symbol: Term) -> Value:
        if symbol.op != "var":
            inner = [part for part in symbol.args if isinstance(part, Term)]
            return substitute(symbol, {part: self._symbol(part) for part in inner})
        old = str(symbol.payload)
        new = self.name(old)
        return symbol if new == old else var(new, symbol.sort)

    def witness(self) -> Model:
        """The witness: a hint, no model."""
        values = dict(self._state.witness)
        for symbol, value in self._state.witness.items():
            new = self.value(symbol)
            if isinstance(new, Term) and new not in values:
                values[new] = value
        return Model(values)

    def limits(self) -> frozenset[Term]:
        """Those of the conditions that are limits of the exploration."""
        return frozenset(each for each in map(self.value, self._state.limits) if isinstance(each, Term))

    def types(self) -> dict[Term, int]:
        """The candidate classes of the references."""
        found: dict[Term, int] = {}
        for ref, bits in self._state.types.items():
            new = self.value(ref)
            assert isinstance(new, Term)
            found[new] = found.get(new, -1) & bits
        return found

    def attachments(self) -> dict[str, object]:
        """How the inputs are built: choices, aliases, and what is apart."""
        choices = {self.name(key): number for key, number in choices_of(self._state).items()}
        pairs = {frozenset(map(self.name, pair)) for pair in apart(self._state)}
        known = {self.name(key): self.name(other) for key, other in aliases(self._state).items()}
        return {
            CHOICES: {**choices, **choices_of(self._state)},
            FORCED: frozenset(map(self.name, forced(self._state))),
            ALIASES: {**known, self._question.later: self._question.earlier},
            APART: frozenset(pair for pair in pairs if len(pair) == 2),
        }
