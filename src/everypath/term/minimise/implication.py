"""Which comparisons others imply: differences of values, ``a + gap <= b``, as a graph of which the paths are sums.

Values are nodes, and so are sums that may wrap (``low + 5`` is none of ``low``): the two are joined only where what is
known of ``low`` keeps the sum from wrapping.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from everypath.dataclass import dataclass
from everypath.term.canonical import Canonicaliser, full_range, split_constant
from everypath.term.core import Term

__all__ = ["Fact", "guards", "implied"]

_Node: TypeAlias = "Term | int | None"
_Edge: TypeAlias = "tuple[int, int, int]"
"""Where it leads, how long it is, and the number of the fact that says so; -1 for none, from `_SUMS` down for sums."""
_Way: TypeAlias = "dict[int, tuple[int, int]]"
"""From where each node was reached, and by what."""
_Joined: TypeAlias = "dict[int, list[_Edge]]"


_SUMS: Final = -2
"""What joins values that differ by a constant: the first sums, the next below."""


@dataclass(frozen=True, slots=True)
class Fact:
    """``small + gap <= large``, said by the condition at a place; None stands for 0."""

    place: int
    small: _Node
    large: _Node
    gap: int
    droppable: bool = False


def implied(facts: Sequence[Fact], canon: Canonicaliser) -> dict[Fact, int]:
    """The droppable facts that the others imply, one after the other: what is left still implies them all.

    With each, the place up to which one must read until the others have said so.
    """
    graph = _Graph(facts, canon)
    dropped: dict[Fact, int] = {}
    for at, fact in enumerate(facts):
        if fact.droppable:
            _drop(graph, at, dropped)
    # Bounds last, those that keep sums from wrapping: where one goes before, comparisons with sums have to stay.
    for is_bound in (False, True):
        for at, fact in enumerate(facts):
            if fact.droppable and fact not in dropped and (None in (fact.small, fact.large)) is is_bound:
                _drop(graph, at, dropped, thorough=True)
    return dropped


def _drop(graph: _Graph, at: int, dropped: dict[Fact, int], *, thorough: bool = False) -> None:
    """Drop a fact if the others imply it."""
    fact = graph.facts[at]
    if thorough and not graph.may_imply(at):
        return
    graph.gone.add(at)
    enough = graph.implies(fact, thorough=thorough)
    if enough is None:
        graph.gone.discard(at)
        return
    # The more is read, the more is implied: the first place that is enough, by halving.
    later = (each.place for each in graph.left() if fact.place < each.place <= enough)
    places = sorted({fact.place, *later})
    first, last = 0, len(places) - 1
    while first < last:
        middle = (first + last) // 2
        enough = graph.implies(fact, places[middle], thorough=thorough)
        if enough is None:
            first = middle + 1
        else:
            last = min(middle, max(first, bisect_left(places, enough)))
    dropped[fact] = places[last]


@dataclass(frozen=True, slots=True)
class _Sums:
    """Values that are one base and a constant each: where the base has no value that makes them wrap, they are joined.

    ``low`` and ``high`` are the base's range, ``bounds`` the facts that bound it further.
    """

    low: int
    high: int
    bounds: tuple[int, ...]
    width: int
    members: tuple[tuple[int, int], ...]


def guards(part: Term) -> bool:
    """Whether what stands after a condition may only be looked at because it holds: a reference is not null."""
    inner = part.args[0] if part.op == "not" else part
    return type(inner) is Term and inner.op not in ("eq", "lt", "ult", "conj", "disj")


class _Graph:
    """Facts as edges between nodes by number, of which 0 is the number 0. Those in ``gone`` do not count."""

    def __init__(self, facts: Sequence[Fact], canon: Canonicaliser) -> None:
        self._canon = canon
        self.facts = facts
        self._end = max(fact.place for fact in facts)
        self.gone: set[int] = set()
        ends = (node for fact in facts for node in (fact.small, fact.large))
        nodes = list(dict.fromkeys(node for node in ends if type(node) is Term))
        self._numbers: dict[_Node, int] = {None: 0, **{node: at for at, node in enumerate(nodes, 1)}}
        self._edges: list[list[_Edge]] = [[] for _ in self._numbers]
        for at, fact in enumerate(facts):
            small, large = self._number(fact.small), self._number(fact.large)
            self._edges[small].append((large, fact.gap, at))
        for node in nodes:
            low, high = canon.connecting.domain(node)
            number = self._numbers[node]
            self._edges[0].append((number, low, -1))
            self._edges[number].append((0, -high, -1))
        self._back: list[list[_Edge]] = [[] for _ in self._numbers]
        for at, edges in enumerate(self._edges):
            for other, gap, number in edges:
                self._back[other].append((at, gap, number))
        self._sums = list(self._found_sums(nodes))
        self._most_joined = sum(2 * (len(sums.members) - 1) for sums in self._sums)
        self._bounding = frozenset(at for sums in self._sums for at in sums.bounds)
        self._joined_without: dict[frozenset[int], _Joined] = {}
        self._whole: tuple[int, _Joined] | None = None
        """How many facts did not count, which only ever become more, and the joined values then."""
        self._to_zero, self._from_zero = self._by_zero()

    def _number(self, node: _Node) -> int:
        return self._numbers[node]

    def _found_sums(self, nodes: Sequence[Term]) -> Iterator[_Sums]:
        groups: dict[Term, list[tuple[int, int]]] = {}
        for node in nodes:
            rest, number = split_constant(self._canon.sum_of(node))
            base = self._canon.built(rest, node.sort.width)
            if type(base) is Term:
                groups.setdefault(base, []).append((self._numbers[node], number))
        for base, members in groups.items():
            if len(members) > 1:
                low, high = self._canon.connecting.domain(base)
                bounding = ((None, base), (base, None))
                bounds = tuple(at for at, each in enumerate(self.facts) if (each.small, each.large) in bounding)
                yield _Sums(low, high, bounds, base.sort.width, tuple(members))

    def _by_zero(self) -> tuple[dict[int, int] | None, dict[int, int] | None]:
        """The longest ways to 0 and from it, None where they have no end."""
        gone: set[int] = set()
        joined = self._joined(gone)
        to, all_to = self._longest(0, self._back, gone, _turned(joined))
        out, all_out = self._longest(0, self._edges, gone, joined)
        return to if all_to else None, out if all_out else None

    def left(self) -> list[Fact]:
        """The facts that count."""
        return [each for at, each in enumerate(self.facts) if at not in self.gone]

    def implies(self, fact: Fact, last: int | None = None, *, thorough: bool = False) -> int | None:
        """Whether the facts that count, up to the place ``last``, imply one: the longest way is at least as long. Then
        the place up to which one must read for such a way; None if not.

        ``thorough``: by bounds of sums, too, that follow from other facts and mean that they did not wrap.
        """
        gone = self.gone
        if last is not None:
            gone = gone | {at for at, each in enumerate(self.facts) if each.place > last}
        start, goal = self._number(fact.small), self._number(fact.large)
        joined = self._joined(gone)
        past = self._past_zero(start, goal) >= fact.gap
        if past or (start and goal):
            way: _Way = {}
            found, _ = self._longest(start, self._edges, gone, joined, goal=goal, enough=fact.gap, past=past, way=way)
            if found.get(goal, fact.gap - 1) >= fact.gap:
                return self._last_place(way, start, goal, gone)
        more = self._joined_more(gone, joined) if thorough else None
        found, _ = self._longest(start, self._edges, gone, more, goal=goal, enough=fact.gap) if more else ({}, True)
        if found.get(goal, fact.gap - 1) < fact.gap:
            return None
        return self._end

    def may_imply(self, at: int) -> bool:
        """Whether the other facts that count could imply one if as many values were joined as with it: a cheap no."""
        fact = self.facts[at]
        joined = self._joined(self.gone)
        if self._whole is None or self._whole[0] != len(self.gone):
            self._whole = len(self.gone), self._joined_more(self.gone, joined) or joined
        if self._whole[1] is joined and at not in self._bounding:
            return False  # nothing is joined beyond what has been tried
        start, goal = self._number(fact.small), self._number(fact.large)
        without = {*self.gone, at}
        found, _ = self._longest(start, self._edges, without, self._whole[1], goal=goal, enough=fact.gap)
        return found.get(goal, fact.gap - 1) >= fact.gap

    def _last_place(self, way: _Way, start: int, goal: int, gone: Collection[int]) -> int:
        """The last place of what a way goes by: its facts, and the bounds that keep sums on it from wrapping."""
        places, node = [0], goal
        for _ in range(len(way) + 1):
            if node == start:
                return max(places)
            node, at = way[node]
            by = (at,) if at >= 0 else self._sums[_SUMS - at].bounds if at <= _SUMS else ()
            places += [self.facts[each].place for each in by if each not in gone]
        return self._end

    def _joined_more(self, gone: set[int], joined: _Joined) -> _Joined | None:
        """The joined values, also where bounds that follow from others keep them from wrapping; None: no more than
        ``joined``.
        """
        if sum(map(len, joined.values())) == self._most_joined:
            return None
        present = joined
        for _ in range(len(self._sums) + 1):
            lows, all_lows = self._longest(0, self._edges, gone, present)
            backwards = _turned(present)
            highs, all_highs = self._longest(0, self._back, gone, backwards)
            if not (all_lows and all_highs):
                break
            more = self._joined(gone, (lows, highs))
            if more == present:
                break
            present = more
        return present if present != joined else None

    def _past_zero(self, start: int, goal: int) -> float:
        """The longest way by 0, if all facts counted: most values are far from it."""
        if self._to_zero is None or self._from_zero is None:
            return math.inf
        return self._to_zero.get(start, -math.inf) + self._from_zero.get(goal, -math.inf)

    def _longest(
        self,
        start: int,
        edges: Sequence[Sequence[_Edge]],
        gone: set[int],
        joined: _Joined,
        *,
        goal: int = -1,
        enough: float = math.inf,
        past: bool = True,
        way: _Way | None = None,
    ) -> tuple[dict[int, int], bool]:
        """The longest ways from a node, until the one to ``goal`` is long ``enough``, and whether they are all;
        not ``past``: none leads by 0. ``way`` is filled with where nodes were reached from.
        """
        reached = {start: 0}
        recent = [start]
        for _ in range(len(edges) + 1):
            moved: dict[int, None] = {}
            for node in recent:
                length = reached[node]
                for ways in (edges[node], joined.get(node, ())):
                    for large, gap, at in ways:
                        before = reached.get(large)
                        if (before is None or length + gap > before) and at not in gone and (large or past):
                            reached[large] = length + gap
                            moved[large] = None
                            if way is not None:
                                way[large] = node, at
            if not moved or reached.get(goal, -math.inf) >= enough:
                return reached, not moved
            recent = list(moved)
        return reached, False

    def _joined(self, gone: set[int], known: tuple[dict[int, int], dict[int, int]] = ({}, {})) -> _Joined:
        """Edges between values that differ by a constant, where neither can wrap: ``known`` are the longest ways from 0
        to nodes, and from nodes to 0.
        """
        if known != ({}, {}):
            return self._joined_where(gone, known)
        missing = self._bounding & gone
        found = self._joined_without.get(missing)
        if found is None:
            found = self._joined_without[missing] = self._joined_where(missing, known)
        return found

    def _joined_where(self, gone: Collection[int], known: tuple[dict[int, int], dict[int, int]]) -> _Joined:
        found: _Joined = {}
        lows, highs = known
        for number, sums in enumerate(self._sums):
            low, high = sums.low, sums.high
            for at in sums.bounds:
                if at not in gone:
                    fact = self.facts[at]
                    low, high = (max(low, fact.gap), high) if fact.small is None else (low, min(high, -fact.gap))
            least, most = full_range(sums.width)
            for node, at in sums.members:
                if not at:
                    low, high = max(low, lows.get(node, low)), min(high, -highs.get(node, -high))
            steady: list[tuple[int, int]] = []
            for node, at in sums.members:
                plain = least <= low + at and high + at <= most
                above = at > 0 and lows.get(node, least) >= least + at  # had it wrapped, it would be below
                below = at < 0 and -highs.get(node, -most) <= most + at
                if plain or above or below:
                    steady.append((node, at))
            for (one, at), (other, after) in pairwise(steady):
                found.setdefault(one, []).append((other, after - at, _SUMS - number))
                found.setdefault(other, []).append((one, at - after, _SUMS - number))
        return found


def _turned(joined: _Joined) -> _Joined:
    """The same edges the other way."""
    found: _Joined = {}
    for node, edges in joined.items():
        for other, gap, at in edges:
            found.setdefault(other, []).append((node, gap, at))
    return found
