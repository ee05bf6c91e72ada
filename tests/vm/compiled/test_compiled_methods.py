"""Tier 1 against tier 0 and against the JVM: the same results, steps, objects and paths; counts of deoptimisations."""

from __future__ import annotations

import os

import pytest
from tests.conftest import TESTS, compile_java
from tests.vm.assembler import Code, write_class
from tests.vm.assembler import code as assembled
from tests.vm.random_methods import random_class
from tests.vm.support import ask_java, explore, find_method, machine_for, printed, run
from tests.vm.test_differential import CONTROL, FUNCTIONS, RECORDS, calls_of, without_modules
from tests.vm.test_symbolic import COUNTS, solve_with, symbol

from everypath.solver import Solver
from everypath.state import Bounds, Ending
from everypath.term import BV32, var
from everypath.vm import Machine
from everypath.vm.compiled import code_cache, write_compiled

CLASSES, METHODS = 3, 40
INPUTS = [(0, 0), (1, 2), (-7, 3), (2**31 - 1, -(2**31)), (1000, -1)]


def compiling(machine: Machine, calls: int = 1) -> Machine:
    """The machine, which compiles methods and loops after so many calls and iterations in tier 0."""
    machine.compiler.hot = calls
    return machine


def interpreting(machine: Machine) -> Machine:
    """The machine, which compiles nothing."""
    machine.compiler.enabled = False
    return machine


@pytest.fixture(scope="module")
def random_classes(tmp_path_factory):
    folder = tmp_path_factory.mktemp("random")
    for seed in range(CLASSES):
        (folder / f"Random{seed}.java").write_text(random_class(f"Random{seed}", seed, METHODS))
    return compile_java([TESTS / "java" / "vm" / "Caller.java", *folder.glob("*.java")])


def snapshot(state) -> tuple:
    """The parts of a state that must be the same in both tiers."""
    heap = {address: (obj.cls.name, repr(obj.fields)) for address, obj in state.heap.items()}
    statics = {f"{field.owner.name}.{field.name}": repr(value) for field, value in state.statics.items()}
    frames = [(frame.method.key, frame.pc, repr(frame.locals), repr(frame.stack)) for frame in state.frames]
    ended = (state.ending, state.detail, str(state.place), repr(state.result), state.thrown)
    return (*ended, state.steps, state.next_address, list(state.covered), heap, statics, frames, repr(state.path))


@pytest.mark.parametrize("seed", range(CLASSES))
@pytest.mark.parametrize("calls", [1, 3])
def test_random_methods_run_as_in_tier_0_and_in_the_jvm(random_classes, seed, calls):
    name = f"Random{seed}"
    wanted_calls = [(name, "run", (number, a, b), ("I", "I", "I")) for number in range(METHODS) for a, b in INPUTS]
    answers = ask_java(random_classes, wanted_calls)
    fast, slow = compiling(machine_for(random_classes), calls), interpreting(machine_for(random_classes))
    for (_, _, values, _), wanted in zip(wanted_calls, answers, strict=True):
        one, other = run(fast, name, "run", *values), run(slow, name, "run", *values)
        assert without_modules(printed(one, "J")) == without_modules(wanted), values
        assert snapshot(one) == snapshot(other), values
    assert len(fast.compiler.made) > METHODS
    assert set(fast.compiler.refused.values()) <= {"irreducible"}
    assert len(fast.compiler.refused) < 5, fast.compiler.refused
    assert not slow.compiler.made


@pytest.mark.parametrize("seed", range(CLASSES))
def test_random_methods_take_the_same_paths(random_classes, seed):
    name = f"Random{seed}"
    found = []
    for prepare in (compiling, interpreting):
        machine = prepare(machine_for(random_classes, Bounds(loop=1, conditions=6, steps=400)))
        paths = []
        for number in range(0, METHODS, 3):
            start = machine.start(find_method(machine, name, "run"), [number, var("a", BV32), var("b", BV32)])
            paths.append([snapshot(state) for state in explore(machine, [start], lambda conditions, hint: None)])
        found.append(paths)
    assert found[0] == found[1]


