"""Sums of products modulo 2 to the width of a vector: the form of arithmetic in `canonical`.

A `Sum` maps monomials to coefficients other than 0, in the signed range of the width. A monomial is a product of atoms
(terms that are no sum or product) with their exponents; the empty one is that of the constant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from math import gcd
from typing import Final, TypeAlias

from everypath.term.canonical.value_sets import Range, full_range
from everypath.term.core import Term, Value, make
from everypath.term.operations import digest, size
from everypath.term.values import BOOL, vector_sort, wrap

__all__ = [
    "MOST_SUMMANDS",
    "ONE",
    "Monomial",
    "Order",
    "Ranges",
    "Sum",
    "add_scaled",
    "bit_of",
    "build",
    "constant_sum",
    "content",
    "integer_difference",
    "is_bit",
    "is_positive",
    "product",
    "range_of",
    "reduced",
    "scaled",
    "split_constant",
]

Monomial: TypeAlias = "tuple[tuple[Term, int], ...]"
Sum: TypeAlias = "dict[Monomial, int]"
Ranges: TypeAlias = "Callable[[Term], Range]"
Name: TypeAlias = "tuple[tuple[int, str], ...]"

ONE: Final[Monomial] = ()
"""The monomial of the constant."""

MOST_SUMMANDS: Final = 96
"""Sums of more summands, and products that would have more, are left as they are."""

MOST_FACTORS: Final = 12
"""Products of higher degree are left as they are."""

_DIGITS = re.compile(r"(\d+)")


# ---- arithmetic


def constant_sum(number: int) -> Sum:
    """Return a number as a sum."""
    return {ONE: number} if number else {}


def reduced(summands: Mapping[Monomial, int], width: int) -> Sum:
    """Return the sum with its coefficients wrapped to ``width`` bits."""
    return {monomial: k for monomial, whole in summands.items() if (k := wrap(whole, width))}


def add_scaled(a: Sum, b: Sum, factor: int, width: int) -> Sum:
    """Return ``a + factor * b``."""
    found = dict(a)
    for monomial, k in b.items():
        total = wrap(found.get(monomial, 0) + factor * k, width)
        if total:
            found[monomial] = total
        else:
            found.pop(monomial, None)
    return found


def scaled(a: Sum, factor: int, width: int) -> Sum:
    """Return ``factor * a``."""
    return add_scaled({}, a, factor, width)


def product(a: Sum, b: Sum, width: int) -> Sum | None:
    """Return ``a * b`` expanded, None if that has too many summands or factors."""
    if len(a) * len(b) > MOST_SUMMANDS:
        return None
    found: Sum = {}
    for left, k in a.items():
        for right, n in b.items():
            monomial = _joined(left, right)
            if monomial is None:
                return None
            total = wrap(found.get(monomial, 0) + k * n, width)
            if total:
                found[monomial] = total
            else:
                found.pop(monomial, None)
    return found


def _joined(left: Monomial, right: Monomial) -> Monomial | None:
    if not left or not right:
        return left or right
    powers = dict(left)
    for atom, power in right:
        powers[atom] = 1 if is_bit(atom) else powers.get(atom, 0) + power
    if sum(powers.values()) > MOST_FACTORS:
        return None
    return tuple(sorted(powers.items(), key=lambda each: digest(each[0])))


def split_constant(summands: Sum) -> tuple[Sum, int]:
    """Return the sum without its constant, and the constant."""
    if ONE not in summands:
        return summands, 0
    rest = dict(summands)
    return rest, rest.pop(ONE)


def content(summands: Iterable[int]) -> int:
    """Return the greatest common divisor of coefficients, not negative."""
    return gcd(*summands)


def range_of(summands: Sum, ranges: Ranges) -> Range:
    """Return the least and the greatest number that a sum can be over the integers."""
    low = high = 0
    for monomial, k in summands.items():
        ends: Range = (k, k)
        for atom, power in monomial:
            for _ in range(power):
                corners = [x * y for x in ends for y in ranges(atom)]
                ends = min(corners), max(corners)
        low, high = low + ends[0], high + ends[1]
    return low, high


def integer_difference(left: Sum, right: Sum) -> Sum:
    """Return ``left - right`` over the integers: coefficients do not wrap."""
    found = dict(left)
    for monomial, k in right.items():
        found[monomial] = found.get(monomial, 0) - k
    return {monomial: k for monomial, k in found.items() if k}


# ---- order and form


def is_bit(atom: Term) -> bool:
    """Return whether the atom is ``c ? 1 : 0``."""
    return atom.op == "ite" and atom.args[1] == 1 and atom.args[2] == 0 and type(atom.args[1]) is int


def bit_of(condition: Term, width: int) -> Term:
    """Return the atom ``condition ? 1 : 0``."""
    return make("ite", (condition, 1, 0), vector_sort(width))


def is_positive(coefficient: int, width: int) -> bool:
    """Return whether a summand is written with ``+``. The least number, its own negative, is."""
    return coefficient > 0 or coefficient == full_range(width)[0]


class Order:
    """Sort keys of terms and products that are the same in every process. Remembers those of terms."""

    def __init__(self) -> None:
        self._names: dict[Term, Name] = {}

    def rank(self, term: Value) -> tuple[object, ...]:
        """Return the sort key of a term: its first name, then its size."""
        if type(term) is not Term:
            return (), 0, b"", str(term)
        return self._name(term), size(term), digest(term), ""

    def place(self, monomial: Monomial) -> tuple[object, ...]:
        """Return the sort key of a product: higher degrees first, then by its factors."""
        return -sum(power for _, power in monomial), [self.rank(atom) for atom in self.factors(monomial)]

    def factors(self, monomial: Monomial) -> list[Term]:
        """Return the factors of a product in their order."""
        factors = [atom for atom, power in monomial for _ in range(power)]
        return sorted(factors, key=self.rank) if len(factors) > 1 else factors

    def _name(self, term: Term) -> Name:
        """Return the first name in a term as a key that sorts ``a10`` after ``a2``."""
        passed: list[Term] = []
        while term not in self._names:
            passed.append(term)
            inner = next((arg for arg in term.args if type(arg) is Term), None)
            if inner is None:
                name = term.payload if isinstance(term.payload, str) else ""
                parts = [part for part in _DIGITS.split(name) if part]
                self._names[term] = tuple((int(part), "") if part.isdecimal() else (-1, part) for part in parts)
                break
            term = inner
        found = self._names[term]
        for each in passed:
            self._names[each] = found
        return found


def build(summands: Sum, width: int, order: Order) -> Value:
    """Return the term of a sum: the added products in order, then the subtracted ones, the constant last.

    A positive constant comes first if all products are subtracted. If there is one choice ``c ? k : 0``, the constant
    is added to both of its arms.
    """
    rest, number = split_constant(summands)
    if not rest:
        return number
    sort = vector_sort(width)
    ordered = sorted(rest, key=order.place) if len(rest) > 1 else list(rest)
    bits = [monomial for monomial in ordered if len(monomial) == 1 and is_bit(monomial[0][0])]
    added: list[Term] = []
    taken: list[Term] = []
    for monomial in ordered:
        k = rest[monomial]
        positive = is_positive(k, width)
        if [monomial] == bits:
            added.append(make("ite", (monomial[0][0].args[0], wrap(k + number, width), number), sort))
            number = 0
        else:
            (added if positive else taken).append(_times(monomial, k if positive else -k, width, order))
    if added:
        total, *more = added
        for each in more:
            total = make("add", (total, each), sort)
    elif number > 0:
        total, number = make("sub", (number, taken.pop(0)), sort), 0
    else:
        total = _opposite(taken.pop(0))
    for each in taken:
        total = make("sub", (total, each), sort)
    return make("add", (total, number), sort) if number else total


def _times(monomial: Monomial, coefficient: int, width: int, order: Order) -> Term:
    """Return one summand as a term."""
    sort = vector_sort(width)
    first, *others = order.factors(monomial)
    if not others and is_bit(first):
        return make("ite", (first.args[0], coefficient, 0), sort)
    for each in others:
        first = make("mul", (first, each), sort)
    return first if coefficient == 1 else make("mul", (first, coefficient), sort)


def _opposite(summand: Term) -> Term:
    """Return the negation of a summand."""
    if summand.op == "mul" and type(summand.args[1]) is int:
        return make("mul", (summand.args[0], -summand.args[1]), summand.sort)
    if summand.op == "ite" and summand.sort is not BOOL and type(summand.args[1]) is int and summand.args[2] == 0:
        return make("ite", (summand.args[0], -summand.args[1], 0), summand.sort)
    return make("neg", (summand,), summand.sort)
