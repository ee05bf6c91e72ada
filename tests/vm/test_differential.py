"""Control flow, functions and records: the machine against the JVM. Arithmetic: `opcodes/test_boundary_tables.py`."""

from __future__ import annotations

import math
import re

import pytest
from tests.conftest import TESTS, compile_java
from tests.vm.support import ask_java, machine_for, printed, run

from everypath.term.values import f32

INTS = (0, 1, -1, 2, 5, 31, 33, 127, 128, 255, 256, 32767, 32768, 65535, -65536, 2**31 - 1, -(2**31), 0x12345678)
LONGS = (0, 1, -1, 2, 63, 65, 2**31, -(2**31) - 1, 2**32 + 7, 2**63 - 1, -(2**63), 10**18 + 7)
DOUBLES = (
    0.0,
    -0.0,
    1.0,
    -1.5,
    0.1,
    1e300,
    -1e-300,
    5e-324,
    2.0**31,
    -(2.0**63),
    1e19,
    math.inf,
    -math.inf,
    math.nan,
    3.7,
)
FLOATS = tuple(f32(x) for x in (0.0, -0.0, 1.0, -1.5, 0.1, 3.4e38, 1e-45, 2.0**31, 1e19, math.inf, -math.inf, math.nan))


def calls_of(machine, class_name: str, chosen: dict[str, list[tuple]]) -> list:
    calls = []
    for method in machine.program.klass(class_name).methods:
        if method.is_static and not method.is_synthetic and method.name != "<clinit>":
            inputs = chosen.get(method.name, ())
            calls += [(class_name, method.name, tuple(values), method.parameters, method.returns) for values in inputs]
    return calls


def without_modules(text: str) -> str:
    """The text without the part in brackets that the JVM adds, and without messages that are not modelled."""
    text = re.sub(r" \(.*\)$", "", text)
    return re.sub(r"(NullPointerException|StackOverflowError|AbstractMethodError|ClassCastException): .*", r"\1", text)


def check(classes, calls, machine, jdk) -> None:
    expected = ask_java(classes, [call[:4] for call in calls], home=jdk.home)
    assert len(expected) == len(calls)
    wrong = []
    for (class_name, name, args, _, returns), wanted in zip(calls, expected, strict=True):
        got = printed(run(machine, class_name, name, *args), returns)
        if without_modules(got) != without_modules(wanted):
            wrong.append(f"{name}{args}: {got} instead of {wanted}")
    assert not wrong, "\n".join(wrong[:20])


SMALL = [(n,) for n in range(-1, 8)]
CONTROL = {
    "table": SMALL,
    "lookup": [(n,) for n in INTS],
    "loops": [(0, 0), (3, 3), (9, 9), (2, 20), (12, 8)],
    "element": [(0, 0), (3, 1), (3, 3), (3, -1), (-1, 0), (5, 4), (-(2**31), 0)],
    "narrow": [(n,) for n in INTS],
    "wide": [(1, 2.5, 3), (2**62, -0.5, -7), (-1, 1e10, 2**30)],
    "grid": [(1, 1), (3, 4), (2, 0), (0, 0), (-1, 2), (2, -3)],
    "tries": [(1, 1), (7, 2), (1, 0), (-2, 1), (3, 1)],
    "finallyReturns": SMALL,
    "stackDepth": [(0,), (5,)],
    "shapes": [(0, 3), (1, 3), (2, 3)],
    "cast": [(n,) for n in range(6)],
    "store": [(0,), (1,)],
    "statics": [(3,)],
    "initialiser": [(3,)],
    "initialiserAbove": [(3,)],
    "monitors": [(1,), (4,), (5,)],
    "asserts": [(2,), (3,)],
    "dups": [(0,), (7,), (-3,)],
    "concat": [(-5, 2**40, ord("x"), 1), (0, 0, 0x20AC, 0)],
    "unboxed": [(5,), (2**31 - 1,)],
    "caughtOverflow": [(0,)],
    "huge": [(1,), (2000,), (-1,)],
    "nulls": [(n,) for n in range(8)],
}
FUNCTIONS = ["plain", "staticReference", "boundReference", "unboundReference", "constructor", "boxing", "widening"]
FUNCTIONS += ["boxedReference", "sameLambda", "throwing", "nullReceiver"]


@pytest.fixture(scope="module")
def classes(jdk):
    return compile_java(sorted((TESTS / "java" / "vm").glob("*.java")), javac=str(jdk.javac))


@pytest.mark.parametrize("name", sorted(CONTROL))
def test_control(classes, control_answers, name):
    machine, answers = control_answers
    for values, wanted in answers[name]:
        method = next(m for m in machine.program.klass("Control").methods if m.name == name)
        got = printed(run(machine, "Control", name, *values), method.returns)
        assert without_modules(got) == without_modules(wanted), values


@pytest.fixture(scope="module")
def control_answers(classes, jdk):
    machine = machine_for(classes, home=jdk.home)
    calls = calls_of(machine, "Control", CONTROL)
    expected = ask_java(classes, [call[:4] for call in calls], home=jdk.home)
    answers: dict[str, list] = {name: [] for name in CONTROL}
    for (_, name, values, _, _), wanted in zip(calls, expected, strict=True):
        answers[name].append((values, "throws java.lang.NullPointerException" if "NullPointer" in wanted else wanted))
    return machine, answers


def test_functions(classes, jdk):
    machine = machine_for(classes, home=jdk.home)
    chosen = {name: [(0,), (3,), (-4,)] for name in FUNCTIONS} | {"capturing": [(2, 3), (0, -1)]}
    check(classes, calls_of(machine, "Functions", chosen), machine, jdk)


RECORDS = {
    "hash": [(1, 2**40, -0.0, 1), (-7, 0, math.nan, 0)],
    "compared": [(x, y, nulls) for x in (0, 1) for y in (2, 3) for nulls in range(4)],
    "same": [(7, -0.0), (7, 0.0), (8, -0.0)],
    "text": [(1, 2), (-5, 2**31)],
}


def test_records(classes, jdk):
    machine = machine_for(classes, home=jdk.home)
    check(classes, calls_of(machine, "Records", RECORDS), machine, jdk)


def test_statics_are_per_state(classes, jdk):
    machine = machine_for(classes, home=jdk.home)
    assert run(machine, "Control", "statics", 3).result == run(machine, "Control", "statics", 3).result


def test_kernels_give_the_same_in_target_and_library_code(java_classes):
    classes = compile_java([TESTS.parent / "benchmarks" / "java" / "Kernels.java"])
    for targets in ((), ("some/Other",)):
        machine = machine_for(classes, targets=targets)
        assert [run(machine, "Kernels", *call).result for call in (("sum", 100), ("bubble", 30), ("fib", 10))] == [
            2500,
            run(machine, "Kernels", "bubble", 30).result,
            55,
        ]
        assert run(machine, "Kernels", "hash", 200).result == 19900
