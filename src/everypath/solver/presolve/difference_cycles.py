"""Finds contradictions among differences ``a + gap <= b``: a cycle of them whose gaps add up to more than 0."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from everypath.term import Term

Difference: TypeAlias = "tuple[Term, Term, int, int]"
"""Two terms, a gap and reasons: ``first + gap <= second``."""

MOST_DIFFERENCES = 160
"""If there are more differences and bounds, no cycle is searched for."""


def positive_cycle(differences: Sequence[Difference], bounds: Mapping[Term, tuple[int, int, int, int]]) -> int | None:
    """Return the reasons of differences and bounds that contradict each other, None if they may all hold.

    ``bounds`` are the least and the greatest value of each term and their reasons. This is the algorithm of Bellman and
    Ford on the graph of differences, with zero as one more term.
    """
    numbers: dict[Term, int] = {term: at for at, term in enumerate(bounds)}
    zero = len(numbers)
    edges = [(numbers[a], numbers[b], gap, why) for a, b, gap, why in differences]
    for term, (low, high, lows, highs) in bounds.items():
        edges.append((zero, numbers[term], low, lows))
        edges.append((numbers[term], zero, -high, highs))
    if len(edges) > MOST_DIFFERENCES:
        return None
    least = [0] * (zero + 1)
    came: list[int] = [-1] * (zero + 1)
    moved = -1
    for _ in range(zero + 1):
        moved = -1
        for number, (a, b, gap, _) in enumerate(edges):
            if least[a] + gap > least[b]:
                least[b] = least[a] + gap
                came[b] = number
                moved = b
        if moved < 0:
            return None
    at = moved
    for _ in range(zero + 1):  # as many steps back as there are terms lead into the cycle
        at = edges[came[at]][0]
    reasons = 0
    end = at
    while True:
        a, _, _, why = edges[came[at]]
        reasons |= why
        at = a
        if at == end:
            return reasons
