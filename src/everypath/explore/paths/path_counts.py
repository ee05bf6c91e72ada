"""Potential, feasible and infeasible paths of a method up to CTB's limit on loops (`everypath.program.control`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.dataclass import dataclass
from everypath.explore.paths.exploration import is_in
from everypath.program import CAUGHT, control_tree
from everypath.state import Ending
from everypath.vm.observers import trace_of

if TYPE_CHECKING:
    from everypath.explore.paths.exploration import Exploration


@dataclass(frozen=True, slots=True)
class PotentialPathCounts:
    """The numbers of potential, feasible and infeasible paths of a method.

    ``limit`` is L, the most iterations of any loop each time it is entered. Most numbers count distinct descriptors:

    - ``potential``: all that the control flow permits.
    - ``feasible``: those of paths that return normally.
    - ``thrown``: those that reach a ``throw`` of the method itself. It ends a potential path, also before a handler.
    - ``infeasible``: those that are proved to have no input. None if something else than L cut the exploration.
    - ``caught``: those of paths that return after an exception handler. They are not potential paths.

    ``exceptional`` counts the paths that ended with an exception.
    """

    limit: int
    potential: int
    feasible: int
    thrown: int
    infeasible: int | None
    caught: int
    exceptional: int


def count_paths(exploration: Exploration, limit: int) -> PotentialPathCounts:
    """Count the paths of an exploration that was traced (`ExploreOptions.trace`) with ``limit`` as its fixed bound."""
    tree = control_tree(exploration.entry)
    whole: dict[str, None] = {}
    caught: dict[str, None] = {}
    thrown: dict[str, None] = {}
    exceptional = 0
    for path in exploration.paths:
        if path.ending is Ending.RETURNED:
            (caught if CAUGHT in path.descriptor else whole)[path.descriptor] = None
        elif path.ending is Ending.THREW:
            exceptional += 1
        trace = trace_of(path.state)
        thrown.update(dict.fromkeys(each for each in (trace.throws if trace is not None else ()) if CAUGHT not in each))
    potential = tree.potential(limit)
    infeasible = potential - len(whole) - len(thrown.keys() - whole.keys()) if is_exhaustive(exploration) else None
    return PotentialPathCounts(limit, potential, len(whole), len(thrown), infeasible, len(caught), exceptional)


def is_exhaustive(exploration: Exploration) -> bool:
    """True if every path up to the limit was explored: only loops of the entry itself cut paths, and all inputs were
    tried.
    """
    entry = exploration.entry
    for cut in exploration.cuts:
        if cut.bound != "loop" or not is_in(cut.place, entry):
            return False
    known = (exploration.stop, exploration.skipped, exploration.failures)
    return exploration.all_kinds and not (any(known) or exploration.reasons or exploration.statistics.unknown)
