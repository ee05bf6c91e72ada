"""Sequences lose what they were not kept for."""

from __future__ import annotations

from collections import abc
from collections.abc import Callable

import pytest
from tests.suite.sequences.samples import BUILDER
from tests.suite.sequences.sequence import OBJECT, ORDER, STRING, Sequence, SequenceLab

from everypath.bridge import Bridge, Plan, ReplayResult
from everypath.suite import Recipe, inlined_in_order, shorter
from everypath.suite.replay import plan_of
from everypath.suite.source import one_line


def shown(recipe: Recipe) -> str:
    brief = inlined_in_order(recipe)
    return one_line(brief.call, brief.setup)


def same_code(lab: SequenceLab, recipe: Recipe) -> Callable[[ReplayResult], bool]:
    """The predicate by which a sweep keeps a sequence: it passes the same probes in the call."""
    (wanted,) = lab.bridge.replay_many([plan_of(recipe)])
    return lambda real: real.status is wanted.status and set(real.called) >= set(wanted.called)


def built() -> Sequence:
    s = Sequence()
    made = s.static(ORDER, "builder", f"()L{BUILDER};")
    made = s.call(made, BUILDER, "count", f"(I)L{BUILDER};", s.number(12345))
    made = s.call(made, BUILDER, "name", f"({STRING})L{BUILDER};", s.text("an unneeded text"))
    made = s.call(made, BUILDER, "count", f"(I)L{BUILDER};", s.number(7))
    s.call(made, BUILDER, "build", f"()L{ORDER};")
    return s


def paid() -> Sequence:
    s = Sequence()
    order = s.order("tea", 2)
    s.call(order, ORDER, "setCount", "(I)V", s.number(77))
    line = s.new(f"{ORDER}$Line", f"({STRING}I)V", s.text("green"), s.number(4))
    s.call(order, ORDER, "add", f"(L{ORDER}$Line;)V", line)
    s.call(order, ORDER, "pay", "()V")
    s.call(order, ORDER, "getName", f"(){STRING}")
    s.call(order, ORDER, "pay", "()V")
    return s


def listed() -> Sequence:
    s = Sequence()
    texts = s.listed(s.text("some"), s.box(5), s.text("texts"))
    s.listed(texts)
    s.kit("first", "(Ljava/util/List;)Ljava/util/Optional;", texts)
    return s


@pytest.mark.parametrize(
    ("sequence", "expected"),
    [
        (built, 'Order.builder().name("a").build()'),
        (paid, 'Order order = new Order("", 0); order.pay(); order.pay()'),
        (listed, 'ArrayList words = new ArrayList<>(); words.add(""); Kit.first(words)'),
    ],
)
def test_what_is_not_needed_is_left_out(lab: SequenceLab, sequence: Callable[[], Sequence], expected: str) -> None:
    recipe = lab.recipe(sequence().steps)
    found = shorter(recipe, same_code(lab, recipe), lab.bridge)
    assert shown(found) == expected


def test_replays_are_limited(lab: SequenceLab) -> None:
    recipe = lab.recipe(paid().steps)
    counting = Counting(lab.bridge)
    shorter(recipe, same_code(lab, recipe), counting, most=7)
    assert counting.replays <= 7
    assert shorter(recipe, lambda _: True, counting, most=0) == recipe


class Counting:
    """A replayer that counts."""

    def __init__(self, bridge: Bridge) -> None:
        self.bridge = bridge
        self.replays = 0
        self.probes = bridge.probes

    def replay_many(self, plans: abc.Sequence[Plan]) -> list[ReplayResult]:
        self.replays += len(plans)
        return self.bridge.replay_many(plans)


def test_what_the_call_takes_stays(lab: SequenceLab) -> None:
    s = Sequence()
    order = s.order("tea", 2)
    s.kit("same", f"({OBJECT}){OBJECT}", order)
    recipe = lab.recipe(s.steps)
    assert shown(shorter(recipe, lambda _: True, lab.bridge)) == 'Kit.same(new Order("", 0))'


LEDGER = "sequences/Ledger"


def opened() -> Sequence:
    """An exception whose input is longer than it needs to be."""
    s = Sequence()
    order = s.order("tea", 2)
    s.call(order, ORDER, "pay", "()V")
    out = s.new("java/lang/StringBuilder", f"({STRING})V", s.text("some text"))
    made = s.new(LEDGER, "(Ljava/lang/StringBuilder;Ljava/util/List;)V", out, s.listed(order))
    line = s.static("java/lang/String", "valueOf", f"({OBJECT}){STRING}", s.text("-12345"))
    s.static(LEDGER, "opened", f"({STRING}L{LEDGER};)I", line, made)
    return s


def test_objects_become_simpler(lab: SequenceLab) -> None:
    recipe = lab.recipe(opened().steps)
    (wanted,) = lab.bridge.replay_many([plan_of(recipe)])
    found = shorter(
        recipe,
        lambda real: (real.exception, real.trace) == (wanted.exception, wanted.trace),
        lab.bridge,
        members=lab.builder.members("sequences"),
    )
    assert shown(found) == 'Ledger.opened("-", new Ledger(new StringBuilder(), new ArrayList<>()))'


def test_returned_texts_become_constants(lab: SequenceLab) -> None:
    recipe = lab.recipe(opened().steps)
    found = shorter(recipe, same_code(lab, recipe), lab.bridge)
    assert shown(found).startswith('Ledger.opened("-", ')


def test_a_search_can_be_ended(lab: SequenceLab) -> None:
    recipe = lab.recipe(opened().steps)
    assert shorter(recipe, lambda _: True, lab.bridge, over=lambda: True) == recipe
