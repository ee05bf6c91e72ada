"""Which comparisons others imply: differences of values, ``a + gap <= b``, as a graph of which the paths are sums.

Values are nodes, and so are sums that may wrap (``low + 5`` is none of ``low``): the two are joined only where what is
known of ``low`` keeps the sum from wrapping.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from everypath.term import polynomials
from everypath.term.core import Term
from everypath.term.valuesets import full_range

if TYPE_CHECKING:
    from everypath.term.canonicalising import Canonicaliser

__all__ = ["Fact", "implied"]

_Node: TypeAlias = "Term | int | None"
_Edge: TypeAlias = "tuple[int, int, int]"
"""Where it leads, how long it is, and the number of the fact that says so, -1 for none."""


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
        if not fact.droppable:
            continue
        graph.gone.add(at)
        if not graph.implies(fact):
            graph.gone.discard(at)
            continue
        # The more is read, the more is implied: the first place that is enough, by halving.
        places = sorted({fact.place, *(each.place for each in graph.left() if each.place > fact.place)})
        first, last = 0, len(places) - 1
        while first < last:
            middle = (first + last) // 2
            if graph.implies(fact, places[middle]):
                last = middle
            else:
                first = middle + 1
        dropped[fact] = places[last]
    return dropped


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


class _Graph:
    """Facts as edges between nodes by number, of which 0 is the number 0. Those in ``gone`` do not count."""

    def __init__(self, facts: Sequence[Fact], canon: Canonicaliser) -> None:
        self._canon = canon
        self._facts = facts
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
        self._sums = list(self._found_sums(nodes))
        self._to_zero, self._from_zero = self._by_zero()

    def _number(self, node: _Node) -> int:
        return self._numbers[node]

    def _found_sums(self, nodes: Sequence[Term]) -> Iterator[_Sums]:
        groups: dict[Term, list[tuple[int, int]]] = {}
        for node in nodes:
            rest, number = polynomials.split(self._canon.sum_of(node))
            base = self._canon.built(rest, node.sort.width)
            if type(base) is Term:
                groups.setdefault(base, []).append((self._numbers[node], number))
        for base, members in groups.items():
            if len(members) > 1:
                low, high = self._canon.connecting.domain(base)
                bounding = ((None, base), (base, None))
                bounds = tuple(at for at, each in enumerate(self._facts) if (each.small, each.large) in bounding)
                yield _Sums(low, high, bounds, base.sort.width, tuple(members))

    def _by_zero(self) -> tuple[dict[int, int] | None, dict[int, int] | None]:
        """The longest ways to 0 and from it, None where they have no end."""
        back: list[list[_Edge]] = [[] for _ in self._numbers]
        for node, edges in enumerate(self._edges):
            for other, gap, at in edges:
                back[other].append((node, gap, at))
        found = self._longest(0, back, set(), backwards=True), self._longest(0, self._edges, set())
        (to, all_to), (out, all_out) = found
        return to if all_to else None, out if all_out else None

    def left(self) -> list[Fact]:
        """The facts that count."""
        return [each for at, each in enumerate(self._facts) if at not in self.gone]

    def implies(self, fact: Fact, last: int | None = None) -> bool:
        """Whether the facts that count, up to the place ``last``, imply one: the longest way is at least as long."""
        gone = self.gone
        if last is not None:
            gone = gone | {at for at, each in enumerate(self._facts) if each.place > last}
        start, goal = self._number(fact.small), self._number(fact.large)
        past = self._past_zero(start, goal) >= fact.gap
        if not past and not (start and goal):
            return False
        found, _ = self._longest(start, self._edges, gone, goal=goal, enough=fact.gap, past=past)
        return found.get(goal, fact.gap - 1) >= fact.gap

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
        *,
        goal: int = -1,
        enough: float = math.inf,
        past: bool = True,
        backwards: bool = False,
    ) -> tuple[dict[int, int], bool]:
        """The longest ways from a node, until the one to ``goal`` is long ``enough``, and whether they are all;
        not ``past``: none leads by 0.
        """
        joined = self._joined(gone, backwards=backwards)
        reached = {start: 0}
        recent = [start]
        for _ in range(len(edges) + 1):
            moved: dict[int, None] = {}
            for node in recent:
                length = reached[node]
                for large, gap, at in (*edges[node], *joined.get(node, ())):
                    if at in gone or not (large or past):
                        continue
                    if length + gap > reached.get(large, length + gap - 1):
                        reached[large] = length + gap
                        moved[large] = None
            if not moved or reached.get(goal, -math.inf) >= enough:
                return reached, not moved
            recent = list(moved)
        return reached, False

    def _joined(self, gone: set[int], *, backwards: bool) -> dict[int, list[_Edge]]:
        """Edges between values that differ by a constant, where neither can wrap."""
        found: dict[int, list[_Edge]] = {}
        for sums in self._sums:
            low, high = sums.low, sums.high
            for at in sums.bounds:
                if at not in gone:
                    fact = self._facts[at]
                    low, high = (max(low, fact.gap), high) if fact.small is None else (low, min(high, -fact.gap))
            least, most = full_range(sums.width)
            steady = [(node, at) for node, at in sums.members if least <= low + at and high + at <= most]
            for (one, at), (other, after) in pairwise(steady):
                one, other = (other, one) if backwards else (one, other)
                found.setdefault(one, []).append((other, after - at, -1))
                found.setdefault(other, []).append((one, at - after, -1))
        return found
