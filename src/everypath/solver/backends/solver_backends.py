"""Asks z3 and Bitwuzla, or takes the answers that they gave in another run from disk.

The answer of a solver depends on its queries since it was started. To keep these few, both are started anew once the
queries since the last start took a certain work, which is the same in every run. On disk, an answer is found by its
query and those before it since the start (`everypath.solver.backends.disk_cache`). If the disk has no further answer,
or the solvers were suspended, they are first asked the queries that they missed. These are few, as the last start was
not long ago.
"""

from __future__ import annotations

import time
from typing import NamedTuple

from everypath.solver.answers import Limits, Statistics
from everypath.solver.backends.backend import RESOURCES, Backend, Verdict
from everypath.solver.backends.disk_cache import StoredAnswers
from everypath.term import Term, evaluate

_WORK_BEFORE_NEW, _QUERIES_BEFORE_NEW = 0.2, 500
"""The work in seconds and the number of queries after which the solvers are started anew."""
_REPEATED_SECONDS = 10.0
"""Seconds for a query that is repeated only to bring the solvers up to date."""
_Z3_FIRST = 0.25
"""The part of the work that z3 may do before Bitwuzla is asked; of the time, it may use half."""


class Query(NamedTuple):
    """A slice, the features of its conditions, and the limits for it."""

    part: list[Term]
    floats: bool
    hard: bool
    limits: Limits


class QueryHistory(NamedTuple):
    """The queries since the solvers were started: the count of all queries ever, the queries, their work and chain."""

    turns: int
    queries: tuple[Query, ...]
    work: float
    chain: bytes


