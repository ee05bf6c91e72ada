"""Several members of each class (``--patterns N``): the smallest, some at its boundaries, the rest random.

Boundaries are the ends of the types and the constants that the path compares with, and their neighbours. The random
members depend on the seed, the method and the number of the path alone.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from everypath.dataclass import replace
from everypath.explore.paths import Path
from everypath.run.engine import find_member
from everypath.run.results import ClassMember
from everypath.solver import Limits, Solver
from everypath.suite import CaseBuilder, TestCase
from everypath.suite.prediction import input_symbols
from everypath.term import BOOL, Term, Value, eq, evaluate, variables, walk

if TYPE_CHECKING:
    from everypath.run.engine import Engine

__all__ = ["BOUNDARY", "RANDOM", "SMALLEST", "Preference", "build_member", "members_of", "preferences"]

LONGEST_MEMBER = 64
"""The most elements of an array and chars of a string in a member."""

MOST_RANDOM = 48
"""The most random members of one class that are asked for."""

SMALLEST, BOUNDARY, RANDOM = "smallest", "boundary", "random"
"""How a member was chosen."""


class Preference(NamedTuple):
    """Soft constraints on the next member of a class: one value at a boundary, or random values for all inputs."""

    kind: str
    conditions: Sequence[Term]


def members_of(engine: Engine, paths: Sequence[Path], most: int, seed: int) -> dict[int, tuple[ClassMember, ...]]:
    """The replayed members of each path by its number, at most ``most``."""
    plain = CaseBuilder(engine.program, replace(engine.builder.options, distinct_values=False), engine.machine)
    found: dict[int, list[tuple[str, TestCase]]] = {}
    solver = Solver(Limits())
    try:
        for path in paths:
            found[path.number] = list(_members(engine.builder, plain, path, most, seed, solver))
    finally:
        engine.side_work += solver.statistics.work
        solver.close()
    verdicts = iter(engine.replay([case for members in found.values() for _, case in members]))
    return {
        number: tuple(ClassMember(kind, case, next(verdicts).outcome.value) for kind, case in members)
        for number, members in found.items()
    }


def _members(
    first: CaseBuilder, builder: CaseBuilder, path: Path, most: int, seed: int, solver: Solver
) -> Iterator[tuple[str, TestCase]]:
    """The members of one class, each with how it was chosen; no two have the same input."""
    smallest = first.build(path)
    if not isinstance(smallest, TestCase):
        return
    known = {smallest.expression}
    yield SMALLEST, smallest
    generator = random.Random(f"{seed} {path.entry.name}{path.entry.descriptor} {path.number}")
    for preference in preferences(path, generator) if most > 1 else ():
        if len(known) >= most:
            return
        case = build_member(builder, path, preference.conditions, solver)
        if case is not None and case.expression not in known:
            known.add(case.expression)
            yield preference.kind, case


def build_member(
    builder: CaseBuilder, path: Path, preferred: Sequence[Term], solver: Solver, condition_text: str | None = None
) -> TestCase | None:
    """The test case of a member that satisfies one of the preferred conditions at least; None if there is none.

    ``condition_text`` is the condition of the path for people, if it is known.
    """
    member = find_member(path, solver, preferred=preferred)
    built = builder.build(member, condition_text) if member is not None and _is_small(member) else None
    return built if isinstance(built, TestCase) else None


def _is_small(path: Path) -> bool:
    """True if no array or string of the witness is longer than `LONGEST_MEMBER`."""
    lengths = (evaluate(each, path.witness) for each in (*path.shape.lengths, *path.state.lengths))
    return all(isinstance(each, int) and each <= LONGEST_MEMBER for each in lengths)


def preferences(path: Path, generator: random.Random) -> Iterator[Preference]:
    """Preferences for further members, boundaries and random ones in turn."""
    inputs = sorted(
        (each for each in input_symbols(path.shape) if each.op == "var" and (each.sort.is_vector or each.sort is BOOL)),
        key=lambda each: str(each.payload),
    )
    for end, some in zip_longest(_at_boundaries(path, inputs), _at_random(path, inputs, generator), fillvalue=()):
        for kind, wanted in ((BOUNDARY, end), (RANDOM, some)):
            conditions = [each for each in wanted if isinstance(each, Term)]
            if conditions:
                yield Preference(kind, conditions)


def _at_boundaries(path: Path, inputs: Sequence[Term]) -> Iterator[list[Value]]:
    """Equations that set a number of the path condition to a boundary."""
    compared = {symbol for each in path.constraints for symbol in variables(each)}
    constants = sorted({number for each in path.constraints for number in _constants(each)})
    numbers = [each for each in inputs if each.sort.is_vector and each not in path.shape.lengths and each in compared]
    for value in _boundaries(constants):
        yield from ([eq(each, value)] for each in numbers if _fits(each, value))


def _at_random(path: Path, inputs: Sequence[Term], generator: random.Random) -> Iterator[list[Value]]:
    """Equations that set all inputs to random values."""
    for _ in range(MOST_RANDOM):
        yield [eq(each, _random_value(each, generator, path)) for each in inputs]


def _constants(condition: Term) -> Iterator[int]:
    """The integer constants in a condition."""
    for each in walk(condition):
        yield from (arg for arg in each.args if type(arg) is int)


def _boundaries(constants: Sequence[int]) -> Iterator[int]:
    """The constants with their neighbours, then the ends of the integer types, each once."""
    near = [each + by for each in constants for by in (0, -1, 1)]
    ends = [end for width in (8, 16, 32, 64) for end in (-(1 << width - 1), (1 << width - 1) - 1)]
    yield from dict.fromkeys([*near, *ends])


def _fits(symbol: Term, value: int) -> bool:
    """True if a signed number of the symbol's width can have the value."""
    return -(1 << symbol.sort.width - 1) <= value < 1 << symbol.sort.width - 1


def _random_value(symbol: Term, generator: random.Random, path: Path) -> int | bool:
    """A random value: a length below 6, else a number that is small with probability one half."""
    if symbol.sort is BOOL:
        return generator.random() < 0.5
    if symbol in path.shape.lengths:
        return generator.randrange(6)
    most = 1 << (symbol.sort.width - 1)
    return (
        generator.randrange(-min(most, 1000), min(most, 1000))
        if generator.random() < 0.5
        else generator.randrange(-most, most)
    )
