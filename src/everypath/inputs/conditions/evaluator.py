"""Evaluates conditions: the result is a value, or a term over the inputs.

An `EvaluationContext` looks values up: in the state of a path (`state_lookup.StateContext`), or among objects that the
JVM reported. The evaluation forks only if no term can express the result: ``&&``, ``||`` and ``?:`` become terms if
both sides can be evaluated, and decisions if Java would not evaluate one of them.
"""

from __future__ import annotations

from typing import Protocol

from everypath.errors import EngineError, EverypathError
from everypath.inputs.conditions.typed_tree import (
    Arithmetic,
    Choice,
    Compare,
    Constant,
    Convert,
    Element,
    Equals,
    FieldOf,
    Input,
    InstanceOf,
    Length,
    Logic,
    Negation,
    Not,
    Old,
    Property,
    Result,
    Same,
    StaticOf,
    Typed,
    is_total,
)
from everypath.program import Class, Field
from everypath.term import (
    BV32,
    BV64,
    F32,
    F64,
    Term,
    Value,
    add,
    and_,
    bool_to_int,
    conj,
    d2f,
    d2i,
    d2l,
    disj,
    eq,
    f2d,
    f2i,
    f2l,
    fadd,
    fdiv,
    feq,
    fle,
    flt,
    fmul,
    fneg,
    frem,
    fsub,
    ge,
    gt,
    i2b,
    i2c,
    i2d,
    i2f,
    i2l,
    i2s,
    int_to_bool,
    ite,
    l2d,
    l2f,
    l2i,
    le,
    lt,
    mul,
    ne,
    neg,
    not_,
    or_,
    sdiv,
    shl,
    shr,
    srem,
    sub,
    ushr,
    xor,
)


class UndefinedError(EverypathError):
    """A condition has no value: Java would throw (``why`` names the exception)."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class EvaluationContext(Protocol):
    """Looks up the values of a condition. Each context has its own representation of references."""

    def input(self, node: Input) -> Value:
        """A parameter, or ``this``."""

    def result(self) -> Value:
        """The value that the method returned (a boolean as an int)."""

    def old(self, node: Old) -> Value:
        """The value of an ``old(…)``; raises `UndefinedError` if it has none."""

    def null(self) -> Value:
        """The null reference."""

    def text(self, value: str) -> Value:
        """A string."""

    def is_null(self, reference: Value) -> Value:
        """The condition that a reference is null."""

    def field(self, reference: Value, field: Field) -> Value:
        """An instance field; raises `UndefinedError` if the reference is null."""

    def static(self, field: Field) -> Value:
        """A static field."""

    def length(self, reference: Value) -> Value:
        """The length of an array or a string; raises `UndefinedError`."""

    def element(self, reference: Value, index: Value) -> Value:
        """An element of an array or a char of a string; raises `UndefinedError`."""

    def elements(self, reference: Value, count: int) -> list[Value]:
        """The first ``count`` elements of an array, or all if it is shorter; raises `UndefinedError`."""

    def equals(self, text: Value, other: Value) -> Value:
        """``equals`` of two strings; raises `UndefinedError`."""

    def same(self, left: Value, right: Value) -> Value:
        """The condition that two references are to the same object."""

    def is_instance(self, reference: Value, cls: Class) -> Value:
        """The condition that a reference is an instance of a class."""

    def fits(self, reference: Value, kind: str) -> bool:
        """True if a cast of a reference to a descriptor's type succeeds."""

    def within(self, length: Value) -> int:
        """The greatest number of elements that an array of this length can have; they are compared one by one."""

    def decide(self, condition: Value) -> bool:
        """True if a condition holds here."""


def holds(node: Typed, context: EvaluationContext) -> Value:
    """A condition as a boolean or a term; raises `UndefinedError` if Java would throw."""
    match node:
        case Logic():
            return _logic(node, context)
        case Not():
            return not_(holds(node.operand, context))
        case Compare():
            return _compare(node, context)
        case Same():
            return _same(node, context)
        case InstanceOf():
            return context.is_instance(value_of(node.operand, context), node.cls)
        case Equals():
            return context.equals(value_of(node.target, context), value_of(node.other, context))
        case Property():
            return _property(node, context)
        case Arithmetic():
            left, right = holds(node.left, context), holds(node.right, context)
            joined = {"&": conj, "|": disj}.get(node.op)
            return joined(left, right) if joined is not None else not_(_iff(left, right))
        case Choice():
            return _choice(node, context)
        case Constant(value=value):
            return bool(value)
    return int_to_bool(value_of(node, context))


def value_of(node: Typed, context: EvaluationContext) -> Value:
    """The value of an expression, booleans as ints; raises `UndefinedError`."""
    match node:
        case Constant(type=kind, value=value):
            return context.null() if kind == "N" else context.text(value) if isinstance(value, str) else _number(value)
        case Input():
            return context.input(node)
        case Result():
            return context.result()
        case Old():
            return context.old(node)
        case FieldOf():
            return context.field(value_of(node.target, context), node.field)
        case StaticOf():
            return context.static(node.field)
        case Length():
            return context.length(value_of(node.target, context))
        case Element():
            return context.element(value_of(node.target, context), value_of(node.index, context))
        case Convert():
            return _converted(node, context)
        case Negation(type=kind):
            operand = value_of(node.operand, context)
            return fneg(operand) if kind in "FD" else neg(operand, _width(kind))
        case Arithmetic(type=kind) if kind != "Z":
            return _arithmetic(node, context)
        case Choice(type=kind) if kind != "Z":
            return _choice(node, context)
    return bool_to_int(holds(node, context))


