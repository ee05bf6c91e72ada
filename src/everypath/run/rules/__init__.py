"""The table of finding rules (EP001 to EP010, EP020, and those of plug-ins), and the values of ``--suppress``.

`classify` returns the `Rule` of a confirmed exception, `level_of` its `Level`. `Rules` is a set of rules that one place
suppresses. The package may import ``levels`` and packages below ``run``.
"""

from everypath.run.rules.finding_rules import RULES, Rule, all_rules, classify, level_of, rule, rules_of
from everypath.run.rules.suppression_rows import Rules, is_id, known_rules, read_row

__all__ = [
    "RULES",
    "Rule",
    "Rules",
    "all_rules",
    "classify",
    "is_id",
    "known_rules",
    "level_of",
    "read_row",
    "rule",
    "rules_of",
]
