"""Which objects fit a place of a generic type."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from everypath.classfile import ClassPath, Jdk, intersected, intersection
from everypath.inputs.construction import Api
from everypath.inputs.lazy.context import bindings_for
from everypath.inputs.places import fits, fits_literal, made_by, parameter_places, signature_text
from everypath.program import Program

GENERIC = "types/Generic$"


@pytest.fixture(scope="module")
def program(java_classes: Callable[..., Path]) -> Program:
    return Program(ClassPath([java_classes("precise")]), Jdk.find().image())


def of(name: str, argument: str) -> str:
    return f"Ljava/util/{name}<{argument}>;"


STAMP, STRING, INTEGER = f"L{GENERIC}Stamp;", "Ljava/lang/String;", "Ljava/lang/Integer;"


@pytest.mark.parametrize(
    ("name", "generic", "expected"),
    [
        ("StampSupplier", of("function/Supplier", STAMP), True),
        ("StampSupplier", of("function/Supplier", INTEGER), False),
        ("StampSupplier", of("function/Supplier", "+Ljava/lang/Object;"), True),
        ("StampSupplier", of("function/Supplier", "*"), True),
        ("StampSupplier", of("function/Supplier", "TT;"), True),
        ("StampSupplier", of("function/Supplier", "Ljava/lang/Object;"), False),
        ("ByTime", of("Comparator", "-" + STAMP), True),
        ("ByTime", of("Comparator", "-Ljava/lang/Object;"), False),
        ("NameHolder", f"L{GENERIC}Holder<{STRING}>;", True),
        ("NameHolder", f"L{GENERIC}Holder<{STAMP}>;", False),
        ("Holder", f"L{GENERIC}Holder<{STAMP}>;", True),
    ],
)
def test_a_class_fits_a_place_if_some_arguments_make_it_a_subtype(
    program: Program, name: str, generic: str, expected: bool
) -> None:
    assert fits(program.klass(GENERIC + name), generic, program) is expected


def test_texts_and_boxes_are_comparable_with_their_own_class(program: Program) -> None:
    assert fits(program.klass("java/lang/Integer"), f"Ljava/lang/Comparable<{INTEGER}>;", program)
    assert not fits(program.klass("java/lang/String"), f"Ljava/lang/Comparable<{INTEGER}>;", program)


def test_factories_make_objects_of_the_arguments_that_they_return(program: Program) -> None:
    box = program.klass(GENERIC + "Box")
    generic = f"L{box.name}<{STRING}>;"
    made = {
        plan.creator.name: made_by(plan.creator, box, generic, program)
        for plan in Api(program, "types").plans.of(box)
        if not plan.calls
    }
    assert made == {"of": True, "stamped": False}
    (of_item,) = (each for each in box.methods if each.name == "of")
    (item,) = parameter_places(of_item, bindings_for(generic, box, of_item))
    assert signature_text(item.generic) == STRING


def test_class_literals_fit_the_argument_of_class(program: Program) -> None:
    numbers = "Ljava/lang/Class<+Ljava/lang/Number;>;"
    assert [
        name for name in ("java/lang/String", "int", "java/lang/Long", "[I") if fits_literal(name, numbers, program)
    ] == [
        "int",
        "java/lang/Long",
    ]
    assert fits_literal("[I", "Ljava/lang/Class<*>;", program)


def test_an_intersection_is_below_all_its_types(program: Program) -> None:
    name = intersection(["types/Both$Sized", "types/Both$B", "java/lang/Runnable"])
    assert intersected(name) == ("types/Both$Sized", "types/Both$B", "java/lang/Runnable")
    cls = program.klass(name)
    assert all(cls.is_subtype_of(program.klass(each)) for each in intersected(name))
    assert [each.descriptor for each in cls.methods] == ["(I)V"]
    assert not cls.is_target
    first = program.klass(intersection(["types/Both$A", "types/Both$B"]))
    assert first.is_interface
    assert intersected("types/Both$A") == ()