def _number(value: int | float | None) -> Value:
    if value is None:
        raise EngineError("null is no number")
    return int(value) if isinstance(value, bool) else value


def _width(kind: str) -> int:
    return 64 if kind == "J" else 32


def _iff(left: Value, right: Value) -> Value:
    return eq(bool_to_int(left), bool_to_int(right))


def _logic(node: Logic, context: EvaluationContext) -> Value:
    left = holds(node.left, context)
    if isinstance(left, Term) and not is_total(node.right):
        left = context.decide(left)
    both = node.op == "&&"
    if not isinstance(left, Term):
        return holds(node.right, context) if bool(left) is both else not both
    right = holds(node.right, context)
    return conj(left, right) if both else disj(left, right)


def _choice(node: Choice, context: EvaluationContext) -> Value:
    condition = holds(node.condition, context)
    reference = node.type[0] in "L[N"
    if isinstance(condition, Term) and (reference or not (is_total(node.yes) and is_total(node.no))):
        condition = context.decide(condition)
    evaluate = holds if node.type == "Z" else value_of
    if not isinstance(condition, Term):
        return evaluate(node.yes if condition else node.no, context)
    yes, no = evaluate(node.yes, context), evaluate(node.no, context)
    if node.type == "Z":
        return disj(conj(condition, yes), conj(not_(condition), no))
    return ite(condition, yes, no, {"J": BV64, "F": F32, "D": F64}.get(node.type, BV32))


def _compare(node: Compare, context: EvaluationContext) -> Value:
    kind = node.left.type
    if kind == "Z":
        same = _iff(holds(node.left, context), holds(node.right, context))
        return same if node.op == "==" else not_(same)
    left, right = value_of(node.left, context), value_of(node.right, context)
    if kind in "FD":
        match node.op:
            case "==":
                return feq(left, right)
            case "!=":
                return not_(feq(left, right))
            case "<":
                return flt(left, right)
            case "<=":
                return fle(left, right)
            case ">":
                return flt(right, left)
        return fle(right, left)
    return {"==": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}[node.op](left, right)


def _same(node: Same, context: EvaluationContext) -> Value:
    nothing = Constant("N", None)
    if node.right == nothing:
        return context.is_null(value_of(node.left, context))
    if node.left == nothing:
        return context.is_null(value_of(node.right, context))
    return context.same(value_of(node.left, context), value_of(node.right, context))


def _arithmetic(node: Arithmetic, context: EvaluationContext) -> Value:
    left, right, kind = value_of(node.left, context), value_of(node.right, context), node.type
    if kind in "FD":
        sort = F32 if kind == "F" else F64
        return {"+": fadd, "-": fsub, "*": fmul, "/": fdiv, "%": frem}[node.op](left, right, sort)
    if node.op in "/%" and context.decide(eq(right, 0)):
        raise UndefinedError("/ by zero")
    if node.op in ("<<", ">>", ">>>"):
        return {"<<": shl, ">>": shr, ">>>": ushr}[node.op](left, right, _width(kind))
    table = {"+": add, "-": sub, "*": mul, "/": sdiv, "%": srem, "&": and_, "|": or_, "^": xor}
    return table[node.op](left, right, _width(kind))


_NARROW = {"B": i2b, "S": i2s, "C": i2c}
_CONVERSIONS = {
    ("I", "J"): i2l,
    ("I", "F"): i2f,
    ("I", "D"): i2d,
    ("J", "I"): l2i,
    ("J", "F"): l2f,
    ("J", "D"): l2d,
    ("F", "I"): f2i,
    ("F", "J"): f2l,
    ("F", "D"): f2d,
    ("D", "I"): d2i,
    ("D", "J"): d2l,
    ("D", "F"): d2f,
}


def _converted(node: Convert, context: EvaluationContext) -> Value:
    value, source, target = value_of(node.operand, context), node.operand.type, node.type
    if target[0] in "L[":
        if not context.fits(value, target):
            raise UndefinedError("ClassCastException")
        return value
    source = "I" if source in "BSC" else source
    wide = "I" if target in "BSC" else target
    if source != wide:
        value = _CONVERSIONS[source, wide](value)
    return _NARROW[target](value) if target in _NARROW else value


def _property(node: Property, context: EvaluationContext) -> Value:
    """``sorted`` or ``distinct`` of an array, element by element."""
    array = value_of(node.arguments[0], context)
    kind = node.arguments[0].type[1:]
    length = context.length(array)
    count = context.within(length)
    elements = context.elements(array, count)
    found: list[Value] = []
    for at in range(1, len(elements)):
        inside = lt(at, length)
        if node.name == "sorted":
            before, this = elements[at - 1], elements[at]
            found.append(disj(not_(inside), fle(before, this) if kind in "FD" else le(before, this)))
        else:
            this = elements[at]
            found += [disj(not_(inside), not_(_equal(kind, other, this, context))) for other in elements[:at]]
    return conj(*found)


def _equal(kind: str, left: Value, right: Value, context: EvaluationContext) -> Value:
    if kind[0] in "L[":
        return context.same(left, right)
    return feq(left, right) if kind in "FD" else eq(left, right)
