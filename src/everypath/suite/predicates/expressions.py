"""Terms as Java expressions that have exactly their values.

`everypath.term.to_java` prints terms for people, and cuts long ones. These expressions are compiled and run: each has
the value that `everypath.term.evaluate` gives, and none throws. A subexpression that is used more than once becomes a
local variable.

The Java type of an expression is that of its sort: ``byte``, ``short``, ``int``, ``long``, ``float``, ``double`` or
``boolean``. Narrow ints may be widened to ``int``; their values are the same. A ``char`` is a ``short`` with its bits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from everypath.classfile import dotted
from everypath.dataclass import dataclass, field
from everypath.errors import EverypathError
from everypath.suite.predicates.helpers import call
from everypath.term import BOOL, BV8, BV16, BV32, BV64, F32, F64, REF, Sort, Term, Value, literal, table_of, walk

__all__ = ["Expressions", "NoPredicateError", "is_constant", "type_of"]

MOST_NODES = 4_000
"""Conditions with more nodes are not written: the compiled method would be too large (JVMS 4.7.3)."""

_TYPES = {BV8: "byte", BV16: "short", BV32: "int", BV64: "long", F32: "float", F64: "double", BOOL: "boolean"}
_ARITHMETIC = {"add": "+", "sub": "-", "mul": "*"}
_BITWISE = {"and": "&", "or": "|", "xor": "^"}
_SHIFTS = {"shl": "<<", "shr": ">>", "ushr": ">>>"}
_FLOATING = {"fadd": "+", "fsub": "-", "fmul": "*", "fdiv": "/", "frem": "%"}
_ORDERS = {"lt": "<", "flt": "<", "fle": "<=", "feq": "=="}
_MIRRORED = {"<": ">", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}


class NoPredicateError(EverypathError):
    """A condition or an effect cannot be written as Java over the inputs; the message says why."""


def type_of(sort: Sort) -> str:
    """The Java type of the values of a scalar sort."""
    return _TYPES[sort]


@dataclass
class Expressions:
    """Writes terms over ``symbols``, which maps symbols to Java expressions without side effects. The names of local
    variables are none of those ``reserved``.
    """

    symbols: Mapping[Term, str]
    reserved: frozenset[str] = frozenset()
    lines: list[str] = field(default_factory=list)
    """The declarations of local variables for what was written, in order."""
    _texts: dict[Term, str] = field(default_factory=dict)
    _uses: dict[Term, int] = field(default_factory=dict)
    _nodes: int = 0

    def expressions(self, values: Iterable[Value]) -> list[str]:
        """The Java expressions of scalar values. Raises `NoPredicateError` for what Java cannot say."""
        wanted = list(values)
        order: dict[Term, None] = {}
        for each in wanted:
            if isinstance(each, Term):
                order |= dict.fromkeys(walk(each))
        self._nodes += len(order)
        if self._nodes > MOST_NODES:
            raise NoPredicateError("the condition is too large")
        for node in order:
            for argument in node.args:
                if isinstance(argument, Term):
                    self._uses[argument] = self._uses.get(argument, 0) + 1
        for node in order:
            if not node.sort.is_array and node.sort is not REF and node not in self._texts:
                self._write(node)
        return [self.text(each, each.sort if isinstance(each, Term) else BV32) for each in wanted]

    def text(self, value: Value, sort: Sort) -> str:
        """The text of a value that was written, or of a constant of a sort."""
        if isinstance(value, Term):
            return self._texts[value] if value.sort is not REF else self._reference(value)
        text = literal(value, sort)
        return f"({text})" if text.startswith("-") else text

    def _write(self, node: Term) -> None:
        text = self._expression(node)
        if self._uses.get(node, 0) > 1 and node.args:
            name = self._free_name()
            self.lines.append(f"{_TYPES[node.sort]} {name} = {_narrowed(text, node.sort)};")
            text = name
        self._texts[node] = text

    def _free_name(self) -> str:
        number = len(self.lines)
        while f"t{number}" in self.reserved:
            number += 1
        return f"t{number}"

    def _symbol(self, symbol: Term) -> str:
        found = self.symbols.get(symbol)
        if found is None:
            name = str(symbol.payload)
            what = "in a call that makes the input" if "#" in name or ".new." in name else "no place of the inputs"
            raise NoPredicateError(f"{name} is {what}")
        return found

    def _reference(self, term: Term) -> str:
        if term.op != "var":
            raise NoPredicateError("it chooses between references")
        return self._symbol(term)

    def _expression(self, node: Term) -> str:
        if node.op == "var":
            return self._symbol(node)
        write = _WRITERS.get(node.op)
        if write is None:
            raise NoPredicateError(f"{node.op} has no Java expression")
        return write(self, node)

    def _arguments(self, node: Term) -> list[str]:
        sort = argument_sort(node)
        return [self.text(each, sort) for each in node.args]

    # ---- integers

    def _arithmetic(self, node: Term) -> str:
        first, second = self._arguments(node)
        return _wrapped(f"{first} {_ARITHMETIC[node.op]} {second}", node.sort)

    def _division(self, node: Term) -> str:
        return _wrapped(call("div" if node.op == "sdiv" else "rem", *self._arguments(node)), node.sort)

    def _bits(self, node: Term) -> str:
        first, second = self._arguments(node)
        return f"({first} {_BITWISE[node.op]} {second})"

    def _shift(self, node: Term) -> str:
        if node.sort not in (BV32, BV64):
            raise NoPredicateError("it shifts a narrow int")
        count = self.text(node.args[1], BV32)
        return f"({self.text(node.args[0], node.sort)} {_SHIFTS[node.op]} {count})"

    def _minus(self, node: Term) -> str:
        return _wrapped(f"-{self.text(node.args[0], node.sort)}", node.sort)

    def _widening(self, node: Term) -> str:
        inner = node.args[0]
        assert isinstance(inner, Term)
        text = self._texts[inner]
        if node.op == "zext":
            text = f"({text} & {(1 << inner.sort.width) - 1:#x}{'L' if inner.sort is BV32 else ''})"
        return f"((long) {text})" if node.sort is BV64 else _wrapped(text, node.sort)

    def _cast(self, node: Term) -> str:
        return f"(({_TYPES[node.sort]}) {self._arguments(node)[0]})"

    def _three_way(self, node: Term) -> str:
        first, second = self._arguments(node)
        if node.op == "lcmp":
            return f"Long.compare({first}, {second})"
        return call("compare", first, second, str(node.payload))

    # ---- conditions

    def _equality(self, node: Term) -> str:
        sort = argument_sort(node)
        first, second = self._arguments(node)
        if sort.is_float:
            return f"({'Float' if sort is F32 else 'Double'}.compare({first}, {second}) == 0)"
        return self._compared(node, "==")

    def _order(self, node: Term) -> str:
        return self._compared(node, _ORDERS[node.op])

    def _compared(self, node: Term, symbol: str) -> str:
        first, second = self._arguments(node)
        if not isinstance(node.args[0], Term):
            first, second, symbol = second, first, _MIRRORED[symbol]
        return f"({first} {symbol} {second})"

    def _unsigned_order(self, node: Term) -> str:
        owner = "Long" if argument_sort(node) is BV64 else "Integer"
        return f"({owner}.compareUnsigned({', '.join(self._arguments(node))}) < 0)"

    def _negation(self, node: Term) -> str:
        (inner,) = node.args
        assert isinstance(inner, Term)
        if self._uses.get(inner, 0) > 1:
            return f"!{self._texts[inner]}"
        if inner.op == "is_null":
            return f"({self.text(inner.args[0], REF)} != null)"
        if inner.op == "eq" and not argument_sort(inner).is_float:
            return self._compared(inner, "!=")
        return self._compared(inner, ">=") if inner.op == "lt" else f"!{self._texts[inner]}"

    def _junction(self, node: Term) -> str:
        symbol = " && " if node.op == "conj" else " || "
        return f"({symbol.join(self._arguments(node))})"

    def _null_test(self, node: Term) -> str:
        return f"({self.text(node.args[0], REF)} == null)"

    def _class_test(self, node: Term) -> str:
        assert isinstance(node.payload, frozenset)
        if any("&" in name or "|" in name for name in node.payload):
            raise NoPredicateError("it asks for the class of a stub")
        names = [f'"{dotted(name)}"' for name in sorted(node.payload)]
        return call("hasClass", self.text(node.args[0], REF), *names)

    def _class_equality(self, node: Term) -> str:
        return call("haveSameClass", *(self.text(each, REF) for each in node.args))

    def _text_equality(self, node: Term) -> str:
        names = []
        for each in (node.args[0], node.args[2]):
            assert isinstance(each, Term)
            if each.op != "var":
                raise NoPredicateError("it compares texts that are no inputs")
            names.append(self._symbol(each))
        return f"java.util.Objects.equals({', '.join(names)})"

    def _conditional(self, node: Term) -> str:
        condition, yes, no = node.args
        return f"({self.text(condition, BOOL)} ? {self.text(yes, node.sort)} : {self.text(no, node.sort)})"

    # ---- floating point

    def _floating(self, node: Term) -> str:
        first, second = (self.text(each, node.sort) for each in node.args)
        return f"({first} {_FLOATING[node.op]} {second})"

    def _function(self, node: Term) -> str:
        (argument,) = self._arguments(node)
        match node.op:
            case "fabs":
                return f"Math.abs({argument})"
            case "fsqrt":
                return f"({_TYPES[node.sort]}) Math.sqrt({argument})".join("()")
            case "is_nan":
                return f"({argument} != {argument})"
            case "fp2bits":
                return f"{'Float.floatToIntBits' if node.sort is BV32 else 'Double.doubleToLongBits'}({argument})"
            case _:
                return f"{'Float.intBitsToFloat' if node.sort is F32 else 'Double.longBitsToDouble'}({argument})"

    # ---- tables and arrays

    def _table(self, node: Term) -> str:
        return f"({table_of(node).spelling.text.replace('{}', self.text(node.args[0], BV32))})"

    def _select(self, node: Term) -> str:
        array, index = node.args
        return self._element(array, self.text(index, BV32), node.sort)

    def _element(self, array: Value, index: str, sort: Sort) -> str:
        """The element of an array term at an index, which is a short text."""
        assert isinstance(array, Term)
        text = ""
        while array.op == "store":
            before, at, stored = array.args
            text += f"{self.text(at, BV32)} == {index} ? {self.text(stored, sort)} : "
            assert isinstance(before, Term)
            array = before
        if array.op == "const_array":
            return f"({text}{self.text(array.args[0], sort)})"
        if array.op == "ite":
            condition, yes, no = array.args
            inner = f"{self.text(condition, BOOL)} ? {self._element(yes, index, sort)} : "
            return f"({text}{inner}{self._element(no, index, sort)})"
        return f"({text}{call('at', self._symbol(array), index)})"


_WRITERS: dict[str, Callable[[Expressions, Term], str]] = {
    **dict.fromkeys(_ARITHMETIC, Expressions._arithmetic),
    **dict.fromkeys(("sdiv", "srem"), Expressions._division),
    **dict.fromkeys(_BITWISE, Expressions._bits),
    **dict.fromkeys(_SHIFTS, Expressions._shift),
    **dict.fromkeys(("neg", "fneg"), Expressions._minus),
    **dict.fromkeys(("sext", "zext"), Expressions._widening),
    **dict.fromkeys(("trunc", "i2fp", "fp2i", "fp2fp"), Expressions._cast),
    **dict.fromkeys(("lcmp", "fcmp"), Expressions._three_way),
    **dict.fromkeys(_ORDERS, Expressions._order),
    **dict.fromkeys(_FLOATING, Expressions._floating),
    **dict.fromkeys(("fabs", "fsqrt", "is_nan", "fp2bits", "bits2fp"), Expressions._function),
    **dict.fromkeys(("conj", "disj"), Expressions._junction),
    "eq": Expressions._equality,
    "ult": Expressions._unsigned_order,
    "not": Expressions._negation,
    "is_null": Expressions._null_test,
    "has_class": Expressions._class_test,
    "same_class": Expressions._class_equality,
    "same_text": Expressions._text_equality,
    "ite": Expressions._conditional,
    "lookup": Expressions._table,
    "select": Expressions._select,
}


def is_constant(text: str, value: float, descriptor: str) -> str:
    """The condition that a place of a primitive type holds a constant."""
    match descriptor:
        case "Z":
            return text if value else f"!{text}"
        case "F" | "D":
            owner, sort = ("Float", F32) if descriptor == "F" else ("Double", F64)
            return f"{owner}.compare({text}, {literal(value, sort)}) == 0"
        case _:
            return f"{text} == {literal(value, BV64 if descriptor == 'J' else BV32)}"


def argument_sort(node: Term) -> Sort:
    """The sort of the arguments of a node, of which all have the same."""
    return next((each.sort for each in node.args if isinstance(each, Term)), node.sort)


def _wrapped(text: str, sort: Sort) -> str:
    """An expression of type int as one of a narrower type, if the sort is narrower."""
    return f"(({_TYPES[sort]}) ({text}))" if sort in (BV8, BV16) else f"({text})"


def _narrowed(text: str, sort: Sort) -> str:
    """The initialiser of a variable: an expression of a narrow sort may have the type int."""
    return f"({_TYPES[sort]}) {text}" if sort in (BV8, BV16) else text
