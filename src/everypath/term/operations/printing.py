"""Prints terms in a prefix form for developers and as Java expressions for users."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from everypath.classfile import PRIMITIVES
from everypath.term.constructors import table_of
from everypath.term.core import Term, Value, walk
from everypath.term.values import BOOL, BV8, BV16, BV32, BV64, F32, F64, Sort, f32

Names: TypeAlias = "Callable[[Term], str | Printed | None] | Mapping[Term, str]"


class Printed(NamedTuple):
    """The text of an expression and its outermost operator, such as ``||`` or ``instanceof``."""

    text: str
    operator: str


_DEEPEST = 60
_LONGEST = 600
"""An ellipsis replaces expressions nested deeper than `_DEEPEST`, and those after this many nodes."""


def to_text(value: Value, limit: int = 2000) -> str:
    """Return the prefix form of a value, cut at about ``limit`` characters."""
    if type(value) is not Term:
        return repr(value)
    parts: list[str] = []
    length = 0
    stack: list[Value | str] = [value]
    while stack:
        item = stack.pop()
        if type(item) is Term:
            if item.op == "var":
                piece = str(item.payload)
            else:
                payload = sorted(item.payload) if isinstance(item.payload, frozenset) else item.payload
                piece = f"({item.op}" + (f"[{payload}]" if payload is not None else "")
                stack.append(")")
                for arg in reversed(item.args):
                    stack.append(arg)
                    stack.append(" ")
        else:
            piece = item if isinstance(item, str) else repr(item)
        parts.append(piece)
        length += len(piece)
        if length > limit:
            parts.append("…")
            break
    return "".join(parts)


def to_java(value: Value, names: Names | None = None) -> str:
    """Return the value as a Java expression, such as ``age == 30``, ``!flag``, ``a[i] > 3`` or ``s.charAt(0) == 'a'``.

    ``names`` gives the text of symbols and other terms; None for a term prints it by default. By default a symbol has
    the name it was created with. Reads of an array ``s.chars`` print as ``s.charAt(i)``, and then ``s.length`` as
    ``s.length()``.
    """
    if names is None:
        lookup: Callable[[Term], str | Printed | None] = _no_name
    elif isinstance(names, Mapping):
        lookup = names.get
    else:
        lookup = names
    return _Printer(lookup, _texts(value)).expression(value, 0, _sort(value))[0]


def _no_name(term: Term) -> str | None:
    return None


def _texts(value: Value) -> set[str]:
    """Return the names of the strings in a value: those with an array ``.chars``."""
    suffix = ".chars"
    return {
        str(term.payload)[: -len(suffix)]
        for term in walk(value)
        if term.op == "var" and term.sort.is_array and str(term.payload).endswith(suffix)
    }


def _sort(value: Value) -> Sort:
    if type(value) is Term:
        return value.sort
    if type(value) is bool:
        return BOOL
    return F64 if type(value) is float else BV32


# literals -----------------------------------------------------------------------------------------------------------

_ESCAPES = {8: "\\b", 9: "\\t", 10: "\\n", 12: "\\f", 13: "\\r", 39: "\\'", 92: "\\\\"}


def char_literal(code: int) -> str:
    """Return a character as a Java literal, escaped unless it is printable ASCII."""
    if code in _ESCAPES:
        return f"'{_ESCAPES[code]}'"
    return f"'{chr(code)}'" if 32 <= code < 127 else f"'\\u{code:04x}'"


def literal(value: float, sort: Sort) -> str:
    """Return a constant as a Java literal of the sort (``1L``, ``0.5f``, ``Double.NaN``, ``Integer.MIN_VALUE``)."""
    if sort is BOOL or type(value) is bool:
        return "true" if value else "false"
    if type(value) is float:
        return _float_literal(value, sort)
    if sort is BV64:
        if value in (-(1 << 63), (1 << 63) - 1):
            return "Long.MIN_VALUE" if value < 0 else "Long.MAX_VALUE"
        return f"{value}L"
    if value in (-(1 << 31), (1 << 31) - 1):
        return "Integer.MIN_VALUE" if value < 0 else "Integer.MAX_VALUE"
    return str(value)


def _float_literal(value: float, sort: Sort) -> str:
    owner = "Float" if sort is F32 else "Double"
    if value != value:
        return f"{owner}.NaN"
    if math.isinf(value):
        return f"{owner}.{'NEGATIVE' if value < 0 else 'POSITIVE'}_INFINITY"
    text = _shortest_single(value) if sort is F32 else repr(value)
    mantissa, _, exponent = text.partition("e")
    if "." not in mantissa:
        mantissa += ".0"
    text = f"{mantissa}E{int(exponent)}" if exponent else mantissa
    return f"{text}f" if sort is F32 else text


def _shortest_single(value: float) -> str:
    for digits in range(1, 10):
        text = f"{value:.{digits}g}"
        if f32(float(text)) == value:
            return repr(float(text))
    return repr(value)


# expressions --------------------------------------------------------------------------------------------------------

_ATOM, _UNARY, _MUL, _ADD, _SHIFT, _LESS, _EQUAL, _AND, _XOR, _OR, _CONJ, _DISJ, _TERNARY = range(13, 0, -1)

_PRECEDENCES = {"!": _UNARY, "instanceof": _LESS, "==": _EQUAL, "!=": _EQUAL, "&&": _CONJ, "||": _DISJ}
_BINARY = {
    "add": ("+", _ADD),
    "sub": ("-", _ADD),
    "mul": ("*", _MUL),
    "sdiv": ("/", _MUL),
    "srem": ("%", _MUL),
    "fadd": ("+", _ADD),
    "fsub": ("-", _ADD),
    "fmul": ("*", _MUL),
    "fdiv": ("/", _MUL),
    "frem": ("%", _MUL),
    "and": ("&", _AND),
    "or": ("|", _OR),
    "xor": ("^", _XOR),
    "shl": ("<<", _SHIFT),
    "shr": (">>", _SHIFT),
    "ushr": (">>>", _SHIFT),
}
_BITWISE = frozenset({"and", "or", "xor"})
_SHIFTS = frozenset({"shl", "shr", "ushr"})
_NARROWER = frozenset({"sext", "zext", "ite", "neg", *_BINARY})
"""Operators of long terms whose Java expression may have the type int."""
_RELATIONS = {"eq": "==", "feq": "==", "lt": "<", "flt": "<", "fle": "<="}
_NEGATED = {"eq": "!=", "feq": "!=", "lt": ">="}
_MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}
_CASTS = {BV8: "byte", BV16: "short", BV32: "int", BV64: "long", F32: "float", F64: "double"}

_Text: TypeAlias = "tuple[str, int]"
"""An expression and the precedence of its outermost operator."""


class _Printer:
    def __init__(self, lookup: Callable[[Term], str | Printed | None], texts: set[str]) -> None:
        self._lookup = lookup
        self._texts = texts
        self._printed = 0

    def expression(self, value: Value, depth: int, sort: Sort, *, char: bool = False) -> _Text:
        """Return the text of a value and its precedence; ``sort`` and ``char`` give the type of a constant."""
        if type(value) is not Term:
            if char and type(value) is int and 0 <= value <= 0xFFFF:
                return char_literal(value), _ATOM
            text = literal(value, sort)
            return text, _UNARY if text.startswith("-") else _ATOM
        given = self._lookup(value)
        if given is not None:
            return (given, _ATOM) if isinstance(given, str) else (given.text, _PRECEDENCES[given.operator])
        self._printed += 1
        if depth > _DEEPEST or self._printed > _LONGEST:
            return "…", _ATOM
        op = value.op
        if op in _BINARY:
            return self._binary(value, depth)
        if op in _RELATIONS:
            return self._relation(value, _RELATIONS[op], depth)
        special = _SPECIAL.get(op)
        if special is None:
            return self._call(op, value, depth)
        return special(self, value, depth + 1)

    def wrapped(self, value: Value, depth: int, sort: Sort, least: int, *, char: bool = False) -> str:
        """Return the text of a value, in parentheses if its precedence is below ``least``."""
        text, precedence = self.expression(value, depth, sort, char=char)
        return text if precedence >= least else f"({text})"

    def _call(self, name: str, term: Term, depth: int) -> _Text:
        inside = ", ".join(self.expression(arg, depth + 1, _argument_sort(term))[0] for arg in term.args)
        return f"{name}({inside})", _ATOM

    def _binary(self, term: Term, depth: int) -> _Text:
        symbol, precedence = _BINARY[term.op]
        left, right = term.args
        sort = term.sort
        count_sort = BV32 if term.op in _SHIFTS else sort
        if symbol == "+" and type(right) is int and right < 0 and right > -(1 << (sort.width - 1)):
            symbol, right = "-", -right
        if symbol == "*" and type(right) is int and type(left) is Term:
            factor, left, right = left, right, left
            if factor.op == "mul" and type(factor.args[1]) is Term:
                return f"{literal(left, sort)} * {self.wrapped(right, depth + 1, sort, precedence)}", precedence
        if term.op in _BITWISE:
            first, second = (self._bits(arg, depth + 1, sort, precedence + at) for at, arg in enumerate((left, right)))
            return f"{first} {symbol} {second}", precedence
        if sort is BV64 and count_sort is sort:
            left, right = self._widened(left, right)
        first = self.wrapped(left, depth + 1, sort, precedence)
        return f"{first} {symbol} {self.wrapped(right, depth + 1, count_sort, precedence + 1)}", precedence

    def _widened(self, left: Value, right: Value) -> tuple[Value, Value]:
        """Return the operands of long arithmetic without a cast that the other operand makes redundant."""
        if self._is_cast(left) and self._is_long(right):
            assert type(left) is Term
            return left.args[0], right
        if self._is_cast(right) and (self._is_long(left) or self._is_cast(left)):
            assert type(right) is Term
            return left, right.args[0]
        return left, right

    def _is_cast(self, value: Value) -> bool:
        """Return whether a value is an int cast to long."""
        if type(value) is not Term or value.op != "sext" or self._lookup(value) is not None:
            return False
        inner = value.args[0]
        return type(inner) is Term and inner.sort is BV32

    def _is_long(self, value: Value) -> bool:
        """Return whether the Java expression of a 64-bit value has the type long."""
        if type(value) is not Term or value.op not in _NARROWER:
            return True
        if value.op not in _BINARY or self._lookup(value) is not None:
            return self._lookup(value) is not None
        operands = value.args[:1] if value.op in _SHIFTS else value.args
        return any(self._is_long(each) or self._is_cast(each) for each in operands)

    def _bits(self, value: Value, depth: int, sort: Sort, least: int) -> str:
        """Return an operand of a bit operator: ``x << 8`` for a product with a power of two, ``~x`` for ``-x - 1``."""
        inner = value.args[0] if type(value) is Term and self._lookup(value) is None and value.args else None
        if type(value) is Term and type(inner) is Term and type(value.args[-1]) is int:
            number = value.args[-1] & ((1 << sort.width) - 1)
            if value.op == "mul" and number > 2 and number & (number - 1) == 0:
                return f"{self.wrapped(inner, depth, sort, _SHIFT)} << {number.bit_length() - 1}"
            if value.op == "add" and value.args[1] == -1 and inner.op == "neg" and self._lookup(inner) is None:
                return f"~{self.wrapped(inner.args[0], depth, sort, _UNARY)}"
        return self.wrapped(value, depth, sort, least)

    def _relation(self, term: Term, symbol: str, depth: int) -> _Text:
        left, right = term.args
        sort = _argument_sort(term)
        if term.op == "eq" and sort.is_float:
            owner = "Float" if sort is F32 else "Double"
            first, second = (self.expression(arg, depth + 1, sort)[0] for arg in term.args)
            return f"{owner}.compare({first}, {second}) {symbol} 0", _EQUAL
        if type(left) is not Term or (_is_compound(left) and _is_plain(right)):
            left, right, symbol = right, left, _MIRRORED[symbol]
        precedence = _EQUAL if symbol in ("==", "!=") else _LESS
        char = _is_char(left)
        first = self.wrapped(left, depth + 1, sort, precedence + 1, char=_is_char(right))
        return f"{first} {symbol} {self.wrapped(right, depth + 1, sort, precedence + 1, char=char)}", precedence

    def variable(self, term: Term, depth: int) -> _Text:
        name = str(term.payload)
        if name.endswith(".length") and name[: -len(".length")] in self._texts:
            name += "()"
        return name, _ATOM

    def negation(self, term: Term, depth: int) -> _Text:
        inner = term.args[0]
        assert type(inner) is Term
        if inner.op in _NEGATED and self._lookup(inner) is None:
            return self._relation(inner, _NEGATED[inner.op], depth)
        if inner.op == "is_null":
            return f"{self.expression(inner.args[0], depth, _sort(inner))[0]} != null", _EQUAL
        if inner.op == "same_class":
            return self.class_equality(inner, depth)[0].replace(" == ", " != "), _EQUAL
        if inner.op == "has_class" and self._lookup(inner) is None:
            tests = [each.replace(" == ", " != ") for each in self._class_tests(inner, depth)]
            return " && ".join(tests), _CONJ if len(tests) > 1 else _EQUAL
        if inner.op == "ult":
            return self._unsigned(inner, ">=", depth), _LESS
        return "!" + self.wrapped(inner, depth, BOOL, _UNARY), _UNARY

    def _unsigned(self, term: Term, symbol: str, depth: int) -> str:
        sort = _argument_sort(term)
        first, second = (self.expression(arg, depth, sort)[0] for arg in term.args)
        return f"{'Long' if sort is BV64 else 'Integer'}.compareUnsigned({first}, {second}) {symbol} 0"

    def unsigned_less(self, term: Term, depth: int) -> _Text:
        return self._unsigned(term, "<", depth), _LESS

    def conjunction(self, term: Term, depth: int) -> _Text:
        return " && ".join(self.wrapped(arg, depth, BOOL, _CONJ) for arg in term.args), _CONJ

    def disjunction(self, term: Term, depth: int) -> _Text:
        return " || ".join(self.wrapped(arg, depth, BOOL, _DISJ) for arg in term.args), _DISJ

    def conditional(self, term: Term, depth: int) -> _Text:
        condition, yes, no = term.args
        first = self.wrapped(condition, depth, BOOL, _TERNARY + 1)
        second = self.wrapped(yes, depth, term.sort, _TERNARY + 1)
        return f"{first} ? {second} : {self.wrapped(no, depth, term.sort, _TERNARY)}", _TERNARY

    def minus(self, term: Term, depth: int) -> _Text:
        text = self.wrapped(term.args[0], depth, term.sort, _UNARY)
        return (f"-({text})" if text.startswith("-") else f"-{text}"), _UNARY

    def _cast(self, kind: str, value: Value, depth: int) -> _Text:
        return f"({kind}) {self.wrapped(value, depth, _sort(value), _UNARY)}", _UNARY

    def widening(self, term: Term, depth: int) -> _Text:
        """Print sext and zext: nothing for narrow inputs and elements, a cast for a truncation or a long."""
        inner = term.args[0]
        assert type(inner) is Term
        signed = term.op == "sext"
        if inner.op == "trunc" and inner.sort is not BV32:
            if signed or inner.sort is BV16:
                kind = _CASTS[inner.sort] if signed else "char"
                return self._cast(kind, inner.args[0], depth)
            inner_text = self.wrapped(inner.args[0], depth, inner.sort, _AND + 1)
            return f"{inner_text} & 0xff", _AND
        if inner.sort is BV32:
            if signed:
                return self._cast("long", inner, depth)
            return f"Integer.toUnsignedLong({self.expression(inner, depth, inner.sort)[0]})", _ATOM
        if not signed and inner.sort is BV8:
            return f"{self.wrapped(inner, depth, inner.sort, _AND + 1)} & 0xff", _AND
        return self.expression(inner, depth, inner.sort)

    def cast(self, term: Term, depth: int) -> _Text:
        return self._cast(_CASTS[term.sort], term.args[0], depth)

    def read(self, term: Term, depth: int) -> _Text:
        array, index = term.args
        assert type(array) is Term
        position = self.expression(index, depth, BV32)[0]
        base = self.wrapped(array, depth, array.sort, _ATOM)
        if array.op == "var" and base.endswith(".chars"):
            return f"{base[: -len('.chars')]}.charAt({position})", _ATOM
        return f"{base}[{position}]", _ATOM

    def write(self, term: Term, depth: int) -> _Text:
        array, index, stored = term.args
        element = term.sort.element or BV32
        base = self.expression(array, depth, term.sort)[0]
        position = self.expression(index, depth, BV32)[0]
        return f"{base} with [{position}] = {self.expression(stored, depth, element)[0]}", _TERNARY

    def constant_array(self, term: Term, depth: int) -> _Text:
        return f"{{all {self.expression(term.args[0], depth, term.sort.element or BV32)[0]}}}", _ATOM

    def null_test(self, term: Term, depth: int) -> _Text:
        return f"{self.wrapped(term.args[0], depth, _sort(term.args[0]), _EQUAL + 1)} == null", _EQUAL

    def class_equality(self, term: Term, depth: int) -> _Text:
        first, second = (self.wrapped(arg, depth, _sort(arg), _ATOM) for arg in term.args)
        return f"{first}.getClass() == {second}.getClass()", _EQUAL

    def text_equality(self, term: Term, depth: int) -> _Text:
        names = [self.wrapped(each, depth, _sort(each), _ATOM) for each in (term.args[0], term.args[2])]
        first, second = (each.removesuffix(".chars") for each in names)
        return f"{first}.equals({second})", _ATOM

    def class_object(self, term: Term, depth: int) -> _Text:
        return f"{self.wrapped(term.args[0], depth, _sort(term.args[0]), _ATOM)}.getClass()", _ATOM

    def class_test(self, term: Term, depth: int) -> _Text:
        tests = self._class_tests(term, depth)
        return " || ".join(tests), _DISJ if len(tests) > 1 else _EQUAL

    def _class_tests(self, term: Term, depth: int) -> list[str]:
        assert isinstance(term.payload, frozenset)
        reference = self.wrapped(term.args[0], depth, _sort(term.args[0]), _ATOM)
        return [f"{reference}.getClass() == {type_name(name)}.class" for name in sorted(term.payload)]

    def nan_test(self, term: Term, depth: int) -> _Text:
        owner = "Float" if _argument_sort(term) is F32 else "Double"
        return f"{owner}.isNaN({self.expression(term.args[0], depth, _argument_sort(term))[0]})", _ATOM

    def compare(self, term: Term, depth: int) -> _Text:
        sort = _argument_sort(term)
        owner = {BV64: "Long", F32: "Float"}.get(sort, "Double")
        return self._call(f"{owner}.compare", term, depth)

    def bits(self, term: Term, depth: int) -> _Text:
        return self._call("Float.floatToIntBits" if term.sort is BV32 else "Double.doubleToLongBits", term, depth)

    def from_bits(self, term: Term, depth: int) -> _Text:
        return self._call("Float.intBitsToFloat" if term.sort is F32 else "Double.longBitsToDouble", term, depth)

    def table(self, term: Term, depth: int) -> _Text:
        spelling = table_of(term).spelling
        number = self.wrapped(term.args[0], depth, BV32, _UNARY if spelling.compound else 0)
        return spelling.text.replace("{}", number), _TERNARY if spelling.compound else _ATOM

    def absolute(self, term: Term, depth: int) -> _Text:
        return self._call("Math.abs", term, depth)

    def root(self, term: Term, depth: int) -> _Text:
        return self._call("Math.sqrt", term, depth)


_SPECIAL: dict[str, Callable[[_Printer, Term, int], _Text]] = {
    "var": _Printer.variable,
    "not": _Printer.negation,
    "ult": _Printer.unsigned_less,
    "conj": _Printer.conjunction,
    "disj": _Printer.disjunction,
    "ite": _Printer.conditional,
    "neg": _Printer.minus,
    "fneg": _Printer.minus,
    "sext": _Printer.widening,
    "zext": _Printer.widening,
    "trunc": _Printer.cast,
    "i2fp": _Printer.cast,
    "fp2i": _Printer.cast,
    "fp2fp": _Printer.cast,
    "select": _Printer.read,
    "store": _Printer.write,
    "const_array": _Printer.constant_array,
    "is_null": _Printer.null_test,
    "has_class": _Printer.class_test,
    "class_of": _Printer.class_object,
    "same_class": _Printer.class_equality,
    "same_text": _Printer.text_equality,
    "is_nan": _Printer.nan_test,
    "lcmp": _Printer.compare,
    "fcmp": _Printer.compare,
    "fp2bits": _Printer.bits,
    "bits2fp": _Printer.from_bits,
    "lookup": _Printer.table,
    "fabs": _Printer.absolute,
    "fsqrt": _Printer.root,
}


def _is_plain(value: Value) -> bool:
    """Return whether a value is a symbol, an array read, or one of them widened without a cast."""
    if type(value) is not Term:
        return False
    if value.op in ("sext", "zext"):
        inner = value.args[0]
        return type(inner) is Term and inner.sort is not BV32 and _is_plain(inner)
    return value.op in ("var", "select")


def _is_compound(value: Value) -> bool:
    """Return whether a value is a sum or product."""
    return type(value) is Term and value.op in ("add", "sub", "mul", "neg")


def _argument_sort(term: Term) -> Sort:
    return next((arg.sort for arg in term.args if type(arg) is Term), term.sort)


def type_name(name: str) -> str:
    """Return the simple name of a class, ``String[]`` for ``[Ljava/lang/String;``, ``A & B`` for an intersection."""
    base = name.lstrip("[")
    brackets = "[]" * (len(name) - len(base))
    if brackets:
        base = PRIMITIVES.get(base, base.removeprefix("L").removesuffix(";"))
    types = (each.replace("|", "/").rsplit("/", 1)[-1].replace("$", ".") for each in base.split("&"))
    return " & ".join(types) + brackets


def _is_char(value: Value) -> bool:
    """Return whether a value is a char: an unsigned 16-bit input or element, or a cast to one."""
    if type(value) is not Term:
        return False
    if value.op == "zext":
        inner = value.args[0]
        return type(inner) is Term and inner.sort is BV16
    return value.op == "select" and value.sort is BV16 and str(value.args[0]).endswith(".chars")
