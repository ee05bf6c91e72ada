"""The part of Java that tests are written in, read back from its text.

`source` writes code without caring for lines; what is read here is laid out by `layout`.
"""

from __future__ import annotations

import re

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

__all__ = ["Parser", "UnreadableError"]


class UnreadableError(ValueError):
    """The text is no code of this grammar."""


_TOKEN = re.compile(
    r"""
      \s+
    | (?P<comment>//[^\n]*)
    | (?P<word>(?:[^\W\d]|[$]|\\u[0-9a-f]{4})(?:[\w$]|\\u[0-9a-f]{4})*)
    | (?P<number>(?:\d[\w.]*(?:(?<=E)-\d+[fF]?)?|\.\d\w*))
    | (?P<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.[^']*)')
    | (?P<mark>->|\+\+|[-+(){}\[\]<>.,;:=?@&])
    """,
    re.VERBOSE,
)
_PRIMITIVES = frozenset(["boolean", "byte", "char", "short", "int", "long", "float", "double", "void"])
_MODIFIERS = frozenset(["public", "protected", "private", "static", "final"])
_END = ""


class Parser:
    """Reads one text."""

    def __init__(self, text: str) -> None:
        self._tokens: list[tuple[str, str]] = []
        at = 0
        while at < len(text):
            match = _TOKEN.match(text, at)
            if match is None or match.end() == at:
                raise UnreadableError(text[at : at + 20])
            if match.lastgroup is not None:
                self._tokens.append((match.lastgroup, match.group()))
            at = match.end()
        self._tokens += [("end", _END)] * 4
        self._at = 0

    # ---- tokens

    def _peek(self, offset: int = 0) -> str:
        return self._tokens[min(self._at + offset, len(self._tokens) - 1)][1]

    def _kind(self, offset: int = 0) -> str:
        return self._tokens[min(self._at + offset, len(self._tokens) - 1)][0]

    def _next(self) -> str:
        text = self._peek()
        self._at += 1
        return text

    def _accept(self, text: str) -> bool:
        if self._peek() != text or self._kind() == "string":
            return False
        self._at += 1
        return True

    def _expect(self, text: str) -> None:
        if not self._accept(text):
            raise UnreadableError(f"{text!r} expected before {self._peek()!r}")

    def _word(self) -> str:
        if self._kind() != "word":
            raise UnreadableError(f"a name expected before {self._peek()!r}")
        return self._next()

    # ---- members

    def members(self) -> tuple[MemberDeclaration, ...]:
        """The members up to the brace or the end after them."""
        found: list[MemberDeclaration] = []
        while self._peek() not in ("}", _END):
            found.append(self._member())
        return tuple(found)

    def _member(self) -> MemberDeclaration:
        annotations: list[Annotation] = []
        modifiers: list[str] = []
        while self._peek() == "@" or self._peek() in _MODIFIERS:
            if self._accept("@"):
                annotations.append(self._annotation())
            else:
                modifiers.append(self._next())
        type_ = self._type()
        if self._peek(1) != "(":
            return FieldDeclaration(tuple(modifiers), self._variable(type_))
        name = self._word()
        self._expect("(")
        parameters: list[Parameter] = []
        while not self._accept(")"):
            if parameters:
                self._expect(",")
            parameters.append(Parameter(self._type(), self._word()))
        throws: list[Type] = []
        while self._accept("throws" if not throws else ","):
            throws.append(self._type())
        return MethodDeclaration(
            tuple(annotations), tuple(modifiers), type_, name, tuple(parameters), tuple(throws), self._block()
        )

    def _annotation(self) -> Annotation:
        name = self._word()
        if not self._accept("("):
            return Annotation(name)
        values: list[tuple[str, Code]] = []
        while not self._accept(")"):
            if values:
                self._expect(",")
            key = ""
            if self._kind() == "word" and self._peek(1) == "=":
                key = self._next()
                self._expect("=")
            values.append((key, self._items(None) if self._peek() == "{" else self.expression()))
        return Annotation(name, tuple(values))

    def _variable(self, type_: Type) -> Local:
        name = self._word()
        value = self.expression() if self._accept("=") else None
        self._expect(";")
        return Local(type_, name, value)

    # ---- statements

    def _block(self) -> Block:
        self._expect("{")
        statements = self._statements()
        self._expect("}")
        return Block(statements)

    def _statements(self) -> tuple[Statement, ...]:
        found: list[Statement] = []
        while self._peek() not in ("}", "case", "default", _END):
            found.append(self._statement())
        return tuple(found)

    def _statement(self) -> Statement:
        if self._kind() == "comment":
            return Comment(self._next())
        if self._peek() in ("return", "throw"):
            keyword = self._next()
            value = None if self._peek() == ";" else self.expression()
            self._expect(";")
            return Leave(keyword, value)
        if self._accept("switch"):
            return self._switch()
        start = self._at
        if self._kind() == "word" and self._peek() not in ("new", "this"):
            try:
                type_ = self._type()
                if self._kind() == "word" and self._peek(1) in ("=", ";"):
                    return self._variable(type_)
            except UnreadableError:
                pass
            self._at = start
        value = self.expression()
        self._expect(";")
        return Evaluate(value)

    def _switch(self) -> Switch:
        self._expect("(")
        value = self.expression()
        self._expect(")")
        self._expect("{")
        cases: list[tuple[Code | None, tuple[Statement, ...]]] = []
        while not self._accept("}"):
            label = None
            if not self._accept("default"):
                self._expect("case")
                label = self.expression()
            self._expect(":")
            cases.append((label, self._statements()))
        return Switch(value, tuple(cases))

    # ---- types

    def _type(self) -> Type:
        name = self._word()
        while True:
            if self._peek() == "<":
                name += self._type_arguments()
            elif self._peek() == "." and self._kind(1) == "word":
                self._next()
                name += "." + self._next()
            else:
                break
        dimensions = 0
        while self._peek() == "[" and self._peek(1) == "]":
            self._at += 2
            dimensions += 1
        return Type(name, dimensions)

    def _type_arguments(self) -> str:
        self._expect("<")
        text, depth = "<", 1
        while depth:
            each = self._next()
            if each == _END:
                raise UnreadableError("type arguments do not end")
            depth += (each == "<") - (each == ">")
            text += {",": ", ", "extends": " extends ", "super": " super "}.get(each, each)
        return text

    # ---- expressions

    def expression(self) -> Code:
        """An expression."""
        value = self._lambda() or self._sum()
        return Assign(value, self.expression()) if self._accept("=") else value

    def _lambda(self) -> Code | None:
        if self._kind() == "word" and self._peek(1) == "->":
            return Lambda((self._next(),), False, self._lambda_body())
        if self._peek() != "(":
            return None
        offset = 1
        while self._kind(offset) == "word" and self._peek(offset + 1) == ",":
            offset += 2
        if self._kind(offset) == "word":
            offset += 1
        if self._peek(offset) != ")" or self._peek(offset + 1) != "->":
            return None
        names = [self._peek(at) for at in range(1, offset) if self._kind(at) == "word"]
        self._at += offset + 1
        return Lambda(tuple(names), True, self._lambda_body())

    def _lambda_body(self) -> Code | Block:
        self._expect("->")
        return self._block() if self._peek() == "{" else self.expression()

    def _sum(self) -> Code:
        operands = [self._unary()]
        while self._accept("+"):
            operands.append(self._unary())
        return operands[0] if len(operands) == 1 else Joined(tuple(operands))

    def _unary(self) -> Code:
        if self._peek() == "-" and self._kind(1) == "number":
            self._next()
            return Atom(self._next(), "-")
        if self._peek() == "(":
            start = self._at
            cast = self._cast()
            if cast is not None:
                return cast
            self._at = start
        return self._postfix(self._primary())

    def _cast(self) -> Code | None:
        self._expect("(")
        if self._kind() != "word" or self._peek() in ("new", "this", "null"):
            return None
        try:
            type_ = self._type()
        except UnreadableError:
            return None
        if not self._accept(")"):
            return None
        operand = self._kind() in ("word", "number", "string") or self._peek() == "("
        if operand or (type_.name in _PRIMITIVES and self._peek() == "-"):
            return Cast(type_, self._lambda() or self._unary())
        return None

    def _primary(self) -> Code | Type:
        kind = self._kind()
        if self._accept("("):
            value = self.expression()
            self._expect(")")
            return Parenthesised(value)
        if self._accept("new"):
            return self._new()
        if kind in ("number", "string"):
            return Atom(self._next())
        if kind != "word":
            raise UnreadableError(f"a value expected before {self._peek()!r}")
        start = self._at
        if self._peek() in _PRIMITIVES or self._is_array_class():
            type_ = self._type_before_class()
            if type_ is not None:
                return type_
            self._at = start
        name = self._next()
        if name in _PRIMITIVES:
            raise UnreadableError(f"{name} is no value")
        return MethodCall(None, name, self._arguments()) if self._peek() == "(" else Atom(name)

    def _is_array_class(self) -> bool:
        offset = 1
        while self._peek(offset) == "." and self._kind(offset + 1) == "word":
            offset += 2
        return self._peek(offset) == "[" and self._peek(offset + 1) == "]"

    def _type_before_class(self) -> Type | None:
        name = self._word()
        while self._peek() == "." and self._peek(1) != "class":
            self._next()
            name += "." + self._word()
        dimensions = 0
        while self._accept("["):
            self._expect("]")
            dimensions += 1
        return Type(name, dimensions) if self._peek() == "." and self._peek(1) == "class" else None

    def _postfix(self, value: Code | Type) -> Code:
        while True:
            if self._accept("."):
                if self._accept("new"):
                    made = self._new(None if isinstance(value, Type) else value)
                    value = made
                    continue
                name = self._word()
                value = MethodCall(value, name, self._arguments()) if self._peek() == "(" else Select(value, name)
            elif not isinstance(value, Type) and self._accept("["):
                value = Index(value, self.expression())
                self._expect("]")
            elif isinstance(value, Atom) and self._accept("++"):
                value = Atom(value.text + "++")
            elif isinstance(value, Type):
                raise UnreadableError(f"{value.name} is no value")
            else:
                return value

    def _arguments(self) -> tuple[Code, ...]:
        self._expect("(")
        found: list[Code] = []
        while not self._accept(")"):
            if found:
                self._expect(",")
            found.append(self.expression())
        return tuple(found)

    def _new(self, outer: Code | None = None) -> Code:
        name = self._word()
        while self._peek() in (".", "<"):
            if self._peek() == "<":
                name += self._type_arguments()
            else:
                self._next()
                name += "." + self._word()
        if self._peek() == "[":
            return self._new_array(Type(name))
        arguments = self._arguments()
        body = None
        if self._accept("{"):
            body = self.members()
            self._expect("}")
        return NewObject(outer, Type(name), arguments, body)

    def _new_array(self, type_: Type) -> Code:
        lengths: list[Code | None] = []
        while self._accept("["):
            lengths.append(None if self._peek() == "]" else self.expression())
            self._expect("]")
        return self._items(type_, tuple(lengths)) if self._peek() == "{" else NewArray(type_, tuple(lengths))

    def _items(self, type_: Type | None, lengths: tuple[Code | None, ...] = ()) -> NewArray:
        self._expect("{")
        found: list[Code] = []
        comments: list[tuple[str, ...]] = []
        open_ended = False
        while not self._accept("}"):
            if found and not open_ended:
                raise UnreadableError(f"',' expected before {self._peek()!r}")
            before = []
            while self._kind() == "comment":
                before.append(self._next())
            comments.append(tuple(before))
            found.append(self._items(None) if self._peek() == "{" else self.expression())
            open_ended = self._accept(",")
        return NewArray(type_, lengths, tuple(found), open_ended, tuple(comments) if any(comments) else ())
