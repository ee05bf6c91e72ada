"""The layout of types and expressions."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from everypath.suite.formatting.chain_layout import ChainLayout
from everypath.suite.formatting.documents import Builder, Fill, Indent
from everypath.suite.formatting.syntax import (
    Assign,
    Atom,
    Cast,
    Code,
    CodeBlock,
    Index,
    Joined,
    Lambda,
    MemberDeclaration,
    MethodCall,
    NewArray,
    NewObject,
    Parenthesised,
    Select,
    Statement,
    Type,
)

__all__ = ["ExpressionLayout"]

_MORE = 4
_BLOCK = 2
_SHORT = 10
"""Items shorter than this share lines."""

_FORMAT = re.compile(r"%|\{[0-9]\}")


class ExpressionLayout:
    """Adds types and expressions to the document of a builder.

    ``statements`` lays out the block of a lambda, ``body`` that of an anonymous class. ``length`` returns the columns
    that an expression takes on one line.
    """

    def __init__(
        self,
        builder: Builder,
        statements: Callable[[Sequence[Statement]], None],
        body: Callable[[Sequence[MemberDeclaration]], None],
        length: Callable[[Code], int],
    ) -> None:
        self.builder = builder
        self._statements = statements
        self._body = body
        self._length = length
        self._chains = ChainLayout(builder, self.code, self.type_, self.arguments, length)

    def type_(self, type_: Type) -> None:
        """Lay out a type."""
        self._type_name(type_.name)
        if type_.dimensions:
            self.builder.open(_MORE)
            self._dimensions((None,) * type_.dimensions)
            self.builder.close()

    def _type_name(self, name: str) -> None:
        parts = name.split(".") if "<" not in name else [name]
        code: Code = Atom(parts[0])
        for each in parts[1:]:
            code = Select(code, each)
        self.code(code)

    def _dimensions(self, lengths: Sequence[Code | None]) -> None:
        for each in lengths:
            self.builder.may_break("", Fill.INDEPENDENT)
            self.builder.text("[")
            if each is not None:
                self.code(each)
            self.builder.text("]")

    def code(self, code: Code, *, annotated: bool = False) -> None:
        """Lay out an expression; ``annotated``: it is the value of an annotation."""
        match code:
            case Atom(text=text, sign=sign):
                self.builder.text(sign + text)
            case Select() | MethodCall() | Index():
                self._chains.chain(code)
            case NewObject():
                self._new_object(code)
            case NewArray():
                self._new_array(code, annotated)
            case Lambda():
                self._lambda(code)
            case Cast(type=type_, value=value):
                self._cast(type_, value)
            case Parenthesised(value=value):
                self.builder.text("(")
                self.code(value)
                self.builder.text(")")
            case Joined(operands=operands):
                self._joined(operands)
            case Assign(target=target, value=value):
                self.builder.open(_MORE)
                self.code(target)
                self.builder.text(" =")
                self.builder.may_break(" ")
                self.code(value)
                self.builder.close()

    def _cast(self, type_: Type, value: Code) -> None:
        self.builder.open(_MORE)
        self.builder.text("(")
        if type_.dimensions:
            self.builder.open(_MORE)
            self._type_name(type_.name)
            self._dimensions((None,) * type_.dimensions)
            self.builder.close()
        else:
            self._type_name(type_.name)
        self.builder.text(")")
        self.builder.may_break(" ")
        self.code(value)
        self.builder.close()

    def _joined(self, operands: Sequence[Code]) -> None:
        fill = self._fill(operands)
        self.builder.open(_MORE)
        for at, each in enumerate(operands):
            if at:
                self.builder.may_break(" ", fill)
                self.builder.text("+ ")
            self.code(each)
        self.builder.close()

    def _new_object(self, new: NewObject) -> None:
        builder = self.builder
        builder.open()
        if new.outer is not None:
            self.code(new.outer)
            builder.may_break()
            builder.text(".")
        builder.text("new ")
        self._type_name(new.type.name)
        self.arguments(new.arguments, Indent(_MORE))
        builder.close()
        if new.body is not None:
            self._body(new.body)

    def _new_array(self, array: NewArray, annotated: bool) -> None:
        builder = self.builder
        if array.type is not None:
            builder.open(_MORE)
            builder.text("new ")
            self._type_name(array.type.name)
            builder.open()
            self._dimensions(array.lengths)
            builder.close()
            builder.close()
        if array.items is None:
            return
        if array.type is not None:
            builder.text(" ")
        if not array.items:
            builder.text("{}")
            return
        short = self._are_short(array.items)
        builder.open(_BLOCK)
        builder.text("{")
        builder.may_break("", Fill.FORCED if array.open_ended else Fill.UNIFIED)
        if short or not annotated:
            builder.open()
        for at, each in enumerate(array.items):
            if at:
                builder.text(",")
                builder.may_break(" ", Fill.INDEPENDENT if short and not array.comments else Fill.UNIFIED)
            for comment in array.comments[at] if array.comments else ():
                builder.text(comment)
                builder.must_break()
            self.code(each)
        if array.open_ended:
            builder.text(",")
        if short or not annotated:
            builder.close()
        builder.may_break("", plus=-_BLOCK)
        builder.close()
        builder.text("}")

    def _lambda(self, code: Lambda) -> None:
        builder = self.builder
        builder.open(_MORE if code.parentheses else 0)
        if code.parentheses:
            builder.text("(")
        for at, each in enumerate(code.parameters):
            if at:
                builder.text(",")
                builder.may_break(" ")
            builder.text(each)
        if code.parentheses:
            builder.text(")")
        builder.close()
        builder.text(" ->")
        if not isinstance(code.body, CodeBlock):
            builder.open(_MORE)
            builder.may_break(" ")
            self.code(code.body)
            builder.close()
            return
        builder.open()
        builder.text(" ")
        if not code.body.statements:
            builder.text("{}")
        else:
            builder.open()
            builder.open(_BLOCK)
            builder.text("{")
            self._statements(code.body.statements)
            builder.close()
            builder.must_break()
            builder.close()
            builder.text("}")
        builder.close()

    def arguments(self, arguments: Sequence[Code], plus: Indent) -> None:
        """Lay out the arguments of a call in parentheses, indented by ``plus``."""
        builder = self.builder
        builder.open(plus)
        builder.text("(")
        if arguments:
            builder.may_break()
            if len(arguments) > 1 and _is_format(arguments[0]):
                builder.open()
                self.code(arguments[0])
                builder.text(",")
                builder.may_break(" ")
                builder.open()
                self._listed(arguments[1:])
                builder.close()
                builder.close()
            else:
                self._listed(arguments)
        builder.text(")")
        builder.close()

    def _listed(self, arguments: Sequence[Code]) -> None:
        fill = self._fill(arguments)
        self.builder.open()
        for at, each in enumerate(arguments):
            if at:
                self.builder.text(",")
                self.builder.may_break(" ", fill)
            self.code(each)
        self.builder.close()

    def _fill(self, items: Sequence[Code]) -> Fill:
        return Fill.INDEPENDENT if self._are_short(items) else Fill.UNIFIED

    def _are_short(self, items: Sequence[Code]) -> bool:
        return all(self._length(each) < _SHORT for each in items)


def _is_format(code: Code) -> bool:
    """True for a format string: a text with places for values."""
    operands = code.operands if isinstance(code, Joined) else (code,)
    texts = [each.text for each in operands if isinstance(each, Atom) and each.text.startswith('"')]
    return len(texts) == len(operands) and any(_FORMAT.search(each) for each in texts)
