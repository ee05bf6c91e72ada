"""Deciding path conditions: one front door, `Solver`; z3 and Bitwuzla stand behind it and are imported when needed."""

from everypath.solver.answers import Answer, Limits, Sat, Statistics, Unknown, Unsat
from everypath.solver.facade import Mark, Solver
from everypath.solver.layout import Layout
from everypath.solver.stored import StoredAnswers

__all__ = ["Answer", "Layout", "Limits", "Mark", "Sat", "Solver", "Statistics", "StoredAnswers", "Unknown", "Unsat"]
