"""Repairs a model by local search: it changes one symbol at a time so that a violated condition holds.

A wanted value is propagated from a condition down to a symbol by inverting each operator at the current values of the
other operands (Niemetz, Preiner and Biere, CAV 2016, on Java's operators). The search proves nothing: a model that it
finds is evaluated, and if it finds none, a solver is asked. It answers most satisfiable queries without a solver, above
all those with floats, and stays close to the model it starts from, which keeps inputs small.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TypeAlias

from everypath.solver.local_search.array_layout import Layout
from everypath.term import F32, Concrete, Model, Term, Value, evaluate, is_symbol, table_of, variables, wrap
from everypath.term.values import (
    bits_to_double,
    bits_to_float,
    f32,
    float_divide,
    round_to,
    shift_left,
    shift_right,
    shift_right_unsigned,
    unsigned,
)

_STEPS = 8
_WIDTH = 4
_MOVES = 24
_FEW_MOVES = 8
_DEPTH = 40
_FUEL = 400
_LARGEST_SLICE = 80

Scalar: TypeAlias = "int | float | bool"
Move: TypeAlias = "tuple[Term, Scalar, int | None]"
"""A symbol, its new value, and the index if the symbol is an array."""


def repair(conditions: Sequence[Term], model: Model) -> Model | None:
    """Return a model of all conditions near ``model``, None if a few steps find none."""
    if len(conditions) > _LARGEST_SLICE:
        return None
    violated = [condition for condition in conditions if not evaluate(condition, model)]
    return _searched(conditions, model, violated, None, 1) if violated else model


def rearrange(conditions: Sequence[Term], model: Model) -> Model | None:
    """Search wider than `repair`: indexes of arrays may change, and the elements read there move along."""
    if len(conditions) > _LARGEST_SLICE:
        return None
    layout = Layout(conditions)
    if not layout.symbols or not layout.arrays:
        return None
    violated = [condition for condition in conditions if not evaluate(condition, model)]
    return _searched(conditions, model, violated, layout, _WIDTH) if violated else model


def _searched(
    conditions: Sequence[Term], model: Model, violated: list[Term], layout: Layout | None, width: int
) -> Model | None:
    """Make moves one after the other, in each step from the ``width`` models that violate the fewest conditions.

    With a ``layout``, elements of arrays move along with the indexes by which they are read.
    """
    tried: set[tuple[Term, Scalar | str, int | None]] = set()
    seen: set[str] = set()
    checked = _Conditions(conditions)
    frontier = [(model, violated)]
    for _ in range(_STEPS):
        best: list[tuple[int, Model, list[Term]]] = []
        for start, missing in frontier:
            before = frozenset(missing)
            for move in _moves(missing[0], start, may_change_indexes=layout is not None):
                symbol, value, index = move
                key = (symbol, repr(value) if isinstance(value, float) else value, index)
                if layout is None and key in tried:
                    continue
                tried.add(key)
                for changed in _applied(move, start, layout):
                    fewer = best[-1][0] if len(best) >= width else None
                    left = checked.still_violated(before, symbol, changed, fewer)
                    if left is None or (layout is not None and _is_known(changed, layout, seen)):
                        continue
                    if not left:
                        return changed
                    best.append((len(left), changed, left))
                    best.sort(key=lambda each: each[0])
                    del best[width:]
        if not best:
            return None
        frontier = [(changed, left) for _, changed, left in best]
    return None


def _is_known(model: Model, layout: Layout, seen: set[str]) -> bool:
    """Return whether the search has seen a model, and remember it."""
    key = layout.key(model)
    known = key in seen
    seen.add(key)
    return known


class _Conditions:
    """The conditions of a search. Those violated last are evaluated first, so a few evaluations refuse most moves."""

    def __init__(self, conditions: Sequence[Term]) -> None:
        self._places = {condition: place for place, condition in enumerate(conditions)}
        self._order = [(condition, variables(condition)) for condition in self._places]

    def still_violated(
        self, violated: Collection[Term], moved: Term, model: Model, fewer: int | None
    ) -> list[Term] | None:
        """Return the conditions violated after a symbol has moved, None as soon as there are ``fewer`` or more."""
        left: list[Term] = []
        for at, (condition, symbols) in enumerate(self._order):
            holds = evaluate(condition, model) if moved in symbols else condition not in violated
            if holds:
                continue
            left.append(condition)
            if fewer is not None and len(left) >= fewer:
                self._order.insert(0, self._order.pop(at))
                return None
        return sorted(left, key=self._places.__getitem__)


def _applied(move: Move, model: Model, layout: Layout | None) -> Iterator[Model]:
    """Yield the model after a move, first with the elements of arrays moved along."""
    symbol, value, index = move
    if layout is not None and index is None and symbol in layout.symbols:
        yield layout.moved(model, {symbol: value})
    yield _apply(move, model)


def _apply(move: Move, model: Model) -> Model:
    symbol, value, index = move
    if index is None:
        return model.with_({symbol: value})
    contents = evaluate(symbol, model)
    assert isinstance(contents, Mapping)
    return model.with_({symbol: {**contents, index: value}})


class _Search:
    """One search for moves: the model it starts from, and how many nodes it may still visit (terms share subterms)."""

    __slots__ = ("fuel", "may_change_indexes", "model")

    def __init__(self, model: Model, *, may_change_indexes: bool) -> None:
        self.model = model
        self.fuel = _FUEL
        self.may_change_indexes = may_change_indexes
        """True if moves may change indexes so that a read finds another element."""

    def is_over(self) -> bool:
        self.fuel -= 1
        return self.fuel < 0


def _moves(condition: Term, model: Model, *, may_change_indexes: bool) -> list[Move]:
    """Return the first few different moves each of which makes the condition true."""
    found: dict[tuple[Term, str, int | None], Move] = {}
    for move in _satisfy(condition, True, _Search(model, may_change_indexes=may_change_indexes), _DEPTH):
        found.setdefault((move[0], repr(move[1]), move[2]), move)
        if len(found) >= (_FEW_MOVES if may_change_indexes else _MOVES):
            break
    return list(found.values())


def _satisfy(condition: Value, wanted: bool, search: _Search, depth: int) -> Iterator[Move]:
    """Yield moves that give a condition the wanted truth value."""
    if type(condition) is not Term or depth <= 0 or search.is_over():
        return
    op = condition.op
    if op == "not":
        yield from _satisfy(condition.args[0], not wanted, search, depth - 1)
    elif is_symbol(condition):
        if op != "eq":
            yield condition, wanted, None
    elif op in ("conj", "disj"):
        for part in condition.args:
            if evaluate(part, search.model) is not wanted:
                yield from _satisfy(part, wanted, search, depth - 1)
    elif op == "ite":
        chosen = 1 if evaluate(condition.args[0], search.model) else 2
        yield from _satisfy(condition.args[chosen], wanted, search, depth - 1)
        if evaluate(condition.args[3 - chosen], search.model) is wanted:
            yield from _satisfy(condition.args[0], chosen == 2, search, depth - 1)
    elif op == "is_nan":
        yield from _assign(condition.args[0], math.nan if wanted else 1.0, search, depth - 1)
    elif op == "select":
        yield from _assign(condition, wanted, search, depth)
    elif op == "lookup":
        yield from _assign(condition, int(wanted), search, depth)
    elif len(condition.args) == 2:
        yield from _compare(condition, wanted, search, depth)


def _compare(condition: Term, wanted: bool, search: _Search, depth: int) -> Iterator[Move]:
    left, right = condition.args
    a, b = evaluate(left, search.model), evaluate(right, search.model)
    if isinstance(a, Mapping) or isinstance(b, Mapping):
        return
    if isinstance(a, bool) or isinstance(b, bool):
        yield from _satisfy(left, b is wanted, search, depth - 1)
        yield from _satisfy(right, a is wanted, search, depth - 1)
        return
    is_float = isinstance(a, float)
    for goal in _goals(condition.op, wanted, b, is_float, below=True):
        yield from _assign(left, goal, search, depth - 1)
    for goal in _goals(condition.op, wanted, a, is_float, below=False):
        yield from _assign(right, goal, search, depth - 1)


def _goals(op: str, wanted: bool, other: float, is_float: bool, *, below: bool) -> Iterator[float]:
    """Yield values for one side of a comparison, given the other side; ``below``: it is the left, smaller side."""
    if op in ("eq", "feq"):
        if wanted:
            yield other
            return
        yield other + 1
        yield other - 1
        if is_float:
            yield other + 0.5
            yield math.nextafter(other, math.inf)
        return
    strict = wanted if op != "fle" else not wanted
    towards = -1 if below is wanted else 1
    if not strict:
        yield other
    yield other + towards
    if is_float:
        yield math.nextafter(other, towards * math.inf)
        yield other * 2 if (other > 0) == (towards > 0) else other / 2
        if not wanted:
            yield math.nan


# inverting operators ------------------------------------------------------------------------------------------------


def _assign(term: Value, goal: Scalar, search: _Search, depth: int) -> Iterator[Move]:
    """Yield moves after which ``term`` has the value ``goal``; other operands keep their values."""
    if type(term) is not Term or depth <= 0 or search.is_over():
        return
    sort = term.sort
    if sort.is_vector:
        if isinstance(goal, float):
            return
        goal = wrap(int(goal), sort.width)
    elif sort is F32 and isinstance(goal, float):
        goal = f32(goal)
    op = term.op
    if op == "var":
        yield term, goal, None
    elif op == "select":
        yield from _assign_element(term, goal, search, depth)
    elif op == "ite":
        yield from _assign_conditional(term, goal, search, depth)
    elif op == "lookup":
        near = evaluate(term.args[0], search.model)
        assert isinstance(near, int)
        for number in table_of(term).preimages(int(goal), near):
            yield from _assign(term.args[0], number, search, depth - 1)
    elif op in _UNARY:
        inverse = _UNARY[op](term, goal)
        if inverse is not None:
            yield from _assign(term.args[0], inverse, search, depth - 1)
    elif op in _BINARY:
        yield from _assign_operand(term, goal, search, depth)


def _assign_operand(term: Term, goal: Scalar, search: _Search, depth: int) -> Iterator[Move]:
    """Yield moves of either operand of a binary operator."""
    left, right = term.args
    a, b = evaluate(left, search.model), evaluate(right, search.model)
    if isinstance(a, Mapping) or isinstance(b, Mapping):
        return
    for value in _BINARY[term.op](term, goal, a, b, True):
        yield from _assign(left, value, search, depth - 1)
    for value in _BINARY[term.op](term, goal, b, a, False):
        yield from _assign(right, value, search, depth - 1)


def _assign_element(term: Term, goal: Scalar, search: _Search, depth: int) -> Iterator[Move]:
    array, index_term = term.args
    index = evaluate(index_term, search.model)
    assert isinstance(index, int)
    while type(array) is Term:
        if array.op == "var":
            yield array, goal, index
            if search.may_change_indexes:
                for other in (index + 1, index - 1):
                    yield from _assign(index_term, other, search, depth - 1)
            break
        if array.op == "store":
            if evaluate(array.args[1], search.model) == index:
                yield from _assign(array.args[2], goal, search, depth - 1)
                if search.may_change_indexes:
                    for other in (index + 1, index - 1):
                        yield from _assign(array.args[1], other, search, depth - 1)
                        yield from _assign(index_term, other, search, depth - 1)
                break
            array = array.args[0]
        elif array.op == "ite":
            array = array.args[1] if evaluate(array.args[0], search.model) else array.args[2]
        else:
            break
    base = term.args[0]
    if type(base) is Term:  # or read another element that has the value already
        contents = evaluate(base, search.model)
        assert isinstance(contents, Mapping)
        for position, value in contents.items():
            if value == goal:
                yield from _assign(index_term, position, search, depth - 1)


def _assign_conditional(term: Term, goal: Scalar, search: _Search, depth: int) -> Iterator[Move]:
    condition = term.args[0]
    chosen = 1 if evaluate(condition, search.model) else 2
    if evaluate(term.args[3 - chosen], search.model) == goal:
        yield from _satisfy(condition, chosen == 2, search, depth - 1)
    yield from _assign(term.args[chosen], goal, search, depth - 1)


def _source_width(term: Term) -> int:
    source = term.args[0]
    assert type(source) is Term
    return source.sort.width


def _from_float(term: Term, goal: Scalar) -> Scalar | None:
    """Return the int that converts to the wanted float, for i2fp."""
    if goal != goal or math.isinf(goal):
        return None
    rounded = int(goal)
    width = _source_width(term)
    return rounded if wrap(rounded, width) == rounded else None


def _sign_extended(term: Term, goal: Scalar) -> Scalar | None:
    return goal if wrap(int(goal), _source_width(term)) == goal else None


def _zero_extended(term: Term, goal: Scalar) -> Scalar | None:
    return int(goal) if unsigned(int(goal), _source_width(term)) == goal else None


def _bits(term: Term, goal: Scalar) -> Scalar | None:
    return bits_to_float(int(goal)) if term.sort.width == 32 else bits_to_double(int(goal))


def _square(term: Term, goal: Scalar) -> Scalar | None:
    return goal * goal if goal >= 0 else None


_UNARY: dict[str, Callable[[Term, Scalar], Scalar | None]] = {
    "neg": lambda term, goal: -goal,
    "fneg": lambda term, goal: -goal,
    "fabs": lambda term, goal: goal if goal >= 0 else None,
    "fsqrt": _square,
    "sext": _sign_extended,
    "zext": _zero_extended,
    "trunc": lambda term, goal: goal,
    "i2fp": _from_float,
    "fp2i": lambda term, goal: float(goal),
    "fp2fp": lambda term, goal: goal,
    "fp2bits": _bits,
}


def _add(term: Term, goal: int, mine: int, other: int, first: bool) -> Iterator[Scalar]:
    yield goal - other


def _sub(term: Term, goal: int, mine: int, other: int, first: bool) -> Iterator[Scalar]:
    yield goal + other if first else other - goal


def _mul(term: Term, goal: int, mine: int, other: int, first: bool) -> Iterator[Scalar]:
    if other and goal % other == 0:
        yield goal // other
    elif other & 1:
        yield goal * pow(other, -1, 1 << term.sort.width)
    elif other:
        yield goal // other
    root = math.isqrt(abs(goal))
    if root * root == goal and term.args[0] is term.args[1]:
        yield root


def _sdiv(term: Term, goal: int, mine: int, other: int, first: bool) -> Iterator[Scalar]:
    if first:
        yield goal * other
    elif goal:
        yield other // goal


def _srem(term: Term, goal: int, mine: int, other: int, first: bool) -> Iterator[Scalar]:
    if first and other and abs(goal) < abs(other):
        if (mine >= 0) == (goal >= 0):
            yield mine - int(math.fmod(mine, other)) + goal if abs(mine) < 1 << 52 else goal
        yield goal


def _and(term: Term, goal: int, mine: int, other: int, first: bool) -> Iterator[Scalar]:
    if goal & ~other == 0:
        yield (mine & ~other) | goal


def _or(term: Term, goal: int, mine: int, other: int, first: bool) -> Iterator[Scalar]:
    if other & ~goal == 0:
        yield goal & ~other


def _xor(term: Term, goal: int, mine: int, other: int, first: bool) -> Iterator[Scalar]:
    yield goal ^ other


def _shl(term: Term, goal: int, mine: int, other: int, first: bool) -> Iterator[Scalar]:
    if first:
        yield goal >> (other & (term.sort.width - 1))
    else:
        yield from _counts(shift_left, term.sort.width, goal, mine, other)


def _shr(term: Term, goal: int, mine: int, other: int, first: bool) -> Iterator[Scalar]:
    width = term.sort.width
    if first:
        count = other & (width - 1)
        if mine & ((1 << count) - 1):
            yield goal << count | mine & ((1 << count) - 1)  # the bits that are shifted out stay
        yield goal << count
    else:
        yield from _counts(shift_right if term.op == "shr" else shift_right_unsigned, width, goal, mine, other)


def _counts(shift: Callable[[int, int, int], int], width: int, goal: int, mine: int, shifted: int) -> Iterator[Scalar]:
    """Yield counts by which a value is shifted to the goal, or next to it on each side; their unused bits stay."""
    results = [shift(shifted, count, width) for count in range(width)]
    below = max((result for result in results if result <= goal), default=None)
    above = min((result for result in results if result >= goal), default=None)
    for result in dict.fromkeys((above, below)):
        if result is not None:
            yield mine & -width | results.index(result)


def _fadd(term: Term, goal: float, mine: float, other: float, first: bool) -> Iterator[Scalar]:
    yield round_to(goal - other, term.sort)


def _fsub(term: Term, goal: float, mine: float, other: float, first: bool) -> Iterator[Scalar]:
    yield round_to(goal + other if first else other - goal, term.sort)


def _fmul(term: Term, goal: float, mine: float, other: float, first: bool) -> Iterator[Scalar]:
    quotient = round_to(float_divide(goal, other), term.sort)
    yield quotient
    yield math.nextafter(quotient, math.inf)
    if term.args[0] is term.args[1] and goal >= 0:
        yield round_to(math.sqrt(goal), term.sort)


def _fdiv(term: Term, goal: float, mine: float, other: float, first: bool) -> Iterator[Scalar]:
    yield round_to(goal * other if first else float_divide(other, goal), term.sort)


def _frem(term: Term, goal: float, mine: float, other: float, first: bool) -> Iterator[Scalar]:
    if first and abs(goal) < abs(other):
        yield goal


_BINARY: dict[str, Callable[..., Iterator[Scalar]]] = {
    "add": _add,
    "sub": _sub,
    "mul": _mul,
    "sdiv": _sdiv,
    "srem": _srem,
    "and": _and,
    "or": _or,
    "xor": _xor,
    "shl": _shl,
    "shr": _shr,
    "ushr": _shr,
    "fadd": _fadd,
    "fsub": _fsub,
    "fmul": _fmul,
    "fdiv": _fdiv,
    "frem": _frem,
}


def repaired_values(conditions: Sequence[Term], model: Model) -> dict[Term, Concrete]:
    """Return the values of the conditions' symbols in a model."""
    return {symbol: model.value_of(symbol) for condition in conditions for symbol in variables(condition)}
