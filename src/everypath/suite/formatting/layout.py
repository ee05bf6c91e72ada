"""Code on lines as google-java-format leaves it: 100 columns, two more for a block, four more for what goes on.

Its decisions are local and all follow from the structure of the code, so the same code has the same lines here and
there; that is what the tests ask of the program itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from everypath.suite.formatting.call_chains import STREAMS, fills, indexed, indexed_name, is_call, links, prefixes
from everypath.suite.formatting.documents import COLUMNS, Builder, Fill, Indent, Tag
from everypath.suite.formatting.parser import Parser
from everypath.suite.formatting.syntax import (
    Annotation,
    Assign,
    Atom,
    Block,
    Cast,
    Code,
    Comment,
    Evaluate,
    FieldDeclaration,
    Index,
    Joined,
    Lambda,
    Leave,
    Local,
    MemberDeclaration,
    MethodCall,
    MethodDeclaration,
    NewArray,
    NewObject,
    Parameter,
    Parenthesised,
    Select,
    Statement,
    Switch,
    Type,
)
from everypath.suite.formatting.wrapping import wrapped_comment, wrapped_strings

__all__ = ["laid_out"]

_MORE = 4
_BLOCK = 2
_SHORT = 10
"""Items shorter than this share lines."""

_FORMAT = re.compile(r"%|\{[0-9]\}")


def laid_out(text: str, column: int = _BLOCK) -> list[str]:
    """The lines of some members of a class, of which the first stands at a column. Raises `UnreadableError`."""
    lines: list[str] = []
    before: MemberDeclaration | None = None
    for member in Parser(text).members():
        if before is not None and not (isinstance(before, FieldDeclaration) and isinstance(member, FieldDeclaration)):
            lines.append("")
        layout = _Layout()
        layout.member(member)
        lines += layout.builder.lines(column)
        before = member
    return wrapped_strings([line for each in lines for line in wrapped_comment(each)])


class _Layout:
    """Makes the document of some code."""

    def __init__(self) -> None:
        self.builder = Builder()

    # ---- members

    def member(self, member: MemberDeclaration) -> None:
        """A field or a method."""
        if isinstance(member, FieldDeclaration):
            self.builder.text(*(f"{each} " for each in member.modifiers))
            self._variable(member.variable)
        else:
            self._method(member)

    def _method(self, method: MethodDeclaration) -> None:
        builder = self.builder
        for annotation in method.annotations:
            self._annotation(annotation)
            builder.must_break()
        builder.text(*(f"{each} " for each in method.modifiers))
        name = Tag()
        builder.open(_MORE)
        builder.open()
        builder.open()
        self._type(method.type)
        builder.close()
        builder.may_break(" ", Fill.INDEPENDENT, tag=name)
        builder.text(method.name, "(")
        builder.close()
        builder.open(Indent(_MORE, name))
        builder.open()
        if method.parameters:
            builder.may_break("", Fill.INDEPENDENT)
            self._parameters(method.parameters)
        builder.text(")")
        if method.throws:
            builder.may_break(" ", Fill.INDEPENDENT)
            builder.open(_MORE)
            builder.text("throws")
            builder.may_break(" ", Fill.INDEPENDENT)
            for at, each in enumerate(method.throws):
                if at:
                    builder.text(",")
                    builder.may_break(" ")
                self._type(each)
            builder.close()
        builder.close()
        builder.close()
        builder.text(" {")
        builder.close()
        if method.body.statements:
            builder.open(_BLOCK)
            self._statements(method.body.statements)
            builder.close()
            builder.must_break()
        builder.text("}")

    def _parameters(self, parameters: Sequence[Parameter]) -> None:
        self.builder.open()
        for at, each in enumerate(parameters):
            if at:
                self.builder.may_break(" ")
            self._declaration(each.type, each.name, None, "," if at < len(parameters) - 1 else "")
        self.builder.close()

    def _annotation(self, annotation: Annotation) -> None:
        builder, values = self.builder, annotation.values
        if not values:
            builder.text(f"@{annotation.name}")
        elif values[0][0]:
            builder.open()
            builder.text(f"@{annotation.name}")
            builder.open(_MORE)
            builder.text("(")
            builder.may_break()
            self._elements(values)
            builder.text(")")
            builder.close()
            builder.close()
        else:
            ((_, value),) = values
            builder.open(0 if isinstance(value, NewArray) else _MORE)
            builder.text(f"@{annotation.name}(")
            if not isinstance(value, NewArray):
                builder.may_break()
            self.code(value, annotated=True)
            builder.close()
            builder.text(")")

    def _elements(self, values: Sequence[tuple[str, Code]]) -> None:
        """Named elements of an annotation: a line each where one of them is an array."""
        builder = self.builder
        listed = any(isinstance(value, NewArray) for _, value in values)
        for at, (key, value) in enumerate(values):
            if at:
                builder.text(",")
                if listed:
                    builder.must_break()
                else:
                    builder.may_break(" ")
            builder.open(0 if isinstance(value, NewArray) else _MORE)
            builder.text(key, " =")
            if isinstance(value, NewArray):
                builder.text(" ")
            else:
                builder.may_break(" ")
            self.code(value, annotated=True)
            builder.close()

    def _body(self, members: Sequence[MemberDeclaration]) -> None:
        builder = self.builder
        builder.text(" {")
        builder.open()
        if members:
            builder.open(_BLOCK)
            before: MemberDeclaration | None = None
            for each in members:
                fields = isinstance(before, FieldDeclaration) and isinstance(each, FieldDeclaration)
                builder.must_break(blank=before is not None and not fields)
                self.member(each)
                before = each
            builder.close()
            builder.must_break()
        builder.text("}")
        builder.close()

    # ---- statements

    def _statements(self, statements: Sequence[Statement]) -> None:
        for each in statements:
            self.builder.must_break()
            self._statement(each)

    def _statement(self, statement: Statement) -> None:
        match statement:
            case Comment(text=text):
                self.builder.text(text)
            case Local():
                self._variable(statement)
            case Evaluate(value=value):
                self.code(value)
                self.builder.text(";")
            case Leave(keyword=keyword, value=value):
                self.builder.text(keyword)
                if value is not None:
                    self.builder.text(" ")
                    self.code(value)
                self.builder.text(";")
            case Switch():
                self._switch(statement)

    def _switch(self, switch: Switch) -> None:
        builder = self.builder
        builder.text("switch (")
        self.code(switch.value)
        builder.text(") {")
        builder.open(_BLOCK)
        for label, statements in switch.cases:
            builder.must_break()
            builder.open()
            builder.text("default" if label is None else "case ")
            if label is not None:
                self.code(label)
            builder.text(":")
            builder.open(_BLOCK)
            self._statements(statements)
            builder.close()
            builder.close()
        builder.close()
        builder.must_break()
        builder.text("}")

    def _variable(self, variable: Local) -> None:
        self._declaration(variable.type, variable.name, variable.value, ";")

    def _declaration(self, type_: Type, name: str, value: Code | None, end: str) -> None:
        builder, broken = self.builder, Tag()
        builder.open()
        builder.open(_MORE)
        builder.open()
        builder.open()
        self._type(type_)
        builder.close()
        builder.may_break(" ", Fill.INDEPENDENT, tag=broken)
        builder.open(Indent(_MORE, broken))
        builder.text(name)
        builder.close()
        builder.close()
        if value is not None:
            builder.text(" =")
            builder.open(Indent(_MORE, broken))
            builder.may_break(" ", Fill.INDEPENDENT)
            self.code(value)
            builder.close()
        builder.text(end)
        builder.close()
        builder.close()

    # ---- types

    def _type(self, type_: Type) -> None:
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

    # ---- expressions

    def code(self, code: Code, *, annotated: bool = False) -> None:
        """An expression; ``annotated``: as the value of an annotation."""
        match code:
            case Atom(text=text, sign=sign):
                self.builder.text(sign + text)
            case Select() | MethodCall() | Index():
                self._chain(code)
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
        self._arguments(new.arguments, Indent(_MORE))
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
        if not isinstance(code.body, Block):
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

    # ---- arguments

    def _arguments(self, arguments: Sequence[Code], plus: Indent) -> None:
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

    @staticmethod
    def _are_short(items: Sequence[Code]) -> bool:
        return all(_length(each) < _SHORT for each in items)

    # ---- what is joined by dots

    def _chain(self, code: Code) -> None:
        """``first.second(…).third[0]``: the links, and what comes before them where that is no name."""
        chained, start = links(code)
        builder = self.builder
        if start is not None:
            anonymous = isinstance(start, NewObject) and start.body is not None
            builder.open(0 if anonymous else _MORE)
            base, indexes = indexed(start)
            if isinstance(base, Type):
                self._type(base)
            else:
                self.code(base)
            if anonymous:
                builder.text(".")
            else:
                builder.may_break()
            self._indexes(indexes)
            if not chained:
                builder.close()
                return
        needs_dot = start is not None and not (isinstance(start, NewObject) and start.body is not None)
        units = prefixes(chained, start is not None)
        if units:
            streams = any(indexed_name(each) in STREAMS for each in chained if is_call(each))
            self._prefixed(chained, needs_dot, units, Fill.UNIFIED if streams else Fill.INDEPENDENT)
        else:
            self._dotted(chained, needs_dot)
        if start is not None:
            builder.close()

    def _prefixed(self, links: Sequence[Code], dot: bool, prefixes: Sequence[int], fill: Fill) -> None:
        """A chain that begins with what is one unit, such as the name of a class."""
        builder, broken = self.builder, Tag()
        trailing = prefixes[-1] < len(links) - 1
        open_ = list(prefixes)
        builder.open(_MORE)
        for _ in prefixes:
            builder.open()
        for at, link in enumerate(links):
            if dot:
                builder.may_break("", fill if open_ and at <= open_[0] else Fill.UNIFIED, tag=broken)
                builder.text(".")
            builder.text(indexed_name(link))
            if open_ and at == open_[0]:
                builder.close()
                open_.pop(0)
            self._link_arguments(link, Indent(_MORE, broken, _MORE if trailing else 0))
            dot = True
        builder.close()

    def _dotted(self, links: Sequence[Code], dot: bool) -> None:
        """A chain of which all links are alike: a break before each dot, or none."""
        builder, started = self.builder, dot
        trailing = len(links) > 1
        if not started:
            builder.open(_MORE)
        length = _MORE if started else 0
        for link in links:
            if dot:
                if length > _MORE:
                    builder.may_break()
                builder.text(".")
                length += 1
            call = indexed(link)[0]
            name = indexed_name(link)
            if trailing and isinstance(call, MethodCall) and call.target is None and fills(call):
                builder.open()
                builder.open()
                builder.text(name, "(")
                self.code(call.arguments[0])
                builder.close()
                builder.text(")")
                builder.close()
            else:
                builder.text(name)
                self._link_arguments(link, Indent(_MORE if trailing or dot else 0))
            if link is not links[-1] and length <= _MORE:
                length += _length(link)
            dot = True
        if not started:
            builder.close()

    def _link_arguments(self, link: Code, plus: Indent) -> None:
        base, indexes = indexed(link)
        if isinstance(base, MethodCall):
            self.builder.open()
            self._arguments(base.arguments, plus)
            self.builder.close()
        self._indexes(indexes)

    def _indexes(self, indexes: Sequence[Code]) -> None:
        if not indexes:
            return
        self.builder.open()
        for each in indexes:
            self.builder.text("[")
            self.builder.may_break("", Fill.INDEPENDENT)
            self.code(each)
            self.builder.text("]")
        self.builder.close()


def _is_format(code: Code) -> bool:
    """Whether the code is a text with places for values."""
    operands = code.operands if isinstance(code, Joined) else (code,)
    texts = [each.text for each in operands if isinstance(each, Atom) and each.text.startswith('"')]
    return len(texts) == len(operands) and any(_FORMAT.search(each) for each in texts)


def _length(code: Code) -> int:
    """How many columns the code takes on one line."""
    layout = _Layout()
    layout.code(code)
    return min(sum(map(len, layout.builder.lines(0))), COLUMNS * 10)
