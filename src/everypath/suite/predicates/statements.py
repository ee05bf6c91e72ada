"""The statements of a predicate that read values into local variables."""

from __future__ import annotations

from collections.abc import Mapping

from everypath.classfile import BOX_CLASSES, PRIMITIVES, dotted
from everypath.inputs import InputShape, Slot
from everypath.suite.predicates.expressions import Expressions, NoPredicateError, is_constant
from everypath.suite.predicates.helpers import call
from everypath.suite.predicates.java_names import JavaNames
from everypath.term import BOOL, BV16, Term, Value

__all__ = ["Statements"]

_OBJECT = "Ljava/lang/Object;"


class Statements:
    """The statements for the inputs of one shape. ``roots`` maps the names of its roots to those of the parameters.

    ``symbols`` maps symbols to Java expressions, which have the values from before the call, and ``objects`` the access
    paths of objects to local variables. ``facts`` are conditions that the shape states and no term does.
    """

    def __init__(self, shape: InputShape, roots: Mapping[str, str]) -> None:
        self.shape = shape
        self.roots = roots
        self.lines: list[str] = []
        self.facts: list[str] = []
        self.symbols: dict[Term, str] = {}
        self.objects: dict[str, str] = {}
        self.types: dict[str, str] = {}
        """The Java types of the local variables."""
        self.typed: set[str] = set()
        """Elements of collections: these may be used as those of another type, which no class stands for."""
        self._names = JavaNames(roots.values())

    @property
    def names(self) -> frozenset[str]:
        """The names of parameters and local variables."""
        return frozenset((*self.roots.values(), *self.types))

    def local(self, path: str, kind: str, text: str) -> str:
        """A new local variable with the value of an expression."""
        name = self._names.free(path)
        self.lines.append(f"{kind} {name} = {text};")
        self.types[name] = kind
        return name

    def need(self, condition: str) -> None:
        """The input takes another path unless a condition holds."""
        negated = f"!({condition})" if " " in condition.partition("(")[0] or "<" in condition else f"!{condition}"
        self.lines += [f"if ({negated}) {{", "    return null;", "}"]

    def take(self, slot: Slot, text: str, *, is_local: bool = False) -> None:
        """Read the value at a place, which has the type ``Object`` unless it is a parameter."""
        if not slot.is_primitive:
            descriptor = self.shape.node(slot.name).descriptor
            if slot.name in self.typed and descriptor[0] == "L" and descriptor != _OBJECT:
                text = call("element", text, f'"{dotted(descriptor[1:-1])}"')
            self.objects[slot.name] = text if is_local else self.local(slot.name, "Object", text)
            return
        kind = PRIMITIVES[slot.descriptor]
        if not is_local:
            box = dotted(BOX_CLASSES[slot.descriptor]).removeprefix("java.lang.")
            text = self.local(slot.name, kind, f"({box}) {text}")
        else:
            self.types[text] = kind
        self._define(slot.value, text, slot.descriptor)

    def _define(self, value: Value | None, text: str, descriptor: str) -> None:
        """The value of a place is this one. It is a symbol, or one that is widened to an int, or a constant."""
        if isinstance(value, int | float):
            self.facts.append(is_constant(text, value, descriptor))
            return
        symbol = _symbol_in(value)
        if symbol is None:
            raise NoPredicateError("a place holds what no symbol stands for")
        if descriptor == "Z" and symbol.sort is not BOOL:
            text = f"({text} ? 1 : 0)"
        elif descriptor == "C" and symbol.sort is BV16:
            text = f"((short) {text})"
        self.symbols[symbol] = text

    def symbol(self, value: Value, text: str) -> None:
        """The value of a place without a slot is that of an expression."""
        if isinstance(value, Term) and value.op == "var":
            self.symbols[value] = text
        elif not isinstance(value, Term):
            self.facts.append(f"{text} == {value}")

    def term(self, value: Term) -> str:
        """The expression of a term over what was read. What it needs is added to the statements."""
        terms = Expressions(self.symbols, self.names)
        (text,) = terms.expressions([value])
        for line in terms.lines:
            kind, name = line.split()[:2]
            self.types[name] = kind
            self.lines.append(line)
        return text


def _symbol_in(value: Value | None) -> Term | None:
    """The symbol that a value is, or that it widens to an int; None for any other value."""
    if not isinstance(value, Term):
        return None
    inner = value.args[0] if value.op in ("sext", "zext") else value
    if value.op == "ite" and value.args[1:] == (1, 0):
        inner = value.args[0]
    return inner if isinstance(inner, Term) and inner.op == "var" and not inner.sort.is_array else None
