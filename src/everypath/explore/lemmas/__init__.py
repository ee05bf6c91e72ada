"""Summaries of called methods: a lemma answers a call by the equivalence classes of the callee.

`Lemmas` finds or builds the lemma for a call, `Transfer` applies one of its classes to the state of the caller. A
lemma is computed on a `LazyLemmaHeap`, whose objects are created when the callee reads them. This package imports
`paths` only.
"""

from everypath.explore.lemmas.alternatives import next_class, reachable_blocks
from everypath.explore.lemmas.lemmas import Lemmas

__all__ = ["Lemmas", "next_class", "reachable_blocks"]
