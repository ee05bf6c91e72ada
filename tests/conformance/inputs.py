"""Arguments for generated methods: boundary values and others, drawn by Hypothesis from a seed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeVar

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from tests.conformance.calls import Argument, Call, Same

from everypath.term.values import f32

INTS = (0, 1, -1, 2, 3, 5, 7, 31, 32, 33, 63, 64, 127, 128, 129, 255, 256, 1000, 32767, 32768, 65535, 65536, -65536)
INTS += (-2, -7, -128, -129, -32768, -32769, 2**30, 2**31 - 1, -(2**31), -(2**31) + 1, 0x12345678, 0x5A5A5A5A)
LONGS = (*INTS, 2**31, -(2**31) - 1, 2**32, 2**32 + 7, 2**53, 2**53 + 1, 2**63 - 1, -(2**63), -(2**63) + 1, 10**18 + 7)
DOUBLES = (0.0, -0.0, 1.0, -1.0, -1.5, 0.1, 0.5, 2.5, 3.7, 1e300, -1e-300, 5e-324, 2.2250738585072014e-308)
DOUBLES += (1.7976931348623157e308, 2.0**31, -(2.0**31) - 1, 2.0**63, -(2.0**63), 1e19, 2.0**53 + 2, 65536.0, -129.0)
DOUBLES += (math.inf, -math.inf, math.nan)
FLOATS = (0.0, -0.0, 1.0, -1.0, -1.5, 0.1, 0.5, 3.4028234663852886e38, 1e-45, 1.1754943508222875e-38, 16777217.0)
FLOATS = tuple(f32(x) for x in (*FLOATS, 2.0**31, -(2.0**31), 2.0**63, 1e19, 65536.0, math.inf, -math.inf, math.nan))
TEXTS = (
    "",
    "a",
    "Aa",
    "BB",
    "one",
    "two",
    "12",
    "-7",
    "2147483648",
    " x ",
    "a,b,,c",
    "e\u0301",
    "Zz\u20ac",
    "\ud83d\ude00!",
)
TEXTS += ("\udc00\ud800", "stra\u00dfe", "\u0130", "\u0000", "true", "RED")
"""One character a UTF-16 unit."""

_units = st.characters(max_codepoint=0xFFFF, exclude_categories=())
_PRIMITIVES: dict[str, st.SearchStrategy[Argument]] = {
    "I": st.sampled_from(INTS) | st.integers(-(2**31), 2**31 - 1),
    "J": st.sampled_from(LONGS) | st.integers(-(2**63), 2**63 - 1),
    "F": st.sampled_from(FLOATS) | st.floats(width=32),
    "D": st.sampled_from(DOUBLES) | st.floats(),
    "Z": st.sampled_from((0, 1)),
    "B": st.sampled_from((-128, -1, 0, 1, 127)) | st.integers(-128, 127),
    "S": st.sampled_from((-32768, -1, 0, 300, 32767)) | st.integers(-32768, 32767),
    "C": st.sampled_from((0, 65, 97, 0xFFFF)) | st.integers(0, 0xFFFF),
    "Ljava/lang/String;": st.none() | st.sampled_from(TEXTS) | st.text(_units, max_size=6),
}

Drawn = TypeVar("Drawn")


def argument(kind: str) -> st.SearchStrategy[Argument]:
    """An argument of a parameter with this descriptor; arrays are short, one in eight is null."""
    if kind[0] != "[":
        return _PRIMITIVES[kind]
    elements = st.lists(argument(kind[1:]), max_size=4).map(tuple)
    return st.one_of(*[elements] * 7, st.none())


def arguments(kinds: Sequence[str]) -> st.SearchStrategy[tuple[Argument, ...]]:
    """Arguments for all parameters; two parameters of one array type may get one array."""
    same_type = [
        (first, second)
        for second, kind in enumerate(kinds)
        for first in range(second)
        if kind[0] == "[" and kinds[first] == kind
    ]
    plain = st.tuples(*map(argument, kinds))
    if not same_type:
        return plain
    return st.builds(_aliased, plain, st.none() | st.sampled_from(same_type))


def _aliased(values: tuple[Argument, ...], same_type: tuple[int, int] | None) -> tuple[Argument, ...]:
    if same_type is None:
        return values
    first, second = same_type
    return (*values[:second], Same(first), *values[second + 1 :])


def sessions(methods: Sequence[tuple[str, str, tuple[str, ...]]], length: int) -> st.SearchStrategy[list[Call]]:
    """Sessions of calls of these methods (class, name, descriptors of the parameters)."""
    calls = st.one_of(
        *(
            st.builds(Call, st.just(owner), st.just(name), st.just(kinds), arguments(kinds))
            for owner, name, kinds in methods
        )
    )
    return st.lists(calls, min_size=length, max_size=length)


def drawn(strategy: st.SearchStrategy[Drawn], count: int, number: int) -> list[Drawn]:
    """About ``count`` values of a strategy, always the same ones for the same seed ``number``."""
    found: list[Drawn] = []

    @seed(number)
    @settings(
        max_examples=count,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def collect(value: Drawn) -> None:
        found.append(value)

    collect()
    return found
