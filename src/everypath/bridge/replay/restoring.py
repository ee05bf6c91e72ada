"""Replays plans in one shared class loader whose static state is put back after each: a quick way to try them.

What a plan passes here is what it passes in a fresh loader in which the same classes were initialised before, with rare
exceptions (`BriefResult.is_unsure`, `RestoringReplays.needs_fresh`). What users get to know comes from fresh loaders.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import cast

from everypath.bridge.messages import (
    CLASS_BITS,
    BriefResult,
    Json,
    Plan,
    Status,
    decode_brief_result,
)
from everypath.bridge.processes import Jvm, JvmDiedError, JvmHungError, answer_timeout, frame, raise_error
from everypath.bridge.replay.analysed_classes import AnalysedClasses
from everypath.bridge.replay.probe_numbers import ProbeNumbers
from everypath.classfile import internal_name
from everypath.dataclass import replace

__all__ = ["RestoringReplays"]

_MOST_PLANS = 128
_MOST_STEPS = 4096
"""Plans, and steps of plans, that are sent in one frame."""
_MOST_FRAMES = 32
"""Frames that are made before the answers to the first of them are read."""


class RestoringReplays:
    """Replays plans in the JVM that ``ready_jvm`` gives; ``renew`` ends that JVM."""

    def __init__(
        self,
        ready_jvm: Callable[[], Jvm],
        renew: Callable[[], None],
        classes: AnalysedClasses,
        numbers: ProbeNumbers,
    ) -> None:
        self._ready_jvm = ready_jvm
        self._renew = renew
        self._classes = classes
        self._numbers = numbers
        self._jvm: Jvm | None = None
        self._bases: list[int] = []
        """The first probe id of each class by its number in the JVM."""
        self.needs_fresh: dict[str, str] = {}
        """The classes (internal names) of which a fresh loader may show something else, with the reasons."""
        self.seconds = 0.0
        """The time that the JVM took for all plans so far."""

    def run(self, plans: Sequence[Plan], fuel: int, timeout: float) -> list[BriefResult]:
        """Run plans in order and return one outcome for each, also when some of them kill the JVM."""
        self._classes.define_for(plans)
        outcomes: dict[int, BriefResult] = {}
        careful = 0  # plans that run one at a time, so that a death can be blamed on one
        while len(outcomes) < len(plans):
            missing = [number for number in range(len(plans)) if number not in outcomes]
            alone = careful > 0
            batches = [missing[:1]] if alone else list(islice(_batches(missing, plans), _MOST_FRAMES))
            frames = [self._frame(batch, plans, fuel, timeout) for batch in batches]
            failed = self._exchange(frames, batches, timeout, outcomes)
            if failed is not None and alone:
                outcomes[missing[0]] = failed
            careful = careful - 1 if alone else 0 if failed is None else 2 * _MOST_PLANS
        return [outcomes[number] for number in range(len(plans))]

    def _exchange(
        self, frames: Sequence[bytes], batches: Sequence[Sequence[int]], timeout: float, found: dict[int, BriefResult]
    ) -> BriefResult | None:
        """Send the frames and add the outcomes by the numbers of the plans. Returns how it failed, None if it did not.

        Plans may be left without outcome: those after one that cost the JVM, or took long.
        """
        jvm = self._ready_jvm()
        if jvm is not self._jvm:
            self._jvm = jvm
            self._bases.clear()
        try:
            answers = jvm.exchange(frames, answer_timeout(2 * timeout))
            for answer, batch in zip(answers, batches, strict=False):  # up to an answer that costs the JVM
                raise_error(answer)
                found |= zip(batch, self._outcomes(answer), strict=False)  # up to a plan that took long
                if "retire" in answer:
                    self._renew()
                    break
        except JvmHungError:
            self._renew()
            return BriefResult(Status.TIMEOUT, message="the JVM did not answer")
        except JvmDiedError as death:
            self._renew()
            return BriefResult(Status.DIED, message=f"the JVM died: {death}")
        return None

    def _outcomes(self, answer: dict[str, Json]) -> list[BriefResult]:
        """The outcomes in an answer, in the order of the plans."""
        for name in cast("list[str]", answer.get("names") or []):
            self._bases.append(self._numbers.class_number(name) << CLASS_BITS)
        for name, reason in cast("dict[str, str]", answer.get("needs") or {}).items():
            self.needs_fresh[internal_name(name)] = reason
        self.seconds += cast("int", answer.get("nanos") or 0) / 1e9
        done = cast("list[list[Json]]", answer.get("done") or [])
        if "status" in answer:  # the guard answers for a plan that nothing stopped
            done.append([answer["status"], *(None,) * 5, answer.get("sink")])
        outcomes = [decode_brief_result(each, self._probe_ids) for each in done]
        if "retire" in answer:
            outcomes[-1] = replace(outcomes[-1], retired=True)
        return outcomes

    def _frame(self, batch: Sequence[int], plans: Sequence[Plan], fuel: int, timeout: float) -> bytes:
        members = self._classes.members
        encoded: list[Json] = [
            [[step.encode(members) for step in plans[each].steps], plans[each].call] for each in batch
        ]
        limit = max(1, round(timeout * 1000))
        return frame({"op": "restoring", "id": 0, "fuel": fuel, "ms": limit, "plans": encoded})

    def _probe_ids(self, wire: Json) -> tuple[int, ...]:
        bases = self._bases
        mask = (1 << CLASS_BITS) - 1
        return tuple([bases[hit >> CLASS_BITS] | hit & mask for hit in cast("list[int]", wire or [])])


def _batches(numbers: Sequence[int], plans: Sequence[Plan]) -> Iterator[Sequence[int]]:
    """The numbers of plans in parts that fit into one frame each."""
    start = steps = 0
    for at, number in enumerate(numbers):
        size = len(plans[number].steps)
        if at > start and (at - start == _MOST_PLANS or steps + size > _MOST_STEPS):
            yield numbers[start:at]
            start, steps = at, 0
        steps += size
    yield numbers[start:]