class SolverBackends:
    """Both solvers; long-lived. Their work is counted in ``statistics``."""

    def __init__(self, statistics: Statistics, stored: StoredAnswers | None) -> None:
        self._statistics = statistics
        self._stored = stored
        self._asked: list[Query] = []
        """Queries that the solvers answered since they were started."""
        self._missed: list[Query] = []
        """Queries after these that the solvers have not seen: the disk answered, or the solvers were suspended."""
        self._work = 0.0
        """The work for all of these queries, also work of other runs."""
        self._turns = 0
        self._is_in_step = True
        """True if the solvers were asked the chain of stored queries, except for those that they missed."""
        self._owed = 0.0
        self.backends: dict[str, Backend[object]] = {}
        """The solvers that are loaded, by name."""
        self.cut_short = False
        """True if a solver ran out of time since this was last set to False, even if the other answered then."""

    def load(self) -> None:
        """Load the solvers now, not with the first query."""
        for name in ("z3", "bitwuzla"):
            self._backend(name)

    def close(self) -> None:
        """Free the memory of the solvers, forget their queries and save the answers on disk."""
        self._start_anew()
        if self._stored is not None:
            self._stored.save()

    def suspend(self) -> None:
        """Free the memory of the solvers, some 20 MB, until the next query; they answer as if they had stayed."""
        self._stop()
        self._missed[:0] = self._asked
        self._asked.clear()

    def history(self) -> QueryHistory:
        """Return the present state for `take_back`."""
        chain = self._stored.chain if self._stored is not None else b""
        return QueryHistory(self._turns, (*self._asked, *self._missed), self._work, chain)

    def take_back(self, history: QueryHistory) -> None:
        """Undo all queries since a `history` was taken."""
        if self._turns == history.turns:
            return
        self._stop()
        self._asked, self._missed, self._work = [], list(history.queries), history.work
        self._turns = history.turns
        if self._stored is not None:
            self._stored.chain = history.chain

    def now(self) -> float:
        """Return the time without the seconds for repeated queries: in another run, there may be none."""
        return time.monotonic() - self._owed

    def ask(self, query: Query, deadline: float) -> Verdict:
        """Return the answer from disk or from the solvers. ``deadline`` is a time of `now`."""
        before = self._statistics.work
        self._turns += 1
        if self._stored is not None and self._is_in_step:
            verdict = self._ask_disk(self._stored, query, deadline)
        else:
            self._repeat_missed()
            verdict = self._ask_in_turn(query, deadline)
        self._work += self._statistics.work - before
        self.cut_short |= query.limits.partial and verdict.result == "unknown"
        if self._work >= _WORK_BEFORE_NEW or len(self._asked) + len(self._missed) >= _QUERIES_BEFORE_NEW:
            self._start_anew()
        return verdict

    def _ask_disk(self, stored: StoredAnswers, query: Query, deadline: float) -> Verdict:
        """Return the answer of another run after the same queries, else that of the solvers."""
        known = stored.find(query.part, query.limits)
        if known is not None:
            self._statistics.answered["disk"] += 1
            self._statistics.work += stored.work
            self._missed.append(query)
            return known
        self._is_in_step = False  # stays so if an alarm interrupts the backends
        self._repeat_missed()
        before, cut_short = self._statistics.work, self.cut_short
        self.cut_short = False
        verdict = self._ask_in_turn(query, deadline)
        stored.note(verdict, self._statistics.work - before, in_time=not self.cut_short)
        self.cut_short |= cut_short
        self._is_in_step = True
        return verdict

    def _repeat_missed(self) -> None:
        """Ask the solvers the queries that they missed, for their next answers depend on these.

        Neither the time nor the work counts.
        """
        if not self._missed:
            return
        began = time.monotonic()
        statistics = self._statistics
        counts = statistics.answered, statistics.events
        before, work, cut_short = [dict(count) for count in counts], statistics.work, self.cut_short
        for query in self._missed:
            self._ask_in_turn(query, self.now() + _REPEATED_SECONDS)
        self._missed.clear()
        for count, values in zip(counts, before, strict=True):
            count.clear()
            count.update(values)
        statistics.work, self.cut_short = work, cut_short
        self._owed += time.monotonic() - began

    def _ask_in_turn(self, query: Query, deadline: float) -> Verdict:
        """Ask one solver, then the other."""
        self._asked.append(query)
        limits = query.limits
        left, work = deadline - self.now(), limits.work
        if limits.resources:
            return Verdict("unknown", None, RESOURCES) if query.floats else self._ask("z3", query, left, work)
        if query.floats:
            return self._ask("bitwuzla", query, left, work)
        if limits.quick:
            return self._ask("z3", query, left, work)
        part_of_it = min(limits.first_try, work) if query.hard else work * _Z3_FIRST
        verdict = self._ask("z3", query, left / 2, part_of_it)
        if verdict.result != "unknown":
            return verdict
        left = deadline - self.now()
        if left <= 0:
            self.cut_short = True
            return verdict
        return self._ask("bitwuzla", query, left, work - part_of_it)

    def _ask(self, name: str, query: Query, seconds: float, work: float) -> Verdict:
        backend, part, statistics = self._backend(name), query.part, self._statistics
        start = time.monotonic()
        verdict = backend.check(part, seconds, work, query.limits.resources)
        self.cut_short |= backend.cut_short
        spent = statistics.seconds
        spent[name] = spent.get(name, 0.0) + time.monotonic() - start
        statistics.work += backend.worked()
        if verdict.result != "unknown":
            statistics.answered[name] += 1
        model = verdict.model
        if model is not None and not all(evaluate(condition, model) for condition in part):
            statistics.events["model-mismatch"] += 1
            return Verdict("unknown", None, "model-mismatch")
        return verdict

    def _backend(self, name: str) -> Backend[object]:
        backend = self.backends.get(name)
        if backend is None:
            backend = self.backends[name] = _load(name)
        return backend

    def _stop(self) -> None:
        for backend in self.backends.values():
            backend.close()
        self.backends.clear()

    def _start_anew(self) -> None:
        """Stop the solvers and forget all queries."""
        self._stop()
        self._asked.clear()
        self._missed.clear()
        self._work = 0.0
        if self._stored is not None:
            self._stored.begin_again()


def _load(name: str) -> Backend[object]:
    """Import and return a backend."""
    if name == "z3":
        from everypath.solver.backends.z3 import Z3Backend

        return Z3Backend()  # type: ignore[return-value]  # no other backend sees its nodes
    from everypath.solver.backends.bitwuzla import BitwuzlaBackend

    return BitwuzlaBackend()
