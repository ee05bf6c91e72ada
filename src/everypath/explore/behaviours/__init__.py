"""Summaries of the methods of a class: what they do to the fields of an object.

A class summary gives invariants, states that no sequence of calls reaches, and sequences of calls that reach a wanted
state. The methods are explored by a callable that is passed in, as this package lies below the explorer.
"""

from everypath.explore.behaviours.backward_search import BackwardSearch, CallSequence, taken_back
from everypath.explore.behaviours.behaviours import ClassSummaries
from everypath.explore.behaviours.change import SummaryCase
from everypath.explore.behaviours.encapsulation import Encapsulation, encapsulation_of
from everypath.explore.behaviours.field_symbols import THIS, is_long, name_of, renamed, symbols_of, with_name
from everypath.explore.behaviours.field_values import ordinal_of, values_of
from everypath.explore.behaviours.invariants import infer
from everypath.explore.behaviours.linear import linear
from everypath.explore.behaviours.map_values import MapValues
from everypath.explore.behaviours.static_state import depends_on_statics, variable_statics
from everypath.explore.behaviours.unreachable_states import UnreachableStates
from everypath.explore.behaviours.writers import is_guarded, writers

__all__ = [
    "THIS",
    "BackwardSearch",
    "CallSequence",
    "ClassSummaries",
    "Encapsulation",
    "MapValues",
    "SummaryCase",
    "UnreachableStates",
    "depends_on_statics",
    "encapsulation_of",
    "infer",
    "is_guarded",
    "is_long",
    "linear",
    "name_of",
    "ordinal_of",
    "renamed",
    "symbols_of",
    "taken_back",
    "values_of",
    "variable_statics",
    "with_name",
    "writers",
]
