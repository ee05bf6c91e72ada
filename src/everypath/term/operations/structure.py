"""The structure of terms: symbols, size, substitution, and a digest that is the same in every process."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b

from everypath.term.constructors import (
    add,
    and_,
    bits_double,
    bits_float,
    conj,
    const_array,
    d2f,
    d2i,
    d2l,
    disj,
    double_bits,
    eq,
    f2d,
    fabs,
    fadd,
    fcmp,
    fdiv,
    feq,
    fle,
    float_bits,
    flt,
    fmul,
    fneg,
    frem,
    fsqrt,
    fsub,
    i2d,
    i2f,
    is_nan,
    is_null,
    ite,
    lcmp,
    lookup,
    lt,
    mul,
    neg,
    not_,
    or_,
    same_class,
    same_text,
    sdiv,
    select,
    sext,
    shl,
    shr,
    srem,
    store,
    sub,
    table_of,
    trunc,
    ult,
    ushr,
    xor,
    zext,
)
from everypath.term.core import Term, Value, make, make_with_floats
from everypath.term.values import BOOL, F64, REF, double_to_bits

_NONE: frozenset[Term] = frozenset()
_SIZE_LIMIT = 1 << 30

COMMUTATIVE = frozenset({"add", "mul", "and", "or", "xor", "eq", "conj", "disj", "fadd", "fmul", "feq"})


def is_symbol(term: Term) -> bool:
    """Return whether a model gives the term's value: for variables and atoms over references."""
    op = term.op
    if op == "var" or op in ("is_null", "has_class", "same_class"):
        return True
    if op != "eq":
        return False
    return any(type(arg) is Term and arg.sort is REF for arg in term.args)


def variables(value: Value) -> frozenset[Term]:
    """Return the symbols of a value: `var` terms, `is_null`, and conditions on classes and open references."""
    if type(value) is not Term:
        return _NONE
    known = value._variables
    if known is not None:
        return known
    stack = [value]
    while stack:
        term = stack[-1]
        if term._variables is not None:
            stack.pop()
            continue
        if is_symbol(term):
            term._variables = frozenset((term,))
            stack.pop()
            continue
        pending = [arg for arg in term.args if type(arg) is Term and arg._variables is None]
        if pending:
            stack.extend(pending)
            continue
        stack.pop()
        union = _NONE
        for arg in term.args:
            if type(arg) is Term:
                below = arg._variables
                if below is not None and not below <= union:
                    union = below if union <= below else union | below
        term._variables = union
    assert value._variables is not None
    return value._variables


def size(value: Value) -> int:
    """Return the number of nodes of the value as a tree, at most 2**30; a constant counts 1."""
    if type(value) is not Term:
        return 1
    stack = [] if value._size else [value]
    while stack:
        term = stack[-1]
        pending = [arg for arg in term.args if type(arg) is Term and not arg._size]
        if pending and not term._size:
            stack.extend(pending)
            continue
        stack.pop()
        total = 1 + sum(arg._size if type(arg) is Term else 1 for arg in term.args)
        term._size = min(total, _SIZE_LIMIT)
    return value._size


def digest(value: Value) -> bytes:
    """Return 16 bytes that identify the value's structure in every process, up to the order of commutative operands.

    Sorting by digest gives an order that depends on neither addresses nor hash seeds.
    """
    if type(value) is not Term:
        return constant_digest(value)
    known = value._digest
    if known is not None:
        return known
    stack = [value]
    while stack:
        term = stack[-1]
        if term._digest is not None:
            stack.pop()
            continue
        pending = [arg for arg in term.args if type(arg) is Term and arg._digest is None]
        if pending:
            stack.extend(pending)
            continue
        stack.pop()
        parts = [arg._digest or b"" if type(arg) is Term else constant_digest(arg) for arg in term.args]
        if term.op in COMMUTATIVE:
            parts.sort()
        payload = sorted(term.payload) if isinstance(term.payload, frozenset) else term.payload
        head = f"{term.op}\0{term.sort.name}\0{payload!r}\0{len(parts)}\0".encode("utf-8", "surrogatepass")
        term._digest = blake2b(head + b"".join(parts), digest_size=16).digest()
    assert value._digest is not None
    return value._digest


def constant_digest(value: int | float | bool) -> bytes:
    """Return 16 bytes that identify a constant."""
    if type(value) is float:
        return b"f" + (double_to_bits(value) & 0xFFFFFFFFFFFFFFFF).to_bytes(15, "big")
    return b"i" + (int(value) & ((1 << 120) - 1)).to_bytes(15, "big")


