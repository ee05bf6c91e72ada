"""The table of finding rules: who threw decides the rule, what the input needed decides the level."""

from __future__ import annotations

from dataclasses import replace

import pytest

from everypath.run import Level
from everypath.run.findings import case_of, findings_of, merge_findings
from everypath.run.rules import RULES, classify, level_of, rule
from everypath.suite.testcase import Invoke, Literal, Member, Outcome, Recipe, Site, TestCase, Throw, Verdict

RUNTIME = ("java/lang/RuntimeException", "java/lang/Exception", "java/lang/Throwable", "java/lang/Object")
ERROR = ("java/lang/Error", "java/lang/Throwable", "java/lang/Object")
CHECKED = ("java/lang/Exception", "java/lang/Throwable", "java/lang/Object")
PARENTS = {
    "java/lang/ArrayIndexOutOfBoundsException": ("java/lang/IndexOutOfBoundsException",),
    "java/lang/StringIndexOutOfBoundsException": ("java/lang/IndexOutOfBoundsException",),
    "java/lang/NumberFormatException": ("java/lang/IllegalArgumentException",),
    "java/util/InputMismatchException": ("java/util/NoSuchElementException",),
}


def throw(name: str, origin: str = "instruction", line: int = 5) -> Throw:
    simple = name.rpartition("/")[2]
    base = CHECKED if simple in ("IOException", "Exception") else ERROR if simple.endswith("Error") else RUNTIME
    return Throw(
        name,
        PARENTS.get(name, ()) + base,
        site=Site("shop/Fee", "fee", line=line),
        origin=origin,
        source="shop/Fee.java",
    )


def case(age: int = 30, **changes: object) -> TestCase:
    call = Invoke(Member("shop/Fee", "fee", "(I)I", static=True), None, (Literal("I", age),))
    made = TestCase("shop/Fee", "fee", "(I)I", Recipe((), call), f"Fee.fee({age})", condition=f"age == {age}")
    return replace(made, **changes)


@pytest.mark.parametrize(
    ("name", "origin", "expected"),
    [
        ("java/lang/ArithmeticException", "instruction", "EP001"),
        ("java/lang/ArithmeticException", "explicit", "EP008"),
        ("java/lang/ArithmeticException", "library", "EP008"),
        ("java/lang/NullPointerException", "instruction", "EP002"),
        ("java/lang/NullPointerException", "explicit", "EP020"),
        ("java/lang/NullPointerException", "helper", "EP020"),
        ("java/lang/ArrayIndexOutOfBoundsException", "instruction", "EP003"),
        ("java/lang/StringIndexOutOfBoundsException", "library", "EP003"),
        ("java/lang/IndexOutOfBoundsException", "explicit", "EP020"),
        ("java/lang/NegativeArraySizeException", "instruction", "EP004"),
        ("java/lang/NegativeArraySizeException", "explicit", "EP008"),
        ("java/lang/ClassCastException", "instruction", "EP005"),
        ("java/lang/ArrayStoreException", "library", "EP006"),
        ("java/lang/AssertionError", "assertion", "EP007"),
        ("java/lang/NumberFormatException", "library", "EP008"),
        ("java/lang/NumberFormatException", "explicit", "EP020"),
        ("java/util/NoSuchElementException", "library", "EP008"),
        ("java/util/InputMismatchException", "explicit", "EP020"),
        ("java/lang/IllegalStateException", "explicit", "EP020"),
        ("java/lang/IllegalStateException", "library", "EP008"),
        ("java/io/IOException", "explicit", "EP020"),
        ("java/io/IOException", "library", "EP020"),
        ("java/lang/StackOverflowError", "instruction", "EP009"),
        ("shop/FeeException", "explicit", "EP008"),
    ],
)
def test_who_threw_decides_the_rule(name: str, origin: str, expected: str) -> None:
    found = classify(case(), throw(name, origin))
    assert found is not None
    assert found.id == expected


def test_growth_counts_on_small_inputs_only() -> None:
    assert classify(case(objects=101), throw("java/lang/StackOverflowError")) is None


def test_heap_pollution_is_no_finding() -> None:
    assert classify(case(), replace(throw("java/lang/ClassCastException"), polluted=True)) is None


def test_what_exceeds_the_heap_is_no_finding() -> None:
    assert classify(case(), throw("java/lang/OutOfMemoryError")) is None


