"""Texts about rules: `everypath explain` and ``docs/rules.md``."""

from __future__ import annotations

import difflib
import textwrap
from collections.abc import Iterable, Iterator

from everypath.errors import UsageError
from everypath.run import RULES, Rule, all_rules


def _by_id(rules: Iterable[Rule]) -> list[Rule]:
    return sorted(rules, key=lambda rule: rule.id)


def explain_rule(rule_id: str | None) -> Iterator[str]:
    """The lines that explain one rule, or list all. Raises `UsageError` if there is no such rule."""
    rules = _by_id(all_rules())
    if rule_id is None:
        for rule in rules:
            yield f"{rule.id}  {rule.level.value:<8} {rule.name:<22} {rule.summary}"
        return
    found = [rule for rule in rules if rule_id.upper() == rule.id or rule_id.lower() == rule.name]
    if not found:
        names = {name: rule.id for rule in rules for name in (rule.id, rule.name.upper())}
        close = difflib.get_close_matches(rule_id.upper(), names, 1)
        hint = f"did you mean {names[close[0]]}?" if close else "everypath explain lists them"
        raise UsageError(f"there is no rule '{rule_id}'; {hint}")
    rule = found[0]
    yield f"{rule.id} {rule.name} (level by default: {rule.level.value})"
    yield f"{rule.summary[0].upper()}{rule.summary[1:]}."
    yield ""
    yield from textwrap.wrap(rule.help, 100)


def rules_document() -> str:
    """The text of ``docs/rules.md``, from the table of rules alone."""
    lines = [
        "# Rules",
        "",
        "A finding is reported only after the real JVM threw the predicted exception at the predicted place.",
        "`everypath explain RULE` prints one of these.",
    ]
    for rule in _by_id(RULES):
        lines += ["", f"## {rule.id}: {rule.name}", "", f"Level by default: **{rule.level.value}**. {rule.summary}."]
        lines += ["", *textwrap.wrap(rule.help, 110)]
    return "\n".join(lines) + "\n"
