from __future__ import annotations

import pytest

from everypath.suite.testcase import RESERVED, TypeNames, camel, identifier, outer_name, unique, value_in_name


@pytest.mark.parametrize(
    ("descriptor", "value", "part"),
    [
        ("I", 30, "30"),
        ("I", -5, "Minus5"),
        ("I", -(2**31), "MinValue"),
        ("B", 127, "MaxValue"),
        ("Z", 1, "True"),
        ("C", ord("x"), "X"),
        ("C", ord("'"), "Quote"),
        ("C", 0x1F, "Char31"),
        ("D", 1.5, "1point5"),
        ("D", -0.0, "Minus0"),
        ("F", float("nan"), "Nan"),
        ("D", 1e300, "1E300"),
        ("D", -5e-324, "Minus5EMinus324"),
        ("D", 0.30000000000000004, "About0point3"),
        ("", "abc", "Abc"),
        ("", "", "Empty"),
        ("", "big circle", "BigCircle"),
        ("", " a", "SpaceA"),
        ("", "0*x", "0StarX"),
        ("", "a - \u00fc", ""),
        ("", " a very", ""),
        ("", "a \u00e9", ""),
    ],
)
def test_values_in_names(descriptor: str, value: int | float | str, part: str) -> None:
    assert value_in_name(descriptor, value) == part


def test_identifiers_are_legal() -> None:
    for text in ("class", "a-b", "1st", "", "\u00fcber", "this", "x$1"):
        name = identifier(text)
        assert name.isidentifier()
        assert name not in RESERVED


def test_names_are_made_unique() -> None:
    taken: set[str] = set()
    assert [unique("a_b", taken) for _ in range(3)] == ["a_b", "a_b_2", "a_b_3"]
    assert camel("age", "is", "", "thirty") == "ageIsThirty"


def test_a_simple_name_belongs_to_the_first_class_that_asks() -> None:
    names = TypeNames("shop", taken=["FeeTest"], siblings=lambda simple: simple == "Object")
    assert names.type("[Ljava/util/List;") == "List[]"
    assert names.type("Ljava/awt/List;") == "java.awt.List"
    assert names.type("Lshop/Fee;") == "Fee"
    assert names.type("Ljava/lang/String;") == "String"
    assert names.type("Ljava/lang/Object;") == "java.lang.Object"
    assert names.type("Ljava/util/Map$Entry;") == "Map.Entry"
    assert names.imports == ["java.util.List", "java.util.Map"]


def test_dollars_that_nest_nothing_stay() -> None:
    assert outer_name("a/B$C").parts == ("B", "C")
    assert outer_name("a/$B").parts == ("$B",)
