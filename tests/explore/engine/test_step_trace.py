"""The steps of a path are those that the JVM's debugger sees: the same lines, local variables with the same values."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path as File

import pytest
from tests.conftest import compile_java
from tests.explore.lab import Lab

from everypath.explore import Path
from everypath.explore.engine import StepTrace, retrace, unmatched
from everypath.state import Ending
from everypath.suite import TestCase
from everypath.suite.descriptions import describe, expected_text, lines_of
from everypath.suite.prediction import Predictor, input_symbols
from everypath.suite.testcase import ArrayValue, Expected, NullValue, Primitive, TextValue, Unknown
from everypath.vm.observers import DEEPEST_CALL, FIRST_STEPS, LAST_STEPS, MOST_STEPS

METHODS = (
    "calls",
    "oneLine",
    "loops",
    "caught",
    "gather",
    "words",
    "lambda",
    "kinds",
    "library",
    "numbers",
    "recursive",
    "hashed",
)
MOST = 8
"""Paths of one method that are compared."""

RUNNER = """package steps;

public class Runner {{
    public static void main(String[] arguments) {{
{calls}
    }}
{methods}
}}
"""
METHOD = """
    static void run{at}() {{
        try {{
            {call};
        }} catch (RuntimeException expected) {{
        }}
    }}
"""


@dataclass
class Seen:
    """An instruction that the JVM executed, with the local variables before it."""

    depth: int
    method: str
    pc: int
    line: int
    held: dict[str, tuple[str, str]]


@dataclass
class JvmStep:
    depth: int
    method: str
    line: int
    held: dict[str, tuple[str, str]] = field(default_factory=dict)


@pytest.fixture(scope="module")
def steps_lab(java_classes: Callable[..., File]) -> Iterator[Lab]:
    made = Lab(java_classes("steps"))
    yield made
    made.bridge.close()


@pytest.fixture(scope="module")
def walks(
    steps_lab: Lab, java_classes: Callable[..., File], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, list[tuple[Path, StepTrace, list[Seen]]]]:
    """The walks through the paths of every method, and what the debugger saw of their witnesses in one run."""
    found: list[tuple[str, Path, StepTrace, str]] = []
    for name in METHODS:
        result = steps_lab.explore("steps/Walked", name)
        for path in [each for each in result.paths if each.ending in (Ending.RETURNED, Ending.THREW)][:MOST]:
            case = steps_lab.builder.build(path)
            assert isinstance(case, TestCase)
            path = replace(path, witness=steps_lab.builder.witness(path))
            trace = retrace(steps_lab.explorer, path)
            assert trace is not None, (name, case.expression)
            found.append((name, path, trace, case.expression))
    classes = java_classes("steps")
    seen = debugged([call for *_, call in found], classes, java_classes("debugging"), tmp_path_factory.mktemp("runner"))
    by_method: dict[str, list[tuple[Path, StepTrace, list[Seen]]]] = {name: [] for name in METHODS}
    for (name, path, trace, _), each in zip(found, seen, strict=True):
        by_method[name].append((path, trace, each))
    return by_method


def debugged(calls: list[str], classes: File, debugger: File, folder: File) -> list[list[Seen]]:
    """What the JVM's debugger sees of each call."""
    methods = "".join(METHOD.format(at=at, call=call) for at, call in enumerate(calls))
    source = folder / "Runner.java"
    source.write_text(RUNNER.format(calls="\n".join(f"run{at}();" for at in range(len(calls))), methods=methods))
    compiled = compile_java([source], "-cp", str(classes))
    java = shutil.which("java")
    assert java is not None
    command = [java, "-cp", str(debugger), "debugging.Debugger", f"{classes}:{compiled}", "steps.Runner", "steps.*"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=True)
    found: list[list[Seen]] = []
    running = 0
    for line in done.stdout.splitlines():
        depth, owner, method, pc, number, *held = line.split("\t")
        if owner == "steps.Runner":
            if method.startswith("run") and pc == "0":
                found.append([])
                running = int(depth)
            continue
        if "$$Lambda" in owner:
            continue  # made by the JVM
        if method in ("<init>", "<clinit>") and int(depth) == running + 1:
            continue  # what builds the input
        values = {held[at]: (held[at + 1], held[at + 2]) for at in range(0, len(held), 3)}
        found[-1].append(Seen(int(depth) - running, method, int(pc), int(number), values))
    return found