def test_what_the_jdk_documents_is_a_note() -> None:
    ours = case(jdk_target=True, null_args=True)
    found = classify(ours, throw("java/lang/NullPointerException"))
    assert found is rule("EP020")
    assert classify(ours, throw("java/lang/NegativeArraySizeException", "explicit")) is rule("EP020")
    assert classify(case(jdk_target=True), throw("java/lang/NullPointerException")) is rule("EP002")


@pytest.mark.parametrize(
    ("changes", "null_args", "expected"),
    [
        ({}, "warn", Level.ERROR),
        ({"null_args": True}, "warn", Level.WARNING),
        ({"null_args": True}, "error", Level.ERROR),
        ({"null_args": True}, "never", None),
        ({"null_answers": True}, "warn", Level.WARNING),
        ({"forced": True}, "warn", Level.WARNING),
        ({"entry_class_inaccessible": True}, "warn", Level.WARNING),
        ({"forced": True, "null_args": True}, "warn", Level.NOTE),
    ],
)
def test_what_the_input_needs_decides_the_level(
    changes: dict[str, object], null_args: str, expected: Level | None
) -> None:
    thrown = throw("java/lang/NullPointerException")
    assert level_of(rule("EP002"), case(**changes), thrown, null_args) is expected


def test_a_null_argument_lowers_null_dereferences_only() -> None:
    assert level_of(rule("EP001"), case(null_args=True), throw("java/lang/ArithmeticException")) is Level.ERROR


def test_an_exception_of_a_class_of_its_own_is_thrown_on_purpose() -> None:
    rule_8, own = rule("EP008"), replace(throw("shop/FeeException", "explicit"), own=True)
    assert level_of(rule_8, case(), own) is Level.WARNING
    assert level_of(rule_8, case(), replace(own, origin="library")) is Level.ERROR
    assert level_of(rule_8, case(), throw("java/lang/ArithmeticException", "explicit")) is Level.ERROR


def verdict(found: TestCase, thrown: Throw, outcome: Outcome = Outcome.CONFIRMED) -> Verdict:
    return Verdict(replace(found, throws=thrown), outcome, throw=thrown)


def test_one_finding_per_rule_place_and_entry() -> None:
    thrown = throw("java/lang/NullPointerException")
    verdicts = [
        verdict(case(1, null_args=True), thrown),
        verdict(case(123456), thrown),
        verdict(case(77), thrown),
        verdict(case(2, null_args=True), thrown),
        verdict(case(5), thrown, Outcome.OTHER_EXCEPTION),
        verdict(case(6), throw("java/lang/NullPointerException", line=9)),
    ]
    first, second = findings_of(verdicts)
    assert (first.rule, first.level, first.line, first.cases) == ("EP002", Level.ERROR, 5, 4)
    assert first.expression == "Fee.fee(77)"  # the shortest of the highest level
    assert second.line == 9
    assert merge_findings([*findings_of(verdicts[:2]), *findings_of(verdicts[2:])]) == (first, second)


def test_the_json_of_a_finding() -> None:
    (found,) = findings_of([verdict(case(straight=True), throw("java/lang/ArithmeticException"))])
    assert found.as_json() == {
        "id": found.id,
        "rule": "EP001",
        "level": "error",
        "exception": "java.lang.ArithmeticException",
        "class": "shop.Fee",
        "method": "fee",
        "descriptor": "(I)I",
        "file": "shop/Fee.java",
        "line": 5,
        "message": None,
        "expression": "Fee.fee(30)",
        "condition": "age == 30",
        "blame": "precondition",
        "outcome": "confirmed",
        "case": case(straight=True, throws=throw("java/lang/ArithmeticException")).id,
    }


def test_the_id_of_a_finding_does_not_depend_on_the_input() -> None:
    one, other, elsewhere = (
        findings_of([verdict(case(age), throw("java/lang/ArithmeticException", line=line))])[0]
        for age, line in ((30, 5), (31, 5), (30, 9))
    )
    assert one.id == other.id
    assert one.case != other.case
    assert one.id != elsewhere.id


def test_the_json_of_a_case() -> None:
    row = case_of(verdict(case(), throw("java/lang/ArithmeticException"))).as_json()
    assert row["exception"] == "java.lang.ArithmeticException"
    assert row["line"] == 5
    assert row["ends"] == "throws"
    assert case_of(Verdict(case(), Outcome.CONFIRMED)).as_json()["ends"] == "returns"


def test_every_rule_is_explained() -> None:
    assert sorted(each.id for each in RULES) == [f"EP{n:03}" for n in (*range(1, 11), 20)]
    assert all(each.summary and each.help for each in RULES)
