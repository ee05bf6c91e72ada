"""Option values that have a syntax of their own.

`EntryPattern` selects entry methods (``--only``). `ConditionOption` is one ``--assume`` or ``--ensure``. The package
may import ``names`` and packages below ``run``.
"""

from everypath.run.option_values.conditions import ConditionOption
from everypath.run.option_values.entry_patterns import CONSTRUCTOR, EntryPattern

__all__ = ["CONSTRUCTOR", "ConditionOption", "EntryPattern"]
