"""Random call sequences on the classes of tests/java/sequences."""

from __future__ import annotations

from hypothesis import strategies as st
from tests.suite.sequences.samples import BOX
from tests.suite.sequences.sequence import OBJECT, ORDER, STRING, Sequence

LINE = f"{ORDER}$Line"
MEMBERS = (
    ("O", lambda s, a: s.new(ORDER, f"({STRING}I)V", a("T"), a("I"))),
    ("L", lambda s, a: s.new(LINE, f"({STRING}I)V", a("T"), a("I"))),
    ("V", lambda s, a: s.call(a("O"), ORDER, "setCount", "(I)V", a("I"))),
    ("V", lambda s, a: s.call(a("O"), ORDER, "pay", "()V")),
    ("V", lambda s, a: s.call(a("O"), ORDER, "add", f"(L{LINE};)V", a("L"))),
    ("I", lambda s, a: s.call(a("O"), ORDER, "total", "()I")),
    ("T", lambda s, a: s.call(a("O"), ORDER, "getName", f"(){STRING}")),
    ("I", lambda s, a: s.call(a("O"), ORDER, "getCount", "()I")),
    ("X", lambda s, a: s.call(a("O"), ORDER, "getLines", "()Ljava/util/List;")),
    ("X", lambda s, a: s.listed(a("O"), a("O"))),
    ("X", lambda s, a: s.kit("words", f"({STRING})Ljava/util/List;", a("T"))),
    ("I", lambda s, a: s.kit("totalOf", "(Ljava/util/List;)I", a("X"))),
    ("V", lambda s, a: s.kit("reverse", "(Ljava/util/List;)V", a("X"))),
    ("B", lambda s, a: s.new(BOX, f"({OBJECT})V", a("O"))),
    ("B", lambda s, a: s.static(BOX, "of", f"({OBJECT})L{BOX};", a("T"))),
    ("V", lambda s, a: s.call(a("B"), BOX, "set", f"({OBJECT})V", a("X"))),
    ("A", lambda s, a: s.array("I", a("I"), a("I"))),
    ("V", lambda s, a: s.kit("sort", "([I)V", a("A"))),
    ("I", lambda s, a: s.kit("sum", "([I)I", a("A"))),
    ("I", lambda s, a: s.kit("count", "()I")),
    ("I", lambda s, a: s.kit("parsed", f"({STRING})I", a("T"))),
    ("T", lambda s, a: s.kit("joined", f"({STRING}[{OBJECT}){STRING}", a("T"), s.array(OBJECT, a("T"), a("I")))),
)
"""Calls, each with the kind of value that it yields; ``a`` gives an earlier value of a kind, or a new one."""


class Drawn:
    """A random sequence: later calls use the values of earlier ones."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw
        self.sequence = Sequence()
        self.made: dict[str, list[int]] = {}

    def value(self, kind: str) -> int:
        """A value of a kind."""
        known = self.made.get(kind, [])
        if known and self.draw(st.booleans()):
            return self.draw(st.sampled_from(known))
        if kind == "I":
            return self.sequence.number(self.draw(st.integers(-3, 300)))
        if kind == "T":
            return self.sequence.text(self.draw(st.sampled_from(["", "7", "a b", "tea"])))
        return self.add(self.draw(st.sampled_from([each for each in MEMBERS if each[0] == kind])))

    def add(self, member: tuple) -> int:
        """One more call."""
        kind, call = member
        number = call(self.sequence, self.value)
        self.made.setdefault(kind, []).append(number)
        return number


@st.composite
def sequences(draw: st.DrawFn) -> Sequence:
    drawn = Drawn(draw)
    for _ in range(draw(st.integers(1, 6))):
        drawn.add(draw(st.sampled_from(MEMBERS)))
    drawn.add(draw(st.sampled_from([each for each in MEMBERS if each[0] != "A"])))
    return drawn.sequence
