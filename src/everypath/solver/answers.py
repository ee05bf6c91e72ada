"""What the solver answers, within which limits, and what it counts."""

from __future__ import annotations

from collections import Counter
from typing import TypeAlias

from everypath.dataclass import dataclass, field
from everypath.term import Model, Term


@dataclass(frozen=True, slots=True)
class Sat:
    """The conditions hold together under ``model``, which was evaluated on every one of them.

    The model gives a value to every symbol of the conditions. ``kept_soft`` are the wishes it satisfies.
    """

    model: Model
    kept_soft: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class Unsat:
    """The conditions in ``core``, some of those asked, cannot hold together. It need not be minimal."""

    core: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Unknown:
    """No solver could tell: neither yes nor no.

    ``reason`` is ``timeout`` (the wall-clock limit), ``resources`` (that of the work), ``model-mismatch``, …
    """

    reason: str


Answer: TypeAlias = "Sat | Unsat | Unknown"


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one query.

    ``work`` is how much all solvers together may do for one slice, and ``first_try`` how much of it z3 may where there
    is multiplication, division or remainder before Bitwuzla tries: in seconds, which solvers measure in units of their
    own, so that answers do not depend on how busy the machine is. ``timeout`` is wall-clock seconds over all of it,
    whatever was done by then. ``resources`` bounds z3 in its own units (about six million per second; 0: by ``work``),
    and then z3 alone is asked, as where the answer is to be ``quick``; ``cache`` is the number of remembered answers.
    Without ``prune``, no contradiction is looked for before a solver is asked: only to measure what that saves.
    """

    timeout: float = 6.0
    work: float = 2.0
    first_try: float = 0.08
    resources: int = 0
    quick: bool = False
    cache: int = 20_000
    prune: bool = True


@dataclass(slots=True)
class Statistics:
    """Where queries were answered.

    ``answered`` counts by place: ``folded hint contradiction cache core ranges models repair suggested z3
    bitwuzla``.
    ``events`` counts ``queries sat unsat unknown model-mismatch forgotten``. ``seconds`` is the time spent in each
    solver, ``total`` that of all questions, those included that no solver was asked. ``work`` is what the solvers did,
    in seconds that they measure in units of their own (`Limits`): the same in every run.
    """

    answered: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    seconds: dict[str, float] = field(default_factory=dict)
    total: float = 0.0
    work: float = 0.0
