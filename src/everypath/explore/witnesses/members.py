"""Further members of an equivalence class: the same path under another witness, with further conditions or without."""

from __future__ import annotations

from collections.abc import Sequence

from everypath.dataclass import replace
from everypath.explore.paths import Path
from everypath.explore.witnesses.finish import plainest
from everypath.explore.witnesses.minimal import holds
from everypath.solver import Solver
from everypath.term import Model, Term

__all__ = ["narrowed"]


def narrowed(path: Path, conditions: Sequence[Term], told: Sequence[Term], model: Model, solver: Solver) -> Path | None:
    """The path for those of its inputs that satisfy further conditions, of which only ``told`` are part of what people
    are told; its witness is made plain. None where ``model`` is none of theirs.
    """
    constraints = (*path.constraints, *conditions)
    witness = path.witness.with_(dict(model))
    if not holds(constraints, witness):
        return None
    witness = plainest(constraints, witness, path.shape, path.state.lengths, solver)
    return replace(path, constraints=constraints, condition=(*path.condition, *told), witness=witness, others=())
