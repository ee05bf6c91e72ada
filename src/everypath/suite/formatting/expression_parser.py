"""Reads types and expressions of the part of Java in which tests are written."""

from __future__ import annotations

from collections.abc import Callable

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
    Type,
)
from everypath.suite.formatting.tokens import END, Tokens, UnreadableError

__all__ = ["ExpressionParser"]

_PRIMITIVES = frozenset(["boolean", "byte", "char", "short", "int", "long", "float", "double", "void"])


class ExpressionParser:
    """Reads expressions. ``block`` reads the block of a lambda, ``members`` those of an anonymous class."""

    def __init__(
        self, tokens: Tokens, block: Callable[[], CodeBlock], members: Callable[[], tuple[MemberDeclaration, ...]]
    ) -> None:
        self.tokens = tokens
        self._block = block
        self._members = members

    def type(self) -> Type:
        """Read a type."""
        name = self.tokens.word()
        while True:
            if self.tokens.peek() == "<":
                name += self._type_arguments()
            elif self.tokens.peek() == "." and self.tokens.kind(1) == "word":
                self.tokens.next()
                name += "." + self.tokens.next()
            else:
                break
        dimensions = 0
        while self.tokens.peek() == "[" and self.tokens.peek(1) == "]":
            self.tokens.position += 2
            dimensions += 1
        return Type(name, dimensions)

    def _type_arguments(self) -> str:
        self.tokens.expect("<")
        text, depth = "<", 1
        while depth:
            each = self.tokens.next()
            if each == END:
                raise UnreadableError("type arguments do not end")
            depth += (each == "<") - (each == ">")
            text += {",": ", ", "extends": " extends ", "super": " super "}.get(each, each)
        return text

    def expression(self) -> Code:
        """Read an expression."""
        value = self._lambda() or self._sum()
        return Assign(value, self.expression()) if self.tokens.accept("=") else value

    def _lambda(self) -> Code | None:
        if self.tokens.kind() == "word" and self.tokens.peek(1) == "->":
            return Lambda((self.tokens.next(),), False, self._lambda_body())
        if self.tokens.peek() != "(":
            return None
        offset = 1
        while self.tokens.kind(offset) == "word" and self.tokens.peek(offset + 1) == ",":
            offset += 2
        if self.tokens.kind(offset) == "word":
            offset += 1
        if self.tokens.peek(offset) != ")" or self.tokens.peek(offset + 1) != "->":
            return None
        names = [self.tokens.peek(at) for at in range(1, offset) if self.tokens.kind(at) == "word"]
        self.tokens.position += offset + 1
        return Lambda(tuple(names), True, self._lambda_body())

    def _lambda_body(self) -> Code | CodeBlock:
        self.tokens.expect("->")
        return self._block() if self.tokens.peek() == "{" else self.expression()

    def _sum(self) -> Code:
        operands = [self._unary()]
        while self.tokens.accept("+"):
            operands.append(self._unary())
        return operands[0] if len(operands) == 1 else Joined(tuple(operands))

    def _unary(self) -> Code:
        if self.tokens.peek() == "-" and self.tokens.kind(1) == "number":
            self.tokens.next()
            return Atom(self.tokens.next(), "-")
        if self.tokens.peek() == "(":
            start = self.tokens.position
            cast = self._cast()
            if cast is not None:
                return cast
            self.tokens.position = start
        return self._postfix(self._primary())

    def _cast(self) -> Code | None:
        self.tokens.expect("(")
        if self.tokens.kind() != "word" or self.tokens.peek() in ("new", "this", "null"):
            return None
        try:
            type_ = self.type()
        except UnreadableError:
            return None
        if not self.tokens.accept(")"):
            return None
        operand = self.tokens.kind() in ("word", "number", "string") or self.tokens.peek() == "("
        if operand or (type_.name in _PRIMITIVES and self.tokens.peek() == "-"):
            return Cast(type_, self._lambda() or self._unary())
        return None

    def _primary(self) -> Code | Type:
        kind = self.tokens.kind()
        if self.tokens.accept("("):
            value = self.expression()
            self.tokens.expect(")")
            return Parenthesised(value)
        if self.tokens.accept("new"):
            return self._new()
        if kind in ("number", "string"):
            return Atom(self.tokens.next())
        if kind != "word":
            raise UnreadableError(f"a value expected before {self.tokens.peek()!r}")
        start = self.tokens.position
        if self.tokens.peek() in _PRIMITIVES or self._is_array_class():
            type_ = self._type_before_class()
            if type_ is not None:
                return type_
            self.tokens.position = start
        name = self.tokens.next()
        if name in _PRIMITIVES:
            raise UnreadableError(f"{name} is no value")
        return MethodCall(None, name, self.arguments()) if self.tokens.peek() == "(" else Atom(name)

    def _is_array_class(self) -> bool:
        offset = 1
        while self.tokens.peek(offset) == "." and self.tokens.kind(offset + 1) == "word":
            offset += 2
        return self.tokens.peek(offset) == "[" and self.tokens.peek(offset + 1) == "]"

    def _type_before_class(self) -> Type | None:
        name = self.tokens.word()
        while self.tokens.peek() == "." and self.tokens.peek(1) != "class":
            self.tokens.next()
            name += "." + self.tokens.word()
        dimensions = 0
        while self.tokens.accept("["):
            self.tokens.expect("]")
            dimensions += 1
        return Type(name, dimensions) if self.tokens.peek() == "." and self.tokens.peek(1) == "class" else None

    def _postfix(self, value: Code | Type) -> Code:
        while True:
            if self.tokens.accept("."):
                if self.tokens.accept("new"):
                    made = self._new(None if isinstance(value, Type) else value)
                    value = made
                    continue
                name = self.tokens.word()
                value = MethodCall(value, name, self.arguments()) if self.tokens.peek() == "(" else Select(value, name)
            elif not isinstance(value, Type) and self.tokens.accept("["):
                value = Index(value, self.expression())
                self.tokens.expect("]")
            elif isinstance(value, Atom) and self.tokens.accept("++"):
                value = Atom(value.text + "++")
            elif isinstance(value, Type):
                raise UnreadableError(f"{value.name} is no value")
            else:
                return value

    def arguments(self) -> tuple[Code, ...]:
        """Read arguments in parentheses."""
        self.tokens.expect("(")
        found: list[Code] = []
        while not self.tokens.accept(")"):
            if found:
                self.tokens.expect(",")
            found.append(self.expression())
        return tuple(found)

    def _new(self, outer: Code | None = None) -> Code:
        name = self.tokens.word()
        while self.tokens.peek() in (".", "<"):
            if self.tokens.peek() == "<":
                name += self._type_arguments()
            else:
                self.tokens.next()
                name += "." + self.tokens.word()
        if self.tokens.peek() == "[":
            return self._new_array(Type(name))
        arguments = self.arguments()
        body = None
        if self.tokens.accept("{"):
            body = self._members()
            self.tokens.expect("}")
        return NewObject(outer, Type(name), arguments, body)

    def _new_array(self, type_: Type) -> Code:
        lengths: list[Code | None] = []
        while self.tokens.accept("["):
            lengths.append(None if self.tokens.peek() == "]" else self.expression())
            self.tokens.expect("]")
        return self.items(type_, tuple(lengths)) if self.tokens.peek() == "{" else NewArray(type_, tuple(lengths))

    def items(self, type_: Type | None, lengths: tuple[Code | None, ...] = ()) -> NewArray:
        """Read the items of an array in braces."""
        self.tokens.expect("{")
        found: list[Code] = []
        comments: list[tuple[str, ...]] = []
        open_ended = False
        while not self.tokens.accept("}"):
            if found and not open_ended:
                raise UnreadableError(f"',' expected before {self.tokens.peek()!r}")
            before = []
            while self.tokens.kind() == "comment":
                before.append(self.tokens.next())
            comments.append(tuple(before))
            found.append(self.items(None) if self.tokens.peek() == "{" else self.expression())
            open_ended = self.tokens.accept(",")
        return NewArray(type_, lengths, tuple(found), open_ended, tuple(comments) if any(comments) else ())
