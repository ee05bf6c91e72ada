"""No number limits the recipes of an object: its last constant, factory or setter is tried."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest

import everypath
from everypath.classfile import ClassPath, Jdk
from everypath.inputs.construction import Api
from everypath.inputs.construction.lazy_list import LazyList
from everypath.program import Program


@pytest.mark.parametrize(
    ("method", "exceptions"),
    [
        ("Grade#share", {"java.lang.ArithmeticException", "java.lang.NullPointerException"}),
        ("Shape#distances", {"java.lang.NegativeArraySizeException", "java.lang.NullPointerException"}),
        ("Ticket#row", {"java.lang.NegativeArraySizeException", "java.lang.NullPointerException"}),
        ("Form#check", {"java.lang.ArithmeticException", "java.lang.NullPointerException"}),
    ],
)
def test_the_last_recipe_is_tried(java_classes: Callable[..., Path], method: str, exceptions: set[str]) -> None:
    options = {"budget": "300k-steps", "sweep": "off", "jobs": 1}
    found = everypath.check(str(java_classes("many")), only=f"many.{method}", **options)
    (report,) = found.methods
    assert {each.exception for each in report.cases if each.exception} == exceptions


@pytest.fixture(scope="module")
def api(java_classes: Callable[..., Path]) -> Api:
    return Api(Program(ClassPath([java_classes("many")]), Jdk.find().image()), "many")


def test_all_setters_are_among_the_first_recipes(api: Api) -> None:
    plans = api.plans.of(api.program.klass("many/Form"))
    called = {call.method.name for plan in islice(plans, 80) for call in plan.calls}
    setters = {each.name for each in api.program.klass("many/Form").methods if each.name.startswith("set")}
    assert setters < called


def test_a_recipe_that_is_added_has_a_number_of_its_own_and_comes_once(api: Api) -> None:
    plans = api.plans.of(api.program.klass("many/Form"))
    plan = next(each for each in islice(plans, 1000) if len(each.calls) == 2)
    again = Api(api.program, "many").plans.of(api.program.klass("many/Form"))
    assert again.has(1)
    number = again.add(plan.creator, plan.calls)
    assert again.add(plan.creator, plan.calls) == number
    assert again[number].steps == plan.steps
    found = [each.steps for each in islice(again, 500)]
    assert len(found) == len(set(found))


def test_elements_are_made_when_they_are_asked_for() -> None:
    made = []
    numbers = LazyList(made.append(each) or each for each in range(5))
    assert (bool(numbers), numbers[1], made) == (True, 1, [0, 1])
    assert list(numbers) == [0, 1, 2, 3, 4]
    assert not numbers.has(5)
    with pytest.raises(IndexError):
        numbers[5]
