"""A sequence and its recipe do the same on the JVM, and a recipe read back from its plan is the same recipe."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from tests.suite.sequences.random_sequences import sequences
from tests.suite.sequences.samples import SEQUENCES
from tests.suite.sequences.sequence import KIT, OBJECT, STRING, Sequence, SequenceLab

from everypath.bridge import NewStub, Plan, Primitive, ReplayResult
from everypath.suite import NoCase, Outcome, call_sequence, inlined_in_order
from everypath.suite.replay import plan_of
from everypath.suite.source import one_line

STEADY = [
    name
    for name in SEQUENCES
    if name not in ("time", "time that has passed", "identity", "list with a time", "lambda that is returned")
]
WITHOUT_STUBS = [name for name in STEADY if not any(isinstance(each, NewStub) for each in SEQUENCES[name].steps)]


def shown(real: ReplayResult) -> tuple[object, ...]:
    """How a replay ended, and the code that it ran."""
    message = re.sub("@[0-9a-f]+", "@", real.message or "")  # it may name a class loader
    return real.status, real.returned, real.objects, real.exception, message, set(real.hits), set(real.called)


def agree(lab: SequenceLab, steps: list, *, raw: bool = True) -> None:
    recipe = lab.recipe(steps)
    brief = inlined_in_order(recipe)
    plans = [plan_of(recipe), plan_of(brief), plan_of(lab.recipe([*plan_of(brief).steps]))]
    if raw:
        plans.append(Plan(tuple(steps), len(steps) - 1))
    first, *others = lab.bridge.replay_many(plans)
    for each in others:
        assert shown(each) == shown(first)


@pytest.mark.parametrize("name", WITHOUT_STUBS)
def test_sequence_and_recipe_do_the_same(lab: SequenceLab, name: str) -> None:
    agree(lab, SEQUENCES[name].steps)


@pytest.mark.parametrize("name", WITHOUT_STUBS)
def test_a_recipe_is_read_back_from_its_plan(lab: SequenceLab, name: str) -> None:
    recipe = lab.recipe(SEQUENCES[name].steps)
    again = lab.recipe([*plan_of(recipe).steps])
    assert again == recipe
    assert inlined_in_order(again) == inlined_in_order(recipe)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(sequence=sequences())
def test_random_sequences_and_their_recipes_do_the_same(lab: SequenceLab, sequence: Sequence) -> None:
    agree(lab, sequence.steps)


def test_values_stand_at_their_use_if_the_order_stays(lab: SequenceLab) -> None:
    s = Sequence()
    first, second = s.kit("count", "()I"), s.kit("count", "()I")
    s.kit("sum", "([I)I", s.array("I", second, first))
    recipe = inlined_in_order(lab.recipe(s.steps))
    assert one_line(recipe.call, recipe.setup) == ("int count = Kit.count(); Kit.sum(new int[] {Kit.count(), count})")
    s = Sequence()
    first, second = s.kit("count", "()I"), s.kit("count", "()I")
    s.kit("sum", "([I)I", s.array("I", first, second))
    recipe = inlined_in_order(lab.recipe(s.steps))
    assert one_line(recipe.call, recipe.setup) == "Kit.sum(new int[] {Kit.count(), Kit.count()})"


def test_the_answer_of_a_stub_is_one_object(lab: SequenceLab) -> None:
    s = Sequence()
    supplier = s.stub("java/util/function/Supplier", ("get", f"(){OBJECT}", s.order("tea", 2)))
    s.call(supplier, "java/util/function/Supplier", "get", f"(){OBJECT}")
    recipe = inlined_in_order(lab.recipe(s.steps))
    assert one_line(recipe.call, recipe.setup) == (
        'Order order = new Order("tea", 2); Supplier supplier = () -> order; supplier.get()'
    )


def test_a_lambda_keeps_what_it_is_handed(lab: SequenceLab) -> None:
    recipe = inlined_in_order(lab.recipe(SEQUENCES["object handed to a lambda"].steps))
    assert one_line(recipe.call, recipe.setup) == (
        "Desk desk = new Desk(); Object[] objects = new Object[1]; Consumer consumer = p0 -> objects[0] = p0; "
        "desk.give(consumer); desk.give(consumer); ((Desk.Ticket) objects[0]).number()"
    )
    recipe = inlined_in_order(lab.recipe(SEQUENCES["objects handed to a lambda that answers"].steps))
    assert '(p0, p1) -> { objects[0] = p0; objects2[0] = p1; return "joined"; }' in one_line(recipe.call, recipe.setup)
    assert lab.bridge.replay(plan_of(recipe)).returned == Primitive("Z", 1)


def test_what_no_stub_is_handed_has_no_recipe(lab: SequenceLab) -> None:
    s = Sequence()
    desk = s.new("sequences/Desk")
    taker = s.stub("java/util/function/Consumer")
    given = s.call(desk, "sequences/Desk", "give", "(Ljava/util/function/Consumer;)V", taker)
    ticket = s.handed(taker, "java/util/function/Consumer", "refuse", f"({OBJECT})V", 0, given)
    s.call(ticket, "sequences/Desk$Ticket", "number", "()I")
    found = lab.read(s.steps)
    assert isinstance(found, NoCase)
    assert found.detail == "an argument of a call that no stub gets"


def test_numbers_are_boxed_where_objects_are_wanted(lab: SequenceLab) -> None:
    s = Sequence()
    s.kit("joined", f"({STRING}[{OBJECT}){STRING}", s.text(""), s.array(OBJECT, s.number(0), s.number(7, "J")))
    recipe = inlined_in_order(lab.recipe(s.steps))
    assert one_line(recipe.call, recipe.setup) == (
        'Kit.joined("", new Object[] {Integer.valueOf(0), Long.valueOf(7L)})'
    )
    agree(lab, s.steps)


def test_long_arrays_are_filled_by_assignments(lab: SequenceLab) -> None:
    s = Sequence()
    s.kit("sum", "([I)I", s.sparse("I", 100, (99, s.number(7))))
    recipe = lab.recipe(s.steps)
    assert one_line(recipe.call, recipe.setup) == ("int[] numbers = new int[100]; numbers[99] = 7; Kit.sum(numbers)")
    agree(lab, s.steps)


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        (lambda s: s.new(f"{KIT}$Square", "(D)V", s.number(1, "D")), "sequences.Kit$Square.<init> cannot be named"),
        (lambda s: s.field(KIT, "hidden"), "sequences.Kit.hidden cannot be named"),
        (lambda s: s.klass(f"L{KIT}$Square;"), "sequences.Kit$Square cannot be named"),
        (lambda s: s.call(s.null(), "java/lang/Object", "toString", f"(){STRING}"), "a method of null is called"),
    ],
)
def test_what_no_test_can_name_has_no_recipe(lab: SequenceLab, step, reason: str) -> None:
    s = Sequence()
    s.kit("kind", f"({OBJECT}){STRING}", step(s))
    found = lab.read(s.steps)
    assert isinstance(found, NoCase)
    assert found.outcome is Outcome.NO_TEST
    assert found.detail.startswith(reason)


@pytest.mark.parametrize(
    ("owner", "answers", "broken"),
    [
        ("java/lang/CharSequence", (), ""),
        ("java/lang/CharSequence", (("length", "()I", -1),), "java.lang.CharSequence.length"),
        ("java/util/Map", (("size", "()I", 3), ("isEmpty", "()Z", 1)), "java.util.Map.size"),
        ("java/sql/ResultSet", (), "java.sql.ResultSet.findColumn"),
    ],
)
def test_no_test_has_a_stub_that_breaks_a_contract_of_the_jdk(lab: SequenceLab, owner, answers, broken) -> None:
    s = Sequence()
    given = [(name, descriptor, s.number(value, descriptor[-1])) for name, descriptor, value in answers]
    s.kit("kind", f"({OBJECT}){STRING}", s.stub(owner, *given))
    found = call_sequence(lab.builder, s.steps)
    assert isinstance(found, NoCase) == bool(broken)
    if isinstance(found, NoCase):
        assert found.detail == f"a stub breaks the contract of {broken}"
