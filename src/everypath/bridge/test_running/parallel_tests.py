"""Written tests run in several threads of one JVM, on the same classes, while the threads step aside for each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from everypath.bridge.messages.plan import Literal, static_call
from everypath.bridge.test_running import test_plans as junit
from everypath.bridge.test_running.existing_tests import texts_of
from everypath.classfile import dotted

if TYPE_CHECKING:
    from everypath.bridge.bridge import Bridge

__all__ = ["run_parallel"]

_RUNNER = "everypath/existing/ParallelTests"
_THREADS, _ROUNDS = 4, 5
_FUEL = 200_000_000
_PATIENCE = 20.0


def run_parallel(
    bridge: Bridge, classes: Mapping[str, bytes], tests: Sequence[tuple[str, str]]
) -> list[tuple[str, str]]:
    """Run tests without fixtures (class and method names) in several orders, some at a time; those that fail then.

    Where the process ends or runs out of time, nothing is said of any of them.
    """
    bridge.define({**bridge.stand_ins, **junit.stub_classes(bridge.existing), **classes})
    told = "\n".join(f"{dotted(klass)}\n{method}" for klass, method in tests)
    arguments = Literal.text(told), Literal.of("I", _THREADS), Literal.of("I", _ROUNDS)
    plan = static_call(_RUNNER, "run", "(Ljava/lang/String;II)[Ljava/lang/String;", *arguments)
    return [tests[int(each)] for each in texts_of(bridge.replay(plan, _FUEL, _PATIENCE))]
