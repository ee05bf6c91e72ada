"""Further members of an equivalence class: the same path under another witness, possibly with further conditions."""

from __future__ import annotations

from collections.abc import Sequence

from everypath.dataclass import replace
from everypath.explore.paths import Path
from everypath.explore.witnesses.finish import plainest
from everypath.explore.witnesses.minimal import holds
from everypath.solver import Solver
from everypath.term import Model, Term

__all__ = ["narrowed"]


def narrowed(
    path: Path, conditions: Sequence[Term], shown: Sequence[Term], model: Model, solver: Solver
) -> Path | None:
    """The path restricted to those of its inputs that satisfy further ``conditions``.

    Only ``shown`` become part of the condition that users see. The new witness is ``model`` over the old one, made
    plain; None if that does not satisfy all conditions.
    """
    constraints = (*path.constraints, *conditions)
    witness = path.witness.with_(dict(model))
    if not holds(constraints, witness):
        return None
    witness = plainest(constraints, witness, path.shape, path.state.lengths, solver)
    return replace(path, constraints=constraints, condition=(*path.condition, *shown), witness=witness, others=())
