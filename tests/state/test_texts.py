"""Texts of arrays under models."""

from __future__ import annotations

from everypath.state import text as texts
from everypath.term import BV16, BV32, Model, array_sort, evaluate, store, var
from everypath.term.operations import ArrayValue

CHARS, LENGTH = var("chars", array_sort(BV16)), var("length", BV32)


def test_a_text_is_its_chars_one_by_one():
    changed = store(CHARS, 2, 0xFFFE)
    model = Model({CHARS: ArrayValue({0: 97, 1: -1}, 98), LENGTH: 4})
    text = texts.Elements(changed, LENGTH)
    assert text.evaluate(model) == "a\uffff\ufffeb"
    assert [evaluate(text.at(index), model) for index in range(4)] == [97, 0xFFFF, 0xFFFE, 98]


def test_a_long_text_makes_no_term_for_each_char(monkeypatch):
    def refused(self, index):
        raise AssertionError(index)

    monkeypatch.setattr(texts.Elements, "at", refused)
    model = Model({CHARS: ArrayValue({7: 97}, 98), LENGTH: 1_000_000})
    content = texts.Elements(CHARS, LENGTH).evaluate(model)
    assert (len(content), content[:9], set(content)) == (1_000_000, "bbbbbbbab", {"a", "b"})
