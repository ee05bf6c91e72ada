"""What the tool calls proved is attacked by fuzzing on the JVM: one refutation fails the suite.

Every static method of the seeds and the solving subjects whose parameters are primitives, strings or arrays of
primitives is explored; then the JVM runs it on boundary values, constants near those of the code and random ones. For
each input: no line called proved unreachable is passed; at most one path condition holds, and exactly one where the
method is complete; and the path that takes the input predicts just what the JVM does.
"""

from __future__ import annotations

import math
import random

import pytest
from tests.compiling import javac
from tests.whole.running import JAVA

from everypath.bridge import Call, Coverage, Literal, NewArray, Plan, Status, Step
from everypath.classfile import Jdk
from everypath.run.engine import Engine
from everypath.run.options import Options
from everypath.run.workload import Workload
from everypath.state import Ending
from everypath.term import (
    BV8,
    BV16,
    BV32,
    BV64,
    ArrayValue,
    Model,
    array_sort,
    evaluate,
    is_null,
    ref_var,
    var,
    variables,
)
from everypath.term.values import f32

INPUTS = 300
BATCH = 30
SECONDS = 2.5
SMALL = [0, 1, -1, 2, 3, 5, 7, 8, 10, 15, 16, 31, 32, 36, 40, 42, 100, 127, 128, 255, 256, 1000, 1234, 65535, 65536]
WIDTHS = {"Z": 1, "B": 8, "S": 16, "C": 16, "I": 32, "J": 64}


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    folder = tmp_path_factory.mktemp("proofs")
    sources = [*sorted((JAVA / "seeds").glob("*.java")), *sorted((JAVA / "solving").glob("*.java"))]
    javac("-g", "-nowarn", "-d", folder, *sources)
    classes = tuple(sorted(str(f.relative_to(folder))[:-6] for f in folder.rglob("*.class")))
    engine = Engine(Workload((str(folder),), classes, (folder,), Jdk.find(), Options()))
    yield engine
    engine.close()


TEXT = "Ljava/lang/String;"
TEXTS = [
    "",
    "a",
    "ab",
    "abc",
    "abcd",
    "open sesame",
    "..x..",
    "a@b",
    "me@home",
    "bok",
    "lool",
    "loool",
    "body",
    "start",
    "stop",
]
TEXTS += ["x.txt", "a...txt", ".txt", "aaa", "banana", "\0", "\ud800", "7", "-12", "\u00e9t\u00e9"]
ARRAYS = {"[I": "I", "[B": "B", "[J": "J"}


def methods(engine):
    known = {*WIDTHS, "F", "D", TEXT, *ARRAYS}
    for name in sorted(engine.program.target_names()):
        for method in engine.program.klass(name).methods:
            fits = method.parameters and known.issuperset(method.parameters)
            if method.is_static and method.name != "<clinit>" and fits and "$" not in method.name:
                yield method


def values(descriptor: str, source: random.Random) -> int | float | str | list[int] | None:
    if descriptor == "Z":
        return source.randrange(2)
    if descriptor in "FD":
        return real(descriptor, source)
    if descriptor in WIDTHS:
        return integer(descriptor, source)
    if source.random() < 0.05:
        return None
    if descriptor == TEXT:
        text = source.choice(TEXTS)
        while source.random() < 0.3:
            at = source.randrange(len(text) + 1)
            text = text[:at] + source.choice("ab.x<>@tl") + text[at + source.randrange(2) :]
        return text
    values = [integer(ARRAYS[descriptor], source) for _ in range(source.choice((0, 1, 2, 3, 3, 4, 6)))]
    return sorted(values) if source.random() < 0.3 else values


def real(descriptor: str, source: random.Random) -> float:
    pool = [0.0, -0.0, 1.0, 7.5, 232.0, 1e300, -1e-300, math.inf, -math.inf, math.nan, 16777216.0, 2.0**31, 2.0**63]
    value = source.choice(pool) if source.random() < 0.6 else source.uniform(-1e4, 1e4)
    return f32(value) if descriptor == "F" else value


def integer(descriptor: str, source: random.Random) -> int:
    width = WIDTHS[descriptor]
    low, high = (0, 65535) if descriptor == "C" else (-(1 << width - 1), (1 << width - 1) - 1)
    kind = source.random()
    if kind < 0.5:
        value = source.choice(SMALL) + source.choice((0, 0, 1, -1))
        value = value if source.random() < 0.7 else -value
    elif kind < 0.7:
        value = source.choice((low, high)) + source.randrange(-2, 3)
    else:
        value = source.randrange(low, high + 1)
    return (value - low) % (high - low + 1) + low


