"""Installs the methods of `Term` that print and pickle a term."""

from __future__ import annotations

from everypath.term.core import Term
from everypath.term.operations.pickling import reduce_term
from everypath.term.operations.printing import to_text

_METHODS = {"__repr__": to_text, "__reduce__": reduce_term}


def install() -> None:
    """Give `Term` the methods that need the packages above it."""
    for name, method in _METHODS.items():
        setattr(Term, name, method)
