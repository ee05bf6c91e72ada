"""Terms that are evaluated again and again, as Python functions of a model's values.

Few conditions are asked under many models (repairing and shrinking witnesses, looking for a model that fits): once one
has been evaluated `OFTEN` times, it is written out as one Python function, a fifth of the work of walking its nodes.
What has no short form in Python is left to the rules of `everypath.term.operations.model`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from types import CodeType
from typing import Final, TypeAlias

from everypath.term.core import Evaluator, Scalar, Term, Value, walk
from everypath.term.values import BOOL

Rules: TypeAlias = "dict[str, Callable[..., Scalar]]"

OFTEN: Final = 24
"""Evaluations of a term after which it is compiled."""

MOST_NODES: Final = 300
"""Larger terms are walked: nodes that models share are remembered there."""

_DEEPEST: Final = 12
"""Expressions nested deeper than this get a name."""

_INFIX: Final = {"and": "&", "or": "|", "xor": "^", "lt": "<"}
_WRAPPED: Final = {"add": "+", "sub": "-", "mul": "*"}


def compiled(term: Term, rules: Rules, other: Callable[..., Scalar]) -> Evaluator | None:
    """The function that evaluates a scalar term, or None where that brings nothing: a symbol, or too many nodes.

    ``rules`` gives the value of an operator's node from those of its arguments; ``other`` evaluates every other node,
    and calls no function made here.
    """
    nodes = list(walk(term))
    if len(nodes) > MOST_NODES or not term.args:
        return None
    return _Writer(nodes, rules, other).function(term)


@lru_cache(maxsize=1 << 12)
def _code(text: str) -> CodeType:
    """The code of a function: terms of one form have it in common, as symbols and numbers stand in it by name."""
    return compile(text, "<term>", "exec")


class _Writer:
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
        """The function of the last node."""
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
        op, args = node.op, node.args
        if op == "var" and node.sort.is_vector:
            return f"values.get({self._named(node)}, 0)"
        if op == "var" and node.sort.is_float:
            return f"values.get({self._named(node)}, 0.0)"
        if op == "var" and node.sort is BOOL:
            return f"values.get({self._named(node)}, False)"
        if op == "select":
            return self._select(node)
        if op == "ite":
            condition, yes, no = map(self._text, args)
            return f"({yes} if {condition} else {no})"
        if op not in self.rules or (args and type(args[0]) is Term and args[0].sort.name == "REF"):
            return f"other({self._named(node)}, model)"
        texts = [self._text(arg) for arg in args]
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
        if op == "trunc":
            return _wrapped(texts[0], node.sort.width)
        return f"{self._named(self.rules[op])}({self._named(node)}, {', '.join(texts)})"

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
            return f"other({self._named(node)}, model)"
        zero = "0.0" if node.sort.is_float else "False" if not node.sort.is_vector else "0"
        return f"({text}values.get({self._named(array)}, nothing).get({at}, {zero}))"


def _stores(select: Term) -> int:
    """How many elements were written, one after the other, before an array was read."""
    count = 0
    array = select.args[0]
    while type(array) is Term and array.op == "store":
        count += 1
        array = array.args[0]
    return count


def _wrapped(text: str, width: int) -> str:
    half = 1 << (width - 1)
    return f"(({text} + {half} & {2 * half - 1}) - {half})"
