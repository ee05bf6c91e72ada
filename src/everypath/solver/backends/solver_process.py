"""The solvers proper, z3 and Bitwuzla, and answers of other runs in their place.

What a solver answers depends on what it was asked since it was started. So that this never is much, both are started
anew as soon as all questions since the last start took much work; that is the same in every run. An answer is known by
its question and those before it since then (`everypath.solver.backends.disk_cache`). Where the disk knows no further,
or solvers
were suspended in between, they are asked again what they missed: little, as they were started not long ago.
"""

from __future__ import annotations

import time
from typing import NamedTuple

from everypath.solver.answers import Limits, Statistics
from everypath.solver.backends.backend import RESOURCES, Backend, Verdict
from everypath.solver.backends.disk_cache import StoredAnswers
from everypath.term import Term, evaluate

_WORK_BEFORE_NEW, _QUESTIONS_BEFORE_NEW = 0.2, 500
"""Solvers are started anew when they have done so much work, in seconds, or were asked so much."""
_ASKING_AGAIN = 10.0
"""Seconds for a question that is asked again only so that the solvers have heard it."""
_Z3_FIRST = 0.25
"""The part of the work that z3 may do before Bitwuzla tries; of the time, it may be half."""


class Question(NamedTuple):
    """A slice for the solvers: whether it holds floats and hard arithmetic, and what they may do for it."""

    part: list[Term]
    floats: bool
    hard: bool
    limits: Limits


class Heard(NamedTuple):
    """What solvers were asked since they were started: how often they were asked at all, the questions, the work of
    these, and their chain.
    """

    turns: int
    questions: tuple[Question, ...]
    work: float
    chain: bytes


class Proper:
    """Both solvers; long-lived. What they do is counted in ``statistics``."""

    def __init__(self, statistics: Statistics, stored: StoredAnswers | None) -> None:
        self._statistics = statistics
        self._stored = stored
        self._asked: list[Question] = []
        """Questions that the solvers were asked since they were started."""
        self._missed: list[Question] = []
        """Questions after these of which they know nothing: the disk answered, or they were suspended."""
        self._work = 0.0
        """What was done for all of these, by whomever."""
        self._turns = 0
        self._is_in_step = True
        """Whether the solvers were asked what the chain of stored answers says, but for what they missed."""
        self._owed = 0.0
        self.backends: dict[str, Backend[object]] = {}
        """Those that run."""
        self.cut_short = False
        """Whether one ran out of time over a question since this was last set back, whoever answered it then."""

    def load(self) -> None:
        """Load the solvers now, not with the first question."""
        for name in ("z3", "bitwuzla"):
            self._backend(name)

    def close(self) -> None:
        """Free what the solvers hold, and forget what they were asked."""
        self._start_anew()
        if self._stored is not None:
            self._stored.save()

    def suspend(self) -> None:
        """Free what the solvers hold, some 20 MB, until the next question: they answer as if they had stayed."""
        self._stop()
        self._missed[:0] = self._asked
        self._asked.clear()

    def heard(self) -> Heard:
        """For `take_back`."""
        chain = self._stored.chain if self._stored is not None else b""
        return Heard(self._turns, (*self._asked, *self._missed), self._work, chain)

    def take_back(self, heard: Heard) -> None:
        """Have it be as if nothing had been asked since then."""
        if self._turns == heard.turns:
            return
        self._stop()
        self._asked, self._missed, self._work = [], list(heard.questions), heard.work
        self._turns = heard.turns
        if self._stored is not None:
            self._stored.chain = heard.chain

    def now(self) -> float:
        """The time, without what was spent on asking again what was answered: in another run that took no part."""
        return time.monotonic() - self._owed

    def ask(self, question: Question, deadline: float) -> Verdict:
        """What they answer, until a time of `now` at most; nobody else's answer but that of the disk."""
        before = self._statistics.work
        self._turns += 1
        if self._stored is not None and self._is_in_step:
            verdict = self._ask_disk(self._stored, question, deadline)
        else:
            self._catch_up()
            verdict = self._ask_in_turn(question, deadline)
        self._work += self._statistics.work - before
        if self._work >= _WORK_BEFORE_NEW or len(self._asked) + len(self._missed) >= _QUESTIONS_BEFORE_NEW:
            self._start_anew()
        return verdict

    def _ask_disk(self, stored: StoredAnswers, question: Question, deadline: float) -> Verdict:
        """What the solvers answered in another run, after the same questions; else what they answer now."""
        known = stored.find(question.part, question.limits)
        if known is not None:
            self._statistics.answered["disk"] += 1
            self._statistics.work += stored.work
            self._missed.append(question)
            return known
        self._is_in_step = False  # for good, where an alarm interrupts the backends
        self._catch_up()
        before, cut_short = self._statistics.work, self.cut_short
        self.cut_short = False
        verdict = self._ask_in_turn(question, deadline)
        stored.note(verdict, self._statistics.work - before, in_time=not self.cut_short)
        self.cut_short |= cut_short
        self._is_in_step = True
        return verdict

    def _catch_up(self) -> None:
        """Ask the solvers what they were not asked, or forgot: what they say next depends on it. It takes nobody's
        time.
        """
        if not self._missed:
            return
        began = time.monotonic()
        statistics = self._statistics
        counts = statistics.answered, statistics.events
        before, work, cut_short = [dict(count) for count in counts], statistics.work, self.cut_short
        for question in self._missed:
            self._ask_in_turn(question, self.now() + _ASKING_AGAIN)
        self._missed.clear()
        for count, values in zip(counts, before, strict=True):
            count.clear()
            count.update(values)
        statistics.work, self.cut_short = work, cut_short
        self._owed += time.monotonic() - began

    def _ask_in_turn(self, question: Question, deadline: float) -> Verdict:
        """One solver, then the other."""
        self._asked.append(question)
        limits = question.limits
        left, work = deadline - self.now(), limits.work
        if limits.resources:
            return Verdict("unknown", None, RESOURCES) if question.floats else self._ask("z3", question, left, work)
        if question.floats:
            return self._ask("bitwuzla", question, left, work)
        if limits.quick:
            return self._ask("z3", question, left, work)
        part_of_it = min(limits.first_try, work) if question.hard else work * _Z3_FIRST
        verdict = self._ask("z3", question, left / 2, part_of_it)
        if verdict.result != "unknown":
            return verdict
        left = deadline - self.now()
        if left <= 0:
            self.cut_short = True
            return verdict
        return self._ask("bitwuzla", question, left, work - part_of_it)

    def _ask(self, name: str, question: Question, seconds: float, work: float) -> Verdict:
        backend, part, statistics = self._backend(name), question.part, self._statistics
        start = time.monotonic()
        verdict = backend.check(part, seconds, work, question.limits.resources)
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
        """Forget all questions."""
        self._stop()
        self._asked.clear()
        self._missed.clear()
        self._work = 0.0
        if self._stored is not None:
            self._stored.begin_again()


def _load(name: str) -> Backend[object]:
    """A backend, imported when it is first needed."""
    if name == "z3":
        from everypath.solver.backends.z3 import Z3Backend

        return Z3Backend()  # type: ignore[return-value]  # its nodes go to nobody else
    from everypath.solver.backends.bitwuzla import BitwuzlaBackend

    return BitwuzlaBackend()
