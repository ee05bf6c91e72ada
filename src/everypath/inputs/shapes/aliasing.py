"""Aliases between inputs: a path makes alias queries when they matter, and an alias restarts the path.

Input objects are created distinct. A path makes an alias query when its behaviour depends on whether two input
references are to one object: it reads a field of one after it wrote that field of the other, or it compares them. The
path then continues with two distinct objects, and the sink gets a fork of kind ``alias``. The fork restarts the path
from its start, on inputs in which the later place holds the reference of the earlier place. `AliasSubstitution` carries
the decisions made so far over to the fork, so it follows the same path. Aliases that no path queries are not explored.
Policies (`--aliasing`): ``full``; ``inputs``, only for the receiver and the parameters; ``off``, no queries, which the
path notes; and ``eager``, queries when an object is first used, as in PET.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

from everypath.dataclass import dataclass, replace
from everypath.inputs.places import index_name
from everypath.inputs.shapes.builds import Alias, ReferenceArrayInput
from everypath.inputs.shapes.recipe_choices import CHOICES, FORCED, choices_of, forced
from everypath.inputs.shapes.symbols import name_of, shape_of
from everypath.term import Model, Term, Value, eq, is_null, not_, ref_var, substitute, var, variables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from everypath.inputs.shapes.shape import InputShape
    from everypath.state import State

ALIASES = "inputs.aliases"
"""The attachment that maps the name of a place to the name of the earlier place whose reference it holds."""

ASSUMED_DISTINCT = "inputs.assumed_distinct"
"""The attachment that holds the pairs of places, as sets of two names, that are assumed to hold different objects."""

ALIAS_QUERY = "inputs.alias_query"
"""The attachment of a fork of kind ``alias``: its `AliasQuery`."""

Pairs: TypeAlias = "tuple[tuple[str, str], ...]"

MOST_MATCHINGS = 8
"""The most ways in which elements at symbolic indexes of two arrays may be the same; more are not explored."""

POLICIES = ("full", "inputs", "off", "eager")


@dataclass(frozen=True, slots=True)
class AliasQuery:
    """Asks if the place ``later`` may hold the object of the place ``earlier``. ``classes`` is the bit set of the
    classes that this object may have.

    Arrays that become one array may have elements at symbolic indexes. ``equal`` are the pairs of elements whose
    indexes are equal, ``distinct`` the other pairs. Elements have their names from before.
    """

    later: str
    earlier: str
    classes: int
    equal: Pairs = ()
    distinct: Pairs = ()


class Aliasing:
    """Makes the alias queries of one entry. ``candidates`` gives the candidate classes of a reference as a bit set, and
    ``possible`` those of some classes that its object may have, also if they are no candidates.
    """

    def __init__(
        self,
        policy: str,
        candidates: Callable[[State, Term], int],
        possible: Callable[[State, Term, int], int] = lambda state, ref, classes: 0,
    ) -> None:
        if policy not in POLICIES:
            raise ValueError(f"no aliasing policy {policy}")
        self.policy = policy
        self._candidates = candidates
        self._possible = possible

    def assume_distinct(self, state: State, left: Term, right: Term) -> bool:
        """Assume that two places hold different objects, and fork for the path on which they hold the same object. True
        if this path makes or has made the query.
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
        earlier, later = sorted(pair, key=list(shape.nodes).index)
        made_of = later.startswith(f"{earlier}.new.")  # a creator's argument existed before the object
        common = self._common(state, ref_var(earlier), ref_var(later))
        if common is None:
            return False
        if common and not made_of:
            for query in _queries(state, AliasQuery(later, earlier, common)):
                state.offer(True, "alias", None, {ALIAS_QUERY: query})
        elif state.control.observer is not None:
            state.control.observer.asked(state)
            state.control.observer.refuted_alias(state, left, right)
        state.attach(ASSUMED_DISTINCT, known | {pair})
        return True

    def _common(self, state: State, earlier: Term, later: Term) -> int | None:
        """The candidate classes of the earlier reference that the later one may have, too; None if only the later one
        has a candidate that both may have.
        """
        first, second = self._candidates(state, earlier), self._candidates(state, later)
        common = (first & second) | self._possible(state, later, first)
        return None if not common and self._possible(state, earlier, second) else common

    def before_first_use(self, state: State, ref: Term) -> None:
        """Called before the first use of an object: the policy ``eager`` makes a query for each earlier object."""
        if self.policy == "eager":
            for other in list(state.refs.values()):
                self.assume_distinct(state, ref, other)


def _queries(state: State, query: AliasQuery) -> Iterator[AliasQuery]:
    """The query, once for each way in which elements at symbolic indexes of the arrays may be the same."""
    open_pairs = AliasSubstitution(state, query).open_pairs()
    if not open_pairs:
        yield query
        return
    for number, equal in enumerate(_matchings(open_pairs)):
        if number == MOST_MATCHINGS:
            state.note("alias", "elements of two arrays at symbolic indexes")
            return
        distinct = tuple(pair for pair in open_pairs if pair not in equal)
        yield replace(query, equal=equal, distinct=distinct)


def _matchings(pairs: Sequence[tuple[str, str]]) -> Iterator[Pairs]:
    """The sets of pairs in which no name occurs twice."""
    if not pairs:
        yield ()
        return
    first, *rest = pairs
    yield from _matchings(rest)
    for each in _matchings([pair for pair in rest if not {*pair} & {*first}]):
        yield (first, *each)


