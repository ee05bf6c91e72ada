"""Symbolic runs: the result of each finished path against the JVM; each input satisfies exactly one path condition."""

from __future__ import annotations

import itertools

import pytest
from tests.vm.support import ask_java, explore, find_method, machine_for, printed
from tests.vm.test_differential import without_modules

from everypath.solver import Sat, Solver, Unsat
from everypath.state import Bounds, Ending, Fork
from everypath.term import BOOL, BV8, BV16, BV32, BV64, F32, F64, Model, bool_to_int, evaluate, sext, var, zext

COUNTS = {  # numbers of finished paths (returned or threw), and of paths and sides cut by a bound
    "sign": (4, 0),
    "bits": (2, 0),
    "choose": (6, 0),
    "pick": (3, 0),
    "pickLong": (3, 0),
    "allocate": (4, 0),
    "names": (6, 0),
    "loop": (5, 1),
    "nested": None,
    "recursive": None,
    "caught": None,
    "doubles": None,
    "chars": None,
    "compare": (3, 0),
    "bytes": None,
}


def symbol(name: str, kind: str):
    """An operand of this type, and the symbol in it."""
    sorts = {"I": BV32, "J": BV64, "F": F32, "D": F64, "Z": BOOL, "B": BV8, "S": BV16, "C": BV16}
    made = var(name, sorts[kind])
    if kind == "Z":
        return bool_to_int(made), made
    if kind in "BS":
        return sext(made, 32), made
    return (zext(made, 32) if kind == "C" else made), made


def solve_with(solver: Solver):
    def solve(conditions, hint):
        answer = solver.check(conditions, hint=hint)
        assert isinstance(answer, Sat | Unsat), answer
        return answer.model if isinstance(answer, Sat) else None

    return solve


@pytest.fixture(scope="module")
def explored(java_classes):
    """For each method: its states, its symbols, and the JVM's result for the witness of every finished path."""
    classes = java_classes("vm")
    found = {}
    calls, owners = [], []
    solver = Solver()
    for name in COUNTS:
        machine = machine_for(classes, Bounds(loop=4, calls=4))
        method = find_method(machine, "Symbolic", name)
        symbols = [symbol(f"p{i}", kind) for i, kind in enumerate(method.parameters)]
        start = machine.start(method, [operand for operand, _ in symbols])
        states = explore(machine, [start], solve_with(solver))
        found[name] = (machine, method, symbols, states, [])
        for state in states:
            if state.ending in (Ending.RETURNED, Ending.THREW):
                args = tuple(evaluate(operand, state.witness) for operand, _ in symbols)
                calls.append(("Symbolic", name, args, method.parameters))
                owners.append((name, state, args))
    for (name, state, args), answer in zip(owners, ask_java(classes, calls), strict=True):
        found[name][4].append((state, args, answer))
    return found


@pytest.mark.parametrize("name", COUNTS)
def test_every_path_predicts_the_jvm(explored, name):
    _, method, _, states, answers = explored[name]
    assert answers
    for state, args, wanted in answers:
        if state.ending is Ending.RETURNED:
            state.result = evaluate(state.result, state.witness)
        else:
            fill_message(state)
        assert without_modules(printed(state, method.returns)) == without_modules(wanted), args
    cut = sum(1 for state in states if state.ending is Ending.BOUND)
    assert cut + len(answers) == len(states)
    if COUNTS[name] is not None:
        assert (len(answers), cut + limits_of(states)) >= COUNTS[name]
        assert len(answers) == COUNTS[name][0]


def limits_of(states) -> int:
    return sum(1 for state in states if state.limits)


def fill_message(state) -> None:
    from everypath.state import TextObject
    from everypath.state.text import Constant

    for obj in state.heap.values():
        if isinstance(obj, TextObject):
            obj.text = Constant(obj.text.evaluate(state.witness))


@pytest.mark.parametrize("name", ["sign", "choose", "pick", "pickLong", "names", "caught", "compare", "bytes", "chars"])
def test_every_input_satisfies_exactly_one_path_condition(explored, name):
    _, method, symbols, states, _ = explored[name]
    values = {
        "I": (-(2**31), -1, 0, 1, 3, 4, 5, 7, 8, 50, 77, 99, 100, 2**31 - 1),
        "J": (-1, 0, 5, 2**40),
        "C": (0, 47, 48, 57, 58, 299),
        "Z": (False, True),
        "B": (-128, 0, 1, 127),
    }
    for chosen in itertools.product(*(values[kind] for kind in method.parameters)):
        model = Model({made: value for (_, made), value in zip(symbols, chosen, strict=True)})
        on = [state for state in states if all(evaluate(condition, model) for condition in state.path)]
        assert len(on) == 1, chosen


def test_nested_loops_run_the_inner_body_squared(explored):
    _, _, _, states, _ = explored["nested"]
    results = {evaluate(s.result, s.witness) for s in states if s.ending is Ending.RETURNED}
    assert max(results) == 16


def test_depth_counts_frames_with_decisions(explored):
    _, _, _, states, _ = explored["recursive"]
    assert {evaluate(s.result, s.witness) for s in states if s.ending is Ending.RETURNED} == {0, 1, 2, 3}
    assert [s.detail for s in states if s.ending is Ending.BOUND] == ["calls"]


def test_a_cut_state_resumes_under_larger_bounds(java_classes):
    machine = machine_for(java_classes("vm"), Bounds(loop=2))
    method = find_method(machine, "Symbolic", "loop")
    start = machine.start(method, [var("n", BV32)])
    parked: list[Fork] = []
    solve = solve_with(Solver())
    states = explore(machine, [start], solve, parked)
    assert {evaluate(s.result, s.witness) for s in states if s.ending is Ending.RETURNED} == {0, 1}
    cut = [state for state in states if state.ending is Ending.BOUND]
    assert [state.detail for state in cut] == ["loop"] * len(cut)
    machine.control.bounds = Bounds(loop=6)
    for state in cut:
        state.reopen()
    for fork in parked:
        model = solve([*fork.state.path, fork.condition], fork.state.witness)
        if model is not None:
            cut.append(fork.resume(model))
    resumed = explore(machine, cut, solve)
    assert {evaluate(s.result, s.witness) for s in resumed if s.ending is Ending.RETURNED} == {3, 6, 10, 15}
