"""Random methods on symbols: what each explored path predicts for its witness, the JVM must give.

``EVERYPATH_CONFORMANCE`` scales it as in `test_random_methods`.
"""

from __future__ import annotations

import pytest
from tests.conformance.test_random_methods import CLASSES, FIRST, write_batch
from tests.conftest import TESTS, compile_java
from tests.vm.support import ask_java, find_method, machine_for, printed
from tests.vm.test_differential import without_modules
from tests.vm.test_symbolic import fill_message, symbol

from everypath.solver import Limits, Sat, Solver
from everypath.state import Bounds, Ending, Fork, State
from everypath.term import Term, evaluate

MOST_PATHS = 6
BATCH = 10


def some_paths(machine, start: State, solver: Solver) -> list[State]:
    """A few paths, the newest fork first; forks that are not quickly solved are left aside."""
    forks: list[Fork] = []
    machine.control.sink = forks.append
    finished: list[State] = []
    work = [start]
    tries = 3 * MOST_PATHS
    while work and len(finished) < MOST_PATHS:
        state = work.pop()
        machine.run(state)
        finished.append(state)
        while forks and not work and tries > 0:
            tries -= 1
            fork = forks.pop()
            answer = solver.check([*fork.state.path, fork.condition], hint=fork.state.witness)
            if isinstance(answer, Sat) and fork.kind != "limit":
                work.append(fork.resume(answer.model))
    return finished


@pytest.mark.parametrize("first", range(FIRST, FIRST + max(CLASSES // 4, 10), BATCH))
def test_paths_predict_the_jvm(first):
    classes = compile_java([*write_batch(first, BATCH), TESTS / "java" / "vm" / "Caller.java"])
    machine = machine_for(classes, Bounds(steps=20_000, conditions=40))
    solver = Solver(Limits(timeout=0.2))
    calls, told = [], []
    for seed in range(first, first + BATCH):
        for number in range(4):
            method = find_method(machine, f"Random{seed}", f"m{number}")
            symbols = [symbol(f"p{i}", kind) for i, kind in enumerate(method.parameters)]
            start = machine.start(method, [operand for operand, _ in symbols])
            for state in some_paths(machine, start, solver):
                if state.ending not in (Ending.RETURNED, Ending.THREW):
                    assert state.ending is Ending.BOUND, (method, state.detail)
                    continue
                args = tuple(evaluate(operand, state.witness) for operand, _ in symbols)
                calls.append((f"Random{seed}", f"m{number}", args, method.parameters))
                if isinstance(state.result, Term):
                    state.result = evaluate(state.result, state.witness)
                fill_message(state)
                told.append(printed(state, method.returns))
    answers = ask_java(classes, calls, fresh=True)
    wrong = [
        f"{call[0]}.{call[1]}{call[2]}: {got} instead of {wanted}"
        for call, got, wanted in zip(calls, told, answers, strict=True)
        if without_modules(got) != without_modules(wanted)
    ]
    assert len(calls) > BATCH
    assert not wrong, f"{len(wrong)} of {len(calls)}:\n" + "\n".join(wrong[:20])
