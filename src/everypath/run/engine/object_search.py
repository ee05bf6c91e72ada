"""Makes objects by calls until one is in each class that a method has over the fields of its objects."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING

from everypath.explore.engine import ObjectRuns
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

MOST_RUNS = 60
"""The most choices of calls that are tried."""

MOST_SIDES = 3
"""The most decisions of the calls of one choice whose other sides are tried."""

NESTED = 3
"""The cost of another plan for an object inside of an input; that of another plan for an input is 1."""


class ObjectSearch:
    """The search for the objects of one method.

    The plans of calls are tried one by one, those first that write what the method reads. Each is run once, with plain
    arguments; `again` runs it with others.
    """

    def __init__(self, engine: Engine, entry: Method) -> None:
        self._engine = engine
        self._entry = entry
        self._waiting: list[tuple[int, int, dict[str, int]]] = [(0, 0, {})]
        self._numbers = count(1)
        self._seen: set[frozenset[tuple[str, int]]] = set()
        self._runs = 0
        self.known: list[Path] = []
        """The paths that were found so far."""

    @cached_property
    def _objects(self) -> ObjectRuns:
        return ObjectRuns(self._engine.explorer(self._entry))

    def paths(self, allowance: Allowance) -> Iterator[Path]:
        """Paths on objects that further calls make. Another call goes on where the caller stopped."""
        while self._waiting and self._runs < MOST_RUNS and self._objects.work < MOST_EFFORT:
            if self._runs and allowance.left() < 0:
                return
            cost, _, choices = heapq.heappop(self._waiting)
            self._runs += 1
            path = self._run(choices, Model())
            sides = self._objects.in_setup[:MOST_SIDES]
            if path is not None:
                self._push(path, cost)
                yield path
            for fork in sides:
                answer = self._engine.builder.solver.check((*fork.state.path, fork.condition), hint=fork.state.witness)
                other = self._run(choices, fork.state.witness.with_(answer.model)) if isinstance(answer, Sat) else None
                if other is not None:
                    self._push(other, cost)
                    yield other

    def again(self, path: Path, model: Model) -> Path | None:
        """The path on objects that the same calls make with other arguments; None if it does not end."""
        return self._run(choices_of(path.state), path.witness.with_(model))

    def _run(self, choices: Mapping[str, int], model: Model) -> Path | None:
        before = self._objects.work
        try:
            path = self._objects.run(choices, model)
        finally:
            self._engine.side_work += self._objects.work - before
        if path is not None:
            self.known.append(path)
        return path

    def _push(self, path: Path, cost: int) -> None:
        for name, choices in self._objects.next_choices(path):
            key = frozenset(choices.items())
            if key not in self._seen:
                self._seen.add(key)
                further = NESTED if "." in name else 1
                heapq.heappush(self._waiting, (cost + further, next(self._numbers), choices))
