"""Arguments for concrete runs: every combination of a few values per type, thinned out to a few hundred."""

from __future__ import annotations

import itertools
import random

TEXTS = [
    "",
    "a",
    "ab",
    "hello",
    "Hello",
    " x ",
    "a,b,,c,,",
    "a.b.c",
    "yes",
    "red",
    "\t\n",
    "aXbXa",
    "Straße",
    "\u0130I",
    "x\u2003",
]
TEXTS += ["\ud83d\ude00!", "\udc00\ud800", "\u00b5\u00ff\u00e9", "12", "-42", "\u0663", "0x1F", "true", "GREEN"]
INTS = [0, 1, -1, 2, 3, 7, 10, -42, 99, 127, 128, -128, -129, 255, 65535, 65536, 1 << 30, -(1 << 31), (1 << 31) - 1]
LONGS = [*INTS, 1 << 31, -(1 << 33), (1 << 63) - 1, -(1 << 63), 10**18, -(10**18)]
DOUBLES = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, 0.1, 1e10, -1e300, 4.9e-324, 1.7976931348623157e308]
DOUBLES += [
    float("inf"),
    float("-inf"),
    float("nan"),
    4503599627370495.5,
    -4503599627370497.5,
    0.49999999999999994,
    1e18,
]
FLOATS = [0.0, -0.0, 1.0, -1.5, 2.5, 0.5, 16777216.0, 1.401298464324817e-45, 3.4028234663852886e38, 8388607.5]
FLOATS += [float("inf"), float("-inf"), float("nan")]
CHARS = [
    0,
    9,
    32,
    48,
    57,
    65,
    90,
    97,
    98,
    120,
    122,
    127,
    0xA0,
    0xB5,
    0xDF,
    0xE9,
    0xFF,
    0x130,
    0x660,
    0x2003,
    0xD800,
    0xDC00,
    0xFFFF,
]
VALUES = {
    "Ljava/lang/String;": TEXTS,
    "I": INTS,
    "J": LONGS,
    "D": DOUBLES,
    "F": FLOATS,
    "C": CHARS,
    "Z": [0, 1],
    "B": [0, 1, -1, 127, -128, 65],
    "S": [0, 1, -1, 32767, -32768, 300],
}
SMALL = {"I": [-1, 0, 1, 2, 3, 5], "Ljava/lang/String;": TEXTS}


def calls_for(kinds: tuple[str, ...], most: int = 150) -> list[tuple[object, ...]]:
    """Argument lists for a method with these parameters."""
    mixed = "Ljava/lang/String;" in kinds
    tables = [SMALL.get(kind, VALUES[kind]) if mixed else VALUES[kind] for kind in kinds]
    size = 1
    for table in tables:
        size *= len(table)
    if size <= most:
        return list(itertools.product(*tables))
    pick = random.Random(str(kinds))
    return [tuple(pick.choice(table) for table in tables) for _ in range(most)]
