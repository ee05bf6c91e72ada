"""Several members of each class (``--patterns N``): the smallest, some at its boundaries, the rest by chance.

Boundaries are the ends of the types and the constants that the path compares with, and their neighbours. What is drawn
by chance depends on the seed, the method and the number of the path alone.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from everypath.dataclass import replace
from everypath.explore.paths.path import Path
from everypath.explore.witnesses.members import narrowed
from everypath.explore.witnesses.minimal import varied
from everypath.run.results import ClassMember
from everypath.solver import Limits, Sat, Solver
from everypath.suite import CaseBuilder, TestCase, verify_many
from everypath.suite.prediction import input_symbols
from everypath.term import BOOL, Term, eq, evaluate, variables, walk

if TYPE_CHECKING:
    from everypath.run.engine import Engine

__all__ = ["ClassMember", "patterns_of", "wished", "wishes"]

LONGEST = 64
"""Elements of an array and chars of a string in a member."""

MOST_DRAWN = 48
"""Members of one class that are drawn by chance, at most."""


def patterns_of(engine: Engine, paths: Sequence[Path], most: int, seed: int) -> dict[int, tuple[ClassMember, ...]]:
    """The patterns of each path by its number, at most so many, all replayed."""
    plain = CaseBuilder(engine.program, replace(engine.builder.options, distinct_values=False), engine.machine)
    found: dict[int, list[tuple[str, TestCase]]] = {}
    solver = Solver(Limits())
    try:
        for path in paths:
            found[path.number] = list(_members(engine.builder, plain, path, most, seed, solver))
    finally:
        solver.close()
    cases = [case for members in found.values() for _, case in members]
    verdicts = iter(verify_many(cases, engine.bridge, engine.is_target, engine.courses))
    return {
        number: tuple(ClassMember(kind, case, next(verdicts).outcome.value) for kind, case in members)
        for number, members in found.items()
    }


def _members(
    first: CaseBuilder, builder: CaseBuilder, path: Path, most: int, seed: int, solver: Solver
) -> Iterator[tuple[str, TestCase]]:
    """The members of one class: no two with the same input."""
    smallest = first.build(path)
    if not isinstance(smallest, TestCase):
        return
    known = {smallest.expression}
    yield "smallest", smallest
    drawn = wishes(path, random.Random(f"{seed} {path.entry.name}{path.entry.descriptor} {path.number}"))
    for kind, wish in drawn if most > 1 else ():
        if len(known) >= most:
            return
        case = wished(builder, path, wish, solver)
        if case is not None and case.expression not in known:
            known.add(case.expression)
            yield kind, case


def wished(
    builder: CaseBuilder, path: Path, wish: Sequence[Term], solver: Solver, told: str | None = None
) -> TestCase | None:
    """The case of a member that is as wished; None where there is none. ``told``: the condition of the path in words,
    where that is known.
    """
    answer = solver.check(varied(path.constraints, path.witness), soft=wish, hint=path.witness)
    if not isinstance(answer, Sat) or not answer.kept_soft:
        return None
    member = narrowed(path, answer.kept_soft, (), answer.model, solver)
    built = builder.build(member, told) if member is not None and _is_small(member) else None
    return built if isinstance(built, TestCase) else None


def _is_small(path: Path) -> bool:
    """Whether nobody would mind to write the arrays and strings of a witness."""
    lengths = (evaluate(each, path.witness) for each in (*path.shape.lengths, *path.state.lengths))
    return all(isinstance(each, int) and each <= LONGEST for each in lengths)


def wishes(path: Path, chance: random.Random) -> Iterator[tuple[str, list[Term]]]:
    """What the next member shall be like: one value at a boundary, or all values by chance."""
    inputs = sorted(
        (each for each in input_symbols(path.shape) if each.op == "var" and (each.sort.is_vector or each.sort is BOOL)),
        key=lambda each: str(each.payload),
    )
    told = {symbol for each in path.constraints for symbol in variables(each)}
    constants = sorted({number for each in path.constraints for number in _constants(each)})
    numbers = [each for each in inputs if each.sort.is_vector and each not in path.shape.lengths and each in told]
    ends = [[eq(each, value)] for value in _boundaries(constants) for each in numbers if _fits(each, value)]
    drawn = ([eq(each, _drawn(each, chance, path)) for each in inputs] for _ in range(MOST_DRAWN))
    for end, some in zip_longest(ends, drawn, fillvalue=()):
        for kind, wish in (("boundary", end), ("random", some)):
            wanted = [each for each in wish if isinstance(each, Term)]
            if wanted:
                yield kind, wanted


def _constants(condition: Term) -> Iterator[int]:
    for each in walk(condition):
        yield from (arg for arg in each.args if type(arg) is int)


def _boundaries(constants: Sequence[int]) -> Iterator[int]:
    near = [each + by for each in constants for by in (0, -1, 1)]
    ends = [end for width in (8, 16, 32, 64) for end in (-(1 << width - 1), (1 << width - 1) - 1)]
    yield from dict.fromkeys([*near, *ends])


def _fits(symbol: Term, value: int) -> bool:
    return -(1 << symbol.sort.width - 1) <= value < 1 << symbol.sort.width - 1


def _drawn(symbol: Term, chance: random.Random, path: Path) -> int | bool:
    if symbol.sort is BOOL:
        return chance.random() < 0.5
    if symbol in path.shape.lengths:
        return chance.randrange(6)
    most = 1 << (symbol.sort.width - 1)
    return (
        chance.randrange(-min(most, 1000), min(most, 1000)) if chance.random() < 0.5 else chance.randrange(-most, most)
    )
