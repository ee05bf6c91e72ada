"""Terms as text: a plain prefix form for engineers, and Java expressions for readers."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from everypath.term.core import Term, Value


def to_text(value: Value, limit: int = 2000) -> str:
    """A prefix form, cut at about ``limit`` characters."""
    if type(value) is not Term:
        return repr(value)
    parts: list[str] = []
    length = 0
    stack: list[Value | str] = [value]
    while stack:
        item = stack.pop()
        if type(item) is Term:
            if item.op == "var":
                piece = str(item.payload)
            else:
                payload = sorted(item.payload) if isinstance(item.payload, frozenset) else item.payload
                piece = f"({item.op}" + (f"[{payload}]" if payload is not None else "")
                stack.append(")")
                for arg in reversed(item.args):
                    stack.append(arg)
                    stack.append(" ")
        else:
            piece = item if isinstance(item, str) else repr(item)
        parts.append(piece)
        length += len(piece)
        if length > limit:
            parts.append("…")
            break
    return "".join(parts)


def to_java(value: Value, names: Callable[[Term], str | None] | Mapping[Term, str] | None = None) -> str:
    """The value as a Java expression."""
    return to_text(value)
