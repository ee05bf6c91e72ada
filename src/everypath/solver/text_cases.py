"""Decides conditions with equalities of strings by conditions without them (`everypath.solver.presolve`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from everypath.solver.answers import Answer, Sat, Unknown, Unsat
from everypath.solver.presolve import inner_text_equality, without_text_equalities
from everypath.term import Term, Value, evaluate, not_, substitute

if TYPE_CHECKING:
    from everypath.term import Model


def answer_with_texts(
    conditions: list[Term], hint: Model, answer: Callable[[Sequence[Value]], Answer]
) -> Answer | None:
    """Decide conditions by what ``answer`` decides of others; None if there are no equalities of strings."""
    texts = without_text_equalities(conditions)
    if texts is not None:
        found = answer(texts.conditions)
        if isinstance(found, Unsat):
            return Unsat(tuple(conditions))
        if isinstance(found, Unknown):
            return found
        model = texts.restored(hint.with_(found.model))
        return Sat(model) if all(evaluate(each, model) for each in conditions) else Unknown("model-mismatch")
    inner = inner_text_equality(conditions)
    return _by_cases(conditions, inner, answer) if inner is not None else None


def _by_cases(conditions: list[Term], inner: Term, answer: Callable[[Sequence[Value]], Answer]) -> Answer:
    """An equality of strings inside of a condition holds, or it does not."""
    if any(isinstance(each, Term) and each.op != "var" for each in (inner.args[0], inner.args[2])):
        return Unknown("equal texts that are no inputs")
    unknown: Answer | None = None
    for case in (inner, not_(inner)):
        found = answer([case, *(substitute(each, {inner: case is inner}) for each in conditions)])
        if isinstance(found, Sat):
            return found
        unknown = found if isinstance(found, Unknown) else unknown
    return unknown or Unsat(tuple(conditions))
