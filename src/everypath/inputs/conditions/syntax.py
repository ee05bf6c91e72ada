"""The syntax of conditions: a lexer and a parser for Java expressions. They do not look up names or types.

`parse` returns a tree of the classes below. Every node has its position (``at``, an index into the text). Text that
cannot be parsed raises a `ConditionError` with the position. The grammar is that of Java's expressions without
assignments, lambdas, ``new`` and bitwise assignment (JLS 15), with its precedences.
"""

from __future__ import annotations

import re
from typing import TypeAlias

from everypath.dataclass import dataclass
from everypath.errors import UsageError


class ConditionError(UsageError):
    """A condition that cannot be used. The message names the error, with a caret under its place."""

    def __init__(self, message: str, text: str, at: int) -> None:
        self.problem = message
        self.text = text
        self.at = min(at, len(text))
        super().__init__(f"{message}\n    {text}\n    {' ' * self.at}^")


@dataclass(frozen=True, slots=True)
class Literal:
    """A literal; ``type`` is its descriptor, ``N`` for ``null``. Booleans are Python's, chars are numbers."""

    at: int
    type: str
    value: int | float | str | None


@dataclass(frozen=True, slots=True)
class Name:
    """A simple name: a parameter, ``this``, ``result``, a field, a class, or the first part of a package."""

    at: int
    name: str


@dataclass(frozen=True, slots=True)
class Access:
    """``target.name``."""

    at: int
    target: Tree
    name: str


@dataclass(frozen=True, slots=True)
class Call:
    """``name(…)`` or ``target.name(…)``."""

    at: int
    target: Tree | None
    name: str
    arguments: tuple[Tree, ...]


@dataclass(frozen=True, slots=True)
class Index:
    """``target[index]``."""

    at: int
    target: Tree
    index: Tree


@dataclass(frozen=True, slots=True)
class Unary:
    """``-x``, ``+x``, ``~x`` or ``!x``."""

    at: int
    op: str
    operand: Tree


@dataclass(frozen=True, slots=True)
class Binary:
    """A binary operator and its two operands."""

    at: int
    op: str
    left: Tree
    right: Tree


@dataclass(frozen=True, slots=True)
class Conditional:
    """``condition ? yes : no``."""

    at: int
    condition: Tree
    yes: Tree
    no: Tree


@dataclass(frozen=True, slots=True)
class TypeName:
    """A type as written, with its dimensions: ``int``, ``Node``, ``java.util.List``, ``int[][]``."""

    at: int
    name: str
    dimensions: int = 0


@dataclass(frozen=True, slots=True)
class Cast:
    """``(type) operand``."""

    at: int
    type: TypeName
    operand: Tree


@dataclass(frozen=True, slots=True)
class TypeTest:
    """``operand instanceof type``."""

    at: int
    operand: Tree
    type: TypeName


Tree: TypeAlias = Literal | Name | Access | Call | Index | Unary | Binary | Conditional | Cast | TypeTest

PRIMITIVES = {
    "boolean": "Z",
    "byte": "B",
    "char": "C",
    "short": "S",
    "int": "I",
    "long": "J",
    "float": "F",
    "double": "D",
}
"""The descriptors of the primitive types, by name."""

PRECEDENCE = (
    ("||",),
    ("&&",),
    ("|",),
    ("^",),
    ("&",),
    ("==", "!="),
    ("<", ">", "<=", ">=", "instanceof"),
    ("<<", ">>", ">>>"),
    ("+", "-"),
    ("*", "/", "%"),
)
"""Binary operators of Java, the weakest first (JLS 15.17 to 15.24)."""

MOST_NESTED = 40
"""The most nested parentheses and signs."""

MOST_DEEP = 120
"""The greatest depth of a tree. A chain of operators of one precedence is as deep as it is long."""

_TOKEN = re.compile(
    r"""\s*(?:
      (?P<number>(?:0[xX][0-9a-fA-F_]+|0[bB][01_]+)[lL]?
        |(?:\d[\d_]*)?\.\d[\d_]*(?:[eE][+-]?\d+)?[fFdD]?
        |\d[\d_]*\.?(?:[eE][+-]?\d+)?[lLfFdD]?)
      |(?P<word>[^\W\d]\w*(?:\$\w*)*|\$[\w$]*)
      |(?P<char>'(?:\\u+[0-9a-fA-F]{4}|\\[0-7]{1,3}|\\.|[^'\\])')
      |(?P<text>"(?:\\.|[^"\\])*")
      |(?P<op>>>>|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%<>!~?:&|^()\[\].,])
    )""",
    re.VERBOSE,
)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "s": " ", "0": "\0", '"': '"', "'": "'", "\\": "\\"}


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    at: int


