"""Which comparisons others imply: differences of values, ``a + gap <= b``, as a graph of which the paths are sums.

Values are nodes, and so are sums that may wrap (``low + 5`` is none of ``low``): the two are joined only where what is
known of ``low`` keeps the sum from wrapping.
"""

from __future__ import annotations

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
    for fact in facts:
        if not fact.droppable:
            continue
        kept = [each for each in facts if each is not fact and each not in dropped]
        if graph.implies(fact, kept):
            places = sorted({each.place for each in kept if each.place > fact.place})
            for last in (fact.place, *places):
                if graph.implies(fact, [each for each in kept if each.place <= last]):
                    dropped[fact] = last
                    break
    return dropped


class _Graph:
    def __init__(self, facts: Sequence[Fact], canon: Canonicaliser) -> None:
        self._canon = canon
        nodes = [node for fact in facts for node in (fact.small, fact.large)]
        self._nodes = list(dict.fromkeys(node for node in nodes if type(node) is Term))

    def implies(self, fact: Fact, kept: Sequence[Fact]) -> bool:
        """Whether other facts imply one: the longest way is at least as long."""
        edges = [(each.small, each.large, each.gap) for each in kept]
        edges += self._ranges()
        edges += self._sums(kept)
        reached: dict[_Node, int] = {fact.small: 0}
        for _ in range(len(self._nodes) + 2):
            moved = False
            for small, large, gap in edges:
                length = reached.get(small)
                if length is not None and length + gap > reached.get(large, length + gap - 1):
                    reached[large] = length + gap
                    moved = True
            if reached.get(fact.large, fact.gap - 1) >= fact.gap:
                return True
            if not moved:
                return False
        return False

    def _ranges(self) -> Iterator[tuple[_Node, _Node, int]]:
        """What values are anyway."""
        for node in self._nodes:
            low, high = self._canon.connecting.domain(node)
            yield None, node, low
            yield node, None, -high

    def _sums(self, facts: Sequence[Fact]) -> Iterator[tuple[_Node, _Node, int]]:
        """Joins values that differ by a constant, where neither can wrap."""
        lows: dict[_Node, int] = {}
        highs: dict[_Node, int] = {}
        for fact in facts:
            if fact.small is None:
                lows[fact.large] = max(fact.gap, lows.get(fact.large, fact.gap))
            elif fact.large is None:
                highs[fact.small] = min(-fact.gap, highs.get(fact.small, -fact.gap))
        groups: dict[Term, list[tuple[Term, int]]] = {}
        for node in self._nodes:
            rest, number = polynomials.split(self._canon.sum_of(node))
            base = self._canon.built(rest, node.sort.width)
            if type(base) is Term:
                groups.setdefault(base, []).append((node, number))
        for base, members in groups.items():
            if len(members) < 2:
                continue
            low, high = self._canon.connecting.domain(base)
            low, high = max(low, lows.get(base, low)), min(high, highs.get(base, high))
            least, most = full_range(base.sort.width)
            steady = [(node, at) for node, at in members if least <= low + at and high + at <= most]
            for (one, at), (other, after) in pairwise(steady):
                yield one, other, after - at
                yield other, one, at - after