_REBUILD: dict[str, Callable[..., Value]] = {
    "add": lambda t, a, b: add(a, b, t.sort.width),
    "sub": lambda t, a, b: sub(a, b, t.sort.width),
    "mul": lambda t, a, b: mul(a, b, t.sort.width),
    "neg": lambda t, a: neg(a, t.sort.width),
    "sdiv": lambda t, a, b: sdiv(a, b, t.sort.width),
    "srem": lambda t, a, b: srem(a, b, t.sort.width),
    "and": lambda t, a, b: and_(a, b, t.sort.width),
    "or": lambda t, a, b: or_(a, b, t.sort.width),
    "xor": lambda t, a, b: xor(a, b, t.sort.width),
    "shl": lambda t, a, b: shl(a, b, t.sort.width),
    "shr": lambda t, a, b: shr(a, b, t.sort.width),
    "ushr": lambda t, a, b: ushr(a, b, t.sort.width),
    "sext": lambda t, a: sext(a, t.sort.width),
    "zext": lambda t, a: zext(a, t.sort.width, t.args[0].sort.width),
    "trunc": lambda t, a: trunc(a, t.sort.width),
    "lcmp": lambda t, a, b: lcmp(a, b),
    "fcmp": lambda t, a, b: fcmp(a, b, t.payload),
    "eq": lambda t, a, b: eq(a, b),
    "lt": lambda t, a, b: lt(a, b),
    "ult": lambda t, a, b: ult(a, b, _width(t)),
    "not": lambda t, a: not_(a),
    "conj": lambda t, *parts: conj(*parts),
    "disj": lambda t, *parts: disj(*parts),
    "ite": lambda t, c, a, b: ite(c, a, b, t.sort),
    "fadd": lambda t, a, b: fadd(a, b, t.sort),
    "fsub": lambda t, a, b: fsub(a, b, t.sort),
    "fmul": lambda t, a, b: fmul(a, b, t.sort),
    "fdiv": lambda t, a, b: fdiv(a, b, t.sort),
    "frem": lambda t, a, b: frem(a, b, t.sort),
    "fneg": lambda t, a: fneg(a),
    "fabs": lambda t, a: fabs(a),
    "fsqrt": lambda t, a: fsqrt(a, t.sort),
    "is_nan": lambda t, a: is_nan(a),
    "flt": lambda t, a, b: flt(a, b),
    "fle": lambda t, a, b: fle(a, b),
    "feq": lambda t, a, b: feq(a, b),
    "i2fp": lambda t, a: i2d(a) if t.sort is F64 else i2f(a),
    "fp2i": lambda t, a: d2l(a) if t.sort.width == 64 else d2i(a),
    "fp2fp": lambda t, a: f2d(a) if t.sort is F64 else d2f(a),
    "fp2bits": lambda t, a: double_bits(a) if t.sort.width == 64 else float_bits(a),
    "bits2fp": lambda t, a: bits_double(a) if t.sort is F64 else bits_float(a),
    "select": lambda t, a, i: select(a, i),
    "store": lambda t, a, i, v: store(a, i, v),
    "const_array": lambda t, v: const_array(t.sort, v),
    "is_null": lambda t, r: is_null(r),
    "same_class": lambda t, r, s: same_class(r, s),
    "same_text": lambda t, a, n, b, m: same_text(a, n, b, m),
    "lookup": lambda t, a: lookup(table_of(t), a),
}


def _width(comparison: Term) -> int:
    for arg in comparison.args:
        if type(arg) is Term:
            return arg.sort.width
    return 32


def substitute(value: Value, replacements: Mapping[Term, Value]) -> Value:
    """Return ``value`` with terms replaced, rebuilt by the constructors. Replacements themselves are not searched."""
    if type(value) is not Term or not replacements:
        return value
    done: dict[Term, Value] = dict(replacements)
    stack = [value]
    while stack:
        term = stack[-1]
        if term in done:
            stack.pop()
            continue
        pending = [arg for arg in term.args if type(arg) is Term and arg not in done]
        if pending:
            stack.extend(pending)
            continue
        stack.pop()
        arguments = [done[arg] if type(arg) is Term else arg for arg in term.args]
        if all(new is old for new, old in zip(arguments, term.args, strict=True)):
            done[term] = term
        else:
            done[term] = rebuilt(term, arguments)
    return done[value]


def rebuilt(term: Term, arguments: Sequence[Value]) -> Value:
    """Return what the term's constructor makes of other arguments."""
    if term.op == "has_class":
        return make("has_class", tuple(arguments), BOOL, term.payload)
    return _REBUILD[term.op](term, *arguments)


def remake(op: str, args: tuple[Value, ...], term: Term) -> Term:
    """Return a node like ``term`` over other arguments, without simplification."""
    return make_with_floats(op, args, term.sort, term.payload)