def symbols(slots, arguments):
    """The model that gives the input slots these values."""
    found = {}
    for slot, value in zip(slots, arguments, strict=True):
        if not slot.is_primitive:
            found[is_null(ref_var(slot.name))] = value is None
            if value is None:
                continue
            found[var(f"{slot.name}.length", BV32)] = len(value)
            if isinstance(value, str):
                chars = {i: (ord(c) ^ 0x8000) - 0x8000 for i, c in enumerate(value)}
                found[var(f"{slot.name}.chars", array_sort(BV16))] = ArrayValue(chars)
            else:
                sort = {"I": BV32, "B": BV8, "J": BV64}[slot.descriptor[1]]
                found[var(slot.name, array_sort(sort))] = ArrayValue(dict(enumerate(value)))
            continue
        free = variables(slot.value)
        if not free:
            continue
        (symbol,) = free
        found[symbol] = bool(value) if slot.descriptor == "Z" else value
    return Model(found)


def plan(method, given):
    """The replay of a static method on these values."""
    steps: list[Step] = []
    arguments = []
    for descriptor, value in zip(method.parameters, given, strict=True):
        if value is None:
            steps.append(Literal.null())
        elif descriptor == TEXT:
            steps.append(Literal.text(value))
        elif descriptor in ARRAYS:
            first = len(steps)
            steps += [Literal.of(ARRAYS[descriptor], each) for each in value]
            steps.append(NewArray(ARRAYS[descriptor], len(value), tuple((i, first + i) for i in range(len(value)))))
        else:
            steps.append(Literal.of(descriptor, value))
        arguments.append(len(steps) - 1)
    call = Call(method.owner.name, method.name, method.descriptor, None, tuple(arguments))
    return Plan((*steps, call), len(steps))


def same(left, right) -> bool:
    if isinstance(left, float) or isinstance(right, float):
        both = math.isnan(left) and math.isnan(right)
        return both or (left == right and math.copysign(1, left) == math.copysign(1, right))
    return int(left) == int(right)


def test_no_proof_and_no_prediction_is_refuted(engine):
    source = random.Random(20240229)
    refuted = []
    explored = 0
    for method in methods(engine):
        exploration = engine.explorer(method).run(SECONDS)
        explored += 1
        assert exploration.status != "failed", (method, exploration.failures)
        inputs = [tuple(values(d, source) for d in method.parameters) for _ in range(INPUTS)]
        replays = replayed(engine, method, inputs)
        paths = [p for p in exploration.paths if p.ending in (Ending.RETURNED, Ending.THREW) and not p.uncertain]
        proved = {row.line for row in exploration.unreached if row.proved}
        for given, outcome in replays:
            model = symbols(exploration.paths[0].shape.roots, given)
            taking = [p for p in paths if all(evaluate(c, model) is True for c in p.constraints)]
            if len(taking) > 1 or (exploration.status == "complete" and len(taking) != 1):
                refuted.append((method, given, f"{len(taking)} paths take it"))
            for path in taking:
                fits = all(evaluate(each, model) for each in path.state.allocations)
                if path.reasons or not fits:
                    continue
                refuted += [(method, given, text) for text in differences(path, outcome, model)]
        refuted += [(method, line, "passed on the JVM") for line in proved & passed(engine, method, replays)]
    assert explored >= 80
    assert not refuted


def differences(path, outcome, model):
    if path.ending is Ending.THREW:
        if outcome.status is not Status.THROW or outcome.exception != path.thrown:
            yield f"predicted {path.thrown}, was {outcome.status} {outcome.exception}"
    elif outcome.status is not Status.OK:
        yield f"predicted a return, was {outcome.status} {outcome.exception}"
    elif path.entry.returns in WIDTHS or path.entry.returns in "FD":
        predicted = evaluate(path.returned, model)
        if not same(predicted, outcome.returned.value):
            yield f"predicted {predicted}, was {outcome.returned.value}"


def replayed(engine, method, inputs):
    """The inputs with the JVM's answers. Inputs that want as much memory as one that had too little are left out: they
    show nothing else, and each costs a JVM.
    """
    found = []
    memory = math.inf
    for first in range(0, len(inputs), BATCH):
        batch = [given for given in inputs[first : first + BATCH] if wanted(given) < memory]
        outcomes = engine.bridge.replay_many([plan(method, given) for given in batch])
        replays = list(zip(batch, outcomes, strict=True))
        memory = min([memory, *(wanted(given) for given, outcome in replays if outcome.status is Status.OOM)])
        found += replays
    return found


def wanted(given) -> int:
    """The largest integer among arguments: what the subjects make arrays of."""
    return max((value for value in given if isinstance(value, int)), default=0)


def passed(engine, method, replays) -> set[int]:
    """The lines of the method that some replay passed."""
    coverage = Coverage(engine.bridge.probes)
    for _, outcome in replays:
        coverage.add(outcome.hits)
    measured = coverage.method(method.owner.name, method.name, method.descriptor)
    return set(measured.lines) if measured is not None else set()
