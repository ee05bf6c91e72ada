"""Models (assignments of values to input symbols) and evaluation of terms under them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from everypath.term.constructors import is_null
from everypath.term.core import Concrete, Evaluator, Scalar, Term, Value
from everypath.term.operations.compiled_evaluator import COMPILE_AFTER, compiled
from everypath.term.values import (
    F32,
    F64,
    NAN,
    Sort,
    bits_to_double,
    bits_to_float,
    compare,
    compare_floats,
    divide,
    double_to_bits,
    f32,
    float_divide,
    float_remainder,
    float_to_bits,
    float_to_int,
    int_to_float,
    remainder,
    same_float,
    shift_left,
    shift_right,
    shift_right_unsigned,
    wrap,
)


class ArrayValue(Mapping[int, Scalar]):
    """The contents of an array: ``cells`` by index, and ``default`` at every other index."""

    __slots__ = ("cells", "default")

    def __init__(self, cells: Mapping[int, Scalar] | Iterable[tuple[int, Scalar]] = (), default: Scalar = 0) -> None:
        self.cells: dict[int, Scalar] = dict(cells)
        self.default = default

    def __getitem__(self, index: int) -> Scalar:
        return self.cells.get(index, self.default)

    def get(self, index: int, default: object = None) -> Scalar:
        """Return the element at any index."""
        return self.cells.get(index, self.default)

    def __iter__(self) -> Iterator[int]:
        return iter(self.cells)

    def __len__(self) -> int:
        return len(self.cells)

    def __repr__(self) -> str:
        return f"ArrayValue({self.cells!r}, {self.default!r})"


def zero_of(sort: Sort | None) -> Scalar:
    """Return the default value of a scalar sort: 0, 0.0 or false."""
    if sort is None or sort.is_vector:
        return 0
    if sort.is_float:
        return 0.0
    return sort.name == "REF" and 0


class Model(Mapping[Term, Concrete]):
    """An immutable assignment of values to symbols: `var` terms and the atoms over references.

    A symbol without a value has a default: 0, 0.0, false, an array of zeros. An open reference is null, and every
    `has_class` condition on it holds. Arrays map indexes to elements (a dict, or an `ArrayValue`).
    A model remembers evaluation results, so use one model many times rather than build it again.
    """

    __slots__ = ("_memo", "_values")

    def __init__(self, values: Mapping[Term, Concrete] | None = None) -> None:
        self._values: dict[Term, Concrete] = dict(values) if values else {}
        self._memo: dict[Term, Scalar] = {}

    def with_(self, updates: Mapping[Term, Concrete]) -> Model:
        """Return a model with ``updates`` in place of this one's values; itself if nothing changes."""
        if all(key in self._values and _same_value(self._values[key], value) for key, value in updates.items()):
            return self
        return Model({**self._values, **updates})

    def restricted(self, symbols: Iterable[Term]) -> Model:
        """Return the part of the model on these symbols."""
        return Model({symbol: self._values[symbol] for symbol in symbols if symbol in self._values})

    def value_of(self, symbol: Term) -> Concrete:
        """Return the value of a symbol, or its default."""
        value = self._values.get(symbol)
        if value is None:
            return ArrayValue((), zero_of(symbol.sort.element)) if symbol.sort.is_array else _default(symbol, self)
        return value

    def __getitem__(self, symbol: Term) -> Concrete:
        return self._values[symbol]

    def __iter__(self) -> Iterator[Term]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Model) or self._values.keys() != other._values.keys():
            return False
        return all(_same_value(value, other._values[key]) for key, value in self._values.items())

    __hash__ = None  # type: ignore[assignment]  # how Python says that there is none

    def __repr__(self) -> str:
        inside = ", ".join(f"{symbol!r}: {value!r}" for symbol, value in self._values.items())
        return f"Model({{{inside}}})"

    def __reduce__(self) -> tuple[type[Model], tuple[dict[Term, Concrete]]]:
        return Model, (self._values,)


EMPTY: Final = Model()


def _same_value(a: Concrete, b: Concrete) -> bool:
    if isinstance(a, float) and isinstance(b, float):
        return same_float(a, b)
    return a == b


def _default(symbol: Term, model: Model) -> Scalar:
    op = symbol.op
    if op == "eq":  # two open references: the same where both are null
        return all(bool(evaluate(is_null(ref), model)) for ref in symbol.args)
    if op in ("is_null", "has_class", "same_class"):
        return True
    return zero_of(symbol.sort)


_Rule = Callable[..., Scalar]


def _bits(term: Term, a: float) -> int:
    return float_to_bits(a) if term.sort.width == 32 else double_to_bits(a)


def _canonical(value: float, sort: Sort) -> float:
    if value != value:
        return NAN
    return f32(value) if sort is F32 else value


def _sqrt(term: Term, a: float) -> float:
    return _canonical(math.sqrt(a), term.sort) if a >= 0 else NAN


