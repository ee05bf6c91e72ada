"""Wraps comments and string literals that are longer than a line."""

from __future__ import annotations

import re
from collections.abc import Sequence

from everypath.suite.formatting.documents import COLUMNS

__all__ = ["wrapped_comment", "wrapped_strings"]

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.[^\']*)\'')
_WORD = re.compile(r"(?:\\r\\n|\\r|\\n)+|\\t|\s")
_NEWLINE = ("\\n", "\\r")
_FEW = 4
_QUOTES = 2
_JOINED = 6
"""Columns by which further lines of a string are shorter: four of indentation, and ``+`` with a blank."""


def wrapped_comment(line: str) -> list[str]:
    """The lines of one line; a long comment is broken at blanks."""
    text = line.lstrip(" ")
    if not text.startswith("// "):
        return [line]
    margin = " " * (len(line) - len(text))
    found: list[str] = []
    while len(margin) + len(text) > COLUMNS:
        at = COLUMNS - len(margin)
        while at > _QUOTES and not text[at].isspace():
            at -= 1
        if at <= _QUOTES:
            break
        found.append((margin + text[:at]).rstrip())
        text = "//" + text[at:]
    return [*found, (margin + text).rstrip()]


def wrapped_strings(lines: Sequence[str]) -> list[str]:
    """The lines. A string beyond the last column becomes a sum of shorter strings, split at blanks."""
    found: list[str] = []
    for line in lines:
        found += _broken(line).split("\n") if len(line) > COLUMNS else [line]
    return found


def _broken(line: str) -> str:
    if line.lstrip().startswith("//"):
        return line
    parts, done = [], 0
    for match in _STRING.finditer(line):
        text = match.group()
        if text.startswith('"') and not line[match.end() :].startswith("."):
            parts += [line[done : match.start()], _reflowed(text, match.start(), len(line) - match.end())]
            done = match.end()
    return "".join([*parts, line[done:]])


def _reflowed(literal: str, column: int, trailing: int) -> str:
    width = COLUMNS - column - _QUOTES
    pieces = _pieces(literal[1:-1])
    lines: list[str] = []
    while pieces:
        line = ""
        if sum(map(len, pieces)) <= width:
            width -= trailing
        while pieces and (len(line) <= _FEW or len(line) + len(pieces[0]) <= width):
            line += pieces.pop(0)
            if line.endswith(_NEWLINE):
                break
        lines.append(line or pieces.pop(0))
        if len(lines) == 1:
            width -= _JOINED
    return '"' + ('"\n' + " " * (column + 4) + '+ "').join(lines) + '"'


def _pieces(text: str) -> list[str]:
    """The words of a literal's source. Each begins with the blank before it; an escaped line end ends a word."""
    pieces: list[str] = []
    start = at = 0
    while at < len(text):
        match = _WORD.match(text, at)
        if match is None:
            at += 2 if text[at] == "\\" else 1
            continue
        end = match.end() if match.group().startswith(_NEWLINE) else at
        if end > start:
            pieces.append(text[start:end])
        start = end
        at = match.end()
    if start < len(text):
        pieces.append(text[start:])
    return pieces
