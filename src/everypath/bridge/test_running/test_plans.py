"""Running compiled tests without JUnit and TestNG: stubs of their APIs, and tests as plans."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from everypath.bridge.messages import Call, GetStatic, Literal, New, Outcome, Plan, Status
from everypath.classfile import ClassFile, access
from everypath.dataclass import dataclass

_MARKS = {
    "Lorg/junit/Before;": "BeforeEach",
    "Lorg/junit/After;": "AfterEach",
    "Lorg/junit/Test;": "Test",
    "Lorg/testng/annotations/BeforeMethod;": "BeforeEach",
    "Lorg/testng/annotations/AfterMethod;": "AfterEach",
    "Lorg/testng/annotations/Test;": "Test",
    **{
        f"Lorg/junit/jupiter/api/{name};": name
        for name in ("BeforeAll", "BeforeEach", "AfterEach", "AfterAll", "Test", "Disabled")
    },
}
"""What annotations say of a method, in the words of JUnit 5."""


@dataclass(frozen=True, slots=True)
class TestVerdict:
    """How one test method ended; ``passed`` is true when nothing was thrown and it ended in time."""

    __test__ = False

    klass: str
    method: str
    passed: bool
    outcome: Outcome


@lru_cache(maxsize=4)
def stub_classes(folder: Path) -> Mapping[str, bytes]:
    """The stubs of the APIs (internal name to class file): enough to compile and run plain tests."""
    return {
        path.relative_to(folder).with_suffix("").as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*.class"))
    }


def find_tests(classes: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    """Class and name of every method annotated with ``@Test`` that is not disabled, in the order of the class files."""
    for name, data in classes.items():
        marked = _marked(data)
        disabled = {method for method, _ in marked.get("Disabled", ())}
        yield from ((name, method) for method, _ in marked.get("Test", ()) if method not in disabled)


@lru_cache(maxsize=32)
def _marked(data: bytes) -> Mapping[str, tuple[tuple[str, bool], ...]]:
    """The methods without parameters that carry each mark, in order: their names, and whether they are static."""
    found: dict[str, dict[str, bool]] = {}
    for method in ClassFile(data).methods:
        if method.descriptor == "()V":
            for annotation in method.annotations:
                if annotation.type in _MARKS:
                    found.setdefault(_MARKS[annotation.type], {})[method.name] = bool(method.access & access.STATIC)
    return {mark: tuple(methods.items()) for mark, methods in found.items()}


def test_plan(klass: str, method: str, data: bytes | None) -> Plan:
    """The plan of one test: what runs before all and each, the test, and what runs after it.

    Without the class file only the constructor and the test are called.
    """
    steps, call = _steps(klass, method, data, 0)
    return Plan(tuple(steps), call)


def row_plan(klass: str, method: str, data: bytes, arguments: Sequence[Literal | GetStatic]) -> Plan:
    """The plan of one row of a parameterised test."""
    file = ClassFile(data)
    descriptor = next(each.descriptor for each in file.methods if each.name == method and each.descriptor[1] != ")")
    steps, call = _steps(klass, method, data, len(arguments))
    steps[call - len(arguments)] = Call(klass, method, descriptor, len(arguments), tuple(range(len(arguments))))
    return Plan((*arguments, *steps), call)


def plan_of_all(tests: Sequence[tuple[str, str]], classes: Mapping[str, bytes]) -> tuple[Plan, list[int]]:
    """The plan that runs tests (class and method names) one after the other, and the steps with which they begin."""
    steps: list[New | Call] = []
    starts = []
    for klass, method in tests:
        starts.append(len(steps))
        steps += _steps(klass, method, classes.get(klass), len(steps))[0]
    return Plan(tuple(steps), 0), starts


def _steps(klass: str, method: str, data: bytes | None, first: int) -> tuple[list[New | Call], int]:
    """The steps of one test, the first of which has a number, and the number of the test's own."""
    marked = _marked(data) if data is not None else {}
    before = (*marked.get("BeforeAll", ()), *marked.get("BeforeEach", ()))
    after = (*marked.get("AfterEach", ()), *marked.get("AfterAll", ()))
    steps: list[New | Call] = [New(klass, "()V")]
    for name, is_static in before:
        steps.append(Call(klass, name, "()V", None if is_static else first))
    call = first + len(steps)
    steps.append(Call(klass, method, "()V", first))
    for name, is_static in after:
        steps.append(Call(klass, name, "()V", None if is_static else first))
    return steps, call


def verdict(klass: str, method: str, outcome: Outcome) -> TestVerdict:
    """The verdict that an outcome means."""
    return TestVerdict(klass, method, outcome.status is Status.OK, outcome)
