"""The recipes by which objects of a class are built: a creator, then calls on the object or on its builder."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING

from everypath.inputs.code_facts import ELEMENTS, LIBRARY, effects_of, plain_constructor
from everypath.inputs.construction.jdk_classes import COMPLETE_CREATORS, is_collection
from everypath.inputs.construction.lazy_list import LazyList
from everypath.inputs.construction.setup_sequences import (
    CandidateCall,
    RecipePlan,
    SetupCall,
    lazy_sequences,
    relevant_first,
)

if TYPE_CHECKING:
    from everypath.inputs.construction.builders import Builder, Builders
    from everypath.inputs.construction.creators import Creators
    from everypath.inputs.construction.setup_calls import SetupCalls
    from everypath.program import Class, Method, Program

_FILLED_FIRST = 6
"""The weight that is added to all constructors of a collection but the first: calls that fill it are tried earlier."""

_OTHER_CREATOR = 3
"""The weight that is added to sequences of calls for each creator, or builder, before the one that they begin with."""

MOST_ELEMENTS = 3

_weight = attrgetter("weight")


class Plans(LazyList[RecipePlan]):
    """The recipes of one class, in the order of their weight; ``creators`` are the methods that they begin with."""

    def __init__(self, creators: Iterable[Method], plans: Iterator[RecipePlan]) -> None:
        self.creators = tuple(dict.fromkeys(creators))
        self._added: set[tuple[SetupCall, ...]] = set()
        super().__init__(each for each in plans if each.steps not in self._added)

    def add(self, creator: Method, calls: tuple[SetupCall, ...]) -> int:
        """Add a recipe after those that were made until now, if it is not among them, and return its number."""
        plan = RecipePlan(creator, calls, self._made[-1].weight if self._made else 0)
        for number, each in enumerate(self._made):
            if each.steps == plan.steps:
                return number
        self._made.append(plan)
        self._added.add(plan.steps)
        return len(self._made) - 1


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
        self._plans: dict[Class, Plans] = {}

    def of(self, cls: Class) -> Plans:
        """All recipes found for the class."""
        found = self._plans.get(cls)
        if found is None:
            found = self._plans[cls] = self._find(cls)
        return found

    def _find(self, cls: Class) -> Plans:
        complete = COMPLETE_CREATORS.get(cls.name)
        if complete is not None:
            creator = cls.declared_method(*complete)
            return Plans([creator], iter([RecipePlan(creator, (), 0)])) if creator is not None else Plans([], iter([]))
        if creators := self._creators.of(cls):
            return Plans(creators, self._created(cls, creators))
        builders = self._builders.of(cls)
        return Plans((each.creator for each in builders), self._all_built(cls, builders))

    def by_builders(self, cls: Class) -> Iterator[RecipePlan]:
        """The recipes of a class that has constructors or factories of its own, but which begin with a builder."""
        if cls.name in COMPLETE_CREATORS or not self._creators.of(cls):
            return iter(())
        return self._all_built(cls, self._builders.near(cls))

    def _all_built(self, cls: Class, builders: Sequence[Builder]) -> Iterator[RecipePlan]:
        made = (plans for at, each in enumerate(builders) for plans in self._built(cls, each, at))
        return heapq.merge(*made, key=_weight)

    def _created(self, cls: Class, creators: Sequence[Method]) -> Iterator[RecipePlan]:
        """Objects that a creator makes, at once and after calls on them."""
        first = creators[0]
        yield RecipePlan(first, (), 0)
        if not cls.is_target and is_collection(self.program, cls):
            adders = [SetupCall(each) for each in self._setup_calls.mutators(cls, self.entry)]
            for count in range(1, min(self.most_calls, MOST_ELEMENTS) + 1 if adders else 1):
                yield RecipePlan(first, tuple(adders) * count, count)
            return
        late = _FILLED_FIRST if self._creators.is_jdk_collection(cls) else 0
        others = (RecipePlan(each, (), late + at) for at, each in enumerate(creators) if at)
        called = (self._called(cls, each, (late + _OTHER_CREATOR) * at) for at, each in enumerate(creators))
        yield from heapq.merge(others, *called, key=_weight)

    def _called(self, cls: Class, creator: Method, added: int) -> Iterator[RecipePlan]:
        """An object of one creator after calls on it; so much is ``added`` to the weights."""
        candidate_calls = [
            each
            for each in self._setup_calls.candidate_calls(cls, self.entry)
            if not self._gives_as_much(creator, cls, each)
        ]
        for weight, calls in self._sequences(candidate_calls, None):
            yield RecipePlan(creator, calls, weight + added)

    def _built(self, cls: Class, builder: Builder, number: int) -> Iterator[Iterator[RecipePlan]]:
        """Objects that a builder makes: at once, after calls on the builder, and with calls on the object itself."""
        creator, finish = builder.creator, builder.finish
        ends = (SetupCall(finish, follows=True),) if finish is not None else ()
        yield iter([RecipePlan(creator, ends, number)])
        if finish is not None:
            before = self._setup_calls.candidate_calls(builder.cls, self.entry, builder=True)
            yield (
                RecipePlan(creator, (*calls, *ends), weight + _OTHER_CREATOR * number)
                for weight, calls in self._sequences(before, finish)
            )
        if self._creators.nameable(cls):
            after = self._setup_calls.candidate_calls(cls, self.entry)
            yield (
                RecipePlan(creator, (*ends, *calls), weight + 2 + _OTHER_CREATOR * number)
                for weight, calls in self._sequences(after, None)
            )

    def _sequences(
        self, candidate_calls: list[CandidateCall], finish: Method | None
    ) -> Iterable[tuple[int, tuple[SetupCall, ...]]]:
        """Sequences of calls and their weights, the relevant ones first; ``finish`` reads what they wrote."""
        read = self._read(finish) if candidate_calls else None
        ordered, relevant = relevant_first([each for each in candidate_calls if each.call.method is not finish], read)
        return lazy_sequences(tuple(ordered), relevant, self.most_calls)

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
