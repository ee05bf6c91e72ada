"""Setup sequences of an object: the calls that follow its creator, in the order in which they are tried.

A sequence is a creator and up to k further public calls. Sequences with fewer calls come first. Among sequences of one
length, those come first whose calls write fields that the entry reads, or that such calls read. Sequences that give the
same state are tried once: only one order of calls that commute (`Effects.commutes`), and no repetition of a call that
does not read what it writes. Effects are estimated from the code. They order and filter sequences, and prove nothing.
A sequence is made when it is tried: few are, since those with a prefix that failed are left out, and the exploration
ends if several show nothing new.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from everypath.dataclass import dataclass
from everypath.inputs.construction.lazy_list import LazyList
from everypath.program import program_cache

if TYPE_CHECKING:
    from everypath.inputs.code_facts import Effects, Touched
    from everypath.program import Method

_BASE = (0, 1, 3, 6, 8)
_EACH_FURTHER = 2
_TOGETHER = 2
_REMOVING = 2


@dataclass(frozen=True, slots=True)
class SetupCall:
    """A call that sets an object up. ``follows``: its result is the object from then on, as of a ``withX``, of a setter
    of a builder in a chain, and of its ``build()``.
    """

    method: Method
    follows: bool = False


@dataclass(frozen=True, slots=True)
class RecipePlan:
    """One sequence of calls that builds an object: ``creator``, then ``calls`` on the result. Plans are tried in the
    order of their weight.
    """

    creator: Method
    calls: tuple[SetupCall, ...]
    weight: int

    @property
    def steps(self) -> tuple[SetupCall, ...]:
        """The creator and the calls, in order."""
        return (SetupCall(self.creator), *self.calls)


@dataclass(frozen=True, slots=True)
class CandidateCall:
    """A call that may be made, with its effects. ``removes``: by its name, it removes what other calls added."""

    call: SetupCall
    effects: Effects
    removes: bool = False


class TriedPrefixes:
    """The prefixes of setup sequences that the exploration of one entry has tried, and those that returned.

    If no arguments took a sequence past one of its calls, sequences with the same prefix are not tried.
    """

    def __init__(self) -> None:
        self._begun: set[tuple[SetupCall, ...]] = set()
        self._passed: set[tuple[SetupCall, ...]] = set()

    def begin(self, steps: tuple[SetupCall, ...]) -> None:
        """Note that the last of the steps, a creator and calls, is about to run."""
        self._begun.add(steps)

    def passed(self, steps: tuple[SetupCall, ...]) -> None:
        """Note that the last of the steps returned."""
        self._passed.add(steps)

    def is_dead(self, plan: RecipePlan) -> bool:
        """True if the plan begins with steps that were tried and never returned."""
        steps = plan.steps
        return any(steps[:n] in self._begun and steps[:n] not in self._passed for n in range(1, len(steps)))


def named_steps(place: str, plan: RecipePlan) -> Iterator[tuple[str, SetupCall]]:
    """Yield the steps of a plan with the prefix of their arguments' names, for an object at ``place``."""
    for number, call in enumerate(plan.steps):
        yield (f"{place}.{call.method.name}#{number - 1}." if number else f"{place}.new."), call


def relevant_first(
    candidate_calls: Sequence[CandidateCall], read: Collection[Touched] | None
) -> tuple[list[CandidateCall], int]:
    """Sort the calls: first those that write what is ``read`` (None: not known), or what a relevant call reads. Return
    also the number of these relevant calls.
    """
    if read is None:
        return list(candidate_calls), len(candidate_calls)
    wanted = set(read)
    relevant: set[int] = set()
    while True:
        more = [
            at
            for at, each in enumerate(candidate_calls)
            if at not in relevant and (each.effects.opaque or not wanted.isdisjoint(each.effects.changes))
        ]
        if not more:
            break
        relevant.update(more)
        for at in more:
            wanted |= candidate_calls[at].effects.reads
    ordered = [each for at, each in enumerate(candidate_calls) if at in relevant]
    return ordered + [each for at, each in enumerate(candidate_calls) if at not in relevant], len(relevant)


@program_cache(1024)
def lazy_sequences(
    candidate_calls: tuple[CandidateCall, ...], relevant: int, most_calls: int
) -> LazyList[tuple[int, tuple[SetupCall, ...]]]:
    """The `sequences`, made once for all entries."""
    return LazyList(sequences(candidate_calls, relevant, most_calls))


def sequences(
    candidate_calls: Sequence[CandidateCall], relevant: int, most_calls: int
) -> Iterator[tuple[int, tuple[SetupCall, ...]]]:
    """Yield the sequences of one to ``most_calls`` calls with their weights, by growing weight.

    The first ``relevant`` calls may be part of any sequence, the others are tried only alone.
    """
    together = _together(candidate_calls[:relevant], most_calls)
    ranks = _ranks(candidate_calls)
    waiting: list[tuple[int, int, tuple[int, ...]]] = []
    for at, candidate in enumerate(candidate_calls if most_calls > 0 else ()):
        heapq.heappush(waiting, (_weight_alone(candidate, ranks[at]), 1, (at,)))
    if together:
        heapq.heappush(waiting, (_TOGETHER, len(together), together))
    seen: set[tuple[int, ...]] = set()
    while waiting:
        weight, length, numbers = heapq.heappop(waiting)
        if numbers not in seen:
            seen.add(numbers)
            yield weight, tuple(candidate_calls[at].call for at in numbers)
            if length < most_calls and numbers[0] < relevant:
                for at in range(relevant):
                    longer = (*numbers, at)
                    if _is_new(candidate_calls[numbers[-1]], candidate_calls[at], numbers[-1], at):
                        heapq.heappush(
                            waiting, (max(weight, _weight(candidate_calls, ranks, longer)), length + 1, longer)
                        )


def _is_new(first: CandidateCall, second: CandidateCall, at: int, then: int) -> bool:
    """True if the second call after the first gives a state that the other order, or one of them alone, does not."""
    if at == then:
        return first.effects.repeats
    return at < then or not first.effects.commutes(second.effects)


def _together(candidate_calls: Sequence[CandidateCall], most_calls: int) -> tuple[int, ...]:
    """Calls that do not depend on each other, all of them: the state with the most freedom."""
    chosen: list[int] = []
    for at, each in enumerate(candidate_calls):
        independent = all(each.effects.commutes(candidate_calls[other].effects) for other in chosen)
        if not each.removes and not each.effects.repeats and independent and each.call.method.parameters:
            chosen.append(at)
    return tuple(chosen[:most_calls]) if len(chosen) > 2 and most_calls > 2 else ()


def _ranks(candidate_calls: Sequence[CandidateCall]) -> list[int]:
    """The position of each call among the calls of its kind."""
    before = {True: 0, False: 0}
    ranks = []
    for each in candidate_calls:
        ranks.append(before[each.removes])
        before[each.removes] += 1
    return ranks


def _weight_alone(candidate: CandidateCall, rank: int) -> int:
    return _BASE[1] + (_REMOVING + rank if candidate.removes else rank // 2)


def _weight(candidate_calls: Sequence[CandidateCall], ranks: Sequence[int], numbers: tuple[int, ...]) -> int:
    """The number of calls counts most, then the places of those that differ among calls of their kind."""
    length = len(numbers)
    base = _BASE[length] if length < len(_BASE) else _BASE[-1] + _EACH_FURTHER * (length - len(_BASE) + 1)
    return base + sum(ranks[at] + candidate_calls[at].removes for at in set(numbers))
