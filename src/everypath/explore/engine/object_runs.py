"""Runs an entry on objects that chosen calls build, one path for each choice, from given values of the arguments."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from everypath.explore.limits import Memory
from everypath.explore.search import Seed, run_seed
from everypath.explore.witnesses import finished_path
from everypath.inputs.construction import is_building
from everypath.inputs.shapes import RecipeInput, choices_of
from everypath.term import Model

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from everypath.explore.engine.explorer import Explorer
    from everypath.explore.paths import Path
    from everypath.program import Class
    from everypath.state import Fork, State

MOST_PLANS = 200
"""The most plans that begin with a constructor or factory of the class."""

MOST_BY_BUILDERS = 40
"""The most plans with builders for one object of a class that has constructors or factories, too."""


class Choice(NamedTuple):
    """The numbers of plans by the names of objects; the others have the first. ``name`` is the object whose plan is not
    that of a choice before, and ``cls`` its class. ``cost`` is that of the other plan.
    """

    plans: Mapping[str, int]
    name: str = ""
    cls: Class | None = None
    cost: int = 0


class ObjectRuns:
    """The runs of one entry. The explorer explores nothing else."""

    def __init__(self, explorer: Explorer) -> None:
        self._explorer = explorer
        self._first: State | None = None
        self.in_setup: list[Fork] = []
        """The sides of decisions that the calls which build objects did not take in the last run."""

    @property
    def work(self) -> float:
        """The work of all runs so far, in seconds of effort."""
        return self._explorer.session.work()

    def run(self, choices: Mapping[str, int], model: Model) -> Path | None:
        """The path on objects that the chosen plans build, by their names; the ``model`` has the values of arguments.
        None if no object is built, or if the path does not end.
        """
        explorer, session = self._explorer, self._explorer.session
        session.memory = Memory(of_process=None)
        session.effort.begin()
        explorer.bind_machine()
        if self._first is None:
            self._first = session.initial_states.first()
        self.in_setup = []
        start = self._first.fork()
        before = start.steps
        seed = Seed(model, choices=choices)
        state = run_seed(session.machine, start, session.inputs, seed, session.options.fixed, self._take)
        session.effort.further_steps += start.steps - before
        session.progress.states += 1
        path = None
        if state is not None:
            session.progress.paths += 1
            session.effort.conditions += len(state.path)
            explorer.complete(state)
            path = finished_path(0, session.entry, state, session.solver, uncertain=False)
            state.rest()
        session.effort.end()
        return path

    def _take(self, fork: Fork) -> None:
        self._explorer.session.effort.forks += 1
        if fork.side is not None and is_building(fork.state):
            self.in_setup.append(fork)

    def choices_beside(self, path: Path) -> Iterator[Choice]:
        """The choices of a path with the first further plans for each of its objects."""
        chosen = {name: number for name, number in choices_of(path.state).items() if number}
        api = self._explorer.inputs.api
        for node in path.shape.reachable():
            if not isinstance(node.build, RecipeInput) or node.name in chosen:
                continue
            cls = self._explorer.machine.program.klass(node.build.class_name)
            plans = api.plans.of(cls)
            if plans.has(1):
                yield Choice({**chosen, node.name: 1}, node.name, cls, 1)
            plans.has(MOST_PLANS)  # what is added comes after them
            for plan in islice(api.plans.by_builders(cls), MOST_BY_BUILDERS):
                added = plans.add(plan.creator, plan.calls)
                yield Choice({**chosen, node.name: added}, node.name, cls, plan.weight + 1)

    def next_choice(self, choice: Choice) -> Choice | None:
        """A choice with the plan after the one for its last object; None if there is none, or if enough were tried."""
        assert choice.cls is not None
        inputs = self._explorer.inputs
        plans, number = inputs.api.plans.of(choice.cls), choice.plans[choice.name] + 1
        while number < MOST_PLANS and plans.has(number) and inputs.tried_prefixes.is_dead(plans[number]):
            number += 1
        if number >= MOST_PLANS or not plans.has(number):
            return None
        return choice._replace(plans={**choice.plans, choice.name: number}, cost=1)
