"""The execution contexts of the classes of a method, each replayed on the JVM.

Contexts of array elements are found on the path of a class. Contexts of references are paths of their own, since the
fork of an alias query restarts the path. They are added to the class that they belong to.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from everypath.explore.paths import Path
from everypath.explore.witnesses import Context, contexts_of
from everypath.inputs import Alias
from everypath.run.engine import replay_members
from everypath.run.results import ContextRow
from everypath.solver import Limits, Solver
from everypath.suite import NoCase
from everypath.suite.descriptions import Described, describe
from everypath.term import Term, Value, to_java

if TYPE_CHECKING:
    from everypath.run.engine import Allowance, Engine

__all__ = ["ContextRow", "array_contexts", "shared_of"]


def array_contexts(
    engine: Engine, paths: Sequence[Path], allowance: Allowance
) -> tuple[dict[int, list[ContextRow]], bool]:
    """The contexts of each path by its number, none for paths with a single one; and true if these are all contexts."""
    solver = Solver(Limits())
    found: dict[int, list[Context]] = {}
    complete = True
    try:
        for path in paths:
            if allowance.is_over(solver.statistics.work):
                complete = False
                break
            contexts = contexts_of(path, solver)
            complete = complete and contexts.complete
            if contexts.found:
                found[path.number] = list(contexts.found)
        return _replayed(engine, found, solver), complete
    finally:
        engine.side_work += solver.statistics.work
        solver.close()


def _replayed(engine: Engine, found: dict[int, list[Context]], solver: Solver) -> dict[int, list[ContextRow]]:
    """The rows of the contexts of each path."""
    replays = iter(replay_members(engine, (context.path for contexts in found.values() for context in contexts)))
    rows: dict[int, list[ContextRow]] = {}
    for number, contexts in found.items():
        rows[number] = []
        for context in contexts:
            replay = next(replays)
            expression = "" if isinstance(replay, NoCase) else replay.case.expression
            described = describe(context.path, solver, context, reading=engine.builder.reading(context.path.entry))
            rows[number].append(ContextRow(described, _elements(context), expression, replay.outcome.value))
    return rows


def _elements(context: Context) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(f"{_array(array)}[{to_java(index)}]" for index in block) for array, block in context.blocks)


def _array(array: Term) -> str:
    return str(array.payload).removesuffix(".elements")


def shared_of(paths: Sequence[Path]) -> dict[int, int]:
    """Map the number of each path with aliased inputs to that of the same path without aliases.

    The same path has the same blocks and the same ending. If there is none, or more than one, the path is left out.
    """
    plain: dict[Hashable, list[Path]] = {}
    for path in paths:
        if not _is_aliased(path):
            plain.setdefault(_block_path(path), []).append(path)
    found: dict[int, int] = {}
    for path in paths:
        if _is_aliased(path):
            same = [other for other in plain.get(_block_path(path), ()) if _may_be_same(other.returned, path.returned)]
            if len(same) == 1:
                found[path.number] = same[0].number
    return found


def _is_aliased(path: Path) -> bool:
    return any(isinstance(node.build, Alias) for node in path.shape.reachable())


def _block_path(path: Path) -> Hashable:
    return path.ending, path.thrown, path.place, path.block_trace.blocks, path.descriptor


def _may_be_same(plain: Value | None, shared: Value | None) -> bool:
    """True if two results may belong to the same path: different constants do not."""
    return isinstance(plain, Term) or plain == shared


def row_of(described: Described, expression: str, outcome: str) -> ContextRow:
    """The row of a path that is a context itself."""
    return ContextRow(described, (), expression, outcome)
