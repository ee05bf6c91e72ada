"""Deciding path conditions: one front door, `Solver`; z3 and Bitwuzla stand behind it and are imported when needed."""

from everypath.solver.answers import Answer, Limits, Sat, Statistics, Unknown, Unsat
from everypath.solver.backends.disk_cache import StoredAnswers
from everypath.solver.local_search.array_layout import Layout
from everypath.solver.solver import Mark, Solver

__all__ = ["Answer", "Layout", "Limits", "Mark", "Sat", "Solver", "Statistics", "StoredAnswers", "Unknown", "Unsat"]