def _eq(term: Term, a: Scalar, b: Scalar) -> bool:
    return same_float(a, b) if type(a) is float and type(b) is float else a == b


def _ult(term: Term, a: int, b: int) -> bool:
    return (a & 0xFFFFFFFFFFFFFFFF) < (b & 0xFFFFFFFFFFFFFFFF)  # sign extension keeps the unsigned order


def _zext(term: Term, a: int) -> int:
    arg = term.args[0]
    assert type(arg) is Term
    return a & ((1 << arg.sort.width) - 1)


_RULES: dict[str, _Rule] = {
    "add": lambda t, a, b: wrap(a + b, t.sort.width),
    "sub": lambda t, a, b: wrap(a - b, t.sort.width),
    "mul": lambda t, a, b: wrap(a * b, t.sort.width),
    "neg": lambda t, a: wrap(-a, t.sort.width),
    "sdiv": lambda t, a, b: divide(a, b, t.sort.width),
    "srem": lambda t, a, b: remainder(a, b, t.sort.width),
    "and": lambda t, a, b: a & b,
    "or": lambda t, a, b: a | b,
    "xor": lambda t, a, b: a ^ b,
    "shl": lambda t, a, b: shift_left(a, b, t.sort.width),
    "shr": lambda t, a, b: shift_right(a, b, t.sort.width),
    "ushr": lambda t, a, b: shift_right_unsigned(a, b, t.sort.width),
    "sext": lambda t, a: a,
    "zext": _zext,
    "trunc": lambda t, a: wrap(a, t.sort.width),
    "lcmp": lambda t, a, b: compare(a, b),
    "fcmp": lambda t, a, b: compare_floats(a, b, t.payload),
    "eq": _eq,
    "lt": lambda t, a, b: a < b,
    "ult": _ult,
    "not": lambda t, a: not a,
    "conj": lambda t, *parts: all(parts),
    "disj": lambda t, *parts: any(parts),
    "fadd": lambda t, a, b: _canonical(a + b, t.sort),
    "fsub": lambda t, a, b: _canonical(a - b, t.sort),
    "fmul": lambda t, a, b: _canonical(a * b, t.sort),
    "fdiv": lambda t, a, b: _canonical(float_divide(a, b), t.sort),
    "frem": lambda t, a, b: _canonical(float_remainder(a, b), t.sort),
    "fneg": lambda t, a: -a if a == a else NAN,
    "fabs": lambda t, a: abs(a),
    "fsqrt": _sqrt,
    "is_nan": lambda t, a: a != a,
    "flt": lambda t, a, b: a < b,
    "fle": lambda t, a, b: a <= b,
    "feq": lambda t, a, b: a == b,
    "i2fp": lambda t, a: int_to_float(a, t.sort),
    "fp2i": lambda t, a: float_to_int(a, t.sort.width),
    "fp2fp": lambda t, a: f32(a) if t.sort is F32 else a,
    "fp2bits": _bits,
    "lookup": lambda t, a: bool(t.payload.value_of(a)) if t.payload.condition else t.payload.value_of(a),
    "bits2fp": lambda t, a: bits_to_double(a) if t.sort is F64 else bits_to_float(a),
}

_EAGER = {op: rule for op, rule in _RULES.items() if op not in ("conj", "disj")}
"""The rules that are applied to the values of all arguments; connectives stop early."""


MOST_REMEMBERED = 1 << 16
"""The number of results that one model remembers."""


def evaluate(value: Value, model: Model) -> Concrete:
    """Return the value of a term under ``model``: bool, int, float, or an `ArrayValue` for an array term.

    Works without recursion, and remembers results in the model. A term that is evaluated often is compiled
    (`everypath.term.operations.compiled_evaluator`).
    """
    if type(value) is not Term:
        return value
    if value.sort.is_array:
        return _evaluate_array(value, model)
    known = model._memo.get(value)
    if known is not None:
        return known
    if len(model._memo) > MOST_REMEMBERED:
        model._memo.clear()  # else `EMPTY`, which is never deleted, would keep every term evaluated under it
    evaluator = value._evaluator
    if isinstance(evaluator, int):
        if evaluator < COMPILE_AFTER:
            value._evaluator = evaluator + 1
            return _walked(value, model)
        evaluator = value._evaluator = compiled_evaluator(value)
    if evaluator is None:
        return _walked(value, model)
    known = model._memo[value] = evaluator(model)
    return known


def compiled_evaluator(term: Term) -> Evaluator | None:
    """Return a scalar term as a function of a model, None if it is not compiled."""
    return compiled(term, _RULES, _walked)


