"""Names of parameters and local variables in predicates."""

from __future__ import annotations

import re
from collections.abc import Iterable

from everypath.suite.testcase import identifier, unique

__all__ = ["JavaNames"]

_OWN_NAMES = frozenset({"result", "thrown", "holder", "place", "path", "isMet", "found", "number"})
"""The local variables of the methods that are made."""


class JavaNames:
    """Names of one scope; those ``given`` are taken."""

    def __init__(self, given: Iterable[str] = ()) -> None:
        self._taken = {*given, *_OWN_NAMES}

    def free(self, text: str) -> str:
        """A new name that shows a text, such as an access path."""
        return unique(identifier(re.sub(r"\W+", "_", text).strip("_")), self._taken)
