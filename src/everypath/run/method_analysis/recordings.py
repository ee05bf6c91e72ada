"""Runs call sequences on the JVM for the results of calls that the machine does not support."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.bridge import ArrayNode, Call, Handed, NewStub, Plan, Ref
from everypath.explore.concolic import RecordedCall, Recording
from everypath.suite import NoCase, call_sequence
from everypath.suite.replay import plan_of
from everypath.suite.stubs import TAKE_RECORDED, recording

if TYPE_CHECKING:
    from collections.abc import Sequence

    from everypath.bridge import Node, Step, Value
    from everypath.program import Class, Method
    from everypath.run.engine import Engine

__all__ = ["Recorder"]

FUEL, SECONDS = 1_000_000, 1.0
"""The most blocks and seconds of one run."""


class Recorder:
    """Records on the bridge of an engine."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def __call__(self, steps: tuple[Step, ...], caller: Class, method: Method) -> Recording | None:
        """What the calls of a method from a class return and write when a sequence runs. None if that cannot be had:
        the class is the JDK's, or nothing can run the sequence.
        """
        data = self._engine.program.loader.classpath.find(caller.name)
        if data is None:
            return self._results_of_steps(steps, method)
        rewritten = recording(data, method.name, method.descriptor)
        sequence = call_sequence(self._engine.builder, steps)
        if rewritten is None or isinstance(sequence, NoCase):
            return None
        bridge = self._engine.bridge
        bridge.replay_mutants(caller.name, [(rewritten, [plan_of(sequence.recipe)])], FUEL, SECONDS)
        (taken,) = bridge.replay_many([Plan((Call(*TAKE_RECORDED),), 0)], whole=True)
        array = taken.objects[taken.returned.id] if isinstance(taken.returned, Ref) else None
        if not isinstance(array, ArrayNode):
            return None
        pairs = zip(array.elements[::2], array.elements[1::2], strict=True)
        return Recording(tuple(_recorded(*each, taken.objects) for each in pairs), taken.objects)

    def _results_of_steps(self, steps: tuple[Step, ...], method: Method) -> Recording | None:
        """The results of the calls that the sequence makes itself."""
        key = method.name, method.descriptor
        calls = [at for at, each in enumerate(steps) if isinstance(each, Call) and (each.name, each.descriptor) == key]
        if not calls or any(isinstance(each, NewStub | Handed) for each in steps):
            return None
        plan = Plan(steps, len(steps) - 1, tuple(calls))
        (real,) = self._engine.bridge.replay_many([plan], FUEL, SECONDS, whole=True)
        return Recording(tuple(map(RecordedCall, real.observed)), real.objects)


def _recorded(result: Value, arrays: Value, objects: Sequence[Node]) -> RecordedCall:
    """A call whose arrays are elements of another array, if they are known."""
    node = objects[arrays.id] if isinstance(arrays, Ref) else None
    return RecordedCall(result, node.elements if isinstance(node, ArrayNode) else ())
