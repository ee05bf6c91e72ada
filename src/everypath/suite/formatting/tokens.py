"""The tokens of Java code."""

from __future__ import annotations

import re

__all__ = ["END", "Tokens", "UnreadableError"]

END = ""
"""The text of the token after the last one."""


class UnreadableError(ValueError):
    """The text is no code of this grammar."""


_TOKEN = re.compile(
    r"""
      \s+
    | (?P<comment>//[^\n]*)
    | (?P<word>(?:[^\W\d]|[$]|\\u[0-9a-f]{4}|[^\x00-\x7f])(?:[\w$]|\\u[0-9a-f]{4}|[^\x00-\x7f])*)
    | (?P<number>(?:\d[\w.]*(?:(?<=E)-\d+[fF]?)?|\.\d\w*))
    | (?P<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.[^']*)')
    | (?P<mark>->|\+\+|[-+(){}\[\]<>.,;:=?@&])
    """,
    re.VERBOSE,
)


MOST_NESTED = 40
"""Brackets in so many others are read and laid out; the parser and the layout are recursive."""
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")


class Tokens:
    """The tokens of one text, read from left to right. Raises `UnreadableError` for a text with other tokens, or with
    brackets in more than `MOST_NESTED` others.
    """

    def __init__(self, text: str) -> None:
        self._tokens: list[tuple[str, str]] = []
        at = nested = 0
        while at < len(text):
            match = _TOKEN.match(text, at)
            if match is None or match.end() == at:
                raise UnreadableError(text[at : at + 20])
            if match.lastgroup is not None:
                token = match.group()
                self._tokens.append((match.lastgroup, token))
                nested += (token in _OPENING) - (token in _CLOSING)
                if nested > MOST_NESTED:
                    raise UnreadableError(f"more than {MOST_NESTED} nested brackets")
            at = match.end()
        self._tokens += [("end", END)] * 4
        self.position = 0
        """The index of the next token. A parser sets it back to read the same tokens in another way."""

    def peek(self, offset: int = 0) -> str:
        """The text of the token at an offset from the next one."""
        return self._tokens[min(self.position + offset, len(self._tokens) - 1)][1]

    def kind(self, offset: int = 0) -> str:
        """The kind of that token: comment, word, number, string, mark or end."""
        return self._tokens[min(self.position + offset, len(self._tokens) - 1)][0]

    def next(self) -> str:
        """The text of the next token, which is consumed."""
        text = self.peek()
        self.position += 1
        return text

    def accept(self, text: str) -> bool:
        """Consume the next token if it has this text, and return whether it had."""
        if self.peek() != text or self.kind() == "string":
            return False
        self.position += 1
        return True

    def expect(self, text: str) -> None:
        """Consume the next token, which must have this text. Raises `UnreadableError`."""
        if not self.accept(text):
            raise UnreadableError(f"{text!r} expected before {self.peek()!r}")

    def word(self) -> str:
        """The next token, which must be a word. Raises `UnreadableError`."""
        if self.kind() != "word":
            raise UnreadableError(f"a name expected before {self.peek()!r}")
        return self.next()
