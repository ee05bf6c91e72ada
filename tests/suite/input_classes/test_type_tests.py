"""Sets of classes as Java: which become ``instanceof``, and which ``getClass()``."""

from __future__ import annotations

import pytest

from everypath.classfile import ClassPath, Jdk
from everypath.program import Program
from everypath.suite.input_classes import TypeTests

ANIMAL, DOG, PUPPY, SHAPE, SQUARE = (f"asked/Asked${name}" for name in ("Animal", "Dog", "Puppy", "Shape", "Square"))

LOCAL = "asked/Asked$1"
"""An anonymous class, which is a shape."""


@pytest.fixture(scope="module")
def types(java_classes, jdk: Jdk) -> TypeTests:
    return TypeTests(Program(ClassPath([java_classes("asked", "Asked.java")]), jdk.image()).hierarchy)


@pytest.mark.parametrize(
    ("names", "text", "negated"),
    [
        ([DOG], "o.getClass() == Asked.Dog.class", "o.getClass() != Asked.Dog.class"),
        ([PUPPY], "o instanceof Asked.Puppy", "!(o instanceof Asked.Puppy)"),
        ([DOG, PUPPY], "o instanceof Asked.Dog", "!(o instanceof Asked.Dog)"),
        (["java/util/ArrayList"], "o.getClass() == ArrayList.class", "o.getClass() != ArrayList.class"),
        (
            ["java/lang/String", "[I"],
            "o instanceof int[] || o instanceof String",
            "!(o instanceof int[]) && !(o instanceof String)",
        ),
        (["[Ljava/lang/Object;"], "o.getClass() == Object[].class", "o.getClass() != Object[].class"),
        (
            [SHAPE, LOCAL],
            "o instanceof Asked.Shape && !(o instanceof Asked.Square)",
            "!(o instanceof Asked.Shape && !(o instanceof Asked.Square))",
        ),
        ([SHAPE, SQUARE, LOCAL], "o instanceof Asked.Shape", "!(o instanceof Asked.Shape)"),
        (
            [LOCAL],
            'o.getClass().getName().equals("asked.Asked$1")',
            '!o.getClass().getName().equals("asked.Asked$1")',
        ),
        (
            ["java/util/Date", "java/sql/Date"],
            "o.getClass() == java.sql.Date.class || o.getClass() == java.util.Date.class",
            "o.getClass() != java.sql.Date.class && o.getClass() != java.util.Date.class",
        ),
    ],
)
def test_sets_of_classes(types: TypeTests, names: list[str], text: str, negated: str) -> None:
    assert types.of_classes("o", names, holds=True).text == text
    assert types.of_classes("o", names, holds=False).text == negated


@pytest.mark.parametrize(
    ("tests", "declared", "left"),
    [
        ({DOG: True, ANIMAL: True}, "java/lang/Object", {DOG: True}),
        ({ANIMAL: True}, ANIMAL, {}),
        ({DOG: True, PUPPY: False}, ANIMAL, {DOG: True, PUPPY: False}),
        ({DOG: False, PUPPY: False}, ANIMAL, {DOG: False}),
        ({DOG: True, "java/lang/String": False}, "java/lang/Object", {DOG: True}),
        ({"java/lang/Comparable": False, "[I": True}, "java/lang/Object", {"[I": True}),
        ({SHAPE: False, DOG: True}, "java/lang/Object", {SHAPE: False, DOG: True}),
    ],
)
def test_tests_that_others_answer(
    types: TypeTests, tests: dict[str, bool], declared: str, left: dict[str, bool]
) -> None:
    assert types.simplified(tests, declared) == left
