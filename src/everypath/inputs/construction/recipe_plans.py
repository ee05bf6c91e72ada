"""The recipes by which objects of a class are built: a creator, then calls on the object or on its builder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from everypath.inputs.code_facts import ELEMENTS, LIBRARY, effects_of, plain_constructor
from everypath.inputs.construction.creators import MOST_CREATORS
from everypath.inputs.construction.jdk_classes import COMPLETE_CREATORS, is_collection
from everypath.inputs.construction.setup_sequences import (
    CandidateCall,
    RecipePlan,
    SetupCall,
    first_sequences,
    most_sequences,
    relevant_first,
)

if TYPE_CHECKING:
    from everypath.inputs.construction.builders import Builder, Builders
    from everypath.inputs.construction.creators import Creators
    from everypath.inputs.construction.setup_calls import SetupCalls
    from everypath.program import Class, Method, Program

_FILLED_FIRST = 6
"""The weight that is added to all constructors of a collection but the first: calls that fill it are tried earlier."""

MOST_ELEMENTS = 3


class RecipePlans:
    """The recipes of classes for one entry. Calls that write what the entry reads come first.

    An object is set up by at most ``most_calls`` calls after its creator.
    """

    def __init__(
        self,
        program: Program,
        creators: Creators,
        setup_calls: SetupCalls,
        builders: Builders,
        most_calls: int,
        entry: Method | None,
    ) -> None:
        self.program = program
        self.most_calls = most_calls
        self.entry = entry
        self._creators = creators
        self._setup_calls = setup_calls
        self._builders = builders
        self._plans: dict[Class, tuple[RecipePlan, ...]] = {}

    def of(self, cls: Class) -> tuple[RecipePlan, ...]:
        """All recipes found for the class, in the order of their weight."""
        found = self._plans.get(cls)
        if found is None:
            self._plans[cls] = ()  # ends the recursion if building it needs an object of it
            found = self._plans[cls] = tuple(self._enumerate(cls))
        return found

    def add(self, cls: Class, creator: Method, calls: tuple[SetupCall, ...]) -> int:
        """Add a recipe for the class, which is tried last, and return its number."""
        plans = self.of(cls)
        for number, plan in enumerate(plans):
            if (plan.creator, plan.calls) == (creator, calls):
                return number
        self._plans[cls] = (*plans, RecipePlan(creator, calls, plans[-1].weight + 1 if plans else 0))
        return len(plans)

    def _enumerate(self, cls: Class) -> Iterator[RecipePlan]:
        complete = COMPLETE_CREATORS.get(cls.name)
        if complete is not None:
            creator = cls.declared_method(*complete)
            if creator is not None:
                yield RecipePlan(creator, (), 0)
            return
        creators = self._creators.of(cls)[:MOST_CREATORS]
        if not creators:
            plans = [plan for at, each in enumerate(self._builders.of(cls)) for plan in self._built(cls, each, at)]
        elif not cls.is_target and is_collection(self.program, cls):
            most = min(self.most_calls, MOST_ELEMENTS)
            adders = [SetupCall(each) for each in self._setup_calls.mutators(cls, self.entry)]
            plans = [RecipePlan(creators[0], tuple(adders) * k, k) for k in range(most + 1 if adders else 1)]
        else:
            late = _FILLED_FIRST if self._creators.is_jdk_collection(cls) else 0
            plans = [RecipePlan(each, (), index + late * bool(index)) for index, each in enumerate(creators)]
            candidate_calls = [
                each
                for each in self._setup_calls.candidate_calls(cls, self.entry)
                if not self._gives_as_much(creators[0], cls, each)
            ]
            plans += [RecipePlan(creators[0], *each) for each in self._sequences(candidate_calls, None)]
        yield from sorted(plans, key=lambda plan: plan.weight)[: most_sequences(self.most_calls)]

    def _built(self, cls: Class, builder: Builder, number: int) -> Iterator[RecipePlan]:
        """An object that a builder makes, after calls on the builder; then calls on the object itself."""
        finish = builder.finish
        ends = (SetupCall(finish, follows=True),) if finish is not None else ()
        yield RecipePlan(builder.creator, ends, number)
        if finish is not None:
            for calls, weight in self._sequences(
                self._setup_calls.candidate_calls(builder.cls, self.entry, builder=True), finish
            ):
                yield RecipePlan(builder.creator, (*calls, *ends), weight + 3 * number)
        if self._creators.nameable(cls):
            for calls, weight in self._sequences(self._setup_calls.candidate_calls(cls, self.entry), None):
                yield RecipePlan(builder.creator, (*ends, *calls), weight + 2 + 3 * number)

    def _sequences(
        self, candidate_calls: list[CandidateCall], finish: Method | None
    ) -> Sequence[tuple[tuple[SetupCall, ...], int]]:
        """Sequences of calls and their weights, the relevant ones first; ``finish`` reads what they wrote."""
        read = self._read(finish) if candidate_calls else None
        ordered, relevant = relevant_first([each for each in candidate_calls if each.call.method is not finish], read)
        return first_sequences(tuple(ordered), relevant, self.most_calls)

    def _read(self, finish: Method | None) -> frozenset[tuple[str, str]] | None:
        """The fields that the entry reads, and those that the last method of a builder reads; None if they are not
        known.
        """
        if self.entry is None or not self.entry.owner.is_target:
            return None
        effects = effects_of(self.program, self.entry)
        if finish is None or effects.opaque:
            return None if effects.opaque else effects.reads
        if not finish.owner.is_target:
            return None
        last = effects_of(self.program, finish)
        return None if last.opaque else effects.reads | last.reads

    def _gives_as_much(self, creator: Method, cls: Class, candidate: CandidateCall) -> bool:
        """True if the creator's arguments alone give every state that this call can produce."""
        if creator.name != "<init>" or not creator.owner.is_target or candidate.effects.opaque:
            return False
        plain = plain_constructor(self.program, creator)
        changed = candidate.effects.changes
        if plain is None or not changed or LIBRARY in changed or ELEMENTS in changed:
            return False
        types = {(each.owner.name, each.name): each.descriptor for each in cls.instance_fields}
        if candidate.call.follows and not candidate.effects.writes:
            changed = frozenset(types)
        return all(
            key in plain.given and types.get(key) == creator.parameters[plain.given[key]] and types[key][0] not in "L["
            for key in changed
        )
