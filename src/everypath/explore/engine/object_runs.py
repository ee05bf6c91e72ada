"""Runs an entry on objects that chosen calls build, one path for each choice, from given values of the arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
    from everypath.state import Fork, State


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
        path = None
        if state is not None:
            explorer.complete(state)
            path = finished_path(0, session.entry, state, session.solver, uncertain=False)
        session.effort.end()
        return path

    def _take(self, fork: Fork) -> None:
        if fork.side is not None and is_building(fork.state):
            self.in_setup.append(fork)

    def next_choices(self, path: Path) -> Iterator[tuple[str, dict[str, int]]]:
        """The choices of a path with the next plan for one of its objects, each with the name of this object."""
        inputs, choices = self._explorer.inputs, choices_of(path.state)
        for node in path.shape.reachable():
            if isinstance(node.build, RecipeInput):
                plans = inputs.api.plans.of(self._explorer.machine.program.klass(node.build.class_name))
                number = choices.get(node.name, 0) + 1
                if plans.has(number):
                    yield node.name, {**choices, node.name: number}
