"""Reads the part of Java in which tests are written: members and statements.

The source writer writes code without line breaks; `layout` breaks the lines of the trees that are read here.
"""

from __future__ import annotations

from everypath.suite.formatting.expression_parser import ExpressionParser
from everypath.suite.formatting.syntax import (
    Annotation,
    Code,
    CodeBlock,
    Comment,
    Evaluate,
    FieldDeclaration,
    Leave,
    Local,
    MemberDeclaration,
    MethodDeclaration,
    Parameter,
    Statement,
    Switch,
    Type,
)
from everypath.suite.formatting.tokens import END, Tokens, UnreadableError

__all__ = ["Parser", "UnreadableError"]

_MODIFIERS = frozenset(["public", "protected", "private", "static", "final"])


class Parser:
    """Reads one text."""

    def __init__(self, text: str) -> None:
        self.tokens = Tokens(text)
        self._expressions = ExpressionParser(self.tokens, self._block, self.members)

    def expression(self) -> Code:
        """Read an expression."""
        return self._expressions.expression()

    def members(self) -> tuple[MemberDeclaration, ...]:
        """Read members up to the closing brace or the end of the text."""
        found: list[MemberDeclaration] = []
        while self.tokens.peek() not in ("}", END):
            found.append(self._member())
        return tuple(found)

    def _member(self) -> MemberDeclaration:
        annotations: list[Annotation] = []
        modifiers: list[str] = []
        while self.tokens.peek() == "@" or self.tokens.peek() in _MODIFIERS:
            if self.tokens.accept("@"):
                annotations.append(self._annotation())
            else:
                modifiers.append(self.tokens.next())
        type_ = self._expressions.type()
        if self.tokens.peek(1) != "(":
            return FieldDeclaration(tuple(modifiers), self._variable(type_))
        name = self.tokens.word()
        self.tokens.expect("(")
        parameters: list[Parameter] = []
        while not self.tokens.accept(")"):
            if parameters:
                self.tokens.expect(",")
            parameters.append(Parameter(self._expressions.type(), self.tokens.word()))
        throws: list[Type] = []
        while self.tokens.accept("throws" if not throws else ","):
            throws.append(self._expressions.type())
        return MethodDeclaration(
            tuple(annotations), tuple(modifiers), type_, name, tuple(parameters), tuple(throws), self._block()
        )

    def _annotation(self) -> Annotation:
        name = self.tokens.word()
        while self.tokens.accept("."):
            name += f".{self.tokens.word()}"
        if not self.tokens.accept("("):
            return Annotation(name)
        values: list[tuple[str, Code]] = []
        while not self.tokens.accept(")"):
            if values:
                self.tokens.expect(",")
            key = ""
            if self.tokens.kind() == "word" and self.tokens.peek(1) == "=":
                key = self.tokens.next()
                self.tokens.expect("=")
            values.append(
                (key, self._expressions.items(None) if self.tokens.peek() == "{" else self._expressions.expression())
            )
        return Annotation(name, tuple(values))

    def _variable(self, type_: Type) -> Local:
        name = self.tokens.word()
        value = self._expressions.expression() if self.tokens.accept("=") else None
        self.tokens.expect(";")
        return Local(type_, name, value)

    def _block(self) -> CodeBlock:
        self.tokens.expect("{")
        statements = self._statements()
        self.tokens.expect("}")
        return CodeBlock(statements)

    def _statements(self) -> tuple[Statement, ...]:
        found: list[Statement] = []
        while self.tokens.peek() not in ("}", "case", "default", END):
            found.append(self._statement())
        return tuple(found)

    def _statement(self) -> Statement:
        if self.tokens.kind() == "comment":
            return Comment(self.tokens.next())
        if self.tokens.peek() in ("return", "throw"):
            keyword = self.tokens.next()
            value = None if self.tokens.peek() == ";" else self._expressions.expression()
            self.tokens.expect(";")
            return Leave(keyword, value)
        if self.tokens.accept("switch"):
            return self._switch()
        start = self.tokens.position
        if self.tokens.kind() == "word" and self.tokens.peek() not in ("new", "this"):
            try:
                type_ = self._expressions.type()
                if self.tokens.kind() == "word" and self.tokens.peek(1) in ("=", ";"):
                    return self._variable(type_)
            except UnreadableError:
                pass
            self.tokens.position = start
        value = self._expressions.expression()
        self.tokens.expect(";")
        return Evaluate(value)

    def _switch(self) -> Switch:
        self.tokens.expect("(")
        value = self._expressions.expression()
        self.tokens.expect(")")
        self.tokens.expect("{")
        cases: list[tuple[Code | None, tuple[Statement, ...]]] = []
        while not self.tokens.accept("}"):
            label = None
            if not self.tokens.accept("default"):
                self.tokens.expect("case")
                label = self._expressions.expression()
            self.tokens.expect(":")
            cases.append((label, self._statements()))
        return Switch(value, tuple(cases))