def _walked(value: Term, model: Model) -> Scalar:
    """Compute the value of a scalar term from those of its nodes; the model remembers each."""
    memo = model._memo
    stack = [value]
    rules = _EAGER
    while stack:
        term = stack[-1]
        if term in memo:
            stack.pop()
            continue
        rule = rules.get(term.op)
        if rule is None or (term.args and type(term.args[0]) is Term and term.args[0].sort.name == "REF"):
            pending = _evaluate_special(term, model, memo)
            if pending is None:
                stack.pop()
            else:
                stack.append(pending)
            continue
        arguments = []
        ready = True
        for arg in term.args:
            if type(arg) is Term:
                got = memo.get(arg)
                if got is None:
                    stack.append(arg)
                    ready = False
                    continue
                arguments.append(got)
            else:
                arguments.append(arg)
        if ready:
            memo[term] = rule(term, *arguments)
            stack.pop()
    return memo[value]


def _evaluate_special(term: Term, model: Model, memo: dict[Term, Scalar]) -> Term | None:
    """Evaluate a symbol, conditional or array read; returns a term that must be evaluated first, or None when done."""
    op = term.op
    if op == "ite":
        condition = term.args[0]
        assert type(condition) is Term
        decided = memo.get(condition)
        if decided is None:
            return condition
        return _copy(term, term.args[1] if decided else term.args[2], memo)
    if op == "select":
        return _evaluate_select(term, model, memo)
    if op in ("conj", "disj"):
        return _evaluate_junction(term, decisive=op == "disj", memo=memo)
    if op == "same_text":
        return _evaluate_same_text(term, model, memo)
    value = model._values.get(term)
    memo[term] = _default(term, model) if value is None else value  # type: ignore[assignment]  # a scalar
    return None


def _evaluate_junction(term: Term, *, decisive: bool, memo: dict[Term, Scalar]) -> Term | None:
    """Evaluate a connective up to the first part that decides it; returns as `_evaluate_special`."""
    for part in term.args:
        known = memo.get(part) if type(part) is Term else part
        if known is None:
            assert type(part) is Term
            return part
        if bool(known) is decisive:
            memo[term] = decisive
            return None
    memo[term] = not decisive
    return None


def _evaluate_same_text(term: Term, model: Model, memo: dict[Term, Scalar]) -> Term | None:
    left, length, right, other = term.args
    for each in (length, other):
        if type(each) is Term and each not in memo:
            return each
    lengths = [memo[each] if type(each) is Term else each for each in (length, other)]
    if lengths[0] != lengths[1]:
        memo[term] = False
        return None
    assert type(left) is Term
    assert type(right) is Term
    one, two = _evaluate_array(left, model), _evaluate_array(right, model)
    at = range(int(lengths[0]))
    memo[term] = all(one.get(each, one.default) == two.get(each, two.default) for each in at)
    return None


def _copy(term: Term, source: Value, memo: dict[Term, Scalar]) -> Term | None:
    if type(source) is not Term:
        memo[term] = source
        return None
    value = memo.get(source)
    if value is None:
        return source
    memo[term] = value
    return None


def _evaluate_select(term: Term, model: Model, memo: dict[Term, Scalar]) -> Term | None:
    array, index_term = term.args
    index = memo.get(index_term) if type(index_term) is Term else index_term
    if index is None:
        assert type(index_term) is Term
        return index_term
    while True:
        assert type(array) is Term
        op = array.op
        if op == "store":
            at_term = array.args[1]
            at = memo.get(at_term) if type(at_term) is Term else at_term
            if at is None:
                assert type(at_term) is Term
                return at_term
            if at == index:
                return _copy(term, array.args[2], memo)
            array = array.args[0]
        elif op == "ite":
            condition = array.args[0]
            assert type(condition) is Term
            decided = memo.get(condition)
            if decided is None:
                return condition
            array = array.args[1] if decided else array.args[2]
        elif op == "const_array":
            return _copy(term, array.args[0], memo)
        else:
            contents = model._values.get(array)
            zero = zero_of(term.sort)
            known = isinstance(contents, Mapping)
            memo[term] = contents.get(index, zero) if known else zero  # type: ignore[arg-type,union-attr]  # an int
            return None


def _evaluate_array(array: Term, model: Model) -> ArrayValue:
    cells: dict[int, Scalar] = {}
    while True:
        op = array.op
        if op == "store":
            index = evaluate(array.args[1], model)
            cells.setdefault(index, evaluate(array.args[2], model))  # type: ignore[arg-type]  # scalars
            inner = array.args[0]
        elif op == "ite":
            inner = array.args[1] if evaluate(array.args[0], model) else array.args[2]
        elif op == "const_array":
            return ArrayValue(cells, evaluate(array.args[0], model))  # type: ignore[arg-type]  # a scalar
        else:
            base = model.value_of(array)
            assert isinstance(base, Mapping)
            default = base.default if isinstance(base, ArrayValue) else zero_of(array.sort.element)
            return ArrayValue({**dict(base.items()), **cells}, default)
        assert type(inner) is Term
        array = inner
