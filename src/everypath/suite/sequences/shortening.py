"""Leaves out the statements of a call sequence that it does not need, and makes its objects and constants simpler."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice

from everypath.bridge import ReplayResult
from everypath.dataclass import replace
from everypath.suite.recipes import Members
from everypath.suite.replay import plan_of
from everypath.suite.selection import smaller, weight
from everypath.suite.sequences.replaying import Replayer
from everypath.suite.sequences.simpler_values import computed_variables, simpler_objects, with_values
from everypath.suite.testcase import (
    Declare,
    Expression,
    Invoke,
    New,
    Recipe,
    Statement,
    StaticField,
    Variable,
    roots_of,
    static_type,
    substituted,
    substituted_in,
    walk,
)

__all__ = ["shorter"]

_ROUNDS = 16
_AT_ONCE = 16
"""Candidates that are replayed together."""

Passes = Callable[[ReplayResult], bool]
"""Whether a replay still shows what a sequence was kept for, such as the probes that it passes."""


def _never() -> bool:
    return False


def shorter(
    recipe: Recipe,
    passes: Passes,
    replayer: Replayer,
    *,
    observed: Sequence[Expression] = (),
    most: int = 100,
    members: Members | None = None,
    over: Callable[[], bool] = _never,
) -> Recipe:
    """The shortest recipe found in at most ``most`` replays whose replay ``passes``.

    Statements that it does not need are left out in groups, large ones first (Zeller and Hildebrandt, *ddmin*, TSE
    2002). With a statement go those that need its value; a call that gives back its receiver's type is skipped in a
    chain of calls. Numbers and texts that calls return become constants, which leaves out more calls. Then constants
    become smaller, one at a time. The call itself and the objects that it takes stay, unless ``members`` says what a
    test can name: then objects become simpler ones. ``observed`` are variables and static fields that the replays
    show. Once ``over`` returns True, the search ends.
    """
    search = _Search(passes, replayer, tuple(observed), most, over)
    recipe = search.with_fewer_calls(recipe)
    if members is not None:
        recipe = search.with_simpler_objects(recipe, members)
    return search.with_smaller_constants(recipe)


class _Search:
    def __init__(
        self,
        passes: Passes,
        replayer: Replayer,
        observed: tuple[Expression, ...],
        most: int,
        over: Callable[[], bool],
    ) -> None:
        self._passes = passes
        self._replayer = replayer
        self._observed = observed
        self._most = most
        self._over = over

    @property
    def _left(self) -> int:
        """The replays that are left."""
        return 0 if self._over() else max(0, self._most)

    def with_fewer_calls(self, recipe: Recipe) -> Recipe:
        """The recipe without calls that it does not need, or whose numbers and texts may be constants."""
        recipe = self.with_fewer_statements(recipe)
        changed = self.with_constants(recipe)
        return recipe if changed == recipe else self.with_fewer_statements(changed)

    def with_fewer_statements(self, recipe: Recipe) -> Recipe:
        """The recipe without statements that it does not need."""
        size = len(recipe.setup)
        while size and self._left > 0:
            places = range(0, len(recipe.setup), size)
            groups = [range(at, min(at + size, len(recipe.setup))) for at in reversed(places)]
            used = [_variables(roots_of(each)) for each in recipe.setup]
            found = self._first([made for each in groups if (made := _without(recipe, each, used)) is not None])
            if found is None:
                size //= 2
            else:
                recipe = found
            size = min(size, len(recipe.setup))
        return recipe

    def with_constants(self, recipe: Recipe) -> Recipe:
        """The recipe with constants in place of the numbers and texts that calls return."""
        while self._left > 0 and (variables := computed_variables(recipe)):
            self._most -= 1
            (real,) = self._replayer.replay_many([plan_of(recipe, variables)])
            found = self._first(list(with_values(recipe, variables, real))) if self._passes(real) else None
            if found is None:
                break
            recipe = found
        return recipe

    def with_simpler_objects(self, recipe: Recipe, members: Members) -> Recipe:
        """The recipe with simpler objects, each time without the statements that are not needed any more."""
        for _ in range(_ROUNDS):
            found = self._first(list(islice(simpler_objects(recipe, members), _AT_ONCE)))
            if found is None:
                break
            recipe = self.with_fewer_statements(found)
        return recipe

    def with_smaller_constants(self, recipe: Recipe) -> Recipe:
        """The recipe with smaller numbers, shorter texts and arrays."""
        for _ in range(_ROUNDS):
            good = [each for each in smaller(recipe) if each.size <= recipe.size and each != recipe]
            passing = self._all([each for each in good if weight(each) < weight(recipe) or each.size < recipe.size])
            if not passing:
                break
            recipe = min(passing, key=lambda each: (each.size, weight(each)))
        return recipe

    def _first(self, candidates: Sequence[Recipe]) -> Recipe | None:
        """The first candidate that passes."""
        for at in range(0, len(candidates), _AT_ONCE):
            passing = self._all(candidates[at : at + _AT_ONCE])
            if passing:
                return passing[0]
        return None

    def _all(self, candidates: Sequence[Recipe]) -> list[Recipe]:
        """The candidates that pass, of those that may still be replayed."""
        tried = candidates[: self._left]
        self._most -= len(tried)
        if not tried:
            return []
        replays = self._replayer.replay_many([plan_of(each, self._shown(each)) for each in tried])
        return [each for each, real in zip(tried, replays, strict=True) if self._passes(real)]

    def _shown(self, recipe: Recipe) -> list[Expression]:
        """The observed expressions that the recipe still has."""
        declared = {each.variable for each in recipe.setup if isinstance(each, Declare)}
        return [each for each in self._observed if not isinstance(each, Variable) or each in declared]


def _without(recipe: Recipe, places: Iterable[int], used: Sequence[set[Variable]]) -> Recipe | None:
    """The recipe without the statements at some places and those that need their values; None if the call needs one.
    ``used`` are the variables of each statement.
    """
    left_out = set(places)
    other_names: dict[Variable, Expression] = {}
    lacking: set[Variable] = set()
    setup: list[Statement] = []
    for at, (statement, variables) in enumerate(zip(recipe.setup, used, strict=True)):
        if not variables.isdisjoint(other_names):
            statement = substituted_in(statement, other_names)
            variables = _variables(roots_of(statement))
        needed = not lacking.isdisjoint(variables)
        if at not in left_out and not needed:
            setup.append(statement)
        elif isinstance(statement, Declare):
            value = statement.value
            receiver = value.receiver if isinstance(value, Invoke) and not needed else None
            if isinstance(receiver, Variable | StaticField) and static_type(receiver) == statement.variable.descriptor:
                other_names[statement.variable] = receiver
            else:
                lacking.add(statement.variable)
    call = substituted(recipe.call, other_names)
    if lacking.intersection(_variables((call,))) or not isinstance(call, Invoke | New):
        return None
    return replace(recipe, setup=tuple(setup), call=call)


def _variables(roots: Sequence[Expression]) -> set[Variable]:
    return {part for root in roots for part in walk(root) if isinstance(part, Variable)}
