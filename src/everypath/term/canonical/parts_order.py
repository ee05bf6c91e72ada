"""Conjunctions and disjunctions with their parts in canonical order."""

from __future__ import annotations

from collections.abc import Iterable

from everypath.term.canonical.form import CanonicalForm
from everypath.term.constructors import conj, disj
from everypath.term.core import Term, Value, make
from everypath.term.values import BOOL


def connect(op: str, parts: Iterable[Value], form: CanonicalForm) -> Value:
    """Return the connective ``op`` of canonical parts; only their order is changed."""
    result = conj(*parts) if op == "conj" else disj(*parts)
    if form.as_written or type(result) is not Term or result.op != op:
        return result
    ordered = tuple(sorted(result.args, key=lambda part: _place(part, form)))
    if ordered != result.args:
        form.use("parts in order")
    return make(op, ordered, BOOL)


def _place(part: Value, form: CanonicalForm) -> tuple[object, ...]:
    """Return the sort key of a condition: the first name in it, its size, its constant."""
    inner = part.args[0] if type(part) is Term and part.op == "not" else part
    constants = [arg for arg in inner.args if type(arg) is int] if type(inner) is Term else []
    named, *others = form.order.rank(inner)
    return named, others[0], constants, others[1], form.order.rank(part)
