"""Aliases between inputs: queried where they can matter, explored by starting the path again.

Input objects are made distinct. Where a path does something that would go otherwise if two of them were one (it reads a
field of one after writing that of the other, or compares them), it goes on with the two apart, and the question is
handed to the sink as a fork of kind ``alias``: the path from its start, on inputs of which the later place holds the
very reference of the earlier one. What the path had decided by then is known on it (`AliasSubstitution`), so it comes
the same way; a question that never arises is never enumerated. Policies (design, `--aliasing`): ``full``, ``inputs``
(only the receiver and the parameters), ``off`` (the path says that it was not asked) and ``eager`` (asked as soon as an
object is looked into, as in PET).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.dataclass import dataclass
from everypath.inputs.shapes.choices import CHOICES, FORCED, choices_of, forced
from everypath.inputs.shapes.shape import Alias
from everypath.inputs.shapes.symbols import name_of, shape_of
from everypath.term import Model, Term, Value, has_class, is_null, not_, ref_var, substitute, var, variables

if TYPE_CHECKING:
    from collections.abc import Callable

    from everypath.inputs.shapes.shape import InputShape
    from everypath.state import State

ALIASES = "inputs.aliases"
"""The attachment that maps the names of places to that of an earlier one whose reference they hold."""

ASSUMED_DISTINCT = "inputs.apart"
"""The attachment that holds the pairs of places, as sets of two names, that are assumed to hold different objects."""

ASKED = "inputs.asked"
"""The attachment of a fork of kind ``alias``: its `AliasQuery`."""

POLICIES = ("full", "inputs", "off", "eager")


@dataclass(frozen=True, slots=True)
class AliasQuery:
    """May the place ``later`` hold the object of the place ``earlier``? ``classes`` are those that both may have, None
    where the earlier one has no other anyway.
    """

    later: str
    earlier: str
    classes: frozenset[str] | None


class Aliasing:
    """Makes the alias queries of one entry. ``candidates`` gives the candidate classes of a reference as a bit set."""

    def __init__(self, policy: str, candidates: Callable[[State, Term], int]) -> None:
        if policy not in POLICIES:
            raise ValueError(f"no aliasing policy {policy}")
        self.policy = policy
        self._candidates = candidates

    def ask(self, state: State, left: Term, right: Term) -> bool:
        """Assume that two places hold different objects; fork for the path on which they hold one. True if the question
        was asked, now or before.
        """
        shape = shape_of(state)
        first, second = name_of(left), name_of(right)
        if self.policy == "off" or first not in shape.nodes or second not in shape.nodes:
            return False
        known = distinct_pairs(state)
        pair = frozenset((first, second))
        if pair in known:
            return True
        if self.policy == "inputs" and not pair <= {slot.name for slot in shape.roots}:
            return False
        world = state.control.numbering
        common = self._candidates(state, left) & self._candidates(state, right)
        earlier, later = sorted(pair, key=list(shape.nodes).index)
        made_of = later.startswith(f"{earlier}.new.")  # what an object is made of was there before it
        if common and world is not None and not made_of:
            narrows = common != self._candidates(state, left if earlier == first else right)
            classes = world.names_of(common) if narrows else None
            state.offer(True, "alias", None, {ASKED: AliasQuery(later, earlier, classes)})
        elif state.control.observer is not None:
            state.control.observer.asked(state)
            state.control.observer.refuted_alias(state, left, right)
        state.attach(ASSUMED_DISTINCT, known | {pair})
        return True

    def first_use(self, state: State, ref: Term) -> None:
        """An object is about to be looked into for the first time: ``eager`` asks about all that were before it."""
        if self.policy == "eager":
            for other in list(state.refs.values()):
                self.ask(state, ref, other)


def aliases(state: State) -> dict[str, str]:
    """The places that hold the reference of an earlier one, with its name."""
    found = state.attachments.get(ALIASES)
    return found if isinstance(found, dict) else {}


def distinct_pairs(state: State) -> frozenset[frozenset[str]]:
    """The pairs of places that are assumed to hold different objects."""
    found = state.attachments.get(ASSUMED_DISTINCT)
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


def held(state: State, name: str) -> Term:
    """The reference that a place holds: its own, or that of the place whose alias it is."""
    return ref_var(_origin(shape_of(state), name))


def _origin(shape: InputShape, name: str) -> str:
    seen = {name}
    while isinstance(build := shape.node(name).build, Alias) and build.of not in seen:
        name = build.of
        seen.add(name)
    return name


def _is_below(name: str, place: str) -> bool:
    """True if a name is that of a place or of one below it."""
    return name == place or (name.startswith(place) and name[len(place)] in ".[")


class AliasSubstitution:
    """Rewrites what a path knows for inputs in which the later place of a query holds the object of the earlier one.

    Places that hold one object have one name, the first: so have all places below them.
    """

    def __init__(self, state: State, query: AliasQuery) -> None:
        self._state = state
        self._query = query
        self._symbols: dict[Term, Value] = {}
        self._rules: dict[str, str] = {}
        self._names: dict[str, str] = {}
        self._close([(query.later, query.earlier), *aliases(state).items()])

    def _close(self, equations: list[tuple[str, str]]) -> None:
        """Make rules of equations between places, and of those that follow from them."""
        while equations:
            one, other = (self.name(each) for each in equations.pop())
            if one == other:
                continue
            earlier, later = sorted((one, other), key=self._first_met)
            self._rules[later] = earlier
            stale = [
                key
                for key, value in self._rules.items()
                if key != later and (_is_below(key, later) or _is_below(value, later))
            ]
            equations += [(key, self._rules.pop(key)) for key in stale]
            self._names.clear()

    def _first_met(self, name: str) -> tuple[int, int, str]:
        """When the path first met a place of this name; a place comes before those below it."""
        names = shape_of(self._state).nodes
        met = next((at for at, each in enumerate(names) if self.name(each) == name), len(names))
        return met, len(name), name

    def name(self, name: str) -> str:
        """An access path, by the first names of the places on it."""
        known = self._names.get(name)
        if known is None:
            known = self._names[name] = self._renamed(name)
        return known

    def _renamed(self, name: str) -> str:
        while True:
            found = [key for key in self._rules if _is_below(name, key)]
            if not found:
                return name
            longest = max(found, key=len)
            name = self._rules[longest] + name[len(longest) :]

    def conditions(self) -> list[Value]:
        """The path condition, with what the question adds."""
        return [*self.added(), *map(self.value, self._state.path)]

    def added(self) -> list[Value]:
        """The conditions that the query adds to the path condition."""
        ref = ref_var(self.name(self._query.earlier))
        null = [
            is_null(ref_var(self.name(one)))
            for one, other in map(sorted, distinct_pairs(self._state))
            if self._one(one, other)
        ]
        classes = self._query.classes
        added = [not_(is_null(ref)), *([] if classes is None else [has_class(ref, classes)])]
        return [*added, *null]

    def _one(self, left: str, right: str) -> bool:
        return self.name(left) == self.name(right)

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
        """The conditions that are limits of the exploration, over the renamed symbols."""
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
        """The attachments of the new start: choices, forced objects, aliases, and pairs assumed distinct."""
        choices = {self.name(key): number for key, number in choices_of(self._state).items()}
        pairs = {frozenset(map(self.name, pair)) for pair in distinct_pairs(self._state)}
        return {
            CHOICES: {**choices, **choices_of(self._state)},
            FORCED: frozenset(map(self.name, forced(self._state))),
            ALIASES: dict(self._rules),
            ASSUMED_DISTINCT: frozenset(pair for pair in pairs if len(pair) == 2),
        }
