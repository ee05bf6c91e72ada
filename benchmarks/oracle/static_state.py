"""Violations after calls that changed static state are none: paths take it as initialisation left it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

from benchmarks.oracle.claims import Claim
from benchmarks.oracle.drivers import SUPPORT

from everypath.bridge import Bridge, Call, Plan, Status
from everypath.bridge.messages import GetStatic, Handed, Literal, New, NewArray, NewStub, Step
from everypath.classfile import Jdk, dotted
from everypath.inputs.code_facts import called_methods

MOST_CLASSES = 200
_TEXT = "Ljava/lang/String;"


class StaticState:
    """Says what sequences change, as a context manager with a JVM of its own."""

    def __init__(self, path: Sequence[Path]) -> None:
        self._path = path
        self._closing = ExitStack()
        self._bridge: Bridge | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing.close()

    def is_changed_before(self, claim: Claim, steps: Sequence[Step]) -> bool:
        """True if the steps before the last one change static state of the classes that the method or they use."""
        before = steps[:-1]
        if not any(isinstance(each, Call | New) for each in before):
            return False
        if any(isinstance(each, NewStub | Handed) for each in before):
            return False
        if self._bridge is None:
            self._bridge = self._closing.enter_context(Bridge(Jdk.find(), self._path))
        for names in _classes(claim, before):
            changed, initial = self._bridge.replay_many([_plan(before, names), _plan((), names)])
            if initial.status is changed.status is Status.OK:
                return changed.returned != initial.returned
        return False


def _plan(steps: Sequence[Step], names: Sequence[str]) -> Plan:
    first = len(steps)
    texts = [Literal.text(dotted(each)) for each in names]
    array = NewArray(_TEXT, len(texts), tuple((at, first + at) for at in range(len(texts))))
    call = Call(f"{SUPPORT}/Statics", "of", f"([{_TEXT})I", None, (first + len(texts),))
    return Plan((*steps, *texts, array, call), first + len(texts) + 1)


def _classes(claim: Claim, steps: Sequence[Step]) -> Iterator[list[str]]:
    """The classes with static state that the method or the steps may use: theirs, and the others of these packages; and
    theirs alone, if others cannot be initialised.
    """
    owners = {each.owner.name for each in called_methods(claim.program, claim.method)}
    owners |= {each.owner for each in steps if isinstance(each, Call | New | GetStatic)}
    owners = {each for each in owners if claim.program.is_target_name(each)}
    packages = {each.rpartition("/")[0] for each in owners}
    analysed = [each for each in claim.program.reflect.analysed if each.rpartition("/")[0] in packages]
    yield sorted(owners | {*analysed[:MOST_CLASSES]})
    yield sorted(owners)
