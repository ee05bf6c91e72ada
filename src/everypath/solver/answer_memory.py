"""Remembers the answers of a solver about slices: models, unsatisfiable cores, and the reasons of unknown answers."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Sequence
from typing import TypeAlias

from everypath.dataclass import replace
from everypath.solver.backends import Verdict
from everypath.term import Model, Term

_CORES = 32
"""The number of remembered cores that end with the same condition."""
_MUCH_LONGER = 1.5
"""An unknown slice is asked about again with at least this factor of the work or the time that it had."""

Slice: TypeAlias = "frozenset[Term]"


class AnswerMemory:
    """The answers about slices, at most ``capacity`` of a kind. ``events`` counts answers that are ``forgotten``.

    `mark` begins a list of new answers, `take_back` forgets those.
    """

    def __init__(self, capacity: int, events: Counter[str]) -> None:
        self._capacity = capacity
        self._events = events
        self.answers: OrderedDict[Slice, Verdict] = OrderedDict()
        self._cores: dict[Term, list[Slice]] = {}
        self._kept_cores = 0
        self._new: list[tuple[Slice, list[Slice]]] | None = None
        """The answers since a `mark`, each with the list that its core was added to (empty: it has none)."""
        self._unknown: dict[Slice, tuple[str, float, float]] = {}
        """By slice: why its answer was unknown, and the work and the time below which it is not asked again."""

    def mark(self) -> None:
        """Begin to note new answers."""
        self._new = []

    def take_back(self) -> None:
        """Forget the answers since the last mark."""
        new, self._new = self._new or [], None
        for key, cores in new:
            self.answers.pop(key, None)
            if cores:
                cores.pop()

    def keep(self) -> None:
        """Keep the answers since the last mark for good."""
        self._new = None

    def find(self, key: Slice) -> Verdict | None:
        """Return the remembered answer about a slice."""
        known = self.answers.get(key)
        if known is not None:
            self.answers.move_to_end(key)
        return known

    def contained_core(self, part: Sequence[Term], key: Slice) -> Slice | None:
        """Return a remembered core that a slice contains."""
        cores = self._cores
        for condition in part:
            for core in cores.get(condition, ()):
                if core <= key:
                    return core
        return None

    def remember(self, part: Sequence[Term], key: Slice, verdict: Verdict) -> None:
        """Remember an answer that is not unknown, and its core."""
        answers = self.answers
        if verdict.model is not None:  # a new model, without the results of evaluations
            verdict = replace(verdict, model=Model(verdict.model))
        answers[key] = verdict
        cores: list[Slice] = []
        if len(answers) > self._capacity:
            answers.popitem(last=False)
            self._events["forgotten"] += 1
        if verdict.result == "unsat":
            core = verdict.core or key
            self._kept_cores += 1
            if self._kept_cores > self._capacity:
                self._cores.clear()
                self._kept_cores = 0
            cores = self._cores.setdefault(next(each for each in reversed(part) if each in core), [])
            cores.append(core)
            del cores[:-_CORES]
        if self._new is not None:
            self._new.append((key, cores))

    def unknown(self, key: Slice) -> tuple[str, float, float]:
        """Return why a slice was unknown, and the work and the seconds up to which it would be so again."""
        return self._unknown.get(key, ("", 0.0, 0.0))

    def remember_unknown(self, key: Slice, reason: str, work: float, seconds: float) -> None:
        """Remember that a slice was unknown for a reason, within this ``work`` and this number of ``seconds``."""
        if len(self._unknown) >= self._capacity:
            self._unknown.clear()
        work, seconds = (0.0, seconds) if reason == "timeout" else (work, 0.0)
        self._unknown[key] = (reason, work * _MUCH_LONGER, seconds * _MUCH_LONGER)
