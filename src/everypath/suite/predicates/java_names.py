"""Names of parameters and local variables in Java."""

from __future__ import annotations

import re
from collections.abc import Iterable

__all__ = ["JavaNames"]

_KEYWORDS = frozenset(
    re.findall(
        r"\w+",
        """abstract assert boolean break byte case catch char class const continue default do double else enum extends
        final finally float for goto if implements import instanceof int interface long native new null package private
        protected public return short static strictfp super switch synchronized this throw throws transient true try
        false void volatile while _""",
    )
)
_OWN_NAMES = frozenset({"result", "thrown", "path", "isMet", "found", "number"})
"""The local variables of the methods that are made."""


class JavaNames:
    """Names of one scope; those ``given`` are taken."""

    def __init__(self, given: Iterable[str] = ()) -> None:
        self._taken = {*given, *_KEYWORDS, *_OWN_NAMES}

    def free(self, text: str) -> str:
        """A new name that shows a text, such as an access path."""
        base = re.sub(r"\W+", "_", text, flags=re.ASCII).strip("_") or "value"
        base = f"_{base}" if base[0].isdigit() else base
        name, number = base, 2
        while name in self._taken:
            name, number = f"{base}{number}", number + 1
        self._taken.add(name)
        return name
