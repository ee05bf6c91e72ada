"""HTML that is safe by construction: a text is escaped unless `tag` made it."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TypeAlias

__all__ = ["LONGEST", "Child", "Markup", "join", "tag", "visible"]

#: Characters of one text that are shown; more are left out, and it says so.
LONGEST = 4000


class Markup(str):
    """Text that is HTML already. Only this module makes it, out of names of its own and of escaped texts."""

    __slots__ = ()


Child: TypeAlias = str | Markup | int | None

_VOID = frozenset({"input", "meta", "br"})


def visible(text: str) -> str:
    """A text as it is shown: characters that cannot be seen, and those that change how others are seen, as escapes; a
    very long one is cut.
    """
    if len(text) > LONGEST:
        text = f"{text[:LONGEST]}… ({len(text) - LONGEST} more characters)"
    return "".join(
        character if character.isprintable() or character == "\n" else character.encode("unicode_escape").decode()
        for character in text
    )


def join(children: Iterable[Child]) -> Markup:
    """Children one after the other; texts among them are escaped."""
    return Markup("".join(map(_inner, children)))


def tag(element: str, /, *children: Child, **attributes: str | int | bool | None) -> Markup:
    """An element. Of an attribute's name a last ``_`` is left out, others become ``-``; None and False are none."""
    told = "".join(
        f" {key.rstrip('_').replace('_', '-')}" + ("" if value is True else f'="{escape(visible(str(value)))}"')
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    if element in _VOID:
        return Markup(f"<{element}{told}>")
    return Markup(f"<{element}{told}>{join(children)}</{element}>")


def _inner(child: Child) -> str:
    if child is None:
        return ""
    return child if isinstance(child, Markup) else escape(visible(str(child)))
