"""Plans that run compiled tests without JUnit and TestNG, and stubs of their APIs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from everypath.bridge.messages import Call, GetStatic, Literal, New, Plan, ReplayResult, Status
from everypath.classfile import ClassFile, access
from everypath.dataclass import dataclass

_ANNOTATIONS = {
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
"""The annotations of the frameworks, by descriptor, with the JUnit 5 annotation of the same meaning."""


@dataclass(frozen=True, slots=True)
class TestVerdict:
    """How one test method ended; ``passed`` is true when nothing was thrown and it ended in time."""

    __test__ = False

    klass: str
    method: str
    passed: bool
    outcome: ReplayResult


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
        annotated = _annotated(data)
        disabled = {method for method, _ in annotated.get("Disabled", ())}
        yield from ((name, method) for method, _ in annotated.get("Test", ()) if method not in disabled)


@lru_cache(maxsize=4096)
def _annotated(data: bytes) -> Mapping[str, tuple[tuple[str, bool], ...]]:
    """For each annotation, the methods without parameters that have it, in order: name, and True if it is static."""
    found: dict[str, dict[str, bool]] = {}
    for method in ClassFile(data).methods:
        if method.descriptor == "()V":
            for annotation in method.annotations:
                if annotation.type in _ANNOTATIONS:
                    found.setdefault(_ANNOTATIONS[annotation.type], {})[method.name] = bool(
                        method.access & access.STATIC
                    )
    return {annotation: tuple(methods.items()) for annotation, methods in found.items()}


def test_plan(klass: str, method: str, data: bytes | None) -> Plan:
    """The plan of one test: the methods before all and each, the test, and the methods after it.

    Without the class file only the constructor and the test are called.
    """
    steps, call = _steps(klass, method, data, 0)
    return Plan(tuple(steps), call)


def row_plan(klass: str, method: str, data: bytes, arguments: Sequence[Literal | GetStatic]) -> Plan:
    """The plan of one row of a parameterised test."""
    descriptor = _with_parameters(data)[method]
    steps, call = _steps(klass, method, data, len(arguments))
    steps[call - len(arguments)] = Call(klass, method, descriptor, len(arguments), tuple(range(len(arguments))))
    return Plan((*arguments, *steps), call)


@lru_cache(maxsize=256)
def _with_parameters(data: bytes) -> Mapping[str, str]:
    """The descriptors of the methods of a class that have parameters, by name."""
    return {each.name: each.descriptor for each in ClassFile(data).methods if each.descriptor[1] != ")"}


def fixtures(data: bytes | None) -> tuple[Sequence[tuple[str, bool]], Sequence[tuple[str, bool]]]:
    """The methods of a test class that run before and after each of its tests: name, and True if it is static."""
    annotated = _annotated(data) if data is not None else {}
    before = (*annotated.get("BeforeAll", ()), *annotated.get("BeforeEach", ()))
    return before, (*annotated.get("AfterEach", ()), *annotated.get("AfterAll", ()))


def _steps(klass: str, method: str, data: bytes | None, first: int) -> tuple[list[New | Call], int]:
    """The steps of one test, numbered from ``first``, and the number of the step that calls the test."""
    before, after = fixtures(data)
    steps: list[New | Call] = [New(klass, "()V")]
    for name, is_static in before:
        steps.append(Call(klass, name, "()V", None if is_static else first))
    call = first + len(steps)
    steps.append(Call(klass, method, "()V", first))
    for name, is_static in after:
        steps.append(Call(klass, name, "()V", None if is_static else first))
    return steps, call


def verdict(klass: str, method: str, outcome: ReplayResult) -> TestVerdict:
    """The verdict of a test from the outcome of its plan."""
    return TestVerdict(klass, method, outcome.status is Status.OK, outcome)
