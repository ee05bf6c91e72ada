"""Breaks the lines of Java code as google-java-format does.

Lines have 100 columns. A block is indented by two columns, a continued line by four. All decisions are local and follow
from the structure of the code, so equal code has equal lines everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence

from everypath.suite.formatting.documents import COLUMNS, Builder
from everypath.suite.formatting.expression_layout import ExpressionLayout
from everypath.suite.formatting.member_layout import MemberLayout
from everypath.suite.formatting.parser import Parser
from everypath.suite.formatting.syntax import (
    Code,
    FieldDeclaration,
    MemberDeclaration,
    Statement,
)
from everypath.suite.formatting.wrapping import wrapped_comment, wrapped_strings

__all__ = ["laid_out"]

_BLOCK = 2


def laid_out(text: str, column: int = _BLOCK) -> list[str]:
    """The lines of members of a class, the first of which begins at ``column``. Raises `UnreadableError`."""
    lines: list[str] = []
    before: MemberDeclaration | None = None
    lengths = _Lengths()
    for member in Parser(text).members():
        if before is not None and not (isinstance(before, FieldDeclaration) and isinstance(member, FieldDeclaration)):
            lines.append("")
        layout = _Layout(lengths)
        layout.members.member(member)
        lines += layout.builder.lines(column)
        before = member
    return wrapped_strings([line for each in lines for line in wrapped_comment(each)])


class _Layout:
    """The document of some code, and the layouts that write it."""

    def __init__(self, lengths: _Lengths) -> None:
        self.builder = Builder()
        self.expressions = ExpressionLayout(self.builder, self._statements, self._body, lengths.of)
        self.members = MemberLayout(self.builder, self.expressions)

    def _statements(self, statements: Sequence[Statement]) -> None:
        self.members.statements(statements)

    def _body(self, members: Sequence[MemberDeclaration]) -> None:
        self.members.body(members)


class _Lengths:
    """The columns that expressions take on one line. Each is laid out once: the layout of an expression asks for the
    lengths of its parts, at every depth.
    """

    def __init__(self) -> None:
        self._known: dict[int, tuple[Code, int]] = {}
        """By identity; the expressions are kept, so that no other one gets their identity."""

    def of(self, code: Code) -> int:
        """The columns that the code takes on one line."""
        known = self._known.get(id(code))
        if known is None:
            layout = _Layout(self)
            layout.expressions.code(code)
            known = code, min(sum(map(len, layout.builder.lines(0))), COLUMNS * 10)
            self._known[id(code)] = known
        return known[1]
