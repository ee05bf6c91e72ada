"""Tests of sequences look at all objects that a call can reach, and at what says most about them."""

from __future__ import annotations

import pytest
from tests.suite.sequences.sequence import ORDER, STRING, Sequence, SequenceLab

from everypath.suite import TestCase, case_plan, verdict_of_observed, write_tests

LEDGER = "sequences/Ledger"
BUILDER = "java/lang/StringBuilder"


def ledger(s: Sequence, out: int, *orders: int) -> int:
    return s.new(LEDGER, f"(L{BUILDER};Ljava/util/List;)V", out, s.listed(*orders))


def written(lab: SequenceLab, sequence: Sequence) -> str:
    """The source of the test of a sequence, which passes."""
    case = lab.case(sequence)
    verdict = verdict_of_observed(case, lab.bridge.replay_many([case_plan(case)]), lab.builder)
    assert verdict.confirmed, verdict.detail
    suite = write_tests([case], lab.builder, lab.bridge, assertions=True)
    assert suite.dropped == ()
    return suite.sources[0].text


def test_an_object_that_the_call_reaches_is_asserted(lab: SequenceLab) -> None:
    s = Sequence()
    made = ledger(s, s.new(BUILDER))
    s.call(made, LEDGER, "write", f"({STRING})I", s.text("a"))
    assert 'assertEquals("a;", stringBuilder.toString())' in written(lab, s)


def test_an_object_in_a_list_is_asserted(lab: SequenceLab) -> None:
    s = Sequence()
    order = s.order("tea", 2)
    made = ledger(s, s.new(BUILDER), order)
    s.call(made, LEDGER, "payAll", "()V")
    assert "assertSame(Order.State.PAID, order.getState())" in written(lab, s)


def test_what_differs_from_the_receiver_is_asserted(lab: SequenceLab) -> None:
    s = Sequence()
    made = ledger(s, s.new(BUILDER))
    s.call(made, LEDGER, "withNinth", f"(I)L{LEDGER};", s.number(7))
    text = written(lab, s)
    assert "assertEquals(7, result.getNinth())" in text
    assert "getEighth" not in text


def test_what_differs_from_a_constant_is_asserted(lab: SequenceLab) -> None:
    s = Sequence()
    made = s.field(LEDGER, "EMPTY")
    s.call(made, LEDGER, "withNinth", f"(I)L{LEDGER};", s.number(7))
    text = written(lab, s)
    assert "assertEquals(7, result.getNinth())" in text
    assert "getEighth" not in text


def test_the_text_of_a_large_object_is_asserted(lab: SequenceLab) -> None:
    s = Sequence()
    made = ledger(s, s.new(BUILDER))
    s.call(made, LEDGER, "withNinth", f"(I)L{LEDGER};", s.number(7))
    assert 'assertEquals("0,0,0,0,0,0,0,0,7", result.toString())' in written(lab, s)


@pytest.mark.parametrize("calls", [1, 3])
def test_variables_are_counted_without_gaps(lab: SequenceLab, calls: int) -> None:
    s = Sequence()
    orders = [s.order("tea", 2) for _ in range(calls)]
    for each in orders:
        s.call(each, ORDER, "getName", f"(){STRING}")
    s.call(orders[-1], ORDER, "pay", "()V")
    case = lab.case(s)
    assert isinstance(case, TestCase)
    assert "order" in case.expression
    assert ("order2" in case.expression, "order4" in case.expression) == (calls > 1, False)


def test_what_earlier_calls_return_is_asserted(lab: SequenceLab) -> None:
    s = Sequence()
    made = ledger(s, s.new(BUILDER))
    s.call(made, LEDGER, "write", f"({STRING})I", s.text("a"))
    s.call(made, LEDGER, "write", f"({STRING})I", s.text("bcd"))
    text = written(lab, s)
    assert 'int write = ledger.write("a");' in text
    assert "assertEquals(1, write);" in text


def test_names_of_constants_are_constants(lab: SequenceLab) -> None:
    s = Sequence()
    state = s.static(f"{ORDER}$State", "valueOf", f"({STRING})L{ORDER}$State;", s.text("OPEN"))
    s.kit("of", f"(L{ORDER}$State;){STRING}", state)
    assert 'assertEquals("open", Kit.of(Order.State.OPEN));' in written(lab, s)


def test_a_stub_of_a_large_interface_is_short(lab: SequenceLab) -> None:
    device = "sequences/Device"
    s = Sequence()
    stub = s.stub(
        device,
        ("width", "()I", s.number(3)),
        ("flags", "()B", s.number(1, "B")),
        ("serial", "()J", s.number(7, "J")),
        ("name", f"(){STRING}", s.text("x")),
    )
    s.static(device, "described", f"(L{device};){STRING}", stub)
    text = written(lab, s)
    assert "new Device()" not in text
    call = 'stub(Device.class, "width", 3, "flags", Byte.valueOf((byte) 1), "serial", Long.valueOf(7L), "name", "x")'
    assert call in " ".join(text.split()).replace("( ", "(")
    assert '"3 7 1 false 0 x null 0.0 true"' in text


def test_what_a_builder_builds_is_asserted(lab: SequenceLab) -> None:
    s = Sequence()
    made = s.static(ORDER, "builder", f"()L{ORDER}$Builder;")
    made = s.call(made, f"{ORDER}$Builder", "name", f"({STRING})L{ORDER}$Builder;", s.text("tea"))
    s.call(made, f"{ORDER}$Builder", "count", f"(I)L{ORDER}$Builder;", s.number(3))
    text = written(lab, s)
    assert "assertEquals(3, builder.build().getCount());" in text
