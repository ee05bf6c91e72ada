"""Makes objects by calls until one is in each class that a method has over the fields of its objects."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING

from everypath.explore.engine import Choice, ObjectRuns
from everypath.inputs.shapes import choices_of
from everypath.solver import Sat
from everypath.term import Model

if TYPE_CHECKING:
    from everypath.explore.paths import Path
    from everypath.program import Method
    from everypath.run.engine.allowance import Allowance
    from everypath.run.engine.engine import Engine

__all__ = ["ObjectSearch"]

MOST_EFFORT = 1.0
"""The most effort for the objects of one method, in seconds."""

LEAST = 0.2
"""The least effort of one call of `ObjectSearch.paths`, in seconds."""

MOST_RUNS = 400
"""The most runs for one method."""

MOST_BUILT = 4
"""The most paths on built objects from which the search begins."""

MOST_RUNS_OF_CHOICE = 5
"""The most runs of one choice of plans without a goal: the first, and those on other sides of what the calls decide."""

NESTED = 2
"""What another plan for an object inside of an input costs more than one for an input."""


class ObjectSearch:
    """The search for the objects of one method.

    The plans of calls are tried one by one, those first that write what the method reads. Each is run once, with the
    arguments of a known path; `again` runs it with others.
    """

    def __init__(self, engine: Engine, entry: Method) -> None:
        self._engine = engine
        self._entry = entry
        self._waiting: list[tuple[int, int, Choice]] = [(0, 0, Choice({}))]
        self._numbers = count(1)
        self._seen: set[frozenset[tuple[str, int]]] = set()
        self._runs = 0
        self._plain = Model()
        self.known: list[Path] = []
        """The paths that were found so far."""

    @cached_property
    def _objects(self) -> ObjectRuns:
        return ObjectRuns(self._engine.explorer(self._entry))

    def paths(self, allowance: Allowance, built: Sequence[Path] = ()) -> Iterator[Path]:
        """Paths on objects that further calls make than those of the paths that are ``built``. Another call goes on
        where the caller stopped.
        """
        if not self._runs and built:
            self._plain = built[0].witness
            for path in built[:MOST_BUILT]:
                for each in self._objects.choices_beside(path):
                    self._push(each, 0)
        until = min(self._objects.work + max(allowance.left(), LEAST), MOST_EFFORT)
        while self._waiting and self._runs < MOST_RUNS and self._objects.work < until:
            cost, _, choice = heapq.heappop(self._waiting)
            if choice.name:
                self._push(self._objects.next_choice(choice), cost)
            for path in self._paths(choice.plans, self._plain):
                for each in self._objects.choices_beside(path):
                    self._push(each, cost)
                yield path

    def _paths(self, choices: Mapping[str, int], model: Model) -> Iterator[Path]:
        """The paths for one choice of plans: with given arguments, then on other sides of decisions of the calls."""
        models = deque([model])
        for number in range(MOST_RUNS_OF_CHOICE):
            if not models:
                return
            path = self._run(choices, models.popleft())
            sides = list(self._objects.in_setup)
            if path is not None:
                yield path
            for fork in sides if number + len(models) < MOST_RUNS_OF_CHOICE - 1 else ():
                answer = self._engine.builder.solver.check((*fork.state.path, fork.condition), hint=fork.state.witness)
                if isinstance(answer, Sat):
                    models.append(fork.state.witness.with_(answer.model))

    def again(self, path: Path, model: Model) -> Path | None:
        """The path on objects that the same calls make with other arguments, or nearly with these; None if there is
        none.
        """
        return next(self._paths(choices_of(path.state), path.witness.with_(model)), None)

    def _run(self, choices: Mapping[str, int], model: Model) -> Path | None:
        before = self._objects.work
        self._runs += 1
        try:
            path = self._objects.run(choices, model)
        finally:
            self._engine.side_work += self._objects.work - before
        if path is not None:
            self.known.append(path)
        return path

    def _push(self, choice: Choice | None, cost: int) -> None:
        key = frozenset(choice.plans.items()) if choice is not None else frozenset()
        if choice is not None and key not in self._seen:
            self._seen.add(key)
            further = choice.cost + (NESTED if "." in choice.name else 0)
            heapq.heappush(self._waiting, (cost + further, next(self._numbers), choice))
