"""The table of the rewrites of `canonical` and `minimised`: a name and an example for each.

Every rewrite is exact for wrap-around at every width. The test suite proves each of them with the solvers and by trying
all values of eight bits, and checks that each is used.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["RULES"]

RULES: Final[Mapping[str, str]] = {
    # sums and products, modulo 2 to the width
    "like summands": "a*m + b*m is (a + b)*m",
    "product expanded": "(a + b) * c is a*c + b*c",
    "shift is a product": "x << k is 2^k * x",
    "complement is a difference": "x ^ -1 is -x - 1",
    "choice of constants": "(c ? a : b) is b + (a - b)*(c ? 1 : 0)",
    "square of a bit": "a product of (c ? 1 : 0) with itself is (c ? 1 : 0)",
    "narrowed sum": "(int) (a*b + c) is (int) a * (int) b + (int) c",
    "high bits dropped": "(byte) (x + 256) is (byte) x",
    "narrowed twice": "(byte) ((char) x + y) is (byte) (x + y)",
    "bit operands in order": "&, | and ^ associate and commute; x & x is x, x ^ x is 0",
    # comparisons
    "equation of a difference": "a == b says a - b == 0: common summands are dropped, and signs are made positive",
    "odd factor": "3*x == 3*y is x == y: an odd number has an inverse",
    "even is not odd": "2*x == 2*y + 1 is false",
    "order over the integers": "a < b where neither side can wrap is an order of integers: common summands are dropped",
    "common factor": "4*x < 4*y + 3 is x <= y where nothing can wrap",
    "widened values": "(long) x < (long) y is x < y",
    "against itself": "x < x + k is x <= MAX - k for k > 0, and x < x - k is x < MIN + k",
    "nearest bound": "x >= 4 is x > 3, x > -4 is x >= -3: each bound has one form, that with the smaller number",
    "bound at an end": "x <= 0 is x == 0 where x is never below 0, and x >= MAX is x == MAX",
    # Boolean structure
    "absorbed": "a && (a || b) is a; a || (a && b) is a",
    "opposite member": "a && (!a || b) is a && b; a || (!a && b) is a || b",
    "parts in order": "&& and || commute",
    "values in common": "x > 3 && x <= 4 is x == 4: all conditions on one value become one",
    "values together": "x < 3 || x == 3 is x <= 3",
    # whole conditions
    "relations in common": "x <= y && x != y is x < y; x <= y && y <= x is x == y",
    "next value": "p < h && h <= p + 1 is h == p + 1 && p != MAX",
    "value between": "p < h && h < p + 2 is h == p + 1 && p != MAX && p != MAX - 1",
    "only value": "p <= h && h < p + 1 is h == p && p != MAX",
    "known value": "x == 4 && y > x is x == 4 && y > 4",
    "choice decided": "x == 4 && (x == 3 ? y : z) > 0 is x == 4 && z > 0; x < y && (x == y ? y : z) > 0 likewise",
    "implied by differences": "x < y && y < z && x < z is x < y && y < z",
    "constant moved over": "x <= MAX - 2 && x + 2 < y is x < y - 2 where y - 2 does not wrap; so z < y for z == x + 2",
    "value before": "x - 1 >= 0 && x - 1 < y is x > 0 && x <= y",
    "bounds shifted": "x >= 0 && y >= 1 && y == x + 2 is x + 2 >= 2 && y == x + 2",
    "bound of a sum": "x + 2 >= 2 && y == x + 2 is y >= 2 && y == x + 2",
    "implied by ranges": "x >= 0 && x - 1 >> 6 >= -1 is x >= 0",
    "alternative excluded": "x > 5 && (x < 3 || c) is x > 5 && c",
    "alternative holds": "x > 5 && (x > 3 || c) is x > 5",
}
"""By name, an example of each rewrite. ``m``, ``p`` and ``h`` are any values; MIN and MAX those of the width."""
