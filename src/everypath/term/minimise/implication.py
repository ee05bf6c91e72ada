"""Finds comparisons that others imply, on a graph of difference constraints ``small + gap <= large``.

Nodes are values, an edge is a constraint, and the length of a path is the sum of its gaps: the constraint that holds
between its ends. A sum that may wrap (``low + 5``) is a node of its own. Edges join it to ``low`` only if the known
range of ``low`` rules out that the sum wraps.
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

__all__ = ["DifferenceConstraint", "guards", "implied"]

_Node: TypeAlias = "Term | int | None"
_Edge: TypeAlias = "tuple[int, int, int]"
"""The node it leads to, its gap, and its origin: the number of a constraint, -1 for the range of a term, and from
`_SUMS` down the number of a group of sums."""
_Predecessors: TypeAlias = "dict[int, tuple[int, int]]"
"""For each node reached, the node before it on the path and the origin of the edge."""
_SumEdges: TypeAlias = "dict[int, list[_Edge]]"
"""By node, the edges to nodes that differ from it by a constant."""


_SUMS: Final = -2
"""The origin of edges between values that differ by a constant: of the first group of sums, the next is one less."""


@dataclass(frozen=True, slots=True)
class DifferenceConstraint:
    """``small + gap <= large``, stated by the condition at a place; None stands for the number 0."""

    place: int
    small: _Node
    large: _Node
    gap: int
    droppable: bool = False


def implied(constraints: Sequence[DifferenceConstraint], canon: Canonicaliser) -> dict[DifferenceConstraint, int]:
    """Return droppable constraints such that the remaining ones imply all of them.

    With each, the place of the last condition that is needed to imply it.
    """
    graph = _Graph(constraints, canon)
    dropped: dict[DifferenceConstraint, int] = {}
    for at, constraint in enumerate(constraints):
        if constraint.droppable:
            _drop(graph, at, dropped)
    # Bounds come last, for they rule out that sums wrap: with a bound dropped first, comparisons with sums must stay.
    for is_bound in (False, True):
        for at, constraint in enumerate(constraints):
            of_kind = (None in (constraint.small, constraint.large)) is is_bound
            if constraint.droppable and constraint not in dropped and of_kind:
                _drop(graph, at, dropped, thorough=True)
    return dropped


def _drop(graph: _Graph, at: int, dropped: dict[DifferenceConstraint, int], *, thorough: bool = False) -> None:
    """Drop a constraint if the remaining ones imply it."""
    constraint = graph.constraints[at]
    if thorough and not graph.may_imply(at):
        return
    graph.removed.add(at)
    enough = graph.implies(constraint, thorough=thorough)
    if enough is None:
        graph.removed.discard(at)
        return
    # More constraints imply more, so binary search finds the first place that is enough.
    later = (each.place for each in graph.remaining() if constraint.place < each.place <= enough)
    places = sorted({constraint.place, *later})
    first, last = 0, len(places) - 1
    while first < last:
        middle = (first + last) // 2
        enough = graph.implies(constraint, places[middle], thorough=thorough)
        if enough is None:
            first = middle + 1
        else:
            last = min(middle, max(first, bisect_left(places, enough)))
    dropped[constraint] = places[last]


@dataclass(frozen=True, slots=True)
class _Sums:
    """Sums of one base and a constant each, as node and constant. Edges join those that cannot wrap.

    ``low`` and ``high`` are the base's range, ``bounds`` the constraints that bound it further.
    """

    low: int
    high: int
    bounds: tuple[int, ...]
    width: int
    members: tuple[tuple[int, int], ...]


def guards(part: Term) -> bool:
    """Return whether later parts may only be evaluated if this one holds, such as that a reference is not null."""
    inner = part.args[0] if part.op == "not" else part
    return type(inner) is Term and inner.op not in ("eq", "lt", "ult", "conj", "disj")


class _Graph:
    """Constraints as edges between numbered nodes; node 0 is the number 0. Those in ``removed`` are ignored."""

    def __init__(self, constraints: Sequence[DifferenceConstraint], canon: Canonicaliser) -> None:
        self._canon = canon
        self.constraints = constraints
        self._end = max(each.place for each in constraints)
        self.removed: set[int] = set()
        ends = (node for each in constraints for node in (each.small, each.large))
        nodes = list(dict.fromkeys(node for node in ends if type(node) is Term))
        self._numbers: dict[_Node, int] = {None: 0, **{node: at for at, node in enumerate(nodes, 1)}}
        self._edges: list[list[_Edge]] = [[] for _ in self._numbers]
        for at, each in enumerate(constraints):
            small, large = self._number(each.small), self._number(each.large)
            self._edges[small].append((large, each.gap, at))
        for node in nodes:
            low, high = canon.facts.domain(node)
            number = self._numbers[node]
            self._edges[0].append((number, low, -1))
            self._edges[number].append((0, -high, -1))
        self._reversed: list[list[_Edge]] = [[] for _ in self._numbers]
        for at, edges in enumerate(self._edges):
            for other, gap, number in edges:
                self._reversed[other].append((at, gap, number))
        self._sums = list(self._groups_of_sums(nodes))
        self._most_sum_edges = sum(2 * (len(sums.members) - 1) for sums in self._sums)
        self._bounding = frozenset(at for sums in self._sums for at in sums.bounds)
        self._sum_edges_without: dict[frozenset[int], _SumEdges] = {}
        self._all_sum_edges: tuple[int, _SumEdges] | None = None
        """The number of removed constraints, which only grows, and the edges of sums at that time."""
        self._to_zero, self._from_zero = self._by_zero()

    def _number(self, node: _Node) -> int:
        return self._numbers[node]

    def _groups_of_sums(self, nodes: Sequence[Term]) -> Iterator[_Sums]:
        groups: dict[Term, list[tuple[int, int]]] = {}
        for node in nodes:
            rest, number = split_constant(self._canon.sum_of(node))
            base = self._canon.term_of(rest, node.sort.width)
            if type(base) is Term:
                groups.setdefault(base, []).append((self._numbers[node], number))
        for base, members in groups.items():
            if len(members) > 1:
                low, high = self._canon.facts.domain(base)
                bounding = ((None, base), (base, None))
                bounds = tuple(at for at, each in enumerate(self.constraints) if (each.small, each.large) in bounding)
                yield _Sums(low, high, bounds, base.sort.width, tuple(members))

    def _by_zero(self) -> tuple[dict[int, int] | None, dict[int, int] | None]:
        """Return the longest paths to node 0 and from it, None in place of each that has no end."""
        removed: set[int] = set()
        joined = self._sum_edges(removed)
        to, all_to = self._longest(0, self._reversed, removed, _reverse(joined))
        out, all_out = self._longest(0, self._edges, removed, joined)
        return to if all_to else None, out if all_out else None

    def remaining(self) -> list[DifferenceConstraint]:
        """Return the constraints that are not removed."""
        return [each for at, each in enumerate(self.constraints) if at not in self.removed]

    def implies(
        self, constraint: DifferenceConstraint, last: int | None = None, *, thorough: bool = False
    ) -> int | None:
        """Return the place up to which conditions imply a constraint, None if they do not imply it.

        They imply it if the longest path between its nodes is at least as long as its gap. Only constraints up to the
        place ``last`` are used. With ``thorough``, edges between sums that the other constraints keep from wrapping
        are used, too.
        """
        removed = self.removed
        if last is not None:
            removed = removed | {at for at, each in enumerate(self.constraints) if each.place > last}
        start, goal = self._number(constraint.small), self._number(constraint.large)
        enough = constraint.gap
        joined = self._sum_edges(removed)
        past = self._past_zero(start, goal) >= enough
        if past or (start and goal):
            came: _Predecessors = {}
            found, _ = self._longest(
                start, self._edges, removed, joined, goal=goal, enough=enough, past=past, came=came
            )
            if found.get(goal, enough - 1) >= enough:
                return self._last_place(came, start, goal, removed)
        more = self._more_sum_edges(removed, joined) if thorough else None
        found, _ = self._longest(start, self._edges, removed, more, goal=goal, enough=enough) if more else ({}, True)
        if found.get(goal, enough - 1) < enough:
            return None
        return self._end

    def may_imply(self, at: int) -> bool:
        """Return False if the other constraints surely do not imply one: a cheap test before `implies`.

        It uses all edges of sums that are there with the constraint.
        """
        constraint = self.constraints[at]
        joined = self._sum_edges(self.removed)
        if self._all_sum_edges is None or self._all_sum_edges[0] != len(self.removed):
            self._all_sum_edges = len(self.removed), self._more_sum_edges(self.removed, joined) or joined
        if self._all_sum_edges[1] is joined and at not in self._bounding:
            return False  # there are no further edges than those that were tried
        start, goal = self._number(constraint.small), self._number(constraint.large)
        without = {*self.removed, at}
        edges = self._all_sum_edges[1]
        found, _ = self._longest(start, self._edges, without, edges, goal=goal, enough=constraint.gap)
        return found.get(goal, constraint.gap - 1) >= constraint.gap

    def _last_place(self, came: _Predecessors, start: int, goal: int, removed: Collection[int]) -> int:
        """Return the last place of a path's constraints and of the bounds that keep its sums from wrapping."""
        places, node = [0], goal
        for _ in range(len(came) + 1):
            if node == start:
                return max(places)
            node, at = came[node]
            by = (at,) if at >= 0 else self._sums[_SUMS - at].bounds if at <= _SUMS else ()
            places += [self.constraints[each].place for each in by if each not in removed]
        return self._end

    def _more_sum_edges(self, removed: set[int], joined: _SumEdges) -> _SumEdges | None:
        """Return the edges of sums with those where bounds that follow from others rule out a wrap.

        None if there are no more than ``joined``.
        """
        if sum(map(len, joined.values())) == self._most_sum_edges:
            return None
        present = joined
        for _ in range(len(self._sums) + 1):
            lows, all_lows = self._longest(0, self._edges, removed, present)
            backwards = _reverse(present)
            highs, all_highs = self._longest(0, self._reversed, removed, backwards)
            if not (all_lows and all_highs):
                break
            more = self._sum_edges(removed, (lows, highs))
            if more == present:
                break
            present = more
        return present if present != joined else None

    def _past_zero(self, start: int, goal: int) -> float:
        """Return the length of the longest path by node 0 over all constraints: a limit for those that remain."""
        if self._to_zero is None or self._from_zero is None:
            return math.inf
        return self._to_zero.get(start, -math.inf) + self._from_zero.get(goal, -math.inf)

    def _longest(
        self,
        start: int,
        edges: Sequence[Sequence[_Edge]],
        removed: set[int],
        joined: _SumEdges,
        *,
        goal: int = -1,
        enough: float = math.inf,
        past: bool = True,
        came: _Predecessors | None = None,
    ) -> tuple[dict[int, int], bool]:
        """Return the lengths of the longest paths from a node, and whether they are final (Bellman and Ford).

        The search ends early once the path to ``goal`` is as long as ``enough``. Without ``past``, no path leads by
        node 0. ``came`` is filled with the predecessors of the nodes reached.
        """
        reached = {start: 0}
        recent = [start]
        for _ in range(len(edges) + 1):
            moved: dict[int, None] = {}
            for node in recent:
                length = reached[node]
                for outgoing in (edges[node], joined.get(node, ())):
                    for large, gap, at in outgoing:
                        before = reached.get(large)
                        if (before is None or length + gap > before) and at not in removed and (large or past):
                            reached[large] = length + gap
                            moved[large] = None
                            if came is not None:
                                came[large] = node, at
            if not moved or reached.get(goal, -math.inf) >= enough:
                return reached, not moved
            recent = list(moved)
        return reached, False

    def _sum_edges(self, removed: set[int], known: tuple[dict[int, int], dict[int, int]] = ({}, {})) -> _SumEdges:
        """Return the edges between values that differ by a constant, where neither can wrap.

        ``known`` are the longest paths from node 0 to nodes, and from nodes to node 0.
        """
        if known != ({}, {}):
            return self._find_sum_edges(removed, known)
        missing = self._bounding & removed
        found = self._sum_edges_without.get(missing)
        if found is None:
            found = self._sum_edges_without[missing] = self._find_sum_edges(missing, known)
        return found

    def _find_sum_edges(self, removed: Collection[int], known: tuple[dict[int, int], dict[int, int]]) -> _SumEdges:
        found: _SumEdges = {}
        lows, highs = known
        for number, sums in enumerate(self._sums):
            low, high = sums.low, sums.high
            for at in sums.bounds:
                if at not in removed:
                    each = self.constraints[at]
                    low, high = (max(low, each.gap), high) if each.small is None else (low, min(high, -each.gap))
            least, most = full_range(sums.width)
            for node, at in sums.members:
                if not at:
                    low, high = max(low, lows.get(node, low)), min(high, -highs.get(node, -high))
            unwrapped: list[tuple[int, int]] = []
            for node, at in sums.members:
                plain = least <= low + at and high + at <= most
                above = at > 0 and lows.get(node, least) >= least + at  # had it wrapped, it would be below
                below = at < 0 and -highs.get(node, -most) <= most + at
                if plain or above or below:
                    unwrapped.append((node, at))
            for (one, at), (other, after) in pairwise(unwrapped):
                found.setdefault(one, []).append((other, after - at, _SUMS - number))
                found.setdefault(other, []).append((one, at - after, _SUMS - number))
        return found


def _reverse(joined: _SumEdges) -> _SumEdges:
    """Return the same edges in the other direction."""
    found: _SumEdges = {}
    for node, edges in joined.items():
        for other, gap, at in edges:
            found.setdefault(other, []).append((node, gap, at))
    return found
