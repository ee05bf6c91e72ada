"""Computes canonical forms: values are sums of products in one order, and so are both sides of conditions.

Two values that are the same polynomial over the same atoms become the same term. An atom is a term that is no sum or
product: an array read, a quotient, a bit operation. Every rewrite is exact for wrap-around and has a name in
`everypath.term.canonical.rules.RULES`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import islice
from typing import Final

from everypath.term.canonical import polynomials
from everypath.term.canonical.connectives import Connectives
from everypath.term.canonical.equations import Equations
from everypath.term.canonical.orders import Orders
from everypath.term.canonical.polynomials import ONE, Order, Sum, build
from everypath.term.canonical.rules import RULES
from everypath.term.canonical.value_facts import FactReader
from everypath.term.canonical.value_sets import Range, full_range
from everypath.term.constructors import and_, eq, ite, not_, or_, trunc, xor
from everypath.term.core import Term, Value, interval, make, walk
from everypath.term.operations import COMMUTATIVE, is_symbol, rebuilt, size
from everypath.term.values import BOOL, REF, vector_sort, wrap

__all__ = ["Canonicaliser", "canonical"]

_DEEPEST: Final = 8
"""The number of times that the result of a constructor for canonical arguments is made canonical again."""

_LONGEST_CHAIN: Final = 64
"""Longer chains of bit operations are left as they are."""

_BITWISE = {"and": and_, "or": or_, "xor": xor}


def canonical(value: Value) -> Value:
    """Return the canonical form of a value or a condition: one term for all that are the same polynomial.

    Sums of products have one order and folded constants, conditions have canonical sides, and each bound by a
    constant has one form (``x >= 4`` is ``x > 3``). Floating-point arithmetic is left as it is. Sums of more than
    `polynomials.MOST_SUMMANDS` summands keep their shape. The result has the same value for every input.
    """
    return Canonicaliser().value(value)


class Canonicaliser:
    """Makes terms canonical and remembers the results, so that terms that paths share are rewritten once.

    ``as_written`` leaves bounds by constants (``x >= 4``) and the order of conditions as they were written, for people
    to read. ``nonnegative`` are terms known to be at least 0, such as lengths. ``used`` counts the rules by name.
    `facts`, `equations`, `orders` and `connectives` apply the rules for conditions.
    """

    def __init__(self, *, as_written: bool = False, nonnegative: Collection[Term] = ()) -> None:
        self.as_written = as_written
        self.nonnegative = frozenset(nonnegative)
        self.used: Counter[str] = Counter()
        self.order = Order()
        self._done: dict[Term, Value] = {}
        self._sums: dict[Term, Sum] = {}
        self._depth = 0
        self.facts = FactReader(self)
        self.equations = Equations(self)
        self.orders = Orders(self, self.facts, self.equations)
        self.connectives = Connectives(self, self.facts, self.orders)

    def use(self, rule: str) -> None:
        """Count one use of a rule."""
        assert rule in RULES
        self.used[rule] += 1

    def value(self, value: Value) -> Value:
        """Return the canonical form of a value or condition."""
        if type(value) is not Term:
            return value
        done = self._done
        if value in done:
            return done[value]
        stack = [value]
        while stack:
            term = stack[-1]
            if term in done:
                stack.pop()
                continue
            pending = [arg for arg in term.args if type(arg) is Term and arg not in done]
            if pending and not _is_opaque(term):
                stack.extend(reversed(pending))
                continue
            stack.pop()
            found = self._one(term)
            done[term] = found
            if type(found) is Term:
                done.setdefault(found, found)
        return done[value]

    def is_small(self, value: Value, most: int) -> bool:
        """Return whether a value has a known canonical form, or at most ``most`` distinct terms."""
        if type(value) is not Term or size(value) <= most or value in self._done:
            return True
        return sum(1 for _ in islice(walk(value), most + 1)) <= most

    def range(self, term: Term) -> Range:
        """Return the least and the greatest value of a term."""
        low, high = interval(term)
        return (max(low, 0), high) if term in self.nonnegative else (low, high)

    def sum_of(self, value: Value) -> Sum:
        """Return a canonical value as a sum."""
        if type(value) is not Term:
            return polynomials.constant_sum(int(value))
        known = self._sums.get(value)
        if known is None:
            known = self._sums[value] = {((value, 1),): 1}
        return known

    def range_of_sum(self, summands: Sum) -> Range:
        """Return the least and the greatest number that a sum can be over the integers."""
        return polynomials.range_of(summands, self.range)

    def fits(self, summands: Sum, width: int) -> bool:
        """Return whether a sum cannot wrap."""
        low, high = polynomials.range_of(summands, self.range)
        least, most = full_range(width)
        return least <= low and high <= most

    def term_of(self, summands: Sum, width: int) -> Value:
        """Return the canonical term of a sum."""
        result = build(summands, width, self.order)
        if type(result) is Term:
            self._sums[result] = summands
            self._done[result] = result
        return result

    def renormalised(self, result: Value, op: str, args: tuple[Value, ...]) -> Value:
        """Return the canonical form of what a constructor returned for canonical arguments.

        The result itself if it is the operator ``op`` of these arguments, which is canonical.
        """
        if type(result) is not Term or (result.op == op and _same(op, result.args, args)):
            return result
        if self._depth >= _DEEPEST:
            return result
        self._depth += 1
        try:
            return self.value(result)
        finally:
            self._depth -= 1

    # ---- one term with canonical arguments

    def _one(self, term: Term) -> Value:
        if _is_opaque(term):
            return term
        args = tuple([self._done[arg] if type(arg) is Term else arg for arg in term.args])
        op, sort = term.op, term.sort
        if sort.is_vector:
            return self._vector(term, args)
        if op == "not":
            return self._negated(args[0])
        if op in ("conj", "disj"):
            return self.connectives.connective(op, args)
        first = term.args[0]
        if op == "lt" and type(_either(args)) is Term:
            return self.orders.less(args[0], args[1])
        if op == "eq" and type(first) is Term and first.sort.is_vector and type(_either(args)) is Term:
            return self.equations.equal(args[0], args[1])
        if op == "eq" and type(first) is Term and first.sort is BOOL:
            return self._same_truth(args[0], args[1])
        return self.renormalised(rebuilt(term, args), op, args)

    def _negated(self, inner: Value) -> Value:
        """Return a negation. The negated parts of a connective may have other canonical forms than the parts."""
        result = not_(inner)
        if type(result) is Term and type(inner) is Term and inner.op in ("conj", "disj", "ite") and result.op != "not":
            return self.renormalised(result, "not", ())
        return result

    def _same_truth(self, a: Value, b: Value) -> Value:
        a, b = sorted((a, b), key=self.order.rank)
        result = eq(a, b)
        if type(result) is Term and result.op == "eq" and set(result.args) == {a, b}:
            return make("eq", (a, b), BOOL)
        return self.renormalised(result, "eq", (a, b))

    # ---- vectors

    def _vector(self, term: Term, args: tuple[Value, ...]) -> Value:
        op, width = term.op, term.sort.width
        summands: Sum | None = None
        if op in ("add", "sub"):
            summands = polynomials.add_scaled(
                self.sum_of(args[0]), self.sum_of(args[1]), 1 if op == "add" else -1, width
            )
            if len(summands) > polynomials.MOST_SUMMANDS:
                summands = None
            elif len(self.sum_of(args[0])) + len(self.sum_of(args[1])) > len(summands):
                self.use("like summands")
        elif op == "neg":
            summands = polynomials.scaled(self.sum_of(args[0]), -1, width)
        elif op == "mul":
            summands = self._product(args[0], args[1], width)
        elif op == "shl" and type(args[1]) is int:
            self.use("shift is a product")
            summands = polynomials.scaled(self.sum_of(args[0]), 1 << (args[1] & (width - 1)), width)
        elif op == "xor" and args[1] == -1 and type(args[1]) is int:
            self.use("complement is a difference")
            summands = polynomials.add_scaled(polynomials.constant_sum(-1), self.sum_of(args[0]), -1, width)
        elif op == "trunc":
            return self._narrowed(args[0], width)
        elif op == "ite":
            return self._choice(term, args, width)
        if summands is not None:
            return self.term_of(summands, width)
        if op in ("add", "mul"):
            ordered = tuple(sorted(args, key=self.order.rank))
            return make(op, ordered, term.sort)
        if op in ("sub", "neg"):
            return make(op, args, term.sort)
        if op in _BITWISE:
            return self._bitwise(op, args, width)
        return self.renormalised(rebuilt(term, args), op, args)

    def _product(self, a: Value, b: Value, width: int) -> Sum | None:
        left, right = self.sum_of(a), self.sum_of(b)
        found = polynomials.product(left, right, width)
        if found is not None and len(left) > 1 and len(right) + (ONE not in right) > 1:
            self.use("product expanded")
        if any(polynomials.is_bit(atom) and power and _has(right, atom) for m in left for atom, power in m):
            self.use("square of a bit")
        return found

    def _choice(self, term: Term, args: tuple[Value, ...], width: int) -> Value:
        condition, yes, no = args
        result = ite(condition, yes, no, term.sort)
        if type(result) is not Term or result.op != "ite":
            return self.renormalised(result, "ite", args)
        condition, yes, no = result.args
        if type(yes) is int and type(no) is int and type(condition) is Term:
            self.use("choice of constants")
            bit = polynomials.bit_of(condition, width)
            return self.term_of(
                polynomials.add_scaled(polynomials.constant_sum(no), {((bit, 1),): 1}, wrap(yes - no, width), width),
                width,
            )
        return result

    def _bitwise(self, op: str, args: tuple[Value, ...], width: int) -> Value:
        """Return ``&``, ``|`` or ``^`` of sorted operands, with all constants combined."""
        operands: list[Value] = []
        for arg in args:
            operands += _operands(op, arg)
        if len(operands) > _LONGEST_CHAIN:
            return make(op, args, vector_sort(width))
        number = -1 if op == "and" else 0
        counts: Counter[Term] = Counter()
        for each in operands:
            if type(each) is Term:
                counts[each] += 1
            else:
                number = {"and": number & int(each), "or": number | int(each), "xor": number ^ int(each)}[op]
        kept = sorted((each for each, count in counts.items() if op != "xor" or count % 2), key=self.order.rank)
        chain: tuple[Value, ...] = (*kept, number) if number != (-1 if op == "and" else 0) or not kept else (*kept,)
        if chain != tuple(operands):
            self.use("bit operands in order")
        total, *others = chain
        for each in others:
            made = _BITWISE[op](total, each, width)
            if type(made) is not Term or made.op != op or not _same(op, made.args, (total, each)):
                return self._refolded(op, made, chain, each, width)
            total = made
        return total

    def _refolded(self, op: str, made: Value, chain: Sequence[Value], reached: Value, width: int) -> Value:
        """Apply the remaining operands to a chain that a constructor simplified at the operand ``reached``."""
        at = next(at for at, each in enumerate(chain) if each is reached)
        for each in chain[at + 1 :]:
            made = _BITWISE[op](made, each, width)
        return self.renormalised(made, op, ())

    # ---- narrowing

    def _narrowed(self, wide: Value, width: int) -> Value:
        """Return the low bits of a canonical value."""
        if type(wide) is not Term:
            return wrap(int(wide), width)
        summands = self.sum_of(wide)
        if width >= 32:
            found = self._narrowed_sum(summands, width)
            if found is not None:
                if len(summands) > 1 or not _is_atom(summands):
                    self.use("narrowed sum")
                return self.term_of(found, width)
        else:
            wide = self._low_bits(summands, wide, width)
        result = trunc(wide, width)
        return self.renormalised(result, "trunc", (wide,))

    def _narrowed_sum(self, summands: Sum, width: int) -> Sum | None:
        total: Sum = {}
        for monomial, k in summands.items():
            part: Sum | None = polynomials.constant_sum(wrap(k, width))
            for atom, power in monomial:
                result = trunc(atom, width)
                narrow = self.sum_of(self.renormalised(result, "trunc", (atom,)))
                for _ in range(power):
                    part = polynomials.product(part, narrow, width) if part is not None else None
            if part is None:
                return None
            total = polynomials.add_scaled(total, part, 1, width)
        return total if len(total) <= polynomials.MOST_SUMMANDS else None

    def _low_bits(self, summands: Sum, wide: Term, width: int) -> Value:
        """Return a value with the same low ``width`` bits that does not depend on the higher bits of its operands."""
        whole = wide.sort.width
        total: Sum = {}
        for monomial, k in summands.items():
            part: Sum | None = polynomials.constant_sum(wrap(k, width))
            for atom, power in monomial:
                inner = _before_narrowing(atom, width)
                if inner is not None:
                    self.use("narrowed twice")
                plain = self.sum_of(self.value(inner) if inner is not None else atom)
                for _ in range(power):
                    part = polynomials.product(part, plain, whole) if part is not None else None
            if part is None:
                return wide
            total = polynomials.add_scaled(total, part, 1, whole)
        low = polynomials.reduced(total, width)
        if len(low) > polynomials.MOST_SUMMANDS:
            return wide
        if polynomials.reduced(summands, width) != summands:
            self.use("high bits dropped")
        return self.term_of(low, whole)


def _is_opaque(term: Term) -> bool:
    """Return whether a term is left as it is: symbols, and terms over references."""
    return not term.args or is_symbol(term) or term.sort is REF


def _either(args: Sequence[Value]) -> Value:
    return next((arg for arg in args if type(arg) is Term), args[0])


def _same(op: str, args: Sequence[Value], others: Sequence[Value]) -> bool:
    """Return whether arguments are the same, in any order if the operator commutes."""
    orders = (others, others[::-1]) if op in COMMUTATIVE and len(others) == 2 else (others,)
    return any(
        len(args) == len(order) and all(_is_same(a, b) for a, b in zip(args, order, strict=True)) for order in orders
    )


def _is_same(a: Value, b: Value) -> bool:
    return a is b or (type(a) is not Term and type(a) is type(b) and a == b)


def _has(summands: Sum, atom: Term) -> bool:
    return any(atom is each for monomial in summands for each, _ in monomial)


def _is_atom(summands: Sum) -> bool:
    return all(len(monomial) == 1 and monomial[0][1] == 1 and k == 1 for monomial, k in summands.items())


def _operands(op: str, value: Value) -> list[Value]:
    """Return the operands of a chain of one operator, from the left."""
    found: list[Value] = []
    while type(value) is Term and value.op == op:
        found.append(value.args[1])
        value = value.args[0]
    found.append(value)
    return found[::-1]


def _before_narrowing(atom: Term, width: int) -> Term | None:
    """Return the value that an atom is the narrowing of, if it keeps at least the low ``width`` bits, else None."""
    inner = atom.args[0] if atom.op in ("sext", "zext") else None
    if type(inner) is not Term or inner.op != "trunc" or inner.sort.width < width:
        return None
    wide = inner.args[0]
    return wide if type(wide) is Term and wide.sort is atom.sort else None