def parse(text: str) -> Tree:
    """The tree of a condition; raises `ConditionError` with the place of the text that cannot be parsed."""
    tree = _Parser(text).whole()
    level: list[Tree] = [tree]
    for _ in range(MOST_DEEP):
        level = [inner for each in level for inner in _below(each)]
        if not level:
            return tree
    raise ConditionError("this is too long a chain of operators", text, level[0].at)


def _below(tree: Tree) -> list[Tree]:
    """The trees directly inside a tree."""
    match tree:
        case Literal() | Name():
            return []
        case Access(target=target):
            return [target]
        case Call(target=target, arguments=arguments):
            return [*arguments] if target is None else [target, *arguments]
        case Index(target=target, index=index):
            return [target, index]
        case Binary(left=left, right=right):
            return [left, right]
        case Conditional(condition=condition, yes=yes, no=no):
            return [condition, yes, no]
    return [tree.operand]


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = self._read()
        self.position = 0
        self.depth = 0

    def _read(self) -> list[_Token]:
        tokens, at = [], 0
        end = len(self.text.rstrip())
        while at < end:
            found = _TOKEN.match(self.text, at)
            if found is None:
                at += len(self.text[at:]) - len(self.text[at:].lstrip())
                raise ConditionError(f"'{self.text[at]}' cannot stand here", self.text, at)
            kind = found.lastgroup or ""
            tokens.append(_Token(kind, found.group(kind), found.start(kind)))
            at = found.end()
        tokens.append(_Token("end", "", end))
        return tokens

    # -- tokens -------------------------------------------------------------------------------------------------

    @property
    def here(self) -> _Token:
        return self.tokens[self.position]

    def error(self, message: str, at: int | None = None) -> ConditionError:
        return ConditionError(message, self.text, self.here.at if at is None else at)

    def take(self, *texts: str) -> _Token | None:
        token = self.here
        if token.text in texts and token.kind in ("op", "word"):
            self.position += 1
            return token
        return None

    def expect(self, text: str) -> _Token:
        token = self.take(text)
        if token is None:
            found = f"'{self.here.text}'" if self.here.text else "the end"
            raise self.error(f"expected '{text}', not {found}")
        return token

    # -- grammar ------------------------------------------------------------------------------------------------

    def whole(self) -> Tree:
        if self.here.kind == "end":
            raise self.error("an empty condition says nothing")
        tree = self.conditional()
        if self.here.kind != "end":
            if self.here.text == "=" or self.here.text == "":
                raise self.error("a condition assigns nothing: write '=='")
            raise self.error(f"expected an operator or the end, not '{self.here.text}'")
        return tree

    def conditional(self) -> Tree:
        self.depth += 1
        if self.depth > MOST_NESTED:
            raise self.error("this is nested too deeply")
        tree = self.binary(self.unary(), 0)
        mark = self.take("?")
        if mark is not None:
            yes = self.conditional()
            self.expect(":")
            tree = Conditional(mark.at, tree, yes, self.conditional())
        self.depth -= 1
        return tree

    def binary(self, left: Tree, weakest: int) -> Tree:
        """Parse the operators after a left operand whose precedence is at least ``weakest`` (precedence climbing)."""
        while (level := self._level()) is not None and level >= weakest:
            token = self.here
            self.position += 1
            if token.text == "instanceof":
                left = TypeTest(token.at, left, self.type_name())
                continue
            right = self.unary()
            while (following := self._level()) is not None and following > level:
                right = self.binary(right, following)
            left = Binary(token.at, token.text, left, right)
        return left

    def _level(self) -> int | None:
        """The precedence of the next operator; None if no operator follows."""
        if self.here.kind not in ("op", "word"):
            return None
        return next((level for level, texts in enumerate(PRECEDENCE) if self.here.text in texts), None)

    def unary(self) -> Tree:
        token = self.take("-", "+", "~", "!")
        if token is None:
            return self.cast()
        if token.text == "-" and self.here.kind == "number":
            number = self.tokens[self.position]
            self.position += 1
            return self.postfix(self.number(number, negative=True))
        self.depth += 1
        if self.depth > MOST_NESTED:
            raise self.error("this is nested too deeply")
        operand = self.unary()
        self.depth -= 1
        return Unary(token.at, token.text, operand)

    def cast(self) -> Tree:
        start = self.position
        opening = self.take("(")
        if opening is not None and self.here.kind == "word" and self.here.text not in ("this", "null", "true", "false"):
            primitive = self.here.text in PRIMITIVES
            kind = self.type_name(quiet=True)
            if kind is not None and self.take(")") is not None and (primitive or self._begins_operand()):
                return Cast(opening.at, kind, self.unary())
        self.position = start
        return self.postfix(self.primary())

    def _begins_operand(self) -> bool:
        """True if what follows ``(Name)`` makes it a cast (JLS 15.16): no sign may follow a reference type."""
        token = self.here
        if token.kind in ("number", "char", "text"):
            return True
        if token.kind == "word":
            return token.text != "instanceof"
        return token.text in ("(", "!", "~")

    def type_name(self, *, quiet: bool = False) -> TypeName:
        token = self.here
        if token.kind != "word":
            raise self.error("expected the name of a type")
        self.position += 1
        name, dimensions = token.text, 0
        while self.here.text == "." and self.tokens[self.position + 1].kind == "word":
            name += "." + self.tokens[self.position + 1].text
            self.position += 2
        while self.here.text == "[" and self.tokens[self.position + 1].text == "]":
            dimensions += 1
            self.position += 2
        return TypeName(token.at, name, dimensions)

    def postfix(self, tree: Tree) -> Tree:
        while True:
            if self.take("."):
                name = self.here
                if name.kind != "word":
                    raise self.error("expected a name after '.'")
                self.position += 1
                if self.here.text == "(" and self.here.kind == "op":
                    tree = Call(name.at, tree, name.text, self.arguments())
                else:
                    tree = Access(name.at, tree, name.text)
            elif bracket := self.take("["):
                index = self.conditional()
                self.expect("]")
                tree = Index(bracket.at, tree, index)
            else:
                return tree

    def arguments(self) -> tuple[Tree, ...]:
        self.expect("(")
        found: list[Tree] = []
        if self.take(")"):
            return ()
        while True:
            found.append(self.conditional())
            if self.take(","):
                continue
            self.expect(")")
            return tuple(found)

    def primary(self) -> Tree:
        token = self.here
        self.position += 1
        match token.kind:
            case "number":
                return self.number(token)
            case "char":
                return Literal(token.at, "C", ord(self._unescaped(token)[0]))
            case "text":
                return Literal(token.at, "Ljava/lang/String;", self._unescaped(token))
            case "word":
                return self._word(token)
            case "end":
                raise self.error("expected an operand here", token.at)
        if token.text == "(":
            tree = self.conditional()
            self.expect(")")
            return tree
        raise self.error(f"expected an operand, not '{token.text}'", token.at)

    def _word(self, token: _Token) -> Tree:
        if token.text in ("true", "false"):
            return Literal(token.at, "Z", token.text == "true")
        if token.text == "null":
            return Literal(token.at, "N", None)
        if self.here.text == "(" and self.here.kind == "op":
            return Call(token.at, None, token.text, self.arguments())
        return Name(token.at, token.text)

    def number(self, token: _Token, *, negative: bool = False) -> Literal:
        """A number, with the sign before it: ``-2147483648`` has no positive counterpart (JLS 3.10.1)."""
        raw = token.text.replace("_", "").lower()
        hexadecimal = raw.startswith(("0x", "0b"))
        kind, width = ("J", 64) if raw[-1] == "l" else ("I", 32)
        digits = raw.rstrip("l")
        octal = not hexadecimal and len(digits) > 1 and digits[0] == "0"
        try:
            if not hexadecimal and (raw[-1] in "fd" or "." in raw or "e" in raw):
                value = float(raw.rstrip("fd"))
                return Literal(token.at, "F" if raw[-1] == "f" else "D", -value if negative else value)
            number = int(digits, 8 if octal else 0)
        except ValueError:
            raise self.error(f"'{token.text}' is no number", token.at) from None
        if (hexadecimal or octal) and number >> (width - 1) == 1:
            number -= 1 << width
        number = -number if negative else number
        if not -(1 << (width - 1)) <= number < 1 << (width - 1):
            what = "a long" if kind == "J" else "an int: write an L after it"
            raise self.error(f"{token.text} is too large for {what}", token.at)
        return Literal(token.at, kind, number)

    def _unescaped(self, token: _Token) -> str:
        def replaced(found: re.Match[str]) -> str:
            code = found.group(1)
            if code[0] == "u":
                return chr(int(code.lstrip("u"), 16))
            if code[0] in "01234567":
                return chr(int(code, 8))
            if code not in _ESCAPES:
                raise self.error(f"'\\{code}' is no escape of Java", token.at)
            return _ESCAPES[code]

        return re.sub(r"\\(u+[0-9a-fA-F]{4}|[0-7]{1,3}|.)", replaced, token.text[1:-1])