def jvm_steps(seen: list[Seen]) -> list[JvmStep]:
    """The instructions as steps: one ends where the line is left, another method goes on, or a loop comes round."""
    found: list[JvmStep] = []
    executed: dict[int, set[int]] = {}
    _nest(seen)
    for at, now in enumerate(seen):
        before = seen[at - 1] if at else None
        called = before is None or now.depth > before.depth or (now.pc == 0 and now.depth == before.depth)
        if called:
            executed[now.depth] = set()
        new = before is None or called or now.depth != before.depth or now.line != before.line
        if not called and now.depth == (before.depth if before else 0) and now.pc in executed[now.depth]:
            new = True
        resumed = before is not None and now.depth < before.depth and now.line == found[_last(found, now.depth)].line
        if new:
            if not (resumed and now.pc not in executed[now.depth]):
                executed[now.depth] = set()
            found.append(JvmStep(now.depth, now.method, now.line))
        executed[now.depth].add(now.pc)
        after = seen[at + 1] if at + 1 < len(seen) else None
        stays = after is not None and after.depth == now.depth and after.method == now.method and after.pc != 0
        found[-1].held = after.held if stays and after is not None else now.held
    return found


def _nest(seen: list[Seen]) -> None:
    """Count only the activations that are stepped through, not those of the library between them."""
    depths: list[int] = []
    for each in seen:
        while depths and depths[-1] > each.depth:
            depths.pop()
        if not depths or depths[-1] < each.depth:
            depths.append(each.depth)
        each.depth = len(depths)


def _last(found: list[JvmStep], depth: int) -> int:
    return max(at for at, each in enumerate(found) if each.depth == depth)


def expected(signature: str, text: str) -> Expected:
    if text == "null":
        return NullValue()
    if text.startswith('"'):
        return TextValue(text[1:])
    if text.startswith("["):
        numbers = [int(each) for each in text[1:-1].split(",") if each.strip()]
        return ArrayValue("[I", tuple(Primitive("I", each) for each in numbers), 0, len(numbers))
    if signature == "Z":
        return Primitive("Z", text == "true")
    if signature == "C":
        return Primitive("C", ord(text))
    if signature in "FD":
        return Primitive(signature, float(text))
    return Primitive(signature, int(text)) if signature in "BSIJ" else Unknown("an object")


@pytest.mark.parametrize("name", METHODS)
def test_the_steps_are_those_of_the_debugger(
    name: str, walks: dict[str, list[tuple[Path, StepTrace, list[Seen]]]]
) -> None:
    assert walks[name]
    compared = 0
    for path, trace, seen in walks[name]:
        symbols = input_symbols(path.shape)
        jvm = jvm_steps(seen)
        ours = [(step.depth + 1, step.method.name, step.line) for step in trace.steps]
        theirs = [(step.depth, step.method, step.line) for step in jvm]
        thrown_through = len(ours) - len(theirs)  # activations that an exception leaves execute nothing more
        assert ours[: len(theirs)] == theirs
        assert thrown_through == 0 or path.ending is Ending.THREW
        for step, their in zip(trace.steps, jvm, strict=False):
            assert step.state is not None
            held = {each.name: (each, value) for each, value in step.after.items() if each.name != "this"}
            assert held.keys() == their.held.keys()
            for variable, (signature, text) in their.held.items():
                wanted = expected(signature, text)
                if isinstance(wanted, Unknown):
                    continue
                local, value = held[variable]
                predicted = Predictor(step.state, path.witness, symbols).value(local.descriptor, value)
                if isinstance(predicted, Unknown):  # an input that nothing has looked at yet
                    continue
                assert expected_text(predicted) == expected_text(wanted), (name, variable, step.line)
                compared += 1
    assert compared > 0


