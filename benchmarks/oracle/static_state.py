"""Violations after calls that changed static state are none: paths take it as initialisation left it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

from benchmarks.oracle.claims import Claim
from benchmarks.oracle.drivers import SUPPORT

from everypath.bridge import Bridge, Call, Plan, Status
from everypath.bridge.messages import GetStatic, Handed, Literal, New, NewArray, NewStub, Step
from everypath.classfile import Jdk, MemberRef, dotted
from everypath.inputs.code_facts import called_methods

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
        names = _classes(claim, before)
        initial, changed, *again = self._bridge.replay_many([_plan(before[:at], names) for at in (0, len(before)) * 2])
        if initial.status is not Status.OK or changed.status is not Status.OK:
            return False
        is_repeated = [initial.returned, changed.returned] == [each.returned for each in again]
        return is_repeated and changed.returned != initial.returned


def _plan(steps: Sequence[Step], names: Sequence[str]) -> Plan:
    first = len(steps)
    texts = [Literal.text(dotted(each)) for each in names]
    array = NewArray(_TEXT, len(texts), tuple((at, first + at) for at in range(len(texts))))
    call = Call(f"{SUPPORT}/Statics", "of", f"([{_TEXT})I", None, (first + len(texts),))
    return Plan((*steps, *texts, array, call), first + len(texts) + 1)


def _classes(claim: Claim, steps: Sequence[Step]) -> list[str]:
    """The classes with static state that the method or the steps may use: theirs, and those whose fields they name."""
    called = list(called_methods(claim.program, claim.method))
    owners = {each.owner.name for each in called}
    owners |= {each.owner for each in steps if isinstance(each, Call | New | GetStatic)}
    for method in called:
        for each in method.instructions:
            if each.name in ("getstatic", "putstatic") and method.owner.file is not None:
                constant = method.owner.file.constant(each.operand)
                owners |= {constant.owner} if isinstance(constant, MemberRef) else set()
    return sorted(each for each in owners if claim.program.is_target_name(each))
