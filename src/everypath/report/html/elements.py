"""Builds HTML that is safe by construction: `tag` and `join` escape every text that they did not make."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TypeAlias

__all__ = ["LONGEST_TEXT", "Child", "Markup", "join", "tag", "visible"]

LONGEST_TEXT = 4000
"""The number of characters of one text that are shown."""


class Markup(str):
    """Text that is HTML. Only this module makes it, from its own names and from escaped texts."""

    __slots__ = ()


Child: TypeAlias = str | Markup | int | None

_VOID = frozenset({"input", "meta", "br"})


def visible(text: str) -> str:
    """The text with invisible characters, and those that change how others are displayed, written as escapes.

    A text longer than `LONGEST_TEXT` is cut.
    """
    if len(text) > LONGEST_TEXT:
        text = f"{text[:LONGEST_TEXT]}… ({len(text) - LONGEST_TEXT} more characters)"
    return "".join(
        character if character.isprintable() or character == "\n" else character.encode("unicode_escape").decode()
        for character in text
    )


def join(children: Iterable[Child]) -> Markup:
    """Concatenate children and escape the texts among them."""
    return Markup("".join(map(_inner, children)))


def tag(element: str, /, *children: Child, **attributes: str | int | bool | None) -> Markup:
    """An element. In names of attributes, a last ``_`` is removed and others become ``-``.

    Attributes whose value is None or False are left out.
    """
    written = "".join(
        f" {key.rstrip('_').replace('_', '-')}" + ("" if value is True else f'="{escape(visible(str(value)))}"')
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    if element in _VOID:
        return Markup(f"<{element}{written}>")
    return Markup(f"<{element}{written}>{join(children)}</{element}>")


def _inner(child: Child) -> str:
    if child is None:
        return ""
    return child if isinstance(child, Markup) else escape(visible(str(child)))
