"""Finds calls that enter open code on objects that sequences make."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

from everypath.bridge import NewArray
from everypath.dataclass import dataclass
from everypath.errors import TargetError
from everypath.explore.behaviours import values_of
from everypath.explore.concolic import public_methods
from everypath.explore.realisation.arguments import literals_of
from everypath.inputs.code_facts import called_methods
from everypath.solver import Limits, Sat, Solver
from everypath.state import NULL, Ending
from everypath.term import Model, Term, substitute, variables

if TYPE_CHECKING:
    from everypath.bridge import Step
    from everypath.explore.behaviours import ClassSummaries, SummaryCase
    from everypath.explore.concolic import ConcolicSearch, Extender
    from everypath.program import Class, Method
    from everypath.state import State

Steps: TypeAlias = "tuple[Step, ...]"

OpenBlocks: TypeAlias = "Callable[[Method], frozenset[int]]"
"""Gives the pcs of a method in blocks that no sequence has entered."""

MOST_OF_CASE = 3
"""The most sequences that end with one case of a method: what its condition leaves out may matter."""

MOST_OF_SEQUENCE = 4
"""The most sequences that begin with one sequence."""

QUERY_LIMITS = Limits(timeout=0.5, work=0.05)
"""The limits of the query for the arguments of a call."""


@dataclass(frozen=True)
class _Made:
    """An object that the step ``at`` of a sequence makes, at an address of a state."""

    at: int
    declared: Class
    state: State
    address: int

    @property
    def cls(self) -> Class:
        """The class of the object itself."""
        return self.state.object(self.address).cls


class Realiser:
    """Makes longer sequences of one target. One for each machine.

    ``summaries`` are with free fields of what fields hold. ``package_of`` gives the package of the tests of a class.
    """

    def __init__(
        self, search: ConcolicSearch, extender: Extender, summaries: ClassSummaries, package_of: Callable[[str], str]
    ) -> None:
        self._search = search
        self._extender = extender
        self._summaries = summaries
        self._package_of = package_of
        self._solver = Solver(QUERY_LIMITS)
        self._tries: Counter[SummaryCase] = Counter()
        self._open_blocks: OpenBlocks = lambda method: frozenset()
        self._with_open_code: dict[Method, bool] = {}
        self._aimed: set[int] = set()
        """The blocks that sequences made since `begin` should enter."""

    def close(self) -> None:
        """Free the solver."""
        self._solver.close()

    def begin(self, open_blocks: OpenBlocks) -> None:
        """Begin with other goals."""
        self._open_blocks = open_blocks
        self._with_open_code = {}
        self._aimed = set()

    def sequences(
        self, steps: Sequence[Step], donors: Sequence[Sequence[Step]], seconds_left: Callable[[], float]
    ) -> Iterator[Steps]:
        """Yield sequences that begin with these steps and end with a call that enters open code, by the conditions on
        the fields of its receiver. Methods are explored as long as seconds are left. ``donors`` are other sequences,
        whose objects may be arguments.
        """
        made = 0
        for each in self._objects(steps):
            for method, case in self._wanted(each, seconds_left):
                if made >= MOST_OF_SEQUENCE:
                    return
                is_new = self._tries[case] < MOST_OF_CASE and bool(self._open(case))
                model = self._model(each, case) if is_new else None
                if model is None:
                    continue
                longer = self._extender.called(steps, each.at, method, donors, literals_of(case.method, model))
                if longer is not None:
                    self._tries[case] += 1
                    self._aimed |= self._open(case)
                    made += 1
                    yield longer

    def _objects(self, steps: Sequence[Step]) -> Iterator[_Made]:
        """The objects of target classes that the sequence makes, as they are at its end; of each class the last."""
        declared = ((at, self._extender.class_of(step)) for at, step in enumerate(steps))
        places = [(at, cls) for at, cls in declared if cls is not None]
        if not any(cls.is_target for _, cls in places):
            return
        elements = tuple((number, at) for number, (at, _) in enumerate(places))
        state = self._search.followed((*steps, NewArray("Ljava/lang/Object;", len(places), elements)))
        if state is None or state.ending is not Ending.RETURNED or not isinstance(state.result, int):
            return
        found: dict[Class, _Made] = {}
        for (at, cls), held in zip(places, state.object(state.result).fields, strict=True):
            address = state.reference(held)
            if isinstance(address, int) and address != NULL and state.object(address).cls.is_target:
                each = _Made(at, cls, state, address)
                found[each.cls] = each
        yield from found.values()

    def _wanted(self, made: _Made, seconds_left: Callable[[], float]) -> Iterator[tuple[Method, SummaryCase]]:
        """The cases of methods on an object, each with the method that a caller names; those that enter most open code
        first.
        """
        for method in public_methods((*made.declared.superclasses(), *made.declared.superinterfaces())):
            try:
                selected = self._search.machine.program.select(made.cls, method)
            except TargetError:
                continue
            if not selected.has_code or not self._leads_to_open_code(selected):
                continue
            cases = self._cases(selected, made.cls, seconds_left)
            for case in sorted(cases, key=lambda each: -len(self._open(each))):
                yield method, case

    def _leads_to_open_code(self, method: Method) -> bool:
        """True if a method, or a method of its class that it calls, has open blocks."""
        known = self._with_open_code.get(method)
        if known is None:
            called = called_methods(self._search.machine.program, method)
            known = any(self._open_blocks(each) for each in called if each.owner is method.owner)
            self._with_open_code[method] = known
        return known

    def _cases(self, method: Method, cls: Class, seconds_left: Callable[[], float]) -> Sequence[SummaryCase]:
        """The cases of a method on an object of a class; none if the time was over before they are known."""
        package, machine = self._package_of(cls.name), self._search.machine
        if not self._summaries.knows(method, cls):
            if seconds_left() <= 0.0:
                return ()
            with machine.using(machine.context), self._summaries.within(seconds_left):
                rounds = self._summaries.explore_rounds(method, cls, package)
                if any(seconds_left() <= 0.0 for _ in rounds):
                    return ()
        summary = self._summaries.of(method, cls, package)
        return summary.changes if summary is not None else ()

    def _open(self, case: SummaryCase) -> set[int]:
        """The open blocks that a case enters."""
        blocks = self._search.machine.blocks
        left = case.covered - self._aimed
        return {number for number in left if blocks[number][1] in self._open_blocks(blocks[number][0])}

    def _model(self, made: _Made, case: SummaryCase) -> Model | None:
        """Values of the symbols of the arguments with which a call on an object is of a case; None if there are none,
        or none are found.
        """
        conditions = (*case.conditions, *case.deeper)
        values = values_of(made.state, made.address, {each for one in conditions for each in variables(one)})
        left = []
        for each in conditions:
            now = substitute(each, values)
            if isinstance(now, Term):
                left.append(now)
            elif not now:
                return None
        if not left:
            return case.free_values
        answer = self._solver.check(left)
        return case.free_values.with_(dict(answer.model)) if isinstance(answer, Sat) else None
