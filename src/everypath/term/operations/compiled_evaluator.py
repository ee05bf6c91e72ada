"""Compiles terms that are evaluated often to Python functions of a model's values.

Few conditions are evaluated under many models (repairing and shrinking witnesses, searching for a model). Once a term
has been evaluated `COMPILE_AFTER` times, it becomes one Python function, which takes a fifth of the time of walking its
nodes. Operators without a short form in Python are left to the rules of `everypath.term.operations.model`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from types import CodeType
from typing import Final, TypeAlias

from everypath.term.core import Evaluator, Scalar, Term, Value, walk
from everypath.term.values import BOOL

Rules: TypeAlias = "dict[str, Callable[..., Scalar]]"

COMPILE_AFTER: Final = 24
"""The number of evaluations after which a term is compiled."""

MOST_NODES: Final = 300
"""Larger terms are not compiled: walking them remembers the values of shared nodes."""

_DEEPEST: Final = 12
"""Expressions nested deeper than this become a local variable."""

_INFIX: Final = {"and": "&", "or": "|", "xor": "^", "lt": "<"}
_WRAPPED: Final = {"add": "+", "sub": "-", "mul": "*"}


def compiled(term: Term, rules: Rules, other: Callable[..., Scalar]) -> Evaluator | None:
    """Return the function that evaluates a scalar term, None for a symbol and for a term with too many nodes.

    ``rules`` gives the value of an operator's node from those of its arguments; ``other`` evaluates every other node,
    and calls no function made here.
    """
    nodes = list(walk(term))
    if len(nodes) > MOST_NODES or not term.args:
        return None
    return _Writer(nodes, rules, other).function(term)


@lru_cache(maxsize=1 << 12)
def _code(text: str) -> CodeType:
    """Return the code of a function. Terms of one form share it, for symbols and numbers have names in it."""
    return compile(text, "<term>", "exec")


class _Writer:
    """Writes the function of a term, node by node."""

    def __init__(self, nodes: list[Term], rules: Rules, other: Callable[..., Scalar]) -> None:
        self.rules = rules
        self.names: dict[str, object] = {"other": other, "nothing": {}}
        self.lines: list[str] = []
        self.uses: dict[Term, int] = {}
        self.written: dict[Term, tuple[str, int]] = {}
        for node in nodes:
            again = 1 + (node.op == "store" or (node.op == "select" and _stores(node) > 0))
            for arg in node.args:
                if type(arg) is Term:
                    self.uses[arg] = self.uses.get(arg, 0) + again
        self.nodes = nodes

    def function(self, term: Term) -> Evaluator:
        """Return the function of the last node."""
        for node in self.nodes:
            if not node.sort.is_array:
                self._write(node)
        text = "\n ".join(
            ["def evaluator(model):", "values = model._values", *self.lines, f"return {self._text(term)}"]
        )
        exec(_code(text), self.names)
        found = self.names.pop("evaluator")
        assert callable(found)
        return found

    def _write(self, node: Term) -> None:
        text = self._expression(node)
        below = [self.written[arg][1] for arg in node.args if type(arg) is Term and arg in self.written]
        depth = 1 + max(below, default=0)
        if self.uses.get(node, 0) > 1 or depth > _DEEPEST:
            name = f"t{len(self.lines)}"
            self.lines.append(f"{name} = {text}")
            text, depth = name, 0
        self.written[node] = text, depth

    def _text(self, value: Value) -> str:
        if type(value) is Term:
            return self.written[value][0]
        return repr(value) if type(value) is bool else self._named(value)

    def _named(self, value: object) -> str:
        name = f"k{len(self.names)}"
        self.names[name] = value
        return name

    def _expression(self, node: Term) -> str:
        """Return the expression of a node whose arguments are written."""
        op, args = node.op, node.args
        if op == "var":
            return self._symbol(node)
        if op == "select":
            return self._select(node)
        if op == "ite":
            condition, yes, no = map(self._text, args)
            return f"({yes} if {condition} else {no})"
        if op not in self.rules or (args and type(args[0]) is Term and args[0].sort.name == "REF"):
            return self._by_other(node)
        texts = [self._text(arg) for arg in args]
        short = _short_form(node, texts)
        if short is not None:
            return short
        return f"{self._named(self.rules[op])}({self._named(node)}, {', '.join(texts)})"

    def _symbol(self, node: Term) -> str:
        if node.sort.is_vector:
            return f"values.get({self._named(node)}, 0)"
        if node.sort.is_float:
            return f"values.get({self._named(node)}, 0.0)"
        return f"values.get({self._named(node)}, False)" if node.sort is BOOL else self._by_other(node)

    def _by_other(self, node: Term) -> str:
        return f"other({self._named(node)}, model)"

    def _select(self, node: Term) -> str:
        array, index = node.args
        at = self._text(index)
        text = ""
        for _ in range(_stores(node)):
            assert type(array) is Term
            array, written_at, value = array.args
            text += f"{self._text(value)} if {self._text(written_at)} == {at} else "
        assert type(array) is Term
        if array.op == "const_array":
            return f"({text}{self._text(array.args[0])})"
        if array.op != "var":
            return self._by_other(node)
        zero = "0.0" if node.sort.is_float else "False" if not node.sort.is_vector else "0"
        return f"({text}values.get({self._named(array)}, nothing).get({at}, {zero}))"


def _short_form(node: Term, texts: list[str]) -> str | None:
    """Return the Python expression of an operator that Python has, too, else None."""
    op, args = node.op, node.args
    if op in _INFIX:
        return f"({texts[0]} {_INFIX[op]} {texts[1]})"
    if op in _WRAPPED:
        return _wrapped(f"{texts[0]} {_WRAPPED[op]} {texts[1]}", node.sort.width)
    if op == "eq" and not any(type(arg) is float or (type(arg) is Term and arg.sort.is_float) for arg in args):
        return f"({texts[0]} == {texts[1]})"
    if op == "not":
        return f"(not {texts[0]})"
    if op in ("conj", "disj"):
        return f"({(' and ' if op == 'conj' else ' or ').join(texts)})"
    if op == "sext":
        return texts[0]
    if op == "zext":
        assert type(args[0]) is Term
        return f"({texts[0]} & {(1 << args[0].sort.width) - 1})"
    return _wrapped(texts[0], node.sort.width) if op == "trunc" else None


def _stores(select: Term) -> int:
    """Return the number of writes to the array that a term reads."""
    count = 0
    array = select.args[0]
    while type(array) is Term and array.op == "store":
        count += 1
        array = array.args[0]
    return count


def _wrapped(text: str, width: int) -> str:
    half = 1 << (width - 1)
    return f"(({text} + {half} & {2 * half - 1}) - {half})"