def test_control_and_functions_are_as_in_the_jvm(java_classes):
    classes = java_classes("vm")
    machine = compiling(machine_for(classes))
    functions = {name: [(0,), (3,), (-4,)] for name in FUNCTIONS} | {"capturing": [(2, 3), (0, -1)]}
    calls = calls_of(machine, "Control", CONTROL) + calls_of(machine, "Functions", functions)
    calls += calls_of(machine, "Records", RECORDS)
    answers = ask_java(classes, [call[:4] for call in calls])
    slow = interpreting(machine_for(classes))
    for (class_name, name, values, _, returns), wanted in zip(calls, answers, strict=True):
        expected = without_modules(wanted)
        for _ in range(3):
            state = run(machine, class_name, name, *values)
            if "NullPointer" not in expected:
                assert without_modules(printed(state, returns)) == expected, (name, values)
        assert snapshot(run(slow, class_name, name, *values)) == snapshot(state), (name, values)


@pytest.mark.parametrize("name", COUNTS)
def test_symbolic_methods_take_the_same_paths(java_classes, name):
    found = []
    for prepare in (compiling, interpreting):
        machine = prepare(machine_for(java_classes("vm"), Bounds(loop=4, calls=4)))
        method = find_method(machine, "Symbolic", name)
        for _ in range(2):
            operands = [symbol(f"p{i}", kind)[0] for i, kind in enumerate(method.parameters)]
            states = explore(machine, [machine.start(method, operands)], solve_with(Solver()))
        found.append([snapshot(state) for state in states])
    assert found[0] == found[1]


@pytest.fixture(scope="module")
def kernels():
    return compile_java([TESTS.parent / "benchmarks" / "java" / "Kernels.java"])


@pytest.mark.parametrize("targets", [(), ("some/Other",)])
def test_kernels_give_the_same_and_stay_compiled(kernels, targets):
    fast, slow = (
        compiling(machine_for(kernels, targets=targets), 20),
        interpreting(machine_for(kernels, targets=targets)),
    )
    for call in (("sum", 500), ("bubble", 60), ("fib", 12), ("hash", 300)):
        assert snapshot(run(fast, "Kernels", *call)) == snapshot(run(slow, "Kernels", *call))
    fast.compiler.deoptimisations.clear()
    for call in (("sum", 500), ("bubble", 60), ("fib", 12), ("hash", 300)):
        run(fast, "Kernels", *call)
    reasons = {reason for _, _, reason in fast.compiler.deoptimisations}
    assert reasons <= {"Exhausted", "Cold", "Uninitialised"}, fast.compiler.deoptimisations
    assert max(fast.compiler.deoptimisations.values()) <= 3, fast.compiler.deoptimisations


def test_deoptimisations_are_counted_by_method_place_and_reason(java_classes):
    machine = compiling(machine_for(java_classes("vm"), Bounds(loop=3)))
    method = find_method(machine, "Symbolic", "loop")
    explore(machine, [machine.start(method, [var("n", BV32)])], solve_with(Solver()))
    assert {(key.partition("(")[0], reason) for key, _, reason in machine.compiler.deoptimisations} == {
        ("Symbolic.loop", "Symbolic")
    }


def test_steps_end_a_compiled_loop_where_tier_0_ends(kernels):
    ended = []
    for prepare in (compiling, interpreting):
        for steps in (7, 100, 1_001, 5_000):
            machine = prepare(machine_for(kernels, Bounds(steps=steps)))
            for call in (("sum", 10_000), ("fib", 20), ("hash", 10_000)):
                state = run(machine, "Kernels", *call)
                assert state.ending is Ending.BOUND
                machine.control.bounds = Bounds(steps=steps + 10)
                first = snapshot(state)
                state.reopen()
                machine.run(state)
                machine.control.bounds = Bounds(steps=steps)
                ended.append((prepare.__name__, first, snapshot(state)))
    half = len(ended) // 2
    assert [each[1:] for each in ended[:half]] == [each[1:] for each in ended[half:]]


def test_recursion_overflows_as_deep_as_in_tier_0(java_classes):
    found = []
    for prepare in (compiling, interpreting):
        machine = prepare(machine_for(java_classes("vm"), Bounds(frames=700)))
        found.append(snapshot(run(machine, "Control", "caughtOverflow", 0)))
    assert found[0] == found[1]