def aliases(state: State) -> dict[str, str]:
    """Map each place that is an alias to the name of the earlier place whose reference it holds."""
    found = state.attachments.get(ALIASES)
    return found if isinstance(found, dict) else {}


def distinct_pairs(state: State) -> frozenset[frozenset[str]]:
    """The pairs of places that are assumed to hold different objects."""
    found = state.attachments.get(ASSUMED_DISTINCT)
    return found if isinstance(found, frozenset) else frozenset()


def alias_of(state: State, name: str) -> str | None:
    """Return the place whose reference this place is to hold, following aliases of aliases. None if it has its own.

    If that place is not materialised yet, the alias is turned around and None is returned.
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
    """The reference that a place holds: its own, or the one of the place that it is an alias of."""
    return ref_var(_origin(shape_of(state), name))


def _origin(shape: InputShape, name: str) -> str:
    seen = {name}
    while isinstance(build := shape.node(name).build, Alias) and build.of not in seen:
        name = build.of
        seen.add(name)
    return name


def _elements(shape: InputShape) -> dict[str, tuple[str, Value]]:
    """Map the names of the elements of arrays to array and index; empty if no index is symbolic."""
    found = {
        slot.name: (node.name, index)
        for node in shape.nodes.values()
        if isinstance(node.build, ReferenceArrayInput)
        for index, slot in node.build.elements
    }
    return found if any(isinstance(index, Term) for _, index in found.values()) else {}


def _is_below(name: str, place: str) -> bool:
    """True if a name is the name of a place or of a place below it."""
    return name == place or (name.startswith(place) and name[len(place)] in ".[")


class AliasSubstitution:
    """Rewrites the decisions of a path for inputs in which the later place of a query holds the object of the earlier.

    Places that hold one object get one name, that of the first. The names of all places below them change with it.
    """

    def __init__(self, state: State, query: AliasQuery) -> None:
        self._state = state
        self._query = query
        self._symbols: dict[Term, Value] = {}
        self._rules: dict[str, str] = {}
        self._names: dict[str, str] = {}
        self._elements = _elements(shape_of(state))
        self._close([(query.later, query.earlier), *query.equal, *aliases(state).items()])

    def _close(self, equations: list[tuple[str, str]]) -> None:
        """Make rules from equations between places, and from the equations that follow from them."""
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
            self._symbols.clear()

    def _first_met(self, name: str) -> tuple[int, int, str]:
        """A sort key: places in the order in which the path first met them, each before the places below it."""
        names = shape_of(self._state).nodes
        met = next((at for at, each in enumerate(names) if self.name(each) == name), len(names))
        return met, len(name), name

    def name(self, name: str) -> str:
        """Rewrite an access path so that each place on it has its first name."""
        known = self._names.get(name)
        if known is None:
            known = self._names[name] = self._renamed(name)
        return known

    def _renamed(self, name: str) -> str:
        name = self._reindexed(name)
        while True:
            found = [key for key in self._rules if _is_below(name, key)]
            if not found:
                return name
            longest = max(found, key=len)
            name = self._rules[longest] + name[len(longest) :]

    def _reindexed(self, name: str) -> str:
        """The name with the names of renamed indexes."""
        inside = [each for each in self._elements if _is_below(name, each)]
        if not inside:
            return name
        longest = max(inside, key=len)
        array, index = self._elements[longest]
        return f"{self._reindexed(array)}[{index_name(self.value(index))}]{name[len(longest) :]}"

    def open_pairs(self) -> Pairs:
        """The pairs of elements of arrays that become one array whose indexes may be equal or not."""
        found: list[tuple[str, str]] = []
        for (one, (array, index)), (other, (another, at)) in combinations(self._elements.items(), 2):
            if array != another and self.name(array) == self.name(another):
                same = eq(self.value(index), self.value(at))
                if isinstance(same, Term):
                    found.append((other, one))
        return tuple(found)

    def _is_equal(self, pair: tuple[str, str]) -> Value:
        """The condition that two elements have one index."""
        left, right = (self.value(self._elements[each][1]) for each in pair)
        return eq(left, right)

    def conditions(self) -> list[Value]:
        """The rewritten path condition with the conditions that the query adds."""
        return [*self.added(), *map(self.value, self._state.path)]

    def added(self) -> list[Value]:
        """The conditions that the query adds to the path condition."""
        ref = ref_var(self.name(self._query.earlier))
        null = [
            is_null(ref_var(self.name(one)))
            for one, other in map(sorted, distinct_pairs(self._state))
            if self._is_one_place(one, other)
        ]
        added = [not_(is_null(ref))]
        equal = [self._is_equal(pair) for pair in self._query.equal]
        distinct = [not_(self._is_equal(pair)) for pair in self._query.distinct]
        return [*added, *null, *(each for each in (*equal, *distinct) if each is not True)]

    def _is_one_place(self, left: str, right: str) -> bool:
        return self.name(left) == self.name(right)

    def value(self, value: Value) -> Value:
        """Rewrite a value to use the renamed symbols."""
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
        """The witness with values for the renamed symbols. It need not satisfy the new path condition."""
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
        """The candidate classes of the renamed references, as bit sets."""
        found: dict[Term, int] = {}
        asked = {ref_var(self._query.earlier), ref_var(self._query.later)}
        for ref, bits in self._state.types.items():
            new = self.value(ref)
            assert isinstance(new, Term)
            found[new] = found.get(new, -1) & (self._query.classes if ref in asked else bits)
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
