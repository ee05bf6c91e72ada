"""The values of ``--assume`` and ``--ensure``: a condition, and the pattern of the methods that it is for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from everypath.dataclass import dataclass
from everypath.run.option_values.entry_patterns import EntryPattern

if TYPE_CHECKING:
    from everypath.program import Method


_PATTERN = re.compile(r"\s*([\w.$*?\[\]]*#[\w$*?<>\[\]]+(?:\([^()]*\))?)\s*:")


@dataclass(frozen=True)
class ConditionOption:
    """One ``--assume`` or ``--ensure``: a condition, of the methods that ``pattern`` matches (None: of all)."""

    text: str
    pattern: EntryPattern | None = None

    @classmethod
    def read(cls, text: str) -> ConditionOption:
        """Of ``EXPR`` or ``CLASS#METHOD: EXPR``; raises `ConditionError` if the expression cannot be read."""
        from everypath.inputs.conditions import parse  # patterns are read before the machine is loaded

        found = _PATTERN.match(text)
        read = cls(text.strip()) if found is None else cls(text[found.end() :].strip(), EntryPattern.parse(found[1]))
        parse(read.text)
        return read

    def is_for(self, method: Method) -> bool:
        """True if the condition is for the method."""
        return self.pattern is None or self.pattern.matches(method.owner.name, method.name, method.descriptor)
