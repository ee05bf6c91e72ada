"""The term: an immutable, hash-consed expression node.

Invariant: equal structure is the same object, so ``==`` is identity and terms are safe and fast as dictionary keys:
``assert add(x, 1, 32) is add(x, 1, 32)``. Constants are not terms: an argument that is known is a Python ``int``,
``float`` or ``bool``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, TypeAlias, final

from everypath.errors import EverypathError
from everypath.term.core.tables import Table
from everypath.term.values import Sort, double_to_bits


class Symbolic(EverypathError):
    """A concrete truth value or number was requested of a term."""


Payload: TypeAlias = "str | int | frozenset[str] | Table | None"
Scalar: TypeAlias = "int | float | bool"

Interval: TypeAlias = "tuple[int, int]"
"""The least and the greatest value of a vector, inclusive and signed."""

Evaluator: TypeAlias = "Callable[..., Scalar]"
"""A compiled term: it takes a `everypath.term.operations.Model` and returns the value of the term under it."""


@final
class Term:
    """One node: ``op`` applied to ``args``, of sort ``sort``; ``payload`` is the operator's further parameter.

    Only constructors create terms. They simplify, so do not rely on the shape of a result. Python's operators build
    terms with Java's meaning, so code written for ints works on terms until it needs a concrete value. ``/`` and ``%``
    are missing on purpose: a zero divisor must be excluded first.
    """

    __slots__ = ("_digest", "_evaluator", "_interval", "_size", "_variables", "args", "op", "payload", "sort")

    op: str
    args: tuple[Value, ...]
    sort: Sort
    payload: Payload
    _variables: frozenset[Term] | None
    _interval: Interval | None
    _digest: bytes | None
    _evaluator: Evaluator | int | None
    _size: int

    def __bool__(self) -> bool:
        raise Symbolic(f"the truth of {self!r} is not known")

    def __index__(self) -> int:
        raise Symbolic(f"the value of {self!r} is not known")

    __int__ = __index__

    def __float__(self) -> float:
        raise Symbolic(f"the value of {self!r} is not known")

    def __copy__(self) -> Term:
        return self

    def __deepcopy__(self, memo: object) -> Term:
        return self

    # `everypath.term.operations.node_methods` installs ``__repr__`` and ``__reduce__``, and
    # `everypath.term.constructors.python_operators` the operators: they use packages that import this one.

    if TYPE_CHECKING:

        def __add__(self, other: Value) -> Value: ...
        def __radd__(self, other: Value) -> Value: ...
        def __sub__(self, other: Value) -> Value: ...
        def __rsub__(self, other: Value) -> Value: ...
        def __mul__(self, other: Value) -> Value: ...
        def __rmul__(self, other: Value) -> Value: ...
        def __and__(self, other: Value) -> Value: ...
        def __rand__(self, other: Value) -> Value: ...
        def __or__(self, other: Value) -> Value: ...
        def __ror__(self, other: Value) -> Value: ...
        def __xor__(self, other: Value) -> Value: ...
        def __rxor__(self, other: Value) -> Value: ...
        def __neg__(self) -> Value: ...
        def __lt__(self, other: Value) -> Value: ...
        def __le__(self, other: Value) -> Value: ...
        def __gt__(self, other: Value) -> Value: ...
        def __ge__(self, other: Value) -> Value: ...


Value: TypeAlias = "int | float | bool | Term"
"""A Java primitive value or a condition: a Python constant or a term."""

ArrayContents: TypeAlias = "Mapping[int, Scalar]"
Concrete: TypeAlias = "Scalar | ArrayContents"

_table: dict[tuple[object, ...], Term] = {}
_new = object.__new__


def make(op: str, args: tuple[Value, ...], sort: Sort, payload: Payload = None) -> Term:
    """Return the one term of this structure. No argument may be a Python float (use `make_with_floats`)."""
    key = (op, sort, payload, args)
    term = _table.get(key)
    if term is None:
        term = _create(key, op, args, sort, payload)
    return term


def existing(op: str, args: tuple[Value, ...], sort: Sort) -> Term | None:
    """Return the term of this structure if it exists already, else None; constructors skip their rarer rules then."""
    return _table.get((op, sort, None, args))


def make_with_floats(op: str, args: tuple[Value, ...], sort: Sort, payload: Payload = None) -> Term:
    """As `make`, for arguments that may be Python floats: 0.0 and -0.0 are different, NaN is one value."""
    named = tuple([("f", double_to_bits(arg)) if type(arg) is float else arg for arg in args])
    key = (op, sort, payload, named)
    term = _table.get(key)
    if term is None:
        term = _create(key, op, args, sort, payload)
    return term


def _create(key: tuple[object, ...], op: str, args: tuple[Value, ...], sort: Sort, payload: Payload) -> Term:
    term = _new(Term)
    term.op = op
    term.args = args
    term.sort = sort
    term.payload = payload
    term._variables = None
    term._interval = None
    term._digest = None
    term._evaluator = 0
    term._size = 0
    _table[key] = term
    if len(_table) >= _Sweep.threshold:
        sweep()
    return term


class _Sweep:
    """The table size at which `sweep` runs next, and the reference count of an unshared term."""

    floor = 1 << 17
    threshold = floor
    unshared = 0


def sweep() -> int:
    """Delete the terms that only the table refers to; return how many. Runs automatically as the table grows.

    Arguments are older than the terms built from them, so one pass from the youngest to the oldest is enough, and
    nothing is freed recursively. A term counts as unshared when its reference count is that of a fresh probe.
    """
    before = len(_table)
    keys = list(_table)
    while keys:
        key = keys.pop()
        term = _table[key]
        known = term._variables
        if known is not None and term in known:
            term._variables = known = None  # a symbol is in its own set: no other use
        if sys.getrefcount(term) <= _Sweep.unshared:
            del _table[key]
    _Sweep.threshold = max(_Sweep.floor, 2 * len(_table))
    return before - len(_table)


def _measure_unshared() -> int:
    """Return the reference count that `sweep` sees for a term that only the table holds, on this interpreter."""
    probes = [_new(Term)]
    term = probes[0]
    return sys.getrefcount(term)


_Sweep.unshared = _measure_unshared()


def table_size() -> int:
    """Return the number of terms in this process."""
    return len(_table)


def var(name: str, sort: Sort) -> Term:
    """Return the input symbol of this name and sort."""
    return make("var", (), sort, name)


def walk(root: Value) -> Iterator[Term]:
    """Yield every distinct term in ``root``, itself included, arguments before the terms built from them."""
    if type(root) is not Term:
        return
    seen: set[Term] = set()
    stack: list[Term] = [root]
    while stack:
        term = stack[-1]
        if term in seen:
            stack.pop()
            continue
        pending = [arg for arg in term.args if type(arg) is Term and arg not in seen]
        if pending:
            stack.extend(reversed(pending))
            continue
        stack.pop()
        seen.add(term)
        yield term
