"""The answers of the solver, its limits and its statistics."""

from __future__ import annotations

from collections import Counter
from typing import TypeAlias

from everypath.dataclass import dataclass, field
from everypath.term import Model, Term


@dataclass(frozen=True, slots=True)
class Sat:
    """The conditions hold together under ``model``, which was evaluated on every one of them.

    The model gives a value to every symbol of the conditions. ``kept_soft`` are the soft constraints that it satisfies.
    """

    model: Model
    kept_soft: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class Unsat:
    """The conditions in ``core``, a subset of those of the query, cannot hold together. It need not be minimal."""

    core: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Unknown:
    """No solver found an answer.

    ``reason`` is ``timeout`` (the wall-clock limit), ``resources`` (the limit of work), ``model-mismatch``, …
    """

    reason: str


Answer: TypeAlias = "Sat | Unsat | Unknown"


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one query.

    ``work`` limits all solvers together for one slice. ``first_try`` is the part of it that z3 may use before Bitwuzla
    is asked, if there is multiplication, division or remainder. Both are in seconds that the solvers measure in units
    of their own, so answers do not depend on how busy the machine is. ``timeout`` is the wall-clock limit of the query
    in seconds. ``resources`` limits z3 in its own units (about six million per second; 0: by ``work``). With
    ``resources`` or ``quick``, only z3 is asked. ``partial``: ``work`` is less than the query may take in all, since a
    round ends; an answer that this prevents counts as cut short. ``cache`` is the number of remembered answers. Without
    ``prune``, no contradiction is looked for before a solver is asked; this is only for measurements.
    """

    timeout: float = 6.0
    work: float = 2.0
    first_try: float = 0.08
    resources: int = 0
    quick: bool = False
    partial: bool = False
    cache: int = 20_000
    prune: bool = True


@dataclass(slots=True)
class Statistics:
    """Counts of queries and of the solvers' work.

    ``answered`` counts slices by what answered them: ``folded hint contradiction cache core ranges models repair order
    disk z3 bitwuzla``. ``events`` counts ``queries sat unsat unknown model-mismatch forgotten``. ``seconds``
    is the time spent in each solver, ``total`` that of all queries, also those answered without a solver. ``work`` is
    the work of the solvers in seconds that they measure in units of their own (`Limits`): the same in every run;
    ``undone`` is that of queries that were taken back.
    """

    answered: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    seconds: dict[str, float] = field(default_factory=dict)
    total: float = 0.0
    work: float = 0.0
    undone: float = 0.0
