"""The layout of fields, methods and statements."""

from __future__ import annotations

from collections.abc import Sequence

from everypath.suite.formatting.documents import Builder, Fill, Indent, Tag
from everypath.suite.formatting.expression_layout import ExpressionLayout
from everypath.suite.formatting.syntax import (
    Annotation,
    Code,
    Comment,
    Evaluate,
    FieldDeclaration,
    Leave,
    Local,
    MemberDeclaration,
    MethodDeclaration,
    NewArray,
    Parameter,
    Statement,
    Switch,
    Type,
)

__all__ = ["MemberLayout"]

_MORE = 4
_BLOCK = 2


class MemberLayout:
    """Adds members and statements to the document of a builder."""

    def __init__(self, builder: Builder, expressions: ExpressionLayout) -> None:
        self.builder = builder
        self._expressions = expressions

    def member(self, member: MemberDeclaration) -> None:
        """Lay out a field or a method."""
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
        self._expressions.type_(method.type)
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
                self._expressions.type_(each)
            builder.close()
        builder.close()
        builder.close()
        builder.text(" {")
        builder.close()
        if method.body.statements:
            builder.open(_BLOCK)
            self.statements(method.body.statements)
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
            self._expressions.code(value, annotated=True)
            builder.close()
            builder.text(")")

    def _elements(self, values: Sequence[tuple[str, Code]]) -> None:
        """Lay out named elements of an annotation, a line each if one of them is an array."""
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
            self._expressions.code(value, annotated=True)
            builder.close()

    def body(self, members: Sequence[MemberDeclaration]) -> None:
        """Lay out the members of an anonymous class in braces."""
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

    def statements(self, statements: Sequence[Statement]) -> None:
        """Lay out statements, each after a break."""
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
                self._expressions.code(value)
                self.builder.text(";")
            case Leave(keyword=keyword, value=value):
                self.builder.text(keyword)
                if value is not None:
                    self.builder.text(" ")
                    self._expressions.code(value)
                self.builder.text(";")
            case Switch():
                self._switch(statement)

    def _switch(self, switch: Switch) -> None:
        builder = self.builder
        builder.text("switch (")
        self._expressions.code(switch.value)
        builder.text(") {")
        builder.open(_BLOCK)
        for label, statements in switch.cases:
            builder.must_break()
            builder.open()
            builder.text("default" if label is None else "case ")
            if label is not None:
                self._expressions.code(label)
            builder.text(":")
            builder.open(_BLOCK)
            self.statements(statements)
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
        self._expressions.type_(type_)
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
            self._expressions.code(value)
            builder.close()
        builder.text(end)
        builder.close()
        builder.close()
