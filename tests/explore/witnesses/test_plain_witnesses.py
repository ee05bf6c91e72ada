"""Implied conditions are dropped, and witnesses get plain values that still satisfy their conditions."""

from __future__ import annotations

from everypath.explore.witnesses import LARGEST_PLAIN, implies_plainly, plain_witness, plainest
from everypath.inputs import InputShape, Node, Slot, TextInput
from everypath.solver import Solver
from everypath.term import (
    BV16,
    BV32,
    Model,
    Term,
    add,
    array_sort,
    conj,
    disj,
    eq,
    evaluate,
    is_null,
    le,
    lt,
    mul,
    not_,
    ref_var,
    select,
    var,
    wrap,
)

x, y = var("x", BV32), var("y", BV32)


def condition(value: object) -> Term:
    assert isinstance(value, Term)
    return value


def test_an_equation_says_all_about_its_symbol() -> None:
    assert implies_plainly(condition(eq(x, 3)), condition(lt(x, 5)))
    assert not implies_plainly(condition(eq(x, 3)), condition(lt(x, 2)))
    assert not implies_plainly(condition(eq(x, 3)), condition(lt(x, y)))
    assert not implies_plainly(condition(lt(x, 5)), condition(eq(x, 3)))


def test_plain_witnesses_still_satisfy() -> None:
    conditions = [condition(lt(40, x)), condition(not_(eq(mul(x, y, 32), 0)))]
    plain = plain_witness(conditions, Model({x: 1 << 30, y: -77}), InputShape())
    assert all(evaluate(each, plain) is True for each in conditions)
    assert plain[x] == 42
    assert plain[y] == 1


def test_plainer_values_make_no_object_of_null() -> None:
    """The path has no object for a reference that is null: plainer values must leave the reference null."""
    nowhere = is_null(ref_var("r"))
    large = 1 << 20
    conditions = (condition(disj(not_(nowhere), lt(large, x))), condition(eq(x, y)))
    witness = Model({x: large + 5, y: large + 5, nowhere: True})
    shape = InputShape((), {})
    solver = Solver()
    assert plainest(conditions, witness, shape, (), solver).value_of(nowhere) is True
    freed = plainest(conditions[1:], witness, shape, (), solver)
    assert freed.value_of(x) == freed.value_of(y)
    assert abs(freed.value_of(x)) <= LARGEST_PLAIN


def text(name: str) -> tuple[Slot, Node, Term, Term]:
    chars, length = var(f"{name}.chars", array_sort(BV16)), var(f"{name}.length", BV32)
    descriptor = "Ljava/lang/String;"
    return Slot(name, descriptor), Node(name, descriptor, TextInput(length, chars)), chars, length


def test_equal_chars_become_printable_together() -> None:
    left, right = text("a"), text("b")
    shape = InputShape((left[0], right[0]), {"a": left[1], "b": right[1]})
    same = condition(eq(select(left[2], 0), select(right[2], 0)))
    conditions = [condition(eq(left[3], 1)), condition(eq(right[3], 1)), same]
    model = Model({left[3]: 1, right[3]: 1, left[2]: {}, right[2]: {}})
    plain = plain_witness(conditions, model, shape)
    assert all(evaluate(each, plain) is True for each in conditions)
    assert plain[left[2]][0] == plain[right[2]][0] == ord("a")


def test_leading_chars_that_mean_nothing_are_dropped() -> None:
    slot, node, chars, length = text("a")
    shape = InputShape((slot,), {"a": node})
    somewhere = [condition(eq(select(chars, index), 300)) for index in range(9)]
    within = [condition(lt(index, length)) for index in range(9)]
    conditions = [condition(disj(*(conj(*pair) for pair in zip(within, somewhere, strict=True))))]
    plain = plain_witness(conditions, Model({length: 9, chars: {8: 300}}), shape)
    assert evaluate(conditions[0], plain) is True
    assert plain[length] == 1


def test_what_is_left_of_a_text_keeps_the_chars_that_its_conditions_ask_for() -> None:
    slot, node, chars, length = text("a")
    shape = InputShape((slot,), {"a": node})
    ending = [
        condition(eq(select(chars, add(length, -2, 32)), 13)),
        condition(eq(select(chars, add(length, -1, 32)), 10)),
    ]
    conditions = [condition(le(2, length)), *ending]
    plain = plain_witness(conditions, Model({length: 4, chars: {2: 13, 3: 10}}), shape)
    assert plain[length] == 2
    assert all(evaluate(each, Model(dict(plain.items()))) is True for each in conditions)


def test_chars_of_a_plainer_witness_stay_signed_as_conditions_compare_them() -> None:
    """A char above ``\\u7fff`` that has to stay must not be taken for another value while others become printable."""
    slot, node, chars, length = text("a")
    shape = InputShape((slot,), {"a": node})
    high = wrap(0xE000, 16)
    conditions = [condition(eq(length, 2)), condition(eq(select(chars, 0), high))]
    plain = plain_witness(conditions, Model({length: 2, chars: {0: high, 1: 7}}), shape)
    assert all(evaluate(each, plain) is True for each in conditions)
    assert (plain[chars][0], plain[chars][1]) == (high, ord("a"))
