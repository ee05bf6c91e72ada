"""Inputs of a class on which an operation leaves the range of its type and wraps around, replayed on the JVM.

Java does not say so, and neither does the effect of the class: ``x + 2`` is a small number for a large ``x``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from everypath.explore.outcome.preconditions import wrapping
from everypath.explore.paths.path import Path
from everypath.explore.witnesses.members import narrowed
from everypath.explore.witnesses.minimal import varied
from everypath.run.results import Wrap
from everypath.solver import Limits, Sat, Solver
from everypath.suite import NoCase, TestCase, verify_many
from everypath.suite.descriptions import shown_value
from everypath.term import Term

if TYPE_CHECKING:
    from everypath.run.engine import Engine

__all__ = ["MOST_ASKED", "Wrap", "wraps_of"]

MOST_ASKED = 64
"""Operations of one method that are asked about; of larger methods the first ones."""
_WORK = 0.2


def wraps_of(engine: Engine, paths: Sequence[Path]) -> dict[int, tuple[Wrap, ...]]:
    """The operations of each path that may wrap, by its number; those that no input makes wrap are left out."""
    asked = [(path, term, wraps) for path in paths for term, wraps in wrapping(path)][:MOST_ASKED]
    solver = Solver(Limits(work=_WORK))
    try:
        built = [(path, term, _case(engine, path, wraps, solver)) for path, term, wraps in asked]
    finally:
        solver.close()
    cases = [case for _, _, case in built if isinstance(case, TestCase)]
    verdicts = iter(verify_many(cases, engine.bridge, engine.is_target, engine.courses))
    found: dict[int, dict[str, Wrap]] = {}
    for path, term, case in built:
        if isinstance(case, TestCase):
            said = shown_value(path, term)
            wrap = Wrap(said, case.expression, next(verdicts).outcome.value)
            found.setdefault(path.number, {}).setdefault(said, wrap)
    return {number: tuple(wraps.values()) for number, wraps in found.items()}


def _case(engine: Engine, path: Path, wraps: Term, solver: Solver) -> TestCase | NoCase | None:
    answer = solver.check([*varied(path.constraints, path.witness), wraps], hint=path.witness)
    if not isinstance(answer, Sat):
        return None
    member = narrowed(path, (wraps,), (), answer.model, solver)
    return engine.builder.build(member) if member is not None else None
