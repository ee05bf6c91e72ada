"""Python's operators on terms, with the meaning of the Java operator on the term's sort."""

from __future__ import annotations

from collections.abc import Callable

from everypath.term.constructors import conditions, integers
from everypath.term.constructors import floating_point as reals
from everypath.term.core import Term, Value

_Integer = Callable[[Value, Value, int], Value]


def _arithmetic(name: str, integer: _Integer, real: Callable[..., Value] | None) -> None:
    def forward(self: Term, other: Value) -> Value:
        sort = self.sort
        if sort.is_vector:
            return integer(self, other, sort.width)
        if real is None or not sort.is_float:
            return NotImplemented  # type: ignore[no-any-return]  # no value
        return real(self, other, sort)

    def backward(self: Term, other: Value) -> Value:
        sort = self.sort
        if sort.is_vector:
            return integer(other, self, sort.width)
        if real is None or not sort.is_float:
            return NotImplemented  # type: ignore[no-any-return]  # no value
        return real(other, self, sort)

    setattr(Term, f"__{name}__", forward)
    setattr(Term, f"__r{name}__", backward)


def _negate(self: Term) -> Value:
    return reals.fneg(self) if self.sort.is_float else integers.neg(self, self.sort.width)


def _less(self: Term, other: Value) -> Value:
    return reals.flt(self, other) if self.sort.is_float else conditions.lt(self, other)


def _less_or_equal(self: Term, other: Value) -> Value:
    return reals.fle(self, other) if self.sort.is_float else conditions.le(self, other)


def _greater(self: Term, other: Value) -> Value:
    return reals.flt(other, self) if self.sort.is_float else conditions.lt(other, self)


def _greater_or_equal(self: Term, other: Value) -> Value:
    return reals.fle(other, self) if self.sort.is_float else conditions.ge(self, other)


def install() -> None:
    """Give `Term` its operators."""
    _arithmetic("add", integers.add, reals.fadd)
    _arithmetic("sub", integers.sub, reals.fsub)
    _arithmetic("mul", integers.mul, reals.fmul)
    _arithmetic("and", integers.and_, None)
    _arithmetic("or", integers.or_, None)
    _arithmetic("xor", integers.xor, None)
    for name, method in (
        ("neg", _negate),
        ("lt", _less),
        ("le", _less_or_equal),
        ("gt", _greater),
        ("ge", _greater_or_equal),
    ):
        setattr(Term, f"__{name}__", method)