def test_damaged_code_on_disk_is_replaced(kernels, tmp_path, monkeypatch):
    monkeypatch.setenv("EVERYPATH_CACHE", str(tmp_path))
    results = []
    for damage in (None, b"", b"not code at all", "flip"):
        monkeypatch.setattr(code_cache, "_KNOWN", {})
        for entry in tmp_path.rglob("*.entry"):
            if damage is not None:
                data = bytearray(entry.read_bytes())
                data[-3] ^= 8
                entry.write_bytes(bytes(data) if damage == "flip" else damage)
        machine = compiling(machine_for(kernels), 20)
        results.append([snapshot(run(machine, "Kernels", *call)) for call in (("sum", 500), ("hash", 300))])
        assert list(tmp_path.rglob("*.entry"))
    assert results.count(results[0]) == 4


def test_code_on_disk_is_used(kernels, tmp_path, monkeypatch):
    monkeypatch.setenv("EVERYPATH_CACHE", str(tmp_path))
    monkeypatch.setattr(code_cache, "_KNOWN", {})
    first = run(compiling(machine_for(kernels), 20), "Kernels", "sum", 500)
    monkeypatch.setattr(code_cache, "_KNOWN", {})
    monkeypatch.setattr(code_cache, "_compiled", None)
    assert snapshot(run(compiling(machine_for(kernels), 20), "Kernels", "sum", 500)) == snapshot(first)


def test_compiled_functions_are_written_beside_their_bytecode(kernels, tmp_path):
    machine = compiling(machine_for(kernels), 20)
    run(machine, "Kernels", "hash", 300)
    write_compiled(machine.compiler, tmp_path)
    names = {path.name for path in tmp_path.iterdir()}
    assert {"Kernels.spread_I.0.py", "Kernels.get_I.0.py", f"handovers.{os.getpid()}.txt"} <= names
    text = (tmp_path / "Kernels.spread_I.0.py").read_text()
    assert text.startswith("# Kernels.spread(I)I, from 0")
    assert "iushr, line" in text
    compile(text, "spread", "exec")
    assert "Exhausted" in (tmp_path / f"handovers.{os.getpid()}.txt").read_text()


def irreducible_loop() -> bytes:
    """A loop with two entries (irreducible), which ``javac`` never emits."""
    code = Code()
    for name in ("iconst_0", "istore_1", "iload_0", "iconst_1", "iand"):
        code.op(name)
    code.jump("ifeq", "middle")
    code.label("head")
    code.op("iinc", 1, 3)
    code.label("middle")
    code.op("iinc", 0, -1)
    code.op("iinc", 1, 1)
    code.op("iload_0")
    code.jump("ifgt", "head")
    code.op("iload_1")
    code.op("ireturn")
    return code.finished()[0]


def test_loops_with_two_entries_and_subroutines_stay_in_tier_0(tmp_path):
    """From its head on, a loop with two entries is compiled, too: the other entry is not reachable from there."""
    subroutine = assembled("iload_0 jsr 0 7 iload_0 ireturn nop nop astore_1 iinc 0 5 ret 1")
    looping = assembled("iconst_0 istore_1 iinc 1 1 iinc 0 255 iload_0 ifgt 255 249 iload_1 ireturn")
    methods = {("twice", "(I)I"): (2, 2, irreducible_loop()), ("sub", "(I)I"): (3, 3, subroutine)}
    write_class(tmp_path, "Odd", methods | {("plain", "(I)I"): (2, 2, looping)})
    fast, slow = compiling(machine_for(tmp_path)), interpreting(machine_for(tmp_path))
    for name in ("twice", "sub", "plain"):
        for value in (-3, 0, 1, 8, 9, 50):
            assert snapshot(run(fast, "Odd", name, value)) == snapshot(run(slow, "Odd", name, value))
    for name in ("twice", "sub", "plain"):
        fast.compiler.own_function(find_method(fast, "Odd", name))
    refused = {key.partition("(")[0]: reason for (key, _), reason in fast.compiler.refused.items()}
    assert refused == {"Odd.twice": "irreducible", "Odd.sub": "subroutine"}
    assert {(linked.method.name, entry > 0) for linked, entry in fast.compiler.made} == {
        ("twice", True),
        ("plain", True),
        ("plain", False),
    }
