"""From a path to further members of its equivalence class, and their replays on the JVM.

A *member* is the same path with another witness. `find_member` asks a solver for one, `replay_members` builds the test
cases of members and replays them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from everypath.explore.paths import Path
from everypath.explore.witnesses import LONGEST_INPUT, longest_input, narrowed, varied
from everypath.solver import Sat
from everypath.suite import NoCase, TestCase

if TYPE_CHECKING:
    from everypath.run.engine.engine import Engine
    from everypath.solver import Solver
    from everypath.suite import Verdict
    from everypath.term import Term


def find_member(
    path: Path, solver: Solver, required: Sequence[Term] = (), preferred: Sequence[Term] = ()
) -> Path | None:
    """A member that satisfies all ``required`` conditions and at least one of the ``preferred`` ones, if any is given.

    None if there is none, if no test could hold it, or if the solver gives up.
    """
    required = (*required, *path.state.allocations)
    answer = solver.check([*varied(path.constraints, path.witness), *required], soft=preferred, hint=path.witness)
    if not isinstance(answer, Sat) or (preferred and not answer.kept_soft):
        return None
    found = narrowed(path, (*required, *answer.kept_soft), (), answer.model, solver)
    return found if found is not None and longest_input(found) <= LONGEST_INPUT else None


def replay_members(engine: Engine, members: Iterable[Path]) -> list[Verdict | NoCase]:
    """The verdict of each member on the JVM, in order; `NoCase` for one whose input no test can build."""
    built = [engine.builder.build(each) for each in members]
    verdicts = iter(engine.replay([each for each in built if isinstance(each, TestCase)]))
    return [next(verdicts) if isinstance(each, TestCase) else each for each in built]
