"""Syntax trees of the part of Java in which tests are written: members, statements and expressions."""

from __future__ import annotations

from typing import TypeAlias

from everypath.dataclass import dataclass

__all__ = [
    "Annotation",
    "Assign",
    "Atom",
    "Cast",
    "Code",
    "CodeBlock",
    "Comment",
    "Evaluate",
    "FieldDeclaration",
    "Index",
    "Joined",
    "Lambda",
    "Leave",
    "Local",
    "MemberDeclaration",
    "MethodCall",
    "MethodDeclaration",
    "NewArray",
    "NewObject",
    "Parameter",
    "Parenthesised",
    "Select",
    "Statement",
    "Switch",
    "Type",
]


@dataclass(frozen=True, slots=True)
class Type:
    """A type: its dotted name (with type arguments), and its number of array dimensions."""

    name: str
    dimensions: int = 0


@dataclass(frozen=True, slots=True)
class Atom:
    """A name, literal or keyword; ``sign`` is the minus before a number."""

    text: str
    sign: str = ""


@dataclass(frozen=True, slots=True)
class Select:
    """``target.name``; the target of ``int[].class`` is a type."""

    target: Code | Type
    name: str


@dataclass(frozen=True, slots=True)
class MethodCall:
    """``target.name(arguments)``, or without a target."""

    target: Code | Type | None
    name: str
    arguments: tuple[Code, ...]


@dataclass(frozen=True, slots=True)
class Index:
    """``array[index]``."""

    array: Code
    index: Code


@dataclass(frozen=True, slots=True)
class NewObject:
    """``outer.new Name(arguments) { body }``; no body: None."""

    outer: Code | None
    type: Type
    arguments: tuple[Code, ...]
    body: tuple[MemberDeclaration, ...] | None = None


@dataclass(frozen=True, slots=True)
class NewArray:
    """``new type[2][]`` or ``new type[] {items}``; without a type, the items of an annotation or an inner array.

    ``open_ended``: a comma follows the last item, so each has a line of its own. ``comments`` are the line comments
    before each item, if there are any.
    """

    type: Type | None
    lengths: tuple[Code | None, ...] = ()
    items: tuple[Code, ...] | None = None
    open_ended: bool = False
    comments: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Lambda:
    """``parameters -> body``; in parentheses, unless it is one name."""

    parameters: tuple[str, ...]
    parentheses: bool
    body: Code | CodeBlock


@dataclass(frozen=True, slots=True)
class Cast:
    """``(type) value``."""

    type: Type
    value: Code


@dataclass(frozen=True, slots=True)
class Parenthesised:
    """``(value)``."""

    value: Code


@dataclass(frozen=True, slots=True)
class Joined:
    """Operands joined by ``+``."""

    operands: tuple[Code, ...]


@dataclass(frozen=True, slots=True)
class Assign:
    """``target = value``."""

    target: Code
    value: Code


Code: TypeAlias = (
    Atom | Select | MethodCall | Index | NewObject | NewArray | Lambda | Cast | Parenthesised | Joined | Assign
)
"""An expression."""


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """Statements in braces."""

    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Comment:
    """A line comment, with its slashes."""

    text: str


@dataclass(frozen=True, slots=True)
class Local:
    """``type name = value;``."""

    type: Type
    name: str
    value: Code | None


@dataclass(frozen=True, slots=True)
class Evaluate:
    """An expression as a statement."""

    value: Code


@dataclass(frozen=True, slots=True)
class Leave:
    """``return value;`` or ``throw value;``."""

    keyword: str
    value: Code | None


@dataclass(frozen=True, slots=True)
class Switch:
    """``switch (value) { … }``: the labels (None: ``default``) with their statements."""

    value: Code
    cases: tuple[tuple[Code | None, tuple[Statement, ...]], ...]


Statement: TypeAlias = Comment | Local | Evaluate | Leave | Switch


@dataclass(frozen=True, slots=True)
class Annotation:
    """``@Name``, with the values of its elements; a single one may have no name."""

    name: str
    values: tuple[tuple[str, Code], ...] = ()


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a method."""

    type: Type
    name: str


@dataclass(frozen=True, slots=True)
class FieldDeclaration:
    """A field with its modifiers."""

    modifiers: tuple[str, ...]
    variable: Local


@dataclass(frozen=True, slots=True)
class MethodDeclaration:
    """A method with its annotations, modifiers and body."""

    annotations: tuple[Annotation, ...]
    modifiers: tuple[str, ...]
    type: Type
    name: str
    parameters: tuple[Parameter, ...]
    throws: tuple[Type, ...]
    body: CodeBlock


MemberDeclaration: TypeAlias = FieldDeclaration | MethodDeclaration
