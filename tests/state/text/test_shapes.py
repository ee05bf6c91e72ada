"""Texts: every lazy shape reads, char by char, as the string it stands for."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from everypath.state import text as texts
from everypath.state.text import Constant
from everypath.term import BV32, Model, eq, evaluate, le, var

UNITS = st.text(st.characters(max_codepoint=0xFFFF), max_size=6)
INDEX = var("i", BV32)
NUMBER = var("n", BV32)


@st.composite
def shaped(draw, depth: int = 3):
    """A text over the symbols ``i`` (0 to 3) and ``n``, and a model."""
    kind = draw(
        st.sampled_from(["constant", "decimal", "rope", "view", "choice"] if depth else ["constant", "decimal"])
    )
    if kind == "constant":
        return Constant(draw(UNITS))
    if kind == "decimal":
        return texts.decimal(NUMBER, 32)
    left, right = draw(shaped(depth - 1)), draw(shaped(depth - 1))
    if kind == "rope":
        return texts.concat(left, right)
    if kind == "choice":
        return texts.choose(eq(INDEX, 1), left, right)
    whole = texts.concat(Constant("abc"), left)
    return whole.slice(INDEX, whole.length)


@settings(max_examples=300, deadline=None)
@given(shaped(), shaped(2), st.integers(0, 3), st.integers(-(1 << 31), (1 << 31) - 1))
def test_shapes_read_as_their_string(text, other, index, number):
    model = Model().with_({INDEX: index, NUMBER: number})
    value, second = text.evaluate(model), other.evaluate(model)
    assert evaluate(text.length, model) == len(value)
    assert text.limit is None or len(value) <= text.limit
    assert "".join(chr(evaluate(text.at(i), model)) for i in range(len(value))) == value
    assert "".join(chr(evaluate(text.at(INDEX), model)) for _ in value[index : index + 1]) == value[index : index + 1]
    assert bool(evaluate(texts.equal(text, other), model)) is (value == second)
    assert bool(evaluate(texts.equal(text, Constant(value)), model))
    assert bool(evaluate(texts.starts_with(text, other, 0), model)) is value.startswith(second)
    assert evaluate(texts.index_of(text, Constant("1"), 0), model) == value.find("1")
    assert evaluate(texts.last_index_of(text, Constant("b"), text.length), model) == value.rfind("b")
    assert texts.map_chars(text, lambda c: c).evaluate(model) == value
    assert texts.reverse(text).evaluate(model) == value[::-1]
    assert texts.strip(text, lambda c: le(c, 32)).evaluate(model) == value.strip("".join(map(chr, range(33))))
    known = texts.hash_code(Constant(value))
    assert evaluate(texts.hash_code(text), model) == known