@pytest.mark.parametrize("name", METHODS)
def test_conditions_of_the_steps_make_up_the_path_condition(
    name: str, walks: dict[str, list[tuple[Path, StepTrace, list[Seen]]]]
) -> None:
    """Each condition of a path is met by some step, and a step meets none that the path has not."""
    for path, trace, _ in walks[name]:
        assert unmatched(trace, path) == ()
        assert set(trace.state.path) <= {*path.constraints, *trace.state.limits}
        counts = [step.conditions for step in trace.steps]
        assert counts == sorted(counts)
        assert counts[-1] == len(trace.state.path)


@pytest.mark.parametrize("name", METHODS)
def test_the_text_of_a_step_names_what_changed(
    name: str, walks: dict[str, list[tuple[Path, StepTrace, list[Seen]]]]
) -> None:
    """The values that a step returns and changes are those of the JVM there."""
    compared = 0
    for path, trace, seen in walks[name]:
        held = [each.held for each in jvm_steps(seen)]
        lines = lines_of(path, trace).lines
        for line in lines:
            for change in line.changes:
                values = [expected_text(expected(*each[change.place])) for each in held if change.place in each]
                if not values or "…" in values:
                    continue
                assert (change.witness or change.value) in values
                compared += 1
    assert compared > 0 or name == "recursive"


def walked_once(lab: Lab, name: str, *, at: int = 0) -> tuple[Path, StepTrace]:
    path = lab.explore("steps/Walked", name).paths[at]
    found = retrace(lab.explorer, path)
    assert found is not None
    return path, found


def test_of_many_steps_the_first_and_the_last_are_kept(steps_lab: Lab) -> None:
    path, found = walked_once(steps_lab, "many")
    assert (len(found.first), len(found.last)) == (FIRST_STEPS, LAST_STEPS)
    assert found.left_out == 1 + 1 + 2 * 300 + 1 - FIRST_STEPS - LAST_STEPS
    lines = lines_of(path, found)
    assert lines.before_gap == FIRST_STEPS
    assert lines.lines[-1].returned is not None
    assert not lines.cut


def test_nobody_walks_on_for_ever(steps_lab: Lab) -> None:
    path, found = walked_once(steps_lab, "endless")
    assert found.cut
    assert len(found.steps) + found.left_out == MOST_STEPS
    assert lines_of(path, found).lines[-1].returned is None


def test_nobody_walks_down_for_ever(steps_lab: Lab) -> None:
    """A recursion that ends in a stack overflow: the first hundred calls of it."""
    result = steps_lab.explore("steps/Walked", "bottomless", seconds=5.0)
    (path,) = (each for each in result.paths if each.thrown == "java/lang/StackOverflowError")
    found = retrace(steps_lab.explorer, path)
    assert found is not None
    assert found.cut
    assert max(step.depth for step in found.steps) == DEEPEST_CALL
    assert lines_of(path, found).cut


@pytest.mark.parametrize(
    ("subject", "name", "options"),
    [
        ("steps/Told", "light", {}),
        ("steps/Told", "same", {"aliasing": "eager"}),
        ("steps/Told", "counted", {"symbolic_statics": True}),
        ("steps/Told", "built", {}),
        ("steps/Told", "asked", {}),
        ("steps/Told", "sorted", {}),
        ("steps/Told", "isOdd", {}),
    ],
)
def test_every_path_can_be_walked_again(steps_lab: Lab, subject: str, name: str, options: dict) -> None:
    """Whatever decides it: enums, aliases, static fields, calls that build inputs, stubs, and values of results."""
    result = steps_lab.explore(subject, name, **options)
    assert result.paths
    for path in result.paths:
        found = retrace(steps_lab.explorer, path)
        assert found is not None, path.constraints
        assert found.state.thrown == path.state.thrown or found.state.detail == path.state.detail
        assert set(found.state.path) <= {*path.constraints, *found.state.limits}
        shown = {part for line in lines_of(path, found).lines for part in line.conditions}
        wanted = describe(path).decisions
        assert shown == set(wanted), path.constraints
